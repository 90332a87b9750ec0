# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""evaluation_files -- what the scripts of evaluations share: tables of `lockhop sweep` are read
whole or not at all, files are written whole or not at all, plots have one style."""
import collections
import csv
import io
import os
import re
import sys

import plot_look

# Columns of a row of a plan without options; the lines of FILE.csv.partial have no head.
COLUMNS = ("topology switches traffic packets routing vcs depth trial seed steps hops "
           "average_delay undelayed_percent max_output_queue cycles lanes latency_mean "
           "latency_p99 accepted_load link_conflicts outcome pattern load warmup "
           "latency_median latency_min latency_max latency_interval latency_drift "
           "latency_drifting offered_load").split()
OLD_COLUMNS = COLUMNS[:COLUMNS.index("outcome") + 1]  # of format 3


MASK = 2 ** 64 - 1


def tell(text):
    print(f"evaluation: {text}", file=sys.stderr)


def fail(status, text):
    tell(text)
    sys.exit(status)


def whole_rows(path, file, columns):
    """(line, row) of a table that is done."""
    reader = csv.DictReader(file)
    wanted = {"topology", "traffic", "packets", "routing", "depth", "outcome", *columns}
    missing = wanted - set(reader.fieldnames or [])
    if missing:
        fail(2, f"{path}:1: no column '{min(missing)}'; give a file of lockhop sweep")
    for row in reader:
        if None in row.values() or None in row:
            fail(2, f"{path}:{reader.line_num}: not {len(reader.fieldnames)} columns")
        yield reader.line_num, row


def checksum(head, number, row):
    """Of a line of a table that is not done: cmodel/tool/campaign/sweep_record.c."""
    def mixed(word):
        word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9 & MASK
        word = (word ^ word >> 27) * 0x94d049bb133111eb & MASK
        return word ^ word >> 31

    def bytes_of(number):
        return number.to_bytes(8, "little")

    state = mixed(0xcbf29ce484222325)
    for byte in (bytes_of(len(head)) + head.encode() + bytes_of(number) + bytes_of(len(row)) +
                 row.encode()):
        state = mixed(state + byte + 1 & MASK)
    return state


def partial_rows(path, file, head):
    """(line, row) of a table that is not done.  A line that was cut, is not whole or does not
    fit its checksum is named and left out."""
    columns = OLD_COLUMNS if " sweep format 3 " in head else COLUMNS
    for number, line in enumerate(file, 2):
        match = re.fullmatch(r"([0-9a-f]{16}) (\d{1,19}) (.*)\n", line)
        if match and int(match[1], 16) == checksum(head, int(match[2]), match[3]):
            values = next(csv.reader([match[3]]))
            if len(values) == len(columns):
                yield number, dict(zip(columns, values))
                continue
        tell(f"{path}:{number}: not a whole row; left out")


def passed(rows):
    """Without the cells with a trial that did not pass, which are named."""
    for cell in [c for c, of in rows.items() if any(row["outcome"] != "PASS" for row in of)]:
        row = rows.pop(cell)[0]
        tell(f"left out: {row['topology']} {row['traffic']}, {row['packets']} packets, "
             f"{row['routing']}: not every trial passed")
    return rows


def read(path, columns, cell_of):
    """Rows of every cell, by cell."""
    rows = collections.defaultdict(list)
    try:
        with open(path, newline="", encoding="ascii") as file:
            head = file.readline()
            if head.startswith("# lockhop "):
                found = partial_rows(path, file, head)
            else:
                file.seek(0)
                found = whole_rows(path, file, columns)
            for number, row in found:
                rows[cell_of(path, number, row)].append(row)
    except (OSError, UnicodeDecodeError, ValueError) as error:
        fail(2, f"cannot read {path}: {error}")
    if not rows:
        fail(2, f"{path}: has no rows")
    return rows


def write(path, data):
    """A whole file or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data if isinstance(data, bytes) else data.encode("ascii"))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def in_order(known, found):
    return [x for x in known if x in found] + sorted(found - set(known))


def to_csv(rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def open_pyplot():
    """Matplotlib with the style of all plots, and its module of tickers."""
    try:
        plot_look.open_matplotlib()
    except ImportError:
        fail(3, "the tables are written, but for plots matplotlib is missing; install "
                "python3-matplotlib")
    from matplotlib import pyplot, ticker
    return pyplot, ticker


def save(pyplot, figure, directory, name):
    """As NAME.svg and NAME.png, the same bytes each time."""
    for kind in ("svg", "png"):
        write(directory / f"{name}.{kind}", plot_look.render(figure, kind))
    pyplot.close(figure)
