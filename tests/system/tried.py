# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""tried -- commands that are tried with something going wrong in them, and what they leave."""

import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

SECONDS = re.compile(rb'"(seconds|setup_seconds)": ?[0-9.e-]+|[0-9.]+ s\b|time(stamp)?="[^"]*"')

# Name, files that are there before, arguments.
PLAN = ("topology hypercube:2 hypercube:3\npackets 1\ntraffic random\n"
        "routing deterministic\ntrials 2\nseed 1\n")
NETWORK = '{"version": 1, "switches": ["a", "b", "c"], "links": [["a", "b"], ["b", "c"]]}\n'
JOB = ('{"job": 1, "id": "a", "kind": "run", "run": {"version": 1, "topology": "hypercube:2", '
       '"traffic": "random"}}\n')
TRACE = ("# lockhop schedule 1 hypercube:1 deterministic\n# packets 2\n"
         "# cycle source destination header\n0 0 1 0x1\n0 1 1 0x1\n")
ROUTER = pathlib.Path("examples/routers/pipelined.v").read_text()
WRONG = ROUTER.replace("{first_q[", "{~first_q[")   # it inverts data
STREAMS = {name: pathlib.Path("examples/routers", name).read_text()
           for name in ("axis.v", "axis.map")}
TABLE = ("topology,switches,traffic,packets,routing,vcs,depth,trial,seed,steps,hops,average_delay,"
         "lanes,load,outcome\nhypercube:2,4,random,1,deterministic,1,0,0,1,2,6,0,1,,PASS\n"
         "hypercube:3,8,random,1,deterministic,1,0,0,1,3,10,0,1,,PASS\n")
RESULT = ('{"version": "1.0.0", "command": "lockhop run hypercube:2 random", "topology": '
          '"hypercube:2", "switches": 4, "terminals": 4, "ports": 2, "routing": "deterministic", '
          '"traffic": "random", "machine": "golden", "lanes": 1, "vcs": 1, "depth": 0, "seed": 1, '
          '"packets": 4, "delivered": 4, "steps": 2, "hops": 6, "cycles": 4, "outcome": "PASS"}\n')
LIST = "--top axis_router  // the words of a list\n+define+A=1 axis.v\n--verilator-args -Wall\n"
COMMANDS = [
    ("help", {}, "help"),
    ("help run", {}, "help run"),
    ("help --man", {}, "help --man"),
    ("help --schema", {}, "help --schema"),
    ("list", {}, "list"),
    ("list routings", {}, "list routings"),
    ("list traffic", {}, "list traffic d3:2,2"),
    ("info", {}, "info hypercube:3"),
    ("info, a file", {"n.json": NETWORK}, "info file:n.json"),
    ("route", {}, "route d3:2,2 0.0.0 1.1.1"),
    ("schedule", {}, "schedule hypercube:3 random"),
    ("schedule --loads", {}, "schedule d3:2,2 all-to-all --loads"),
    ("template", {}, "template hypercube:3 -o s.v"),
    ("rtl", {}, "rtl hypercube:2 -o rtl"),
    ("run", {}, "run hypercube:3 random --packets 2"),
    ("run --json", {}, "run hypercube:3 random --json r.json"),
    ("run --save-trace", {}, "run torus:3x3 random --save-trace t.txt"),
    ("run --wave", {}, "run hypercube:2 random --wave w.fst"),
    ("run, a collective", {}, "run hypercube:3 one-to-all-broadcast"),
    ("run --exercise", {}, "run hypercube:2 random --exercise"),
    ("testbench", {}, "testbench hypercube:2 random -o bench"),
    ("check --list", {}, "check hypercube:1 --level quick --list"),
    ("check --plan", {}, "check hypercube:1 --level quick --plan"),
    ("draw", {}, "draw hypercube:3 random -o d.svg"),
    ("sweep", {"x.plan": PLAN}, "sweep x.plan -o x.csv --jobs 1"),
    ("sweep --plan", {"x.plan": PLAN}, "sweep x.plan --plan"),
    ("jobs", {"j.jsonl": JOB}, "jobs j.jsonl"),
    ("claims --table list", {}, "claims hypercube --table list"),
    ("plot", {"t.csv": TABLE}, "plot t.csv --figure histogram -o p.svg"),
    ("report", {"r.json": RESULT}, "report r.json -o r.html"),
    ("synth", {}, "synth hypercube:1"),
    ("cosim", {}, "cosim hypercube:2 random --json r.json"),
    ("cosim --wave", {}, "cosim hypercube:2 random --wave w.fst"),
    ("cosim --dut", {"p.v": ROUTER}, "cosim hypercube:1 random --compare flow --dut p.v"),
    ("cosim, a difference", {"p.v": WRONG}, "cosim hypercube:1 random --compare flow --dut p.v"),
    ("wrapper", STREAMS, "wrapper hypercube:1 --dut axis.v --dut '--top axis_router' "
     "--map axis.map -o w.v"),
    ("wrapper, a list", STREAMS | {"axis.f": LIST}, "wrapper hypercube:1 --dut axis.f "
     "--map axis.map -o w.v"),
    ("compare", {"p.v": ROUTER}, "compare hypercube:1 uniform,measure=20 p.v --loads 0.5 --jobs 1 "
     "-o c.csv --json c.json --plot c.svg"),
    ("shrink", {"p.v": WRONG, "t.trace": TRACE}, "shrink trace:t.trace --compare flow --dut p.v "
     "-o out --idle-trials 1"),
    ("check", {}, "check hypercube:1 --level quick --shapes depth=1,lanes=1,vcs=1 --jobs 1 -o out "
     "--json c.json --junit c.xml --html c.html"),
]
STATUS = {"cosim, a difference": 1, "shrink": 1}   # of others 0


DATE = slice(202, 321)   # in the header of an FST waveform


def plain(path):
    """The contents of a file without what differs from run to run."""
    content = path.read_bytes()
    if path.suffix == ".fst" and len(content) > DATE.stop:
        content = content[:DATE.start] + content[DATE.stop:]
    return SECONDS.sub(b"", content)


def values(content):
    """What an FST waveform shows, as VCD."""
    with tempfile.NamedTemporaryFile(suffix=".fst") as file:
        file.write(content[:DATE.start] + bytes(DATE.stop - DATE.start) + content[DATE.start:])
        file.flush()
        return subprocess.run(["fst2vcd", "-f", file.name], capture_output=True, check=False).stdout


def equal(path, content, other):
    """Do two files of this name say the same?  A waveform that could not be packed is longer."""
    if content == other or content is None or not path.endswith(".fst"):
        return content == other
    return not shutil.which("fst2vcd") or values(content) == values(other) != b""


class End:
    """What a run left."""

    def __init__(self, folder, status, out, err):
        self.status, self.err = status, err
        self.out = SECONDS.sub(b"", out)
        self.files = {str(path.relative_to(folder)): plain(path)
                      for path in sorted(folder.rglob("*")) if path.is_file()}


def run(program, files, arguments, folder, environment, again=False):
    """The End of a run in a folder that has these files alone; `again`: in the folder as it is."""
    folder = pathlib.Path(folder)
    if not again:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text)
    done = subprocess.run([program, *shlex.split(arguments)], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False)
    return End(folder, done.returncode, done.stdout, done.stderr)
