#!/usr/bin/env python3
"""Shows exported packages to the real engine of Anki (`pip install anki`), which is no part of the tests.

    Tools/anki_oracle_check.py [--python PYTHON] [--exports FOLDER]

Runs the round-trip tests, which leave each fixture as they wrote it, in both layouts; then the engine
must find in each the same as in the fixture (`oracle.py compare`), and its database check nothing more
(`oracle.py check`). Exit status 1 on any difference. `--exports` takes packages that are there already.
"""
import argparse, os, pathlib, subprocess, sys, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Tests/AnkiExchangeTests/Fixtures"
ORACLE = ROOT / "Tools/anki/oracle.py"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", default=sys.executable, help="a Python that has the package anki")
    parser.add_argument("--exports", help="a folder with legacy2/ and latest/")
    options = parser.parse_args()
    if subprocess.run([options.python, "-c", "import anki"], capture_output=True).returncode:
        sys.exit("The package anki is not installed: pip install anki, or name a Python with --python.")
    with tempfile.TemporaryDirectory() as scratch:
        exports = options.exports or scratch
        if not options.exports:
            subprocess.run(["swift", "test", "--filter", "AnkiExchangeTests.RoundTripTests"], cwd=ROOT,
                           env=os.environ | {"DECKLE_ANKI_EXPORTS": exports}, check=True)
        packages = sorted(pathlib.Path(exports).glob("*/*pkg"))
        if not packages:
            sys.exit("Nothing was exported.")
        bad = sum(not same(options.python, path) for path in packages)
    print(f"{len(packages)} packages, {bad} differ")
    return 1 if bad else 0


def run(python, *arguments):
    done = subprocess.run([python, ORACLE, *map(str, arguments)], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def findings(python, path):
    """What the check says, without its lines that name the file."""
    return sorted(line for line in run(python, "check", path)[1].splitlines() if line.startswith(" "))


def same(python, path):
    original = FIXTURES / path.name
    # Tags of notes that a collection did not list are listed by our writer.
    code, text = run(python, "compare", original, path, "--ignore", "tags") \
        if path.suffix == ".colpkg" else run(python, "compare", original, path)
    more = [line for line in findings(python, path) if line not in findings(python, original)]
    if code or more:
        print(f"{path.parent.name}/{path.name}\n{text}" + "\n".join(more))
    return not code and not more


if __name__ == "__main__":
    sys.exit(main())
