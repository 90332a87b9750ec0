# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""run -- compiles a design for cocotb, runs a bench of this folder on it, and judges its results.

Called by build.sh in an environment that has cocotb; build.sh --help shows the options.
"""
from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

from cocotb import config
from find_libpython import find_libpython

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]  # of the tree, or share/lockhop of an installation
sys.path.insert(0, str(HERE.parent / "python"))
import lockhop  # noqa: E402

TESTS = {"switch": {"golden_network", "random_stimuli"}, "network": {"golden_network"}}
NUMBERS = ("packets", "depth", "vcs", "lanes", "data_bits", "store", "sends", "seed", "cycles")
LIMIT = 600  # seconds of a simulation


class Fault(Exception):
    """What ends the run with one line, and its exit code."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="build.sh", description="A cocotb bench of Lockhop: golden model and Verilog.",
        epilog="Exit codes: 0 all tests have passed, 1 one has failed, 2 wrong input, "
               "3 environment.")
    parser.add_argument("bench", choices=TESTS, help="one switch, or the generated network")
    parser.add_argument("spec", help="network, as in lockhop cosim: hypercube:3")
    parser.add_argument("traffic", help="workload, as in lockhop cosim")
    parser.add_argument("--routing", metavar="R")
    for name in NUMBERS:
        parser.add_argument("--" + name.replace("_", "-"), type=int, metavar="N",
                            help=None if name != "packets" else "all as in lockhop cosim")
    parser.add_argument("--dut", metavar="FILE.v", type=Path, action="append", default=[],
                        help="Verilog whose modules replace ours of the same name (repeatable)")
    parser.add_argument("--sim", choices=("icarus", "verilator"), default="icarus")
    parser.add_argument("--switch", type=int, metavar="N",
                        help="golden_network of the bench `switch`: in the place of this one alone")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, required=True,
                        help="where all is written: results.xml (JUnit), simulation.log, "
                             "TEST.json (a difference); default build/tb/cocotb/BENCH-SIM")
    return parser.parse_args()


def description(args: argparse.Namespace) -> dict:
    """The keyword arguments of lockhop.Network."""
    given = {name: getattr(args, name) for name in NUMBERS if getattr(args, name) is not None}
    if args.routing:
        given["routing"] = args.routing
    return {"topology": args.spec, "traffic": args.traffic, **given}


def shape_of(given: dict, args: argparse.Namespace) -> lockhop.Shape:
    with lockhop.Network(**given, pins=True) as network:
        shape = network.shape
    if shape.depth == 0:
        raise Fault(2, "Verilog has queues with a limit: give --depth 1 or more")
    if args.switch is not None and not 0 <= args.switch < shape.switches:
        raise Fault(2, f"--switch {args.switch}: {shape.topology} has switches 0 to "
                       f"{shape.switches - 1}")
    return shape


# ---- The design ----

def command() -> str:
    places = [ROOT / "build/lockhop", ROOT.parents[1] / "bin/lockhop"]
    found = os.environ.get("LOCKHOP") or \
        next((str(place) for place in places if place.exists()), shutil.which("lockhop"))
    if not found:
        raise Fault(3, "no command lockhop: run make, or name it in LOCKHOP")
    return found


def call(log: Path, what: str, *words: object, **more: object) -> None:
    with log.open("a") as file:
        try:
            done = subprocess.run([str(word) for word in words], stdout=file,
                                  stderr=subprocess.STDOUT, check=False, **more)
        except FileNotFoundError:
            raise Fault(3, f"{words[0]} is not installed") from None
    if done.returncode != 0:
        said = log.read_text(errors="replace").splitlines()[-5:]
        raise Fault(3, f"{what} has failed, see {log}:\n" + "\n".join(said))


def modules_of(file: Path) -> set[str]:
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise Fault(2, f"--dut {file}: {error.strerror}") from None
    return set(re.findall(r"^\s*module\s+(\w+)", text, re.MULTILINE))


