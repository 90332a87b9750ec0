#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""Types a command with tabs at a shell on a terminal, and prints the arguments that it ran with.

Usage: type_tabs.py SHELL FOLDER.  FOLDER is the current directory of the shell;
beside it are lockhop.bash, zsh/_lockhop, and bin/lockhop, which prints its arguments.
Exit status 3: there is no such shell, or no terminal; 1: a completion did not come.
"""

import fcntl
import os
import pty
import re
import select
import shutil
import struct
import sys
import termios
import time

shell, folder = sys.argv[1:]
WAIT = 10  # seconds, for what takes a tenth of one
STEPS = (  # what is typed, and how the line ends then
    ("lockhop cos\t", "lockhop cosim"),
    ("hyp\t", "cosim hypercube:"),
    ("4 bit-r\t", "hypercube:4 bit-reversal"),
    ("--rou\t", "bit-reversal --routing"),
    ("rand-s\t", "--routing rand-sync"),
    ("--dut=my\t", "rand-sync --dut=my\\ switch.v"),
    ("\r", None),
)
START = {
    "bash": ["--norc", "--noprofile", "-i"],
    "zsh": ["-f", "-i"],
}
PREPARE = {
    "bash": 'PS1="% "; bind "set enable-bracketed-paste off"; . ../lockhop.bash',
    "zsh": 'PS1="%% "; unset zle_bracketed_paste; fpath=(../zsh $fpath); autoload -Uz compinit; '
           'compinit -u -d ../zcompdump',
}


def shown(output):
    """The last line of what a terminal got."""
    line = []
    text = re.sub(r"\x1b\[[?0-9;]*[A-Za-z]|\x07", "", output)
    for c in text.rsplit("\n", 1)[-1].rsplit("\r", 1)[-1]:
        if c == "\b":
            line = line[:-1]
        else:
            line.append(c)
    return "".join(line)


def start():
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ.update(TERM="dumb", PATH=os.path.abspath("../bin") + ":" + os.environ["PATH"])
        os.execvp(shell, [shell, *START[shell]])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
    return terminal


def read_until(terminal, reached):
    output = ""
    end = time.monotonic() + WAIT
    while not reached(output) and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                output += os.read(terminal, 4096).decode(errors="replace")
            except OSError:
                break
    return output


def main():
    if not shutil.which(shell):
        print(f"no {shell}", file=sys.stderr)
        return 3
    try:
        terminal = start()
    except OSError:
        print("no terminal can be opened", file=sys.stderr)
        return 3
    os.write(terminal, (PREPARE[shell] + "; echo rea''dy\r").encode())
    read_until(terminal, lambda output: "ready\r\n% " in output)
    line = ""
    for typed, expected in STEPS:
        os.write(terminal, typed.encode())
        if not expected:
            break
        line += read_until(terminal, lambda output: shown(line + output).rstrip()
                           .endswith(expected))
        if not shown(line).rstrip().endswith(expected):
            print(f"'{typed!r}' gave: {shown(line)!r}, expected: {expected!r}", file=sys.stderr)
            return 1
    said = read_until(terminal, lambda output: re.search(r"ran: .*\r\n", output))
    print(re.search(r"ran: .*|$", said)[0].rstrip())
    os.write(terminal, b"exit\r")
    return 0


if __name__ == "__main__":
    sys.exit(main())
