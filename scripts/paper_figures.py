# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""paper_figures -- what the figures of docs/papers/ take from build/lockhop."""
import pathlib
import subprocess
import tempfile

LOCKHOP = pathlib.Path(__file__).resolve().parent.parent / "build/lockhop"


def output_of(*arguments, folder=None):
    return subprocess.run([LOCKHOP, *arguments], check=True, capture_output=True,
                          text=True, cwd=folder).stdout


def lines_of(*arguments):
    return [line.split() for line in output_of(*arguments).splitlines()
            if not line.startswith("#")]


class Drawn:
    """A figure that lockhop draw makes; `files` are name -> text."""

    def __init__(self, *arguments, files=None):
        self.arguments, self.files = arguments, files or {}

    def svg(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in self.files.items():
                (pathlib.Path(folder) / name).write_text(text)
            return output_of("draw", *self.arguments, folder=folder)
