# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_table -- the results of proofs: lines of TAP, and a table in JSON."""
import collections
import json
import pathlib
import sys

from tap import Tap

LEFT = {"night": "left to make prove-all", "too slow": "too slow"}


class Table:
    def __init__(self):
        self.report, self.rows = Tap(), []

    def add(self, law, shape, why, seconds):
        """shape: .component, .parameters, .name, .when (why it was not tried; None: it was).
        why: it is no proof; None: it is one."""
        result = shape.when or ("failed" if why else "proved")
        self.rows.append({"law": law, "name": shape.component, "parameters": shape.parameters,
                          "result": result, "seconds": round(seconds, 1)})
        if shape.when:
            print(f"# not proved ({LEFT[shape.when]}): {law}: {shape.name}")
            return
        self.report(why is None, f"{law}: {shape.name} ({seconds:.1f} s)", [why] if why else [])
        sys.stdout.flush()

    def end(self, path):
        """The exit status; the table goes to a file, if there is a path.  `make prove` shows lines
        with `note`."""
        left = collections.Counter((row["result"], row["name"]) for row in self.rows)
        for (kind, name), number in sorted(left.items()):
            if kind in LEFT:
                print(f"# note: not proved ({LEFT[kind]}): {name}, {number} of its sizes")
        count = {kind: sum(row["result"] == kind for row in self.rows)
                 for kind in ("proved", "failed", "night", "too slow")}
        print("# " + ", ".join(f"{number} {kind}" for kind, number in count.items()) +
              f"; {sum(row['seconds'] for row in self.rows):.0f} s")
        if path:
            pathlib.Path(path).write_text(json.dumps(self.rows, indent=1) + "\n")
        return self.report.end()
