#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_dead -- no function or table of cmodel/ that nothing uses.

Reads the objects of `make all library`, in build/plain/obj, and the words of what is linked with
them: the public header, benches, simulators, tests.  A name is dead when no other object asks for
it, its own file says it once, and none of these says it.  What tests alone use is in TESTED, with
the reason.  `--self-test` plants dead functions and looks for them.  Prints TAP.
"""
import collections
import functools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Tests compare with all of it: the plain form of the switch.
REFERENCE = "cmodel/switch/reference/"
TESTED = {
    "history_close": "the history of a run lives as long as its process",
    "topology_source_of": "the laws of topologies know the inverse of topology_source",
    "verilog_remove_top": "tests remove what verilog_write_top has written",
}
# The command and the libraries are the objects themselves; these are linked with them.
USERS = ["include", "sim", "tb", "examples", "tests/twin"]
TESTS = ["tests"]
INLINE = re.compile(r"^static inline [^;={(]*?\b(\w+)\(", re.M)


@functools.lru_cache(maxsize=None)
def words(path):
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(errors="replace"), flags=re.S)
    return collections.Counter(re.findall(r"\w+", code))


def words_below(root, folders):
    paths = [path for folder in folders for path in (root / folder).glob("**/*.*")]
    return set().union(*(words(path) for path in paths if path.suffix in (".c", ".h", ".cpp")))


def symbols(root, sources):
    """({name: source} of what is defined, {name} of what another object asks for)"""
    objects = [f"build/plain/obj/{source[:-2]}.o" for source in sources]
    lines = subprocess.run(["nm", "-A", "-g", *objects], cwd=root, check=True, text=True,
                           stdout=subprocess.PIPE).stdout.splitlines()
    defined, asked = {}, set()
    for line in lines:
        path, _, rest = line.partition(":")
        source = path[len("build/plain/obj/"):-2] + ".c"
        kind, name = rest.split()[-2:]
        if kind != "U":
            defined[name] = source
        elif not source.startswith(REFERENCE):
            asked.add(name)
    return defined, asked


def unused_symbols(root, sources):
    """(name, source) that neither an object nor its own file uses"""
    defined, asked = symbols(root, sources)
    for name, source in sorted(defined.items()):
        if name not in asked and name != "main" and not source.startswith(REFERENCE) \
                and words(root / source)[name] < 2:
            yield name, source


def unused_inlines(root):
    """(name, header) that no file of cmodel/ says but where it is defined"""
    said = collections.Counter()
    for path in root.glob("cmodel/**/*.[ch]"):
        said.update(words(path))
    for path in sorted(root.glob("cmodel/**/*.h")):
        name_of_file = str(path.relative_to(root))
        for name in INLINE.findall(path.read_text()):
            if said[name] < 2 and not name_of_file.startswith(REFERENCE):
                yield name, name_of_file


def faults(root, tested):
    sources = [str(path.relative_to(root)) for path in sorted(root.glob("cmodel/**/*.c"))]
    built = [source for source in sources
             if (root / "build/plain/obj" / source).with_suffix(".o").exists()]
    missing = [source for source in sources
               if source not in built and not source.startswith(REFERENCE)]
    if missing:
        yield f"{len(missing)} files are not compiled, as {missing[0]}: make all library"
        return
    users, tests = words_below(root, USERS), words_below(root, TESTS)
    unused = {name: source
              for name, source in [*unused_symbols(root, built), *unused_inlines(root)]
              if name not in users}
    for name, source in unused.items():
        if name not in tests:
            yield f"{source}: nothing uses {name}"
        elif name not in tested:
            yield f"{source}: tests alone use {name}: remove it, or say why in {__file__}"
    for name in tested:
        if name not in unused or name not in tests:
            yield f"{name} is said to be for tests alone, and is not"


def plant(root):
    """A tree with what is used, what tests alone use, and what nothing uses."""
    texts = {
        "cmodel/base/a.h": "static inline int a_inline(void)\n{\n  return 1;\n}\n",
        "cmodel/base/a.c": "int a_dead(void)\n{\n  return 0;\n}\n"
                           "int a_used(void)\n{\n  return 1;\n}\n"
                           "int a_tested(void)\n{\n  return 2;\n}\n"
                           "int a_public(void)\n{\n  return 3;\n}\n"
                           "int a_listed(void)\n{\n  return 4;\n}\n",
        "cmodel/tool/cli/main.c": "int a_used(void);\nint main(void)\n{\n  return a_used();\n}\n",
        "include/a.h": "int a_public(void); /* not a_dead */\n",
        "tests/unit/test_a.c": "int x = a_tested() + a_listed();\n",
    }
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        if name.startswith("cmodel") and path.suffix == ".c":
            made = (root / "build/plain/obj" / name).with_suffix(".o")
            made.parent.mkdir(parents=True)
            subprocess.run([os.environ.get("CC", "gcc"), "-c", "-o", made, path], check=True)


def self_test():
    """[(text, faults)] of the laws of this check itself."""
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        plant(root)
        found = list(faults(root, {"a_listed": "tests", "a_used": "no longer"}))
        (root / "build/plain/obj/cmodel/base/a.o").unlink()
        without = list(faults(root, {}))
    refused = len(without) == 1 and "make all library" in without[0]
    expected = ["nothing uses a_dead", "tests alone use a_tested", "nothing uses a_inline",
                "a_used is said to be for tests alone"]
    missed = [text for text in expected if not any(text in fault for fault in found)]
    more = [fault for fault in found if not any(text in fault for text in expected)]
    return [("planted functions that nothing or tests alone use are found", missed),
            ("what is used is not reported", more),
            ("what is not compiled is not judged",
             [] if refused else without or ["it passed"])]


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    if sys.argv[1:] == ["--self-test"]:
        laws = self_test()
    else:
        laws = [("everything in cmodel/ is used", list(faults(root, TESTED)))]
    for number, (text, wrong) in enumerate(laws, 1):
        print(f"{'not ok' if wrong else 'ok'} {number} - {text}")
        for fault in wrong:
            print(f"# {fault}")
    print(f"1..{len(laws)}")
    return 1 if any(wrong for _, wrong in laws) else 0


if __name__ == "__main__":
    sys.exit(main())
