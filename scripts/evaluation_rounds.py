#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""evaluation_rounds -- the plan of a round of the paper's evaluation, for `lockhop sweep`.

Usage: evaluation_rounds.py PLAN ROUND [CELLS.csv]

ROUND is from 1; docs/sweep.md says of which networks and seeds each is.  Blocks of PLAN that have
100 trials are in all rounds, those of one trial in the first.  Trials that CELLS.csv has, a
hypercube-cells.csv of evaluation.py, are left out; nothing is printed where it has all.
"""
import re
import sys

from evaluation_cells import Cell
from evaluation_files import fail
from evaluation_sums import ranges_text, read_sums

# Trials, first seed, least and most n.
ROUNDS = [(1, 1, 0, 99), (99, 2, 0, 14), (9, 2, 15, 99), (20, 11, 15, 99), (70, 31, 15, 99)]
WHOLE = "100"
CELL = ["topology", "packets", "traffic", "routing"]


def blocks_of(path):
    """{key: values} of each block, in order."""
    try:
        with open(path, encoding="ascii") as file:
            text = "".join(line for line in file if not line.startswith("#"))
    except (OSError, UnicodeDecodeError) as error:
        fail(2, f"cannot read {path}: {error}")
    for part in re.split(r"\n\s*\n", text.strip()):
        block = {words[0]: words[1:] for words in map(str.split, part.splitlines()) if words}
        for key in [*CELL, "trials", "seed"]:
            if key not in block:
                fail(2, f"{path}: a block has no line '{key}'")
        yield block


def size_of(topology):
    match = re.fullmatch(r"hypercube:(\d+)", topology)
    if not match:
        fail(2, f"'{topology}': the paper's evaluation is of hypercubes")
    return int(match[1])


def packets_of(word, n):
    return {"ports": n, "ports/2": max(1, n // 2)}.get(word) or int(word)


def block_text(block):
    return "".join(f"{key:<8} {' '.join(values)}\n" for key, values in block.items())


def missing_of(block, topology, cells, wanted):
    """{(packets, traffic, routing): the seeds that the cells do not have, as text}."""
    n, found = size_of(topology), {}
    for packets in block["packets"]:
        for traffic in block["traffic"]:
            for routing in block["routing"]:
                cell = Cell(n, packets_of(packets, n), traffic, routing)
                had = cells[cell].seeds if cell in cells else set()
                found[packets, traffic, routing] = ranges_text(wanted - had)
    return found


def with_seeds(block, seeds):
    """A block for each range of seeds."""
    for part in seeds.split():
        first, _, last = part.partition("-")
        yield {**block, "trials": [str(int(last or first) - int(first) + 1)], "seed": [first]}


def parts_of(block, cells, wanted):
    """Blocks of what is missing: topologies of which the same seeds are missing everywhere in one,
    else cell by cell."""
    alike = {}
    for topology in block["topology"]:
        missing = missing_of(block, topology, cells, wanted)
        if len(set(missing.values())) == 1:
            alike.setdefault(next(iter(missing.values())), []).append(topology)
            continue
        for values, seeds in missing.items():
            cell = dict(zip(CELL, ([value] for value in (topology, *values))))
            yield from with_seeds({**block, **cell}, seeds)
    for seeds, topologies in alike.items():
        yield from with_seeds({**block, "topology": topologies}, seeds)


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[2] not in map(str, range(1, len(ROUNDS) + 1)):
        fail(2, f"usage: evaluation_rounds.py PLAN ROUND [CELLS.csv]; ROUND from 1 to "
                f"{len(ROUNDS)}")
    trials, seed, least, most = ROUNDS[int(sys.argv[2]) - 1]
    cells = read_sums(sys.argv[3]) if len(sys.argv) == 4 else {}
    blocks = []
    for block in blocks_of(sys.argv[1]):
        block["topology"] = [topology for topology in block["topology"]
                             if least <= size_of(topology) <= most]
        if block["trials"] == [WHOLE] or sys.argv[2] == "1":
            blocks += parts_of(block, cells, set(range(seed, seed + trials)))
    print("\n".join(map(block_text, blocks)), end="")


if __name__ == "__main__":
    main()
