# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_tools -- what the scripts of proofs share: their command line; clang, Yosys and z3."""
import argparse
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOCKHOP = os.environ.get("LOCKHOP", str(ROOT / "build/lockhop"))
JOBS = int(os.environ.get("JOBS", os.cpu_count() or 1))
SECONDS = 300       # of one call of a tool
CLANG = ["clang", "-std=gnu11", "-O2", "-DNDEBUG", "-Icmodel", "-I.", "-w"]
PLAIN = ["-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-Xclang",
         "-disable-llvm-passes", "-c", "-emit-llvm"]
# What the functions do not need is left out first: to optimise it too takes ten times as long.
OPTIMIZE = ["opt", "-S", "-passes=internalize,globaldce,default<O2>", "-discard-value-names",
            "-inline-threshold=100000", "-vectorize-loops=0", "-vectorize-slp=0",
            "-disable-loop-idiom-all", "-disable-lftr"]
VERSION = "14"      # of clang: its language changes from one to the next


class Failed(Exception):
    """A proof that is none; its text says why."""


class Late(Failed):
    """A tool did not end in time."""


def command_line(about):
    """What a script of proofs is asked for: .words, .self_test and .json."""
    parser = argparse.ArgumentParser(description=about,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD", help="proofs whose names have it")
    parser.add_argument("--self-test", action="store_true", help="also plant bugs")
    parser.add_argument("--json", metavar="FILE", help="write a table of the results")
    return parser.parse_args()


def processor():
    """Seconds of processor of this process and its children."""
    return sum(os.times()[:4])


def run(words, what, seconds=SECONDS, **more):
    try:
        ended = subprocess.run(words, check=False, capture_output=True, text=True, cwd=ROOT,
                               timeout=seconds, **more)
    except subprocess.TimeoutExpired:
        raise Late(f"{what} does not end within {seconds} s") from None
    except OSError as error:
        raise Failed(f"{what} cannot be run: {error.strerror}; `make packages` installs it, "
                     "`make all` builds the command") from None
    if ended.returncode != 0:
        raise Failed(f"{what}: {(ended.stderr or ended.stdout).strip()[-2000:]}")
    return ended.stdout


def clang_is_read():
    """Whether clang is the version whose language is read."""
    return f"version {VERSION}." in run(["clang", "--version"], "clang")


def compiled(files, functions, folder, defines=()):
    """The functions of C files, in the language of LLVM."""
    parts = []
    for file in files:
        parts.append(str(folder / f"{file.stem}.bc"))
        run([*CLANG, *PLAIN, *defines, str(file), "-o", parts[-1]], "clang")
    whole, code = str(folder / "whole.bc"), folder / "whole.ll"
    run(["llvm-link", *parts, "-o", whole], "llvm-link")
    run([*OPTIMIZE, f"-internalize-public-api-list={','.join(functions)}", whole, "-o", str(code)],
        "opt")
    return code.read_text()


class Module:
    """A Verilog module in SMT-LIB: .text, its .ports and .registers, as {name: bits}."""

    def __init__(self, name, parameters, folder, rtl):
        path = folder / "module.smt2"
        values = " ".join(f"-set {name} {value}" for name, value in parameters.items())
        files = " ".join(map(str, sorted(rtl.glob("component/*.v")) +
                             sorted(rtl.glob("route/*.v"))))
        chosen = f"chparam {values} {name}; " if values else ""
        run(["yosys", "-q", "-p",
             f"read_verilog -defer {files}; {chosen}hierarchy -check -top {name}; proc; flatten; "
             f"opt -full; check -assert; memory_map; opt -full; dffunmap; write_smt2 {path}"],
            "yosys")
        self.text = path.read_text()
        self.name = re.search(r"\(declare-(?:sort|datatype) \|(.+?)_s\|", self.text)[1]
        self.ports, self.registers = self.said("input|output"), self.said("register")

    def said(self, kinds):
        return {name: int(bits) for _, name, bits in
                re.findall(rf"^; yosys-smt2-({kinds}) (\S+) (\d+)$", self.text, re.M)}

    def value(self, name, state):
        """A port or register as an expression of bits, in a state."""
        value = f"(|{self.name}_n {name}| {state})"
        bits = self.ports.get(name) or self.registers[name]
        return f"(ite {value} #b1 #b0)" if bits == 1 else value

    def word(self, name, width, state):
        """The same, filled up to a width."""
        bits = self.ports.get(name) or self.registers[name]
        return f"((_ zero_extend {width - bits}) {self.value(name, state)})"


def solve(text, folder, questions=1):
    """The text has a question that must be sat, then so many that must be unsat."""
    path = folder / "proof.smt2"
    path.write_text(text)
    answers = run(["z3", "-smt2", str(path)], "z3").split()
    if answers[:1] != ["sat"]:
        raise Failed(f"the inputs contradict each other: {' '.join(answers)}")
    if answers != ["sat", *["unsat"] * questions]:
        raise Failed(f"not equal: z3 says {' '.join(answers[1:])}")