def sources(args: argparse.Namespace, shape: lockhop.Shape, out: Path) -> list[Path]:
    """The Verilog of the design: ours, and in its place that of --dut."""
    call(out / "build.log", "lockhop rtl", command(), "rtl", args.spec, "--routing",
         shape.routing, "--depth", shape.depth, "--lanes", shape.lanes, "--vcs", shape.vcs,
         "--sends", shape.sends, "--data-bits", shape.data_bits, "-o", out / "rtl")
    ours = {Path(line).stem: out / "rtl" / line
            for line in (out / "rtl/files.f").read_text().split()}
    ours["route_unit"] = ours.pop("route")
    if args.bench == "switch":
        del ours["network"]
    for file in args.dut:
        for module in modules_of(file):
            ours.pop(module, None)
    return [*ours.values(), *(file.resolve() for file in args.dut)]


def parameters(args: argparse.Namespace, shape: lockhop.Shape) -> dict[str, int]:
    given = shape.parameters()
    if args.bench == "network":
        given = {name: given[name] for name in ("LANES", "DEPTH", "STORE", "DATA_BITS")}
    return given


def tested(args: argparse.Namespace, modules: set[str]) -> None:
    """A file that the design does not consist of would pass whatever is in it."""
    for file in args.dut:
        if not modules_of(file) & modules:
            raise Fault(2, f"--dut {file} is not tested: a {args.bench} of {args.spec} with these "
                           f"options consists of {', '.join(sorted(modules))}")


def build_icarus(args: argparse.Namespace, shape: lockhop.Shape, out: Path,
                 files: list[Path]) -> list[object]:
    """Returns the command that simulates."""
    top = [f"-P{args.bench}.{name}={value}" for name, value in parameters(args, shape).items()]
    listed = out / "files.f"
    listed.write_text("\n".join(["+timescale+1ns/1ns", *map(str, files), ""]))
    call(out / "build.log", "iverilog", "iverilog", "-g2012", "-o", out / "sim.vvp", "-s",
         args.bench, *top, "-c", listed)
    tested(args, set(re.findall(r'^S_\w+ \.scope module, "[^"]*" "(\w+)"',
                                (out / "sim.vvp").read_text(), re.MULTILINE)))
    return ["vvp", "-m", config.lib_name_path("vpi", "icarus"), out / "sim.vvp"]


def kept_runtime(work: Path, folder: Path) -> Path:
    """What takes most of the time to compile, Verilator's own sources: as one file, whose object
    is kept for the next build."""
    version = subprocess.run(["verilator", "--version"], check=True, capture_output=True)
    kept = folder / f"runtime-{version.stdout.decode().split()[1]}.o"
    names = re.findall(r"^\s(verilated\w*) ", (work / "Vtop_classes.mk").read_text(), re.MULTILINE)
    (work / "runtime.cpp").write_text("".join(f'#include "{name}.cpp"\n' for name in names))
    if kept.exists():
        shutil.copy(kept, work / "runtime.o")  # with a new time: make would compile it again
    return kept


def build_verilator(args: argparse.Namespace, shape: lockhop.Shape, out: Path,
                    files: list[Path]) -> list[object]:
    libs, work = config.libs_dir, out / "verilator"
    verilator = ["verilator", "--top-module", args.bench, "-Wno-lint", "-Wno-style",
                 *(f"-G{name}={value}" for name, value in parameters(args, shape).items())]
    call(out / "build.log", "verilator", *verilator, "--cc", "--exe", "--vpi", "--timescale",
         "1ns/1ns", "--prefix", "Vtop", "-o", "Vtop", "--Mdir", work, "-LDFLAGS",
         f"-Wl,-rpath,{libs} -L{libs} -lcocotbvpi_verilator", HERE / f"{args.bench}.vlt", *files,
         f"{config.share_dir}/lib/verilator/verilator.cpp")
    if args.dut:
        call(out / "build.log", "verilator", *verilator, "--xml-only", "--xml-output",
             work / "design.xml", "--Mdir", work, *files)
        design = xml.etree.ElementTree.parse(work / "design.xml")
        tested(args, {module.get("origName") for module in design.iter("module")})
    runtime = kept_runtime(work, out.parent)
    call(out / "build.log", "compiling what verilator has written", "make", "-s", "-C", work,
         "-f", "Vtop.mk", "VM_GLOBAL_FAST=runtime", "VM_GLOBAL_SLOW=", "OPT_FAST=-O0",
         "OPT_SLOW=-O0", "OPT_GLOBAL=-O0")
    if not runtime.exists():
        part = runtime.with_suffix(f".{os.getpid()}")
        shutil.copy(work / "runtime.o", part)
        part.replace(runtime)
    return [work / "Vtop"]


