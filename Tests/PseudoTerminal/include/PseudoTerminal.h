#pragma once
/// A program in a terminal of its own, for tests: what Swift cannot reach of pseudo-terminals.

#include <sys/types.h>

/// Starts a program as the leader of a session whose terminal has the given size.
///
/// `keyboard` is where keys are written and what the program sends is read, without blocking;
/// `line` is the program's own end, held open so that its settings can be read after the program's
/// end. Returns the process, or -1 with errno.
pid_t pseudo_terminal_start(
    const char *path, char *const argv[], char *const envp[], int columns, int rows, int *keyboard,
    int *line);

/// Sets the size, which sends SIGWINCH; 0, or -1 with errno.
int pseudo_terminal_resize(int keyboard, int columns, int rows);

/// Starts a program without input whose output and errors are read from `output`; the process, or -1
/// with errno.
pid_t piped_program_start(
    const char *path, char *const argv[], char *const envp[], int *output);
