# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""tap -- the lines of a test in Python: `ok` and `not ok`, with the first reasons below."""


class Tap:
    """Prints one line for each call, and the plan at the end."""

    def __init__(self, most=5):
        """most: reasons printed below a line."""
        self.most, self.number, self.status = most, 0, 0

    def __call__(self, good, text, faults):
        self.number += 1
        print(f"{'ok' if good else 'not ok'} {self.number} - {text}")
        if not good:
            self.status = 1
            for fault in faults[:self.most]:
                print(f"# {fault}")

    def end(self):
        """The exit status."""
        print(f"1..{self.number}")
        return self.status
