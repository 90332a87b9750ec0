# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""coverage_read -- what was reached, as Verilator, gcov and lockhop check tell it.

All three become the same: a list of File, each with counts of what was reached and of what there
is, by kind, and the places that nothing has reached.
"""
import collections
import json
import pathlib
import re
import subprocess

# shares: {kind: (reached, all)}; never: [(first line, last line, what)], in order.
File = collections.namedtuple("File", "name shares never")

POINT = re.compile(r"C '(.*)' (\d+)$")
KINDS = {"v_line": "lines and branches", "v_branch": "lines and branches",
         "v_user": "cover properties", "v_toggle": "toggles"}


class Unreadable(Exception):
    """A file that is not what its name says."""


def shown(path, root):
    """A path in the tree, or the path."""
    try:
        return str(pathlib.Path(path).relative_to(root))
    except ValueError:
        return path


# --- Verilator ---

def unquote(text):
    return re.sub("%([0-9A-F]{2})", lambda m: chr(int(m.group(1), 16)), text)


def read_points(paths):
    """{(file, kind, line, column, name): count} of all files of verilator_coverage's format."""
    points = collections.Counter()
    for path in paths:
        lines = pathlib.Path(path).read_text(encoding="latin-1").splitlines()
        if not lines or not lines[0].startswith("# SystemC::Coverage"):
            raise Unreadable(f"{path}: is no file of coverage")
        for number, line in enumerate(lines[1:], 2):
            match = POINT.match(line)
            pairs = match and dict(part.split("\2", 1)
                                   for part in match.group(1).split("\1")[1:])
            if not pairs or not {"f", "l", "page", "o"} <= pairs.keys():
                raise Unreadable(f"{path}:{number}: is no point of coverage")
            kind = KINDS.get(pairs["page"].split("/")[0])
            if kind is None:
                raise Unreadable(f"{path}:{number}: unknown kind of point '{pairs['page']}'")
            points[unquote(pairs["f"]), kind, int(pairs["l"]), int(pairs.get("n", 0)),
                   unquote(pairs["o"])] += int(match.group(2))
    return points


def what_of(kind, names):
    if kind == "toggles":
        base = names[0].split("[")[0]
        return (f"{names[0]} does not toggle" if len(names) == 1
                else f"{base}: {len(names)} bits do not toggle")
    if kind == "cover properties":
        return f"{names[0]} is never covered"
    return "the block never runs" if names[0] == "block" else f"'{names[0]}' is never taken"


def verilog(points, root):
    """Files of points."""
    shares = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))
    missed = collections.defaultdict(lambda: collections.defaultdict(list))
    for (path, kind, line, column, name), count in sorted(points.items()):
        shares[path][kind][0] += count > 0
        shares[path][kind][1] += 1
        if count == 0:
            signal = name.split("[")[0] if kind == "toggles" else name
            missed[path][kind == "toggles", line, column, signal, kind].append(name)
    return [File(shown(path, root), {kind: tuple(s) for kind, s in shares[path].items()},
                 [(key[1], key[1], what_of(key[4], names))
                  for key, names in sorted(missed[path].items())])
            for path in sorted(shares)]


# --- gcov ---

def read_gcov(objects, root):
    """What gcov tells of all objects (.gcno) below a folder, a dictionary each."""
    notes = sorted(str(path.resolve()) for path in pathlib.Path(objects).rglob("*.gcno"))
    if not notes:
        raise Unreadable(f"{objects}: no object there was built with --coverage")
    told = []
    for start in range(0, len(notes), 50):
        text = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities",
                               *notes[start:start + 50]], cwd=root, check=True,
                              capture_output=True, text=True).stdout
        told += [json.loads(line) for line in text.splitlines() if line.strip()]
    return told


def ranges(lines, known):
    """[(first, last)] of lines between which there is no other that is known."""
    result = []
    for line in sorted(lines):
        if result and not any(result[-1][1] < k < line for k in known):
            result[-1] = (result[-1][0], line)
        else:
            result.append((line, line))
    return result


def c_files(told, root, prefix):
    """Files of gcov's dictionaries, those below prefix alone."""
    lines = collections.defaultdict(collections.Counter)
    branches = collections.defaultdict(collections.Counter)
    for one in told:
        for source in one["files"]:
            path = pathlib.Path(one.get("current_working_directory", root), source["file"])
            name = shown(str(path.resolve()), root)
            if not name.startswith(prefix):
                continue
            for line in source["lines"]:
                number = line["line_number"]
                lines[name][number] += line["count"]
                for i, branch in enumerate(line.get("branches", [])):
                    branches[name][number, i] += branch["count"]
    result = []
    for name in sorted(lines):
        counts, taken = lines[name], branches[name]
        shares = {"lines": (sum(c > 0 for c in counts.values()), len(counts))}
        if taken:
            shares["branches"] = (sum(c > 0 for c in taken.values()), len(taken))
        zero = [number for number, count in counts.items() if count == 0]
        known = sorted(number for number, count in counts.items() if count)
        result.append(File(name, shares, [(a, b, "never runs") for a, b in ranges(zero, known)]))
    return result


# --- lockhop check ---

def exercise(name, result):
    """The items of a check's JSON that its runs have not reached: a File for each shape."""
    files = []
    for shape in result["shapes"]:
        reached = shape["exercise"]
        if reached is None:  # engines
            continue
        never = [(None, None, f"{kind.replace('_', ' ')}: {item}")
                 for kind, row in reached["kinds"].items() for item in row["not_reached"]]
        files.append(File(f"{name}; {shape['name']}",
                          {"items": (reached["reached"], reached["reachable"])}, never))
    return files


# --- sums ---

def total(files):
    sums = {}
    for file in files:
        for kind, (reached, number) in file.shares.items():
            old = sums.get(kind, (0, 0))
            sums[kind] = (old[0] + reached, old[1] + number)
    return sums
