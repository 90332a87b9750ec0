# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""c_mutant_runs -- builds a C mutant and runs tests on it until one fails.

Everything is made in a directory of work: `tree` is a copy of the source tree, built once with
`make BUILD=mutate`, so that all programs share libcmodel.so, and with `make BUILD=coverage`, which
tells what the tests reach; `worker-K` is where a mutant is compiled, linked and tested.  A mutant
of a .c file is one object; one of a function in a header is the objects that have this function,
because nothing is inlined.
"""
import collections
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import threading
import time

from mutant_runs import RunError

LEAST_SECONDS = 10      # of processor time, for any mutant
TIMES_LONGER = 4        # than a run that passed
UNKNOWN_SECONDS = 120   # while no run has passed
BUILD_SECONDS = 300
# What is allocated is no zeros, so that what is not set shows.
LIMITS = ("detect_leaks=0:detect_odr_violation=0:hard_rss_limit_mb=3000:abort_on_error=0:"
          "max_malloc_fill_size=1048576")
SYSTEM_LIST = "tests/mutants_c/system.txt"


def copy_tree(source, target):
    """The source tree without what is built; files that are equal keep their time."""
    there = set()
    for folder, folders, names in os.walk(source):
        folders[:] = [f for f in folders if f not in ("build", ".git", "__pycache__")]
        for name in names:
            path = pathlib.Path(folder, name)
            copy = target / path.relative_to(source)
            there.add(copy)
            if not copy.exists() or copy.read_bytes() != path.read_bytes():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
                shutil.copymode(path, copy)
    for folder, folders, names in os.walk(target):
        folders[:] = [f for f in folders if f not in ("build", "__pycache__")]
        for name in names:
            if pathlib.Path(folder, name) not in there:
                pathlib.Path(folder, name).unlink()


def output_of(command, **options):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False, **options)
    if done.returncode:
        raise RunError(f"this fails: {' '.join(map(str, command))}: "
                       f"{' '.join((done.stderr or done.stdout).split())[-300:]}")
    return done.stdout


class Test:
    """A program of tests/unit, or a command of the list of system tests."""

    def __init__(self, name, command, source="", folder=""):
        self.name = name
        self.command = command
        self.folder = folder        # of cmodel/ whose mutants meet it; "": all
        self.source = source        # its text; "": a command
        self.lock = threading.Lock()


class Tree:
    """The copy of the source tree, and what is built of it."""

    def __init__(self, work, jobs):
        self.root = (work / "tree").resolve()
        self.built = self.root / "build/mutate"
        self.counting = self.root / "build/coverage"
        copy_tree(pathlib.Path.cwd(), self.root)
        make = ["make", "-s", "-C", self.root, "--no-print-directory",
                *[f"CC={compiler}" for compiler in [os.environ.get("CC")] if compiler]]
        for built in self.built, self.counting:
            goals = ["unit", f"build/{built.name}/lockhop"] if self.has_command() else ["unit"]
            output_of([*make, f"-j{jobs}", f"BUILD={built.name}", *goals])
        if self.has_command():      # the C twins, with which a check compares modules alone
            output_of([*make, f"-j{jobs}", "build/lib/libtwins.a"])
        lines = output_of([*make, "BUILD=mutate", "mutate-commands"]).split("\n")
        self.compile, self.link, self.libraries = (shlex.split(line) for line in lines[:3])
        self.slow = {pathlib.Path(name).name for name in lines[3].split()}
        self.wrapped = {pathlib.Path(name).name for name in lines[4].split()}
        self.wraps = shlex.split(lines[5])
        self.objects = sorted(p for p in self.built.glob("obj/cmodel/**/*.o")
                              if "tool/cli" not in str(p) and self.has_source(p))
        self.objects += sorted(self.root.glob("build/fst/*.o"))
        self.whole = self.link_whole(work / "whole")
        self.users = self.read_users()
        self.functions = self.read_functions()
        self.tests = self.read_tests()
        self.good = set()       # names of tests that pass without a mutant

    def has_source(self, path):
        """False: an object of an earlier tree, whose file has gone since.  What is made of a
        template has no list of files."""
        made_of = path.with_suffix(".d")
        if not made_of.exists():
            return True
        names = made_of.read_text().replace("\\\n", " ").split(":", 1)[1].split()
        return (self.root / names[0]).exists()

    def link_whole(self, folder):
        """The library without a mutant, linked as those with one."""
        folder.mkdir(parents=True, exist_ok=True)
        output_of([*self.link, "-shared", "-Wl,-soname,libcmodel.so", "-o",
                   folder.resolve() / "libcmodel.so", *self.objects, *self.libraries],
                  cwd=self.root)
        return folder.resolve()

    def has_command(self):
        return (self.root / "cmodel/tool/cli").exists()

    def read_users(self):
        """{a file of cmodel: the objects that are made of it}."""
        users = {}
        for path in self.built.glob("obj/**/*.d"):
            first = path.read_text().replace("\\\n", " ").split("\n", 1)[0]
            for name in first.split(":", 1)[1].split():
                users.setdefault(name, []).append(path.with_suffix(".o"))
        return users

    def read_functions(self):
        """{object: the functions in it}."""
        functions = {}
        paths = [str(p) for p in self.built.glob("obj/**/*.o")]
        for line in output_of(["nm", "-A", *paths]).split("\n"):
            found = re.match(r"(.*\.o):\S* +[tTW] (\w+)", line)
            if found:
                functions.setdefault(pathlib.Path(found.group(1)), set()).add(found.group(2))
        return functions

    def read_tests(self):
        """{name: Test} of the unit tests."""
        return {path.stem: Test(path.stem, [str(self.built / "tests/unit" / path.stem)],
                                path.read_text())
                for path in sorted(self.root.glob("tests/unit/test_*.c"))}

    def system_tests(self):
        path = self.root / SYSTEM_LIST
        if not path.exists() or not self.has_command():
            return []
        rows = [re.match(r"(?:(cmodel/\S*): )?([^#].*)", line)
                for line in path.read_text().split("\n")]
        return [Test(row.group(2), ["sh", "-c", row.group(2)], folder=row.group(1) or "")
                for row in rows if row]

    def nearest(self, mutant):
        """Names of the unit tests of the mutant's file: of its name first, then those that include
        its header, or where there is none, one of its folder."""
        path = pathlib.Path(mutant.file).with_suffix("")
        header = f'"{path.relative_to("cmodel")}.h"'
        if not (self.root / path.with_suffix(".h")).exists():
            header = f'"{path.parent.relative_to("cmodel")}/'
        named = [t for t in self.tests if t in (f"test_{path.name}", f"test_{path.parent.name}")]
        named += [t for t in self.tests if path.name in t and t not in named]
        return named + [t for t, test in self.tests.items()
                        if header in test.source and t not in named]

    def changed_objects(self, mutant):
        """Objects that are to be compiled again: of the library, and of tests."""
        users = self.users.get(mutant.file, [])
        if mutant.file.endswith(".h"):
            users = [o for o in users if mutant.function in self.functions.get(o, ())] or users
        return ([o for o in users if o in set(self.objects)],
                [o for o in users if "obj/tests/unit" in str(o)])

    def text(self, name):
        return (self.root / name).read_text()

    def text_of(self, test):
        """What decides what a test does, of the folders of tests."""
        if test.source:
            return test.source
        files = [path for path in sorted(self.root.glob("tests/system/*")) if path.is_file()]
        return test.name + "".join(path.read_text() for path in files)

    def must_pass(self, test, worker):
        """What fails with a mutant says something only if it passes without one."""
        with test.lock:
            if test.name not in self.good:
                if worker.run(test, self.whole, UNKNOWN_SECONDS) is None:
                    raise RunError(f"this fails without a mutant: {test.name}")
                self.good.add(test.name)


def has_failed(text, status):
    """Whether a program that prints TAP has; cmocka counts a skipped test as one that failed."""
    bad = [line for line in text.split("\n") if line.startswith("not ok")]
    return any("# SKIP" not in line for line in bad) or status != 0 and not bad


class Worker:
    """A directory in which one mutant at a time is made and tested.  `command` is what its tests
    find as build/lockhop."""

    def __init__(self, tree, folder, command):
        self.tree = tree
        self.objects = tree.objects     # those of a mutant's library
        self.folder = folder.resolve()
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("build", "made"):
            (self.folder / name).mkdir(parents=True)
        for path in tree.root.iterdir():
            if path.name != "build":
                (self.folder / path.name).symlink_to(path)
        (self.folder / "build/lockhop").symlink_to(command)

    def run(self, test, library, seconds, program=None):
        """Processor seconds that the test took; None: it failed."""
        environment = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", ASAN_OPTIONS=LIMITS,
                           LD_LIBRARY_PATH=str(library))
        command = [str(program)] if program else test.command
        limited = ["sh", "-c", 'ulimit -t "$0" && ulimit -c 0 && exec "$@"', str(seconds), *command]
        before = time.monotonic()
        with open(self.folder / "output.txt", "w+", errors="replace") as output:
            process = subprocess.Popen(limited, cwd=self.folder, env=environment, stdout=output,
                                       stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT,
                                       start_new_session=True)
            try:
                status = process.wait(3 * seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                process.wait()
                return None
            output.seek(0)
            return None if has_failed(output.read(), status) else time.monotonic() - before

    def call(self, command):
        try:
            return subprocess.run(command, cwd=self.tree.root, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  timeout=BUILD_SECONDS, check=False).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def made(self, path):
        made = self.folder / "made" / path.relative_to(self.tree.built)
        made.parent.mkdir(parents=True, exist_ok=True)
        return made

    def compile(self, objects):
        """Compiles these again; False: the compiler refuses."""
        changed = self.folder / "made/changed"
        for target in objects:
            name = str(target.relative_to(self.tree.built / "obj").with_suffix(".c"))
            source = changed / name if (changed / name).exists() else self.tree.root / name
            command, rest = self.tree.compile[:1], self.tree.compile[1:]
            if command[0].endswith("ccache"):
                command, rest = self.tree.compile[1:2], self.tree.compile[2:]
            if not self.call([*command, f"-I{changed}/cmodel", f"-I{changed}", *rest, "-c", "-o",
                              self.made(target), source]):
                return False
        return True

    def build(self, mutant, text):
        """Makes the library of the mutant.  None: that cannot be; else the objects of tests that
        have the mutant."""
        shutil.rmtree(self.folder / "made")
        path = self.folder / "made/changed" / mutant.file
        path.parent.mkdir(parents=True)
        path.write_text(text)
        library, tests = self.tree.changed_objects(mutant)
        if not self.compile(library):
            return None
        self.objects = [self.made(o) if o in library else o for o in self.tree.objects]
        if not self.call([*self.tree.link, "-shared", "-Wl,-soname,libcmodel.so", "-o",
                          self.folder / "made/libcmodel.so", *self.objects,
                          *self.tree.libraries]):
            return None
        return set(tests)

    def program(self, test, changed):
        """The program of a unit test: linked again where its object has the mutant, and where it
        does not take the shared library."""
        target = self.tree.built / f"obj/tests/unit/{test.name}.o"
        wrapped = test.name in self.tree.wrapped
        if target not in changed and not wrapped:
            return None
        if target in changed and not self.compile([target]):
            raise RunError(f"{test.name} cannot be compiled with a mutant that can be")
        main = self.tree.built / "obj/tests/unit/main.o"
        made = self.folder / "made" / test.name
        library = [*self.tree.wraps, *self.objects] if wrapped else \
            [self.folder / "made/libcmodel.so"]
        if not self.call([*self.tree.link, "-o", made,
                          self.made(target) if target in changed else target, main, *library,
                          "-lcmocka", *self.tree.libraries]):
            raise RunError(f"{test.name} cannot be linked with a mutant that can be")
        return made

    def first_to_fail(self, tests, changed, reach):
        """The name of the first of the tests that fails; None."""
        for test in tests:
            program = self.program(test, changed)
            known = reach.seconds(test)
            limit = UNKNOWN_SECONDS if known is None else int(LEAST_SECONDS + TIMES_LONGER * known)
            if self.run(test, self.folder / "made", limit, program) is None:
                self.tree.must_pass(test, self)
                return test.name
        return None


class Judge:
    """Which tests a mutant meets, in which order."""

    def __init__(self, tree, reach, only=()):
        self.tree = tree
        self.reach = reach
        self.only = only                    # names of unit tests; none: all tests
        self.system = [] if only else tree.system_tests()
        self.kills = collections.Counter()  # of the tests that are not nearest

    def nearest(self, mutant):
        names = self.tree.nearest(mutant)
        tests = [self.tree.tests[t] for t in names if not self.only or t in self.only]
        return self.reach.of(mutant, tests)

    def others(self, mutant, nearest):
        """The other unit tests that are quick, and those of the system: first what has killed most
        mutants, then what takes the shortest time."""
        quick = [test for name, test in self.tree.tests.items()
                 if name not in self.tree.slow and (not self.only or name in self.only)]
        system = [test for test in self.system if mutant.file.startswith(test.folder)]
        found = self.reach.of(mutant, [t for t in quick + system if t not in nearest])
        return sorted(found, key=lambda test: (-self.kills[test.name],
                                               self.reach.seconds(test) or 0))

    def verdict(self, worker, mutant, text, nearest_alone):
        """(verdict, what killed it, or how many tests have not) of a mutant, whose file is
        `text`."""
        changed = worker.build(mutant, text)
        if changed is None:
            return "NOBUILD", ""
        tests = self.nearest(mutant)
        killer = worker.first_to_fail(tests, changed, self.reach)
        if not killer and not nearest_alone:
            others = self.others(mutant, tests)
            killer = worker.first_to_fail(others, changed, self.reach)
            self.kills[killer] += 1
            tests += others
        return ("KILLED", killer) if killer else ("SURVIVED", f"tests that reach it: {len(tests)}")
