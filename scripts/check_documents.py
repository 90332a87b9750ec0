#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""check_documents -- runs the commands of README.md, docs/ and waves/README.md.

    scripts/check_documents.py --check [PAGE...]   prints TAP; exit status 1 if something is wrong
    scripts/check_documents.py --update [PAGE...]  updates outputs of commands that end as they must

Commands stand in indented or fenced blocks.

- `$ COMMAND`: the lines below it, up to the next `$` or the end of the block, are its output.
  A line `...` stands for any lines, `...` in a line for any text; blanks at the end of a line do
  not count.
- A line that begins with one of STARTS below is a command without output.
- The exit code is 0; or that of an outcome, such as DIFFER, if that is the last line of the
  output or stands in the comment behind the command (`# DEADLOCK`); or that of `# exit N` there.
- In such a comment, `N steps`, `N link conflicts` and `largest output queue N` are compared with
  the output.
- A block that is a trace is the file that the next `trace:` names; my_switch.v is our switch.

The table of tests/hostile/README.md, between its two comments, is that of the headers of the
patches.

Everything runs in build/documents/root, which looks like the root of the tree; what the commands
write stays there.  SKIPPED says what is not run, and why.
"""

import difflib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRATCH = ROOT / "build/documents"
HOSTILE = ROOT / "tests/hostile"
TABLE = ("<!-- table: tests/hostile -->", "<!-- end of table -->")
SECONDS = 180  # that a command may take; one that compiles a bench, on a busy machine
STARTS = r"(build/lockhop|lockhop|scripts/\S+|tb/\S+|build/tb/\S+|make|gtkwave|twinwave|xvfb-run" \
         r"|fst2vcd|fstminer|verilator_coverage|echo|printf) "
OUTCOMES = {"PASS": 0, "VACUOUS": 1, "DIFFER": 1, "LOST": 1, "MISROUTED": 1,
            "DEADLOCK": 4, "TIMEOUT": 4, "INTERRUPTED": 130}
NUMBERS = {  # what a comment says: how the output says it
    r"(?<!about )\b(\d+) steps": r"^  steps +%s\b",
    r"\b(\d+) link conflicts": r"^  link conflicts +%s\b",
    r"largest output queue (\d+)": r"^  largest output queue +%s\b",
}

SKIPPED = (  # the beginning of a command, and why it is not run
    ("make test", "it would run itself"),
    ("make install", "tests/system/test_install.sh does"),
    ("make uninstall", "the same"),
    ("make deb", "tests/system/test_packages.sh does"),
    ("make evaluation", "takes minutes to an hour; tests/system/test_sweep.sh runs small plans"),
    ("make coverage", "takes long; tests/system/test_coverage_page.sh makes the page in small"),
    ("make prove", "takes minutes; scripts/prove_adapters.sh --self-test proves some of it"),
    ("make states", "takes minutes; tests of tests/unit and tests/twin do some of it"),
    ("scripts/prove_adapters.sh", "the same"),
    ("make fuzz", "takes minutes; scripts/fuzz.py --self-test runs it in small"),
    ("make mutate", "takes long; tests/system/test_mutate.sh runs it in small"),
    ("scripts/mutate.py", "the same"),
    ("scripts/mutate_c.py", "takes minutes; tests/system/test_mutate_c.sh runs it in small"),
    ("scripts/attack.py", "takes an hour"),
    ("gtkwave ", "opens a window; tests/wave/test_gtkwave.sh runs it without one"),
    ("twinwave ", "opens a window"),
    ("tb/cocotb/", "needs PyPI; tests/system/test_cocotb.sh runs it where that can be reached"),
    ("examples/foreign/", "needs PyPI; tests/system/test_foreign.sh runs it if that is reached"),
    ("make test-foreign", "the same"),
    ("tb/dpi/", "compiles for long; tests/system/test_dpi.sh does"),
    ("build/tb/dpi/", "is not built, therefore"),
    ("tb/monitor/", "compiles for long; tests/system/test_monitor.sh does"),
    ("build/tb/monitor/", "is not built, therefore"),
    ("lockhop check torus", "takes long; tests/system/test_check.sh checks it and the family"),
    ("lockhop claims", "takes long; tests/system/test_claims.sh runs it"),
)
if not os.environ.get("ALL"):
    SKIPPED += (
        ("make demo-systemc", "make test-all does; and tests/system/test_systemc.sh"),
        ("lockhop check hypercube:1 --level quick --coverage", "the same; test_coverage.sh"),
        ("verilator_coverage", "the same"),
        ("lockhop compare mesh:4x4 uniform", "make test-all does; and test_compare.sh"),
        ("lockhop check d3 --routing valiant --list", "make test-all does"),
        ("lockhop check mesh:2 --level quick --plan", "the same; and test_judge.sh"),
        ("lockhop check hypercube:2 --routing rand-trans --level quick", "the same; test_check.sh"),
        ("lockhop check hypercube:4 --compare flow --level quick", "the same; test_flow.sh"),
        ("lockhop check hypercube:3 --dut my_queue.v --level quick", "the same; README.md"),
        ("lockhop check hypercube:3 --dut my_switch.v --level quick", "the same; test_check.sh"),
        ("lockhop check hypercube:1 --level quick", "the same; test_check.sh has hypercube:2"),
        ("lockhop compare hypercube:3", "the same; test_compare.sh"),
        ("lockhop testbench d3:2,3", "the same; test_testbench.sh"),
        ("echo 'iverilog -g2005 -s testbench -o t.vvp -f files.f && vvp -n t.vvp' "
         "| (cd build/bench-d3", "the same"),
        ("lockhop sweep docs/evaluation/small.plan --plan", "the same; test_sweep_jobs.sh"),
        ("lockhop sweep docs/evaluation/small.plan build/small.jsonl", "the same"),
        ("lockhop sweep docs/evaluation/intermediate.plan", "make test-all does"),
        ("tail -n +2 build/intermediate.csv", "the same"),
        ("lockhop sweep docs/evaluation/flatfly.plan", "the same"),
        ("tail -n +2 build/flatfly.csv", "the same"),
        ("lockhop sweep docs/evaluation/fattree.plan", "the same"),
        ("tail -n +2 build/fattree.csv", "the same"),
        ("lockhop jobs round-1.jobs", "the same"),
        ("lockhop sweep docs/evaluation/small.plan shard-1.jsonl", "the same"),
        ("lockhop check hypercube:3 --level quick --compare flow", "the same; test_flow.sh"),
        ("lockhop claims", "the same; test_claims.sh and test_claims_tables.sh"),
        ("scripts/evaluation.py build/small.csv", "the same; test_sweep.sh"),
        ("lockhop cosim hypercube:2 transpose --machine systemc", "the same; test_lockstep.sh"),
        ("lockhop synth hypercube:2 --dut", "the same; test_synth.sh"),
        ("lockhop check hypercube:2 --compare flow --dut my_router.v", "the same; test_flow.sh"),
        ("lockhop compare hypercube:4 uniform,warmup=100,measure=300 my_router.v",
         "the same; test_compare.sh"),
        ("scripts/evaluation.py --tables", "the same; test_evaluation.sh"),
        ("lockhop sweep docs/evaluation/small.plan -o small.csv", "the same; sweep.md"),
        ("lockhop plot small.csv", "the same; test_plot.sh"),
        ("lockhop plot build/tutorial.csv", "the same"),
        ("lockhop plot build/curve.csv --column", "the same"),
        ("lockhop plot build/curve.csv --panels", "the same"),
        ("lockhop cosim torus:3x3 random --packets 8 --compare flow --dut",
         "the same; test_example_routers.sh"),
        ("lockhop cosim d3:2,2 all-to-all --depth 1 --lanes 2 --dut", "the same"),
        ("lockhop cosim hypercube:3 random --packets 16 --compare flow --capacity", "the same"),
        ("lockhop cosim mesh:3x4 random --packets 8 --routing source-route", "the same"),
        ("lockhop cosim d3:2,3 gossip --failed", "the same; test_lockstep.sh"),
        ("lockhop cosim hypercube:3 random --routing rand-sync,barrier=tree", "the same"),
        ("tb/systemc/", "the same; test_systemc.sh"))
COMMON = {"SYSTEMC_COMMON": str(ROOT / "build/tb/common")}  # with tests/system/test_systemc.sh
REPLACED = (  # the beginning of a command, what is run, and why
    ("make demo-systemc", "scripts/demo_systemc.sh", "without installing and building"),
    ("make demo", "scripts/demo.sh", "without installing and building"),
)


class Command:
    """A command of a document: text is what is run, expected its output or None."""

    def __init__(self, path, line, text, expected):
        self.path = path
        self.line = line      # index of the command's line
        self.expected = expected
        self.text, _, self.comment = re.sub(r"\s+#(?= )", "\0", text, count=1).partition("\0")
        self.last = line      # index of the last line of its output

    def run_as(self):
        for start, other, _ in REPLACED:
            if self.text.startswith(start):
                return other
        return re.sub(r"^lockhop ", "build/lockhop ", self.text)

    def skipped(self):
        for start, reason in SKIPPED:
            if (re.sub(r"^build/", "", self.text).startswith(start)
                    and not (reason.startswith("takes long") and "--table" in self.text)):
                return reason
        if "build/foreign/" in self.text:
            return "needs what examples/foreign/fetch.sh fetches"
        return None

    def exit_code(self):
        said = re.search(r"\bexit (\d+)", self.comment)
        if said:
            return int(said[1])
        words = self.comment.split() + (self.expected or [])[-1:]
        return next((OUTCOMES[w] for w in reversed(words) if w in OUTCOMES), 0)


def documents(pages):
    if pages:
        return [ROOT / page for page in pages]
    return [ROOT / "README.md", ROOT / "waves/README.md", *sorted(ROOT.glob("docs/**/*.md")),
            HOSTILE / "README.md"]


def blocks(lines):
    """(index of its first line, lines without indentation) of every block of a document."""
    found = []
    fenced = False
    open_block = False
    for i, line in enumerate(lines):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            open_block = False
            continue
        text = line if fenced else line[4:] if line.startswith("    ") else None
        if text is None and not line.strip() and open_block:
            text = ""
        if text is None:
            open_block = False
        elif open_block:
            found[-1][1].append(text.rstrip())
        elif text.strip() and (fenced or i == 0 or not lines[i - 1].strip()):
            found.append((i, [text.rstrip()]))
            open_block = True
    for _, block in found:
        while block and not block[-1]:
            block.pop()
    return found


def read_document(path):
    """The commands of a document, and the files that it shows: {name: text}."""
    commands = []
    files = {}
    trace = None
    for first, block in blocks(path.read_text().split("\n")):
        shown = None  # the command whose output the lines are
        for i, text in enumerate(block, first):
            if text.startswith("$ "):
                shown = Command(path, i, text[2:], [])
                commands.append(shown)
            elif shown:
                shown.expected.append(text)
                if text:
                    shown.last = i
            elif re.match(STARTS, text):
                commands.append(Command(path, i, text, None))
                named = re.search(r"\btrace:(\S+)", text)
                if named and trace:
                    files[named[1]] = trace
                trace = None
            elif text.startswith("# lockhop schedule"):
                trace = text + "\n"
            elif trace and text:
                trace += text + "\n"
    for command in commands:
        if command.expected:
            command.expected = command.expected[:command.last - command.line]
    return commands, files


def make_root():
    root = SCRATCH / "root"
    shutil.rmtree(SCRATCH, ignore_errors=True)
    (root / "build").mkdir(parents=True)
    for name in ("README.md", "docs", "rtl", "scripts", "sim", "tests", "waves", "cmodel",
                 "examples", "tb", "include", "Makefile"):
        (root / name).symlink_to(ROOT / name)
    (root / "build/lib").symlink_to(ROOT / "build/lib")
    lockhop = ROOT / os.environ.get("LOCKHOP", "build/lockhop")
    (root / "build/lockhop").symlink_to(lockhop)
    shutil.copy(ROOT / "rtl/switch/switch.v", root / "my_switch.v")
    (root / "rates.csv").write_text("0,1,0.5,0\n1,0,0,0\n0.25,0,0,0.25\n0,0,0,1\n")
    (root / "destinations.txt").write_text("".join(f"{s ^ 5}\n" for s in range(16)))
    return root


def run(command, root, results):
    """(exit code, lines of output), once for every text."""
    text = command.run_as()
    if text not in results:
        try:
            ended = subprocess.run(["sh", "-c", text], cwd=root, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   env={**os.environ, **COMMON}, timeout=SECONDS, check=False)
            results[text] = (ended.returncode, ended.stdout.decode(errors="replace"))
        except subprocess.TimeoutExpired:
            results[text] = (-1, f"does not end within {SECONDS} s")
    code, output = results[text]
    return code, [line.rstrip() for line in output.rstrip("\n").split("\n")]


def line_pattern(line):
    return ".*".join(re.escape(part) for part in line.rstrip().split("..."))


def as_shown(expected, output):
    """Whether the output is what is shown, `...` being any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else line_pattern(line) + r"\n"
                      for line in expected)
    return re.fullmatch(pattern, "\n".join(output) + "\n") is not None


