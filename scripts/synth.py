#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""synth -- the size of every module of rtl/ in gates, by Yosys, beside that of docs/synth.md.

    scripts/synth.py [WORD...]      measure the rows whose names have all these words; a number that
                                    differs from that of the page by more than LIMIT fails
    scripts/synth.py --quick        the rows that take a second together
    scripts/synth.py --write        measure all rows, and write the tables of the page; that of
                                    placed switches where nextpnr-ice40 is installed
    scripts/synth.py --self-test    numbers that differ, and rows that are missing, are told

A row is a switch, which `lockhop synth` measures, or a module with its parameters.  Both go through
the same commands of Yosys.  Numbers depend on its version: with another than that of the page
nothing is compared.  Two jobs run at once.  Prints TAP.  LOCKHOP: the command; default
build/lockhop.  Exit codes: 0 done, 1 a number differs, 3 a tool is missing.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import synth_place
from page_tables import put, read_table
from tap import Tap

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOCKHOP = os.environ.get("LOCKHOP", str(ROOT / "build/lockhop"))
PAGE = ROOT / "docs/synth.md"
COMMANDS = "synth -flatten -lut 4; ltp -noff; stat"
SWITCHES = ["switch", "unit", "queues", "LUT4", "FF", "levels", "longest path"]
MODULES = ["module", "parameters", "LUT4", "FF", "levels"]
TOOL = re.compile(r"(?<=^Measured with )Yosys \d+(?:\.\d+)*", re.M)
QUOTED = re.compile(r"`([\w:,]+ [\w-]+)` has (\d+) look-up tables, (\d+) registers and (\d+) "
                    r"levels")
LIMIT = 0.05        # of a number
JOBS = 2
QUICK = ("input_queue", "comparator", "priority_encoder", "bitfix ")


# Switches, by network and routing.
NETWORKS = (
    "hypercube:4 deterministic",
    "hypercube:4 deterministic --pushes 1",
    "hypercube:4 rand-trans",
    "hypercube:6 deterministic",
    "mesh:4x3 dimension-order",
    "mesh:4x3 odd-even",
    "torus:4x3 dimension-order",
    "butterfly:4 destination-tag",
    "fattree:4,2 d-mod-k",
    "d3:2,2 destination",
)

# Components with their parameters, those that grow with the switch once for each of its sizes.
PORTS = (4, 10, 25)
FIXED = (
    "input_queue PACKET_BITS=44",
    "comparator WIDTH=4",
    "priority_encoder WIDTH=4",
    "destination_exchange WIDTH=4",
    "dimension_selector WIDTH=4",
    "mask_generator WIDTH=4",
    "alternate_destination_selector WIDTH=4",
    "barrier_tree LEAVES=16",
    "group_table K=1 M=2 WIRING=0 COLUMNS=0",
    "port_table SIZE=2",
    "sync_counter LAST=4 HOLDS=1",
    "sync_ports K=1 M=2",
    "link_arbiter VCS=2 ARBITER=0",
    "link_arbiter VCS=8 ARBITER=0",
    "waiting_store CHANNELS=5 STORE=4 PACKET_BITS=44",
    "waiting_store CHANNELS=5 STORE=16 PACKET_BITS=48",
    "priority_queue CHANNELS=5 DEPTH=4 PACKET_BITS=44 PRIORITY_BITS=2",
    "collective_engine PORTS=4 MEMORY=4 PROGRAM=4 PHASE_BITS=2 HEADER_BITS=4 DATA_BITS=40 "
    "ADDRESS_BITS=4",
)
GROWING = (
    "router CHANNELS={channels} PORTS={ports} DEPTH=4",
    "rank_router CHANNELS={channels} PORTS={ports} DEPTH=4",
    "turn_router CHANNELS={channels} PORTS={ports} DEPTH=4",
    "output_queue CHANNELS={channels} DEPTH=4 PACKET_BITS=44",
    "placed_queue CHANNELS={channels} DEPTH=4 PACKET_BITS=44",
    "single_queue CHANNELS={channels} DEPTH=4 PACKET_BITS=44",
    "send_arbiter QUEUES={ports} SENDS=1 PRIORITY_BITS=0 ARBITER=0",
    "queue_choice PORTS={ports} VCS=1 COUNT_BITS=3",
    "least_queue PORTS={ports} VCS=1 COUNT_BITS=3",
    "random_bits CHANNELS={channels} SHARED=0",
)


