# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""plot_rows -- rows of `lockhop sweep` and `lockhop compare`, and which of them are one curve.

Every value that is used is checked when it is read; what is wrong is told with its file, line and
column."""
import csv
import pathlib
import re

OUTCOMES = {"PASS", "DIFFER", "LOST", "MISROUTED", "DEADLOCK", "TIMEOUT", "SKIPPED"}


class Refused(Exception):
    """What is wrong with the input, in one line."""


class Row:
    """A row: .values by column; .parts: what tells its curve from others, by name, as text."""

    def __init__(self, path, line, values):
        self.path, self.line, self.values = path, line, values
        self.parts = parts_of(self)

    def refuse(self, column, why):
        raise Refused(f"{self.path}:{self.line}: column '{column}': {why}")

    def number(self, column):
        """A finite number that is not below 0."""
        text = self.values[column]
        if not re.fullmatch(r"\d+(\.\d+)?(e[-+]?\d+)?", text):
            self.refuse(column, f"'{text[:40]}' is no number that can be plotted")
        return float(text)

    @property
    def passed(self):
        return self.values["outcome"] == "PASS"

    @property
    def load(self):
        return self.number("load")

    @property
    def seed(self):
        return self.values.get("seed", "")


def counted(text, unit):
    return f"{text} {unit}" if text == "1" else f"{text} {unit}s"


def parts_of(row):
    """In the order in which a label has them."""
    values = row.values
    if "design" in values:
        return {"design": values["design"]}
    traffic = re.sub(r",load=[^,]*", "", values["traffic"])
    parts = {"topology": values["topology"], "traffic": traffic, "packets": "",
             "routing": values["routing"], "depth": "", "vcs": "", "lanes": "", "options": ""}
    if not values["load"] and values["packets"]:
        parts["packets"] = counted(values["packets"], "packet")
    if values["depth"]:
        parts["depth"] = "no limit of depth" if values["depth"] == "0" \
            else f"depth {values['depth']}"
    if values["vcs"]:
        parts["vcs"] = counted(values["vcs"], "VC")
    if values["lanes"]:
        parts["lanes"] = counted(values["lanes"], "lane")
    parts["options"] = values.get("options", "")
    return parts


SWEEP = {"topology", "switches", "traffic", "packets", "routing", "vcs", "depth", "seed", "lanes",
         "outcome", "load"}
COMPARE = {"design", "load", "outcome"}


def check_head(path, names, wanted):
    if names[:1] and names[0].startswith("# lockhop "):
        raise Refused(f"{path}:1: this sweep is not finished; go on with --resume")
    needed = (COMPARE if "design" in names else SWEEP) | wanted
    missing = sorted(needed - set(names))
    if "design" not in names and "topology" not in names:
        raise Refused(f"{path}:1: no column 'topology' or 'design'; give a file of lockhop sweep "
                      "or lockhop compare")
    if missing:
        raise Refused(f"{path}:1: no column '{missing[0]}'; make the file again with this version "
                      "of lockhop, or plot another column")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise Refused(f"{path}:1: column '{twice[0]}' is there twice")


def read_file(path, wanted):
    rows = []
    try:
        with open(path, newline="", encoding="ascii") as file:
            reader = csv.reader(file, strict=True)
            names = next(reader, [])
            check_head(path, names, wanted)
            for values in reader:
                if len(values) != len(names):
                    raise Refused(f"{path}:{reader.line_num}: has {len(values)} columns, "
                                  f"not {len(names)}")
                row = Row(path, reader.line_num, dict(zip(names, values)))
                if row.values["outcome"] not in OUTCOMES:
                    row.refuse("outcome", f"'{row.values['outcome'][:40]}' is no outcome")
                rows.append(row)
    except UnicodeDecodeError:
        raise Refused(f"{path}: is no table: it has bytes that are not ASCII") from None
    except csv.Error as error:
        raise Refused(f"{path}:{reader.line_num}: {error}") from None
    except OSError as error:
        raise Refused(f"cannot read {path}: {error.strerror}") from None
    if not rows:
        raise Refused(f"{path}: has no rows")
    return rows


def read(paths, wanted):
    """All rows of all files, which have the columns of a set.  A trial that several files have is
    told apart by the file; one that is twice in a file is refused."""
    files = [read_file(path, wanted) for path in paths]
    seen, apart = {}, False
    for number, rows in enumerate(files):
        for row in rows:
            key = (*row.parts.values(), row.values["load"], row.seed)
            if seen.setdefault((number, key), row) is not row:
                raise Refused(f"{row.path}:{row.line}: the same trial is in line "
                              f"{seen[number, key].line}")
            apart = apart or any((other, key) in seen for other in range(number))
    if apart:
        names = [pathlib.Path(path).stem for path in paths]
        if len(set(names)) < len(names):
            names = paths
        if len(set(names)) < len(names):
            raise Refused(f"{max(names, key=names.count)}: is given twice")
        for name, rows in zip(names, files):
            for row in rows:
                row.parts = {"file": name, **row.parts}
    return [row for rows in files for row in rows]


class Curve:
    """Rows with equal parts; .label: the parts that tell it from the other curves."""

    def __init__(self, parts, rows):
        self.parts, self.rows, self.label = parts, rows, ""

    def points(self, axis):
        """[(x, rows)] by x, where `axis` tells the x of a row."""
        found = {}
        for row in self.rows:
            found.setdefault(axis(row), []).append(row)
        return sorted(found.items())


def group(rows, without=()):
    """(the curves in the order of the rows, what all have in common), parts left out but for
    some.  A label has as few parts as tell all curves apart."""
    names = [name for name in dict.fromkeys(name for row in rows for name in row.parts)
             if name not in without]
    found = {}
    for row in rows:
        found.setdefault(tuple(row.parts.get(name, "") for name in names), []).append(row)
    curves = [Curve(dict(zip(names, key)), of) for key, of in found.items()]
    telling = []
    for name in names:
        told = {tuple(curve.parts[n] for n in telling) for curve in curves}
        more = {tuple(curve.parts[n] for n in (*telling, name)) for curve in curves}
        if len(more) > len(told):
            telling.append(name)
    common = [curves[0].parts[name] for name in names
              if len({curve.parts[name] for curve in curves}) == 1]
    for curve in curves:
        curve.label = ", ".join(filter(None, (curve.parts[name] for name in telling)))
        curve.label = curve.label or next(filter(None, curve.parts.values()), "all")
    return curves, ", ".join(filter(None, common))