# ---- The simulation ----

def environment(args: argparse.Namespace, given: dict, out: Path) -> dict[str, str]:
    python = find_libpython()
    if not python:
        raise Fault(3, "no shared library of Python: install libpython3-dev")
    return {**os.environ,
            "LOCKHOP_DESCRIPTION": json.dumps(given),
            "LOCKHOP_OUTPUT": str(out),
            "LOCKHOP_SWITCH": "" if args.switch is None else str(args.switch),
            "PYTHONPATH": os.pathsep.join([str(HERE), str(HERE.parent / "python")]),
            "PYTHONDONTWRITEBYTECODE": "1",
            "LIBPYTHON_LOC": python, "VIRTUAL_ENV": sys.prefix,
            "COCOTB_RESULTS_FILE": str(out / "results.xml"), "COCOTB_ANSI_OUTPUT": "0",
            "MODULE": f"{args.bench}_bench", "TOPLEVEL": args.bench, "TOPLEVEL_LANG": "verilog",
            "RANDOM_SEED": "1"}


def simulate(args: argparse.Namespace, given: dict, out: Path, words: list[object]) -> None:
    try:
        with (out / "simulation.log").open("w") as log:
            subprocess.run([str(word) for word in words], env=environment(args, given, out),
                           cwd=out, stdout=log, stderr=subprocess.STDOUT, timeout=LIMIT,
                           check=False)
    except subprocess.TimeoutExpired:
        raise Fault(1, f"the simulation was ended after {LIMIT} s, see {log.name}") from None


def judged(args: argparse.Namespace, out: Path) -> bool:
    """Prints a line for each test.  All must have run and passed; a simulator ends with exit
    status 0 also when a test has failed."""
    results = out / "results.xml"
    log = os.path.relpath(out / "simulation.log")
    if not results.exists():
        raise Fault(1, f"the simulation has ended without results, see {log}")
    told = {}
    for case in xml.etree.ElementTree.parse(results).iter("testcase"):
        bad = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
        told[case.get("name")] = bad[0] if bad else "passed"
    for name in sorted(TESTS[args.bench] | set(told)):
        print(f"{name}: {told.get(name, 'has not run')}")
        if (out / f"{name}.json").exists():
            told[name] = "failure"
            print("  first difference:", (out / f"{name}.json").read_text().strip())
    passed = set(told) == TESTS[args.bench] and set(told.values()) == {"passed"}
    if not passed:
        print(f"see {log}")
    return passed


def emptied(out: Path) -> Path:
    """The folder of results, if it is one."""
    if out.exists() and not (out / "build.log").exists() and any(out.iterdir()):
        raise Fault(2, f"-o {out}: there is something else in it")
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    (out / "build.log").touch()
    return out


def main() -> int:
    args = options()
    given = description(args)
    shape = shape_of(given, args)
    out = emptied(args.output.resolve())
    # What the traffic chose, so that a switch without it is the same.
    given |= {name: getattr(shape, name) for name in ("routing", "vcs", "lanes", "store")}
    files = sources(args, shape, out)
    build = {"icarus": build_icarus, "verilator": build_verilator}[args.sim]
    simulate(args, given, out, build(args, shape, out, files))
    return 0 if judged(args, out) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Fault, lockhop.Error) as fault:
        print(f"build.sh: {fault}", file=sys.stderr)
        sys.exit(int(fault.code))
