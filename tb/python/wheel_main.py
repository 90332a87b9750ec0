# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""wheel_main -- the command `lockhop` of a wheel, and `python3 -m lockhop`."""
import os
import sys
from pathlib import Path


def main() -> None:
    command = Path(__file__).resolve().parent / "prefix/bin/lockhop"
    os.execv(command, [str(command), *sys.argv[1:]])


if __name__ == "__main__":
    main()
