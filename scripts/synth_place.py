# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""synth_place -- a switch placed and routed in a device, where nextpnr is installed: the last table
of docs/synth.md.  The switch is in tb/place/pins.v, as `lockhop rtl` writes it.

Numbers depend on the versions of both tools, on the device and on the seed; nothing judges them.
"""

import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOCKHOP = os.environ.get("LOCKHOP", str(ROOT / "build/lockhop"))
HEAD = ["switch", "device", "seed", "logic cells", "MHz"]
TOOL = re.compile(r"(?<=^Placed with )nextpnr-ice40 [\w.+-]+", re.M)
NETWORKS = ("hypercube:2 deterministic", "hypercube:3 deterministic", "hypercube:4 deterministic")
DEVICE, PACKAGE, SEED = "hx8k", "ct256", 1


def version():
    """What the page says of the tool; None: it is not installed."""
    if not shutil.which("nextpnr-ice40"):
        return None
    said = subprocess.run(["nextpnr-ice40", "--version"], capture_output=True, text=True,
                          check=True)
    return "nextpnr-ice40 " + re.search(r"Version ([\w.+-]+)", said.stdout + said.stderr)[1]


def parameters(network):
    """-chparam of the switches of the network."""
    text = (network / "network.v").read_text(encoding="ascii")
    head = text[:text.index(");")]
    names = re.findall(r"^ +parameter +(\w+)", (ROOT / "tb/place/pins.v").read_text(), re.M)
    values = dict(re.findall(r"parameter +(\w+) *= *(\d+)", head))
    return " ".join(f"-chparam {name} {values[name]}" for name in names)


def placed(name):
    """[cells, MHz]"""
    spec, routing = name.split()
    work = ROOT / "build/place" / re.sub(r"\W", "-", name)
    subprocess.run([LOCKHOP, "rtl", spec, "--routing", routing, "-o", work], check=True,
                   stdout=subprocess.DEVNULL)
    files = [line for line in (work / "files.f").read_text().split() if line != "network.v"]
    subprocess.run(["yosys", "-q", "-p", f"read_verilog -defer {' '.join(files)} "
                    f"{ROOT}/tb/place/pins.v; hierarchy -check -top pins {parameters(work)}; "
                    "synth_ice40 -top pins -json pins.json"], check=True, cwd=work)
    log = subprocess.run(["nextpnr-ice40", f"--{DEVICE}", "--package", PACKAGE, "--json",
                          "pins.json", "--seed", str(SEED), "--timing-allow-fail"],
                         check=True, cwd=work, capture_output=True, text=True).stderr
    return [re.findall(r"ICESTORM_LC: +(\d+)/", log)[-1],
            re.findall(r"Max frequency for clock .*: ([\d.]+) MHz", log)[-1]]


def rows():
    for name in NETWORKS:
        cells, mhz = placed(name)
        yield [f"`{name}`", f"ice40 {DEVICE}-{PACKAGE}", str(SEED), cells, mhz]
