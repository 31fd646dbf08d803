"""A program in a pseudo-terminal, seen from outside: its screen, its keys, its CPU time."""
import fcntl, os, pty, re, select, signal, struct, termios, time

SEQUENCE = re.compile(r"\x1b\[([?>=!]?)([0-9;:]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()*+].|\x1b[^\[\]()*+]|[^\x1b]",
                      re.S)


class Screen:
    """As much of an xterm as ncurses uses; every character is one cell wide."""

    def __init__(self, columns, rows):
        self.columns, self.rows, self.x, self.y, self.saved = columns, rows, 0, 0, (0, 0)
        self.cells = [[" "] * columns for _ in range(rows)]
        self.top, self.bottom, self.rest, self.last = 0, rows - 1, b"", " "

    def feed(self, data):
        data = self.rest + data
        cut = len(data)
        if (escape := data.rfind(b"\x1b")) >= 0 and not SEQUENCE.fullmatch(tail := data[escape:].decode("utf-8", "replace")):
            if not SEQUENCE.match(tail):
                cut = escape               # a sequence that is not all here yet
        while cut and cut > len(data) - 4 and (data[cut - 1] >= 0xC0 or cut < len(data) and data[cut] & 0xC0 == 0x80):
            cut -= 1                       # a character that is not all here yet
        self.rest = data[cut:]
        for match in SEQUENCE.finditer(data[:cut].decode("utf-8", "replace")):
            text = match.group()
            if match.group(3):
                self.control(match.group(1), match.group(2), match.group(3))
            elif text[0] == "\x1b":
                if text == "\x1b7":
                    self.saved = self.x, self.y
                elif text == "\x1b8":
                    self.x, self.y = self.saved
                elif text == "\x1bM":
                    self.scroll(-1) if self.y == self.top else self.move(self.x, self.y - 1)
            elif text == "\r":
                self.x = 0
            elif text == "\n":
                self.scroll(1) if self.y == self.bottom else self.move(self.x, self.y + 1)
            elif text == "\b":
                self.x = max(0, self.x - 1)
            elif text == "\t":
                self.x = min(self.columns - 1, self.x // 8 * 8 + 8)
            elif text >= " ":
                self.put(text)

    def put(self, text):
        if self.x >= self.columns:
            self.x = 0
            self.scroll(1) if self.y == self.bottom else self.move(self.x, self.y + 1)
        self.cells[self.y][self.x] = self.last = text
        self.x += 1

    def move(self, x, y):
        self.x, self.y = max(0, min(self.columns - 1, x)), max(0, min(self.rows - 1, y))

    def scroll(self, lines):
        for _ in range(abs(lines)):
            gone, into = (self.top, self.bottom) if lines > 0 else (self.bottom, self.top)
            del self.cells[gone]
            self.cells.insert(into, [" "] * self.columns)

    def control(self, private, numbers, kind):
        if private:
            return
        values = [int(n) if n.isdigit() else 0 for n in numbers.split(";")]
        n, row = max(1, values[0]), self.cells[self.y]
        if kind in "Hf":
            self.move((values[1] if len(values) > 1 and values[1] else 1) - 1, n - 1)
        elif kind in "ABCD":
            self.move(self.x + {"C": n, "D": -n}.get(kind, 0), self.y + {"A": -n, "B": n}.get(kind, 0))
        elif kind in "G`":
            self.move(n - 1, self.y)
        elif kind == "d":
            self.move(self.x, n - 1)
        elif kind == "K":
            first, end = ((self.x, self.columns), (0, self.x + 1), (0, self.columns))[values[0]]
            row[first:end] = " " * (end - first)
        elif kind == "J":
            if values[0] == 0:
                row[self.x:] = " " * (self.columns - self.x)
            rows = (range(self.y + 1, self.rows), range(0, self.y), range(self.rows))[min(2, values[0])]
            for y in rows:
                self.cells[y] = [" "] * self.columns
        elif kind == "X":
            end = min(self.columns, self.x + n)
            row[self.x:end] = " " * (end - self.x)
        elif kind == "P":
            self.cells[self.y] = (row[:self.x] + row[self.x + n:] + [" "] * n)[:self.columns]
        elif kind == "@":
            self.cells[self.y] = (row[:self.x] + [" "] * n + row[self.x:])[:self.columns]
        elif kind in "LM":
            for _ in range(n):
                gone, into = (self.bottom, self.y) if kind == "L" else (self.y, self.bottom)
                del self.cells[gone]
                self.cells.insert(into, [" "] * self.columns)
        elif kind == "S":
            self.scroll(n)
        elif kind == "T":
            self.scroll(-n)
        elif kind == "b":
            for _ in range(n):
                self.put(self.last)
        elif kind == "r":
            self.top, self.bottom = n - 1, (values[1] if len(values) > 1 and values[1] else self.rows) - 1
            self.move(0, 0)

    def text(self):
        return "\n".join("".join(row).rstrip() for row in self.cells)


class Session:
    """One run of a program in a terminal of its own."""

    def __init__(self, arguments, environment, columns=80, rows=24):
        self.screen, self.open, self.bytes = Screen(columns, rows), True, 0
        # Both count from exec on: a fork of this process, large as it may be, is not the program's work.
        clock, told = os.pipe()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
                os.write(told, struct.pack("dd", time.monotonic(), time.process_time()))
                os.execve(arguments[0], arguments, environment)
            finally:
                os._exit(127)
        os.close(told)
        self.started, self.forked = struct.unpack("dd", os.read(clock, 16))
        os.close(clock)
        os.set_blocking(self.terminal, False)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, timeout):
        """Takes in what was written within the time; False when nothing was."""
        if not self.open or not select.select([self.terminal], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self.terminal, 1 << 16)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        self.open = bool(data)
        self.bytes += len(data)
        self.screen.feed(data)
        return self.open

    def until(self, seen, seconds=10):
        """Reads until the text of the screen satisfies `seen` (a string is looked for); the screen, or None."""
        end = time.monotonic() + seconds
        while True:
            text = self.screen.text()
            if seen in text if isinstance(seen, str) else seen(text):
                return text
            left = end - time.monotonic()
            if left <= 0 or not self.open:
                return None
            self.read(min(left, .2))

    def settle(self, quiet=.05, seconds=5):
        """Reads until nothing has come for a moment."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.read(quiet):
            pass
        return self.screen.text()

    def send(self, keys):
        try:
            os.write(self.terminal, keys.encode())
        except OSError:
            self.open = False

    def cpu(self):
        """Seconds of CPU used since exec by all threads, ended ones too."""
        used = time.clock_gettime(~self.pid << 3 | 2)   # the clock that clock_getcpuclockid(3) names
        return used - self.forked

    def memory(self, field):
        """`VmRSS` or `VmHWM` in MB."""
        with open(f"/proc/{self.pid}/status") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith(field))

    def kill(self):
        """SIGKILL; returns the resources used."""
        os.kill(self.pid, signal.SIGKILL)
        return self.wait()[1]

    def wait(self):
        """Waits for the end; (exit status, resources)."""
        _, status, used = os.wait4(self.pid, 0)
        os.close(self.terminal)
        self.open = False
        return os.waitstatus_to_exitcode(status), used

    def quit(self, seconds=5):
        """Ctrl-C as a key or `q` may only go back: ends politely by SIGTERM and waits."""
        os.kill(self.pid, signal.SIGTERM)
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.read(.05) or self.open and time.monotonic() < end:
            pass
        if self.open:
            os.kill(self.pid, signal.SIGKILL)
        return self.wait()