class Failed(Exception):
    """Something that is no result: a tool is missing, or has failed."""


def run(words, **options):
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT, **options)
    if done.returncode != 0:
        raise Failed(f"{' '.join(words[:4])}: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout


def version():
    if not shutil.which("yosys"):
        raise Failed("there is no Yosys here; install the package yosys")
    return " ".join(run(["yosys", "-V"]).split()[:2])


# --- rows: (name of a switch or module, what else its table says, a function that measures) ---

def list_of_units():
    """(unit, spec, routing, its own parameters, {parameter of the switch: value})"""
    for line in run([LOCKHOP, "list", "route-units"]).splitlines():
        unit, spec, routing, *words = line.split()
        cut = words.index("switch")
        of_switch = dict(word.split("=") for word in words[cut + 1:])
        yield unit, spec, routing, [word for word in words[:cut] if word != "network"], of_switch


def examples():
    """{unit: (its parameters, {parameter of the switch: value})}, of a switch with as many ports
    as the others have, or else with most."""
    found = {}
    for unit, _, _, own, of_switch in list_of_units():
        ports = int(of_switch["PORTS"])
        if ports <= PORTS[0] and (unit not in found or ports > int(found[unit][1]["PORTS"])):
            found[unit] = own, of_switch
    return found


def switch_rows():
    shapes = {f"{spec} {routing}": (unit, of_switch)
              for unit, spec, routing, _, of_switch in list_of_units()}
    for name in NETWORKS:
        unit, of_switch = shapes[" ".join(name.split()[:2])]
        queues = f"{of_switch['PORTS']} ports"
        for key, text in (("VCS", "{} VCs"), ("STORE", "store {}"),
                          ("PRIORITY_BITS", "ordered by {} bits")):
            if int(of_switch[key]) > (key == "VCS"):
                queues += ", " + text.format(of_switch[key])
        queues += ", one push" * ("--pushes 1" in name)
        yield name, [unit, queues], lambda n=name: switch_numbers(*n.split())


def module_rows():
    yield from FIXED
    for ports in PORTS:
        for row in GROWING:
            yield row.format(ports=ports, channels=ports + 1)
    for unit, (own, of_switch) in sorted(examples().items()):
        sizes = [f"{key}={of_switch[key]}" for key in ("PORTS", "HEADER_BITS", "ADDRESS_BITS")]
        yield " ".join([unit, *own, *sizes])


def rows_of_modules():
    for row in module_rows():
        module, _, parameters = row.partition(" ")
        yield module, [parameters], lambda m=module, p=parameters: module_numbers(m, p.split())


# --- numbers: [LUT4, FF, levels] ---

def switch_numbers(spec, routing, *options):
    """The last cell is where the longest path begins and ends."""
    said = json.loads(run([LOCKHOP, "synth", spec, "--routing", routing, *options,
                           "--build-seconds", "3600", "--json", "-"]))
    design = said["designs"][0]
    path = [re.sub(r"\b(?:g_\w+|genblk\d+)(\[\d+\])?\.", "", name) for name in design["path"]]
    return [design["lut4"], design["flip_flops"], design["levels"],
            f"`{path[0]}` to `{path[-1]}`" if path else "-"]


def module_numbers(module, parameters):
    sources = " ".join(str(path) for path in sorted(ROOT.glob("rtl/component/*.v")) +
                       sorted(ROOT.glob("rtl/route/*.v")))
    given = " ".join("-chparam " + pair.replace("=", " ") for pair in parameters)
    log = run(["yosys", "-p", f"read_verilog -defer {sources}; hierarchy -check -top {module} "
               f"{given}; {COMMANDS}"])
    cells = log[log.rindex("Number of cells:"):]
    kinds = re.findall(r"^ +(\$\S+) +(\d+)$", cells, re.M)
    unknown = [kind for kind, _ in kinds if kind != "$lut" and "FF" not in kind]
    if unknown:
        raise Failed(f"{module}: {unknown} is neither a table nor a register")
    levels = re.findall(r"^Longest topological path in .*\(length=(\d+)\)", log, re.M)
    return [sum(int(count) for kind, count in kinds if kind == "$lut"),
            sum(int(count) for kind, count in kinds if kind != "$lut"), int(levels[-1])]


def measured(rows):
    """[[name, *what its table says, *numbers]]"""
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        jobs = [(name, said, pool.submit(measure)) for name, said, measure in rows]
        return [[name, *said, *map(str, job.result())] for name, said, job in jobs]


# --- beside the page ---

def key(row, head):
    return " ".join(row[:head.index("LUT4")]).replace("`", "")


def judge(found, kept, head):
    """(good, text) for every row found, and for those of the page that there are no more."""
    first = head.index("LUT4")
    before = {key(row, head): row for row in kept}
    for row in found:
        was, now = before.pop(key(row, head), None), row[first:first + 3]
        if not was:
            yield False, f"{key(row, head)}: the page does not have it"
            continue
        was = was[first:first + 3]
        far = [f"{name} {new}, was {old}" for name, new, old in zip(head[first:], now, was)
               if abs(int(new) - int(old)) > LIMIT * int(old)]
        yield not far, f"{key(row, head)}: {', '.join(far) or ' '.join(now)}"
    for name in before:
        yield False, f"{name}: there is no such row any more"


def ticked(row):
    return [f"`{row[0]}`", *row[1:]]


def compare(page, words):
    tap, now = Tap(), version()
    if TOOL.search(page)[0] != now:
        print(f"# note: docs/synth.md has the numbers of {TOOL.search(page)[0]}, this is {now}")
        tap(True, f"sizes in gates # SKIP {now} makes other gates", [])
        return tap.end()

    def chosen(name):
        return any(name.startswith(word) for word in QUICK) if words == ["--quick"] \
            else all(word in name for word in words)

    for rows, head in ((list(switch_rows()), SWITCHES), (list(rows_of_modules()), MODULES)):
        wanted = [row for row in rows if chosen(" ".join([row[0], *row[1]]))
                  and (head is MODULES or words != ["--quick"])]
        kept = [row for row in read_table(page, head) if not words or
                key(row, head) in {" ".join([row[0], *row[1]]) for row in wanted}]
        for good, text in judge(measured(wanted), kept, head):
            tap(good, text, ["scripts/synth.py --write writes the numbers of now"])
    return tap.end()


def write(page):
    page = TOOL.sub(lambda _: version(), page, count=1)
    for rows, head in ((list(switch_rows()), SWITCHES), (list(rows_of_modules()), MODULES)):
        page = put(page, head, [ticked(row) for row in measured(rows)])
    if synth_place.version():
        page = synth_place.TOOL.sub(lambda _: synth_place.version(), page, count=1)
        page = put(page, synth_place.HEAD, list(synth_place.rows()))
    PAGE.write_text(page, encoding="ascii")
    return 0


def self_test(page):
    tap = Tap()
    row = ["router", "PORTS=4", "100", "20", "9"]
    for changed, good in ((row, True), ([*row[:2], "105", "20", "9"], True),
                          ([*row[:2], "106", "20", "9"], False),
                          ([*row[:2], "94", "20", "9"], False),
                          ([*row[:2], "100", "20", "10"], False)):
        tap([verdict for verdict, _ in judge([changed], [row], MODULES)] == [good],
            f"{changed[2:]} beside {row[2:]}: {'the same' if good else 'differs'}", [])
    tap([verdict for verdict, _ in judge([], [row], MODULES)] == [False],
        "a row that is gone is told", [])
    tap([verdict for verdict, _ in judge([row], [], MODULES)] == [False],
        "a row that the page lacks is told", [])
    names = {row.split()[0] for row in module_rows()}
    modules = {path.stem for folder in ("component", "route")
               for path in ROOT.glob(f"rtl/{folder}/*.v")}
    tap(names == modules, "every module of rtl/ has a row", sorted(names ^ modules))
    for path in sorted(ROOT.glob("docs/switches/*.md")):
        for name, *said in QUOTED.findall(path.read_text(encoding="utf-8")):
            now = [row[3:6] for row in read_table(page, SWITCHES) if row[0] == f"`{name}`"]
            tap(now == [said], f"{path.name}: {name} as in the table", [f"{said}, {now}"])
    return tap.end()


def main(arguments):
    page = PAGE.read_text(encoding="ascii")
    if arguments == ["--self-test"]:
        return self_test(page)
    if arguments == ["--write"]:
        return write(page)
    return compare(page, arguments)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failed as failed:
        print(f"Bail out! synth: {failed}")
        sys.exit(3)