def faults(command, code, output):
    found = []
    if code != command.exit_code():
        found.append(f"exit code {code}, expected {command.exit_code()}")
    for said, printed in NUMBERS.items():
        for number in re.findall(said, command.comment):
            if not re.search(printed % number, "\n".join(output), re.M):
                found.append(f"the output does not say: {command.comment.strip()}")
    if command.expected and not as_shown(command.expected, output):
        found += ["the output is not what is shown:", *output[:60]]
    elif found:
        found += output[-6:]
    return found


def nearest(line, output, start):
    """Index of the line of output, from start on, that is most like this one."""
    def likeness(i):
        return difflib.SequenceMatcher(None, line, output[i]).ratio()
    return max(range(start, len(output)), key=likeness, default=start)


def updated(expected, output):
    """What to show instead: the same parts of the output, as far as they can be told."""
    shown = []
    at = 0
    parts = "\n".join(expected).split("\n...")
    for k, part in enumerate(parts):
        lines = part.strip("\n").split("\n") if part.strip("\n") else []
        if lines and lines[0] == "...":
            lines = lines[1:]
            shown.append("...")
        if k:
            shown.append("...")
        if not lines:
            continue
        first = nearest(lines[0], output, at) if shown else 0
        last = len(output) - 1 if k == len(parts) - 1 else nearest(lines[-1], output, first)
        shown += [next((old for old in lines if re.fullmatch(line_pattern(old), new)), new)
                  for new in output[first:last + 1]]
        at = last + 1
    return shown


