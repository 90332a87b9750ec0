#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""on_terminal -- runs a command whose standard error is a terminal, and prints what it shows there,
each state of a line that is drawn again as a line of its own.

    tests/system/on_terminal.py COMMAND...

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
    process = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stderr=slave,
                               stdout=subprocess.DEVNULL)
    os.close(slave)
    shown = b""
    try:
        while more := os.read(master, 4096):
            shown += more
    except OSError:
        pass    # how a terminal says that all have closed it
    print(shown.decode().replace("\r\033[K", "\n"))
    return process.wait()


if __name__ == "__main__":
    sys.exit(main())
