# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""c_mutant_reach -- which tests run the code that a C mutant changes; no other can find it.

Each test is run once in the build that counts (make BUILD=coverage), and gcov says which lines and
functions of cmodel/ it has run.  build/coverage/reach keeps this until the C code or the test
changes.
"""
import collections
import hashlib
import json
import re
import subprocess
import threading

from c_mutants import table_is_shared

SECONDS = 120   # of processor time that a test may take in the build that counts

# What a test has run.  seconds: that it took; None: it fails in this build, and nothing is known of
# it.  lines, functions: those that it has run; code: the lines that have code in its program; each
# is {file: set}.
Row = collections.namedtuple("Row", "seconds lines functions code")


class Reach:
    """What the tests of a tree run.  `worker` runs them, with the command that counts."""

    def __init__(self, tree, worker):
        self.tree = tree
        self.worker = worker
        self.objects = tree.counting / "obj"
        self.folder = tree.counting / "reach"
        self.folder.mkdir(exist_ok=True)
        self.digest = hashlib.sha256()      # of all C code that is not of one test
        headers = tree.root.glob("tests/unit/*.h")
        for path in sorted([*tree.root.glob("cmodel/**/*.[ch]"), *headers]):
            self.digest.update(path.read_bytes())
        self.rows = {}                      # {name of a test: Row}
        self.code = collections.defaultdict(set)
        self.functions = collections.defaultdict(set)   # that some test runs
        self.lock = threading.Lock()

    def row(self, test):
        with self.lock:
            if test.name not in self.rows:
                self.rows[test.name] = self.read(test)
                for name, lines in self.rows[test.name].code.items():
                    self.code[name] |= lines
                    self.functions[name] |= self.rows[test.name].functions[name]
            return self.rows[test.name]

    def read(self, test):
        """The row that is kept; made, if there is none that holds."""
        digest = self.digest.copy()
        digest.update(self.tree.text_of(test).encode())
        path = self.folder / (re.sub(r"\W+", "_", test.name) + ".json")
        kept = json.loads(path.read_text()) if path.exists() else {}
        if kept.get("digest") != digest.hexdigest():
            kept = {"digest": digest.hexdigest(), **self.run(test)}
            path.write_text(json.dumps(kept))
        return Row(kept["seconds"], *({name: set(found) for name, found in kept[kind].items()}
                                      for kind in Row._fields[1:]))

    def run(self, test):
        for path in self.objects.rglob("*.gcda"):
            path.unlink()
        program = self.tree.counting / "tests/unit" / test.name if test.source else None
        seconds = self.worker.run(test, self.tree.built, SECONDS, program)
        kinds = {kind: collections.defaultdict(set) for kind in Row._fields[1:]}
        for file in self.read_gcov():
            name = file["file"]
            kinds["code"][name].update(line["line_number"] for line in file["lines"])
            kinds["lines"][name].update(line["line_number"] for line in file["lines"]
                                        if line["count"])
            kinds["functions"][name].update(function["name"] for function in file["functions"]
                                            if function["execution_count"])
        return {"seconds": seconds, **{kind: {name: sorted(found) for name, found in files.items()}
                                       for kind, files in kinds.items()}}

    def read_gcov(self):
        """What gcov tells of each source file of cmodel/ in each object."""
        counts = sorted(str(path) for path in self.objects.rglob("*.gcda"))
        if not counts:
            return
        told = subprocess.run(["gcov", "--json-format", "--stdout", *counts], check=True,
                              cwd=self.tree.root, capture_output=True, text=True).stdout
        for line in told.splitlines():
            for file in json.loads(line)["files"] if line.strip() else ():
                if file["file"].startswith("cmodel/"):
                    yield file

    def seconds(self, test):
        """That the test takes; None: not known."""
        return self.row(test).seconds

    def of(self, mutant, tests):
        """Those of the tests that run, or may run, what the mutant changes."""
        rows = [self.row(test) for test in tests]
        if mutant.function is None and table_is_shared(mutant, self.tree.text(mutant.file)):
            return tests
        return [test for test, row in zip(tests, rows) if row.seconds is None
                or self.has(row, mutant)]

    def has(self, row, mutant):
        """Where gcov does not know the line, and where a label decides what is run, the function
        decides; or the file, because gcov does not know a function that is always inlined."""
        if mutant.line in self.code[mutant.file] and not mutant.place.startswith("case "):
            return mutant.line in row.lines.get(mutant.file, ())
        functions = row.functions.get(mutant.file, ())
        if mutant.function in self.functions[mutant.file]:
            return mutant.function in functions
        return bool(functions)