def rewrite(path, changes):
    """changes: (command, new output), of one document."""
    lines = path.read_text().split("\n")
    for command, output in sorted(changes, key=lambda change: -change[0].line):
        indent = lines[command.line][:len(lines[command.line]) - len(lines[command.line].lstrip())]
        lines[command.line + 1:command.last + 1] = [(indent + text).rstrip() for text in output]
    path.write_text("\n".join(lines))


def verdict(run):
    """Of a run in the header of a patch, {key: value}: "DIFFER 1", or its exit code alone."""
    return " ".join(run[key] for key in ("outcome", "exit") if key in run)


def hostile_row(patch):
    """The row of a hostile switch: name, what it is, and the verdicts of its runs."""
    what = None
    environment = ""
    runs = []
    for line in patch.read_text().split("\n--- ")[0].split("\n"):
        key, _, value = line.removeprefix("# ").partition(": ")
        if key == "what":
            what = value
        elif key == "with":
            environment = value + " "
        elif key in ("run", "later"):
            words = [word for word in value.split() if word in ("--lint", "--strict", "--json")]
            runs.append({"command": environment + " ".join([value.split()[0], *words])})
        elif runs:
            runs[-1].setdefault(key, value)
    verdicts = []
    for one in runs:
        said = f"`{one['command']}`: {verdict(one)}"
        if said not in verdicts:
            verdicts.append(said)
    cells = (f"`{patch.stem}`", what.replace("`", "\\`"), "; ".join(verdicts))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def hostile_table():
    return ["| switch | what it does | verdict of its runs |", "|---|---|---|",
            *(hostile_row(patch) for patch in sorted(HOSTILE.glob("*.patch")))]


