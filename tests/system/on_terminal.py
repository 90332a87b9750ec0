#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""on_terminal -- runs a command whose standard error is a terminal, and prints what it shows there,
each state of a line that is drawn again as a line of its own.

    tests/system/on_terminal.py COMMAND...
    tests/system/on_terminal.py --stdout COMMAND...    the same of its standard output

Exit status: that of the command; 77 where no terminal can be opened.
"""
import os
import pty
import subprocess
import sys


def main():
    try:
        master, slave = pty.openpty()
    except OSError:
        return 77
    streams = {"stderr": slave, "stdout": subprocess.DEVNULL}
    command = sys.argv[1:]
    if command[0] == "--stdout":
        streams = {"stderr": subprocess.DEVNULL, "stdout": slave}
        command = command[1:]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **streams)
    os.close(slave)
    shown = b""
    try:
        while more := os.read(master, 4096):
            shown += more
    except OSError:
        pass    # how a terminal says that all have closed it
    print(shown.decode().replace("\r\033[K", "\n").replace("\r\n", "\n"))
    return process.wait()


if __name__ == "__main__":
    sys.exit(main())
