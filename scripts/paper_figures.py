# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""paper_figures -- what the figures of docs/papers/ take from build/lockhop."""
import pathlib
import subprocess

LOCKHOP = pathlib.Path(__file__).resolve().parent.parent / "build/lockhop"


def output_of(*arguments):
    return subprocess.run([LOCKHOP, *arguments], check=True, capture_output=True,
                          text=True).stdout


def lines_of(*arguments):
    return [line.split() for line in output_of(*arguments).splitlines()
            if not line.startswith("#")]


class Drawn:
    """A figure that lockhop draw makes."""

    def __init__(self, *arguments):
        self.arguments = arguments

    def svg(self):
        return output_of("draw", *self.arguments)