def check_hostile(update):
    """Lines in which the table differs from the patches; with update, it is written."""
    path = HOSTILE / "README.md"
    lines = path.read_text().split("\n")
    first, last = (lines.index(comment) for comment in TABLE)
    rows = hostile_table()
    found = [line for line in difflib.unified_diff(lines[first + 1:last], rows, n=0, lineterm="")]
    if found and update:
        lines[first + 1:last] = rows
        path.write_text("\n".join(lines))
    return found


def main():
    if sys.argv[1:2] not in (["--check"], ["--update"]):
        sys.exit(__doc__.split("\n\n")[1])
    root = make_root()
    results = {}
    number = 0
    status = 0
    for path in documents(sys.argv[2:]):
        commands, files = read_document(path)
        changes = []
        for name, text in files.items():
            (root / name).write_text(text)
        for command in commands:
            place = f"{path.relative_to(ROOT)}:{command.line + 1}: {command.text}"
            number += 1
            if command.skipped():
                print(f"ok {number} - {place} # not run: {command.skipped()}")
                continue
            code, output = run(command, root, results)
            found = faults(command, code, output)
            print("not ok" if found else "ok", number, "-", place, flush=True)
            for line in found:
                print("#", line)
            if found:
                status = 1
                if (command.expected and code == command.exit_code()
                        and not as_shown(command.expected, output)):
                    changes.append((command, updated(command.expected, output)))
        if changes and sys.argv[1] == "--update":
            rewrite(path, changes)
    found = check_hostile(sys.argv[1] == "--update")
    number += 1
    print("not ok" if found else "ok", number, "- tests/hostile/README.md: every patch has its row")
    for line in found:
        print("#", line)
    print(f"1..{number}")
    sys.exit(1 if found else status)


main()
