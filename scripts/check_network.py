#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_network -- the wiring of a generated network, connection by connection.

    scripts/check_network.py SPEC...              generates each network and reads its links
    scripts/check_network.py --self-test          also plants faults, which must be found

Beside the given networks, an example of every route unit is checked, from `lockhop list
route-units`, and those of ROUTED: other numbers of VCs on a link, a send budget.

Yosys reads network.v with `switch` as a black box, so what is compared is the netlist that a
synthesis tool sees; the links come from `lockhop info SPEC --links`.  Prints TAP.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

from tap import Tap

LOCKHOP = os.environ.get("LOCKHOP", "build/lockhop")

# Arguments of `lockhop rtl`, and the parameters that all switches must then have.
ROUTED = (
    ("hypercube:3 --routing drand-trans-ooo --vcs 1",
     {"VCS": 1, "STORE": 0, "PRIORITY_BITS": 1, "ARBITER": 1, "RANDOM": 1}),
    ("hypercube:2 --routing drand-trans-ooo,random=shared --vcs 4 --lanes 2 --sends 1",
     {"VCS": 4, "PRIORITY_BITS": 0, "SENDS": 1, "RANDOM": 2}),
)

BLACK_BOX = """
(* blackbox *)
module switch #(
  parameter PORTS = 1, LANES = 1, VCS = 1, DEPTH = 1, STORE = 0, PRIORITY_BITS = 0, ARBITER = 0,
  parameter SENDS = 0, PHASE_BITS = 1, RANDOM = 0,
  parameter HEADER_BITS = 1, DATA_BITS = 1, ADDRESS_BITS = 1,
  parameter QUEUES = PORTS*VCS, CHANNELS = QUEUES + LANES,
  parameter PACKET_BITS = HEADER_BITS + DATA_BITS
) (
  input  wire clk, rst,
  input  wire [PHASE_BITS-1:0] phase_i,
  input  wire [ADDRESS_BITS-1:0] here_i,
  input  wire [63:0] seed_i,
  input  wire [QUEUES-1:0] in_valid_i, out_ready_i,
  input  wire [PORTS*PACKET_BITS-1:0] in_packet_i,
  output wire [QUEUES-1:0] in_ready_o, out_valid_o,
  output wire [PORTS*PACKET_BITS-1:0] out_packet_o,
  input  wire [LANES-1:0] inject_valid_i,
  input  wire [LANES*PACKET_BITS-1:0] inject_packet_i,
  output wire [LANES-1:0] inject_ready_o,
  output wire [CHANNELS-1:0] eject_valid_o,
  output wire [CHANNELS*PACKET_BITS-1:0] eject_packet_o
);
endmodule
"""


def read_links(text):
    """The lines `from_switch from_port to_switch to_port` as {(switch, port): (switch, port)}."""
    links = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            a, p, b, q = map(int, line.split())
            if (a, p) in links:
                raise ValueError(f"link of switch {a} port {p} is listed twice")
            links[a, p] = (b, q)
    return links


def read_netlist(directory):
    """Yosys's view of the module network: its ports and cells, bits as numbers.  Wires that are
    one have one number; a network has no processes."""
    box = os.path.join(directory, "switch_black_box.v")
    out = os.path.join(directory, "network.json")
    with open(box, "w", encoding="ascii") as file:
        file.write(BLACK_BOX)
    script = (f"read_verilog {box}; read_verilog {directory}/network.v; "
              f"hierarchy -check -top network; select -assert-none p:*; check -assert; "
              f"write_json {out}")
    try:
        subprocess.run(["yosys", "-q", "-p", script], check=True, capture_output=True, text=True)
        with open(out, encoding="ascii") as file:
            modules = json.load(file)["modules"]
    except subprocess.CalledProcessError as error:
        raise ValueError("yosys: " + error.stderr.strip().splitlines()[-1]) from error
    return modules["network"]


def units():
    """Arguments and parameters, as in ROUTED, of an example of each unit with its own parameters:
    the second network that has it, if there is one."""
    listed = subprocess.run([LOCKHOP, "list", "route-units"], check=True, capture_output=True,
                            text=True).stdout
    examples = {}
    for line in listed.splitlines():
        head, parameters = line.split(" switch ")
        unit, spec, routing, *own = head.split(" network")[0].split()
        pairs = (pair.split("=") for pair in parameters.split())
        networks = examples.setdefault((unit, *own), {})
        networks.setdefault(spec, (f"{spec} --routing {routing}",
                                   {name: int(number) for name, number in pairs}))
    return [list(networks.values())[:2][-1] for networks in examples.values()]


def value(text):
    """A parameter in Yosys's JSON: binary digits."""
    return int(text, 2)


class Faults:
    """Collects what is wrong, and compares slices of buses."""

    def __init__(self):
        self.found = []
        self.compared = 0

    def same(self, a, b, what):
        self.compared += len(a)
        if a != b:
            self.found.append(what)


def slice_of(bits, index, width):
    return bits[index * width:(index + 1) * width]


def check_switch(cells, number, links, feeders, ports, sizes, addresses, faults):
    """All connections of one switch."""
    cell = cells[f"s{number}"]["connections"]
    n_ports, lanes, packet = sizes["PORTS"], sizes["LANES"], sizes["PACKET_BITS"]
    vcs = sizes["VCS"]
    channels = n_ports * vcs + lanes
    name = f"switch {number}"

    faults.same(cell["here_i"], addresses[number], f"{name}: its address")
    for pin in ("clk", "rst", "phase_i"):
        faults.same(cell[pin], ports[pin]["bits"], f"{name}: {pin}")
    for port in range(n_ports):
        to, to_port = links[number, port]
        far = cells[f"s{to}"]["connections"]
        link = f"{name} port {port} to switch {to} port {to_port}"
        faults.same(slice_of(cell["out_valid_o"], port, vcs),
                    slice_of(far["in_valid_i"], to_port, vcs), f"{link}: valid")
        faults.same(slice_of(cell["out_ready_i"], port, vcs),
                    slice_of(far["in_ready_o"], to_port, vcs), f"{link}: ready")
        faults.same(slice_of(cell["out_packet_o"], port, packet),
                    slice_of(far["in_packet_i"], to_port, packet), f"{link}: packet")
        if (number, port) not in feeders:
            faults.found.append(f"{name} port {port}: no link arrives here")
    for pin, bus, size in (("seed_i", "seed_i", 64),
                           ("inject_valid_i", "inject_valid_i", lanes),
                           ("inject_ready_o", "inject_ready_o", lanes),
                           ("inject_packet_i", "inject_packet_i", lanes * packet),
                           ("eject_valid_o", "eject_valid_o", channels),
                           ("eject_packet_o", "eject_packet_o", channels * packet)):
        faults.same(cell[pin], slice_of(ports[bus]["bits"], number, size), f"{name}: {bus}")


def check(directory, links, parameters, numbered=True):
    """Compare the netlist in a directory with a table of links: (faults, bits compared).  Numbered:
    the address of a switch is its number; otherwise they are different."""
    module = read_netlist(directory)
    cells, ports = module["cells"], module["ports"]
    switches = {a for a, _ in links} | {b for b, _ in links.values()}
    faults = Faults()
    expected = {f"s{number}" for number in switches}

    if set(cells) != expected:
        odd = sorted(set(cells) ^ expected)
        return [f"cells of the network that are not its switches, or missing: {odd[:4]}"], 0
    sizes = {key: value(text) for key, text in cells["s0"]["parameters"].items()}
    for key, expected_value in parameters.items():
        if sizes.get(key) != expected_value:
            faults.found.append(f"s0: {key} is {sizes.get(key)}, not {expected_value}")
    sizes.setdefault("PACKET_BITS", sizes["HEADER_BITS"] + sizes["DATA_BITS"])
    for name, cell in cells.items():
        own = {key: value(text) for key, text in cell["parameters"].items()}
        if not re.search(r"\bswitch\b", cell["type"]) or any(sizes[k] != own[k] for k in own):
            faults.found.append(f"{name}: another module or other parameters than s0")
    if set(links) != {(s, p) for s in switches for p in range(sizes["PORTS"])}:
        faults.found.append("the table of links does not have every port of every switch once")
        return faults.found, faults.compared
    feeders = set(links.values())
    addresses = {number: [str(number >> bit & 1) for bit in range(sizes["ADDRESS_BITS"])]
                 for number in switches}
    if not numbered:
        addresses = {n: cells[f"s{n}"]["connections"]["here_i"] for n in switches}
        if len({tuple(bits) for bits in addresses.values()}) != len(switches):
            faults.found.append("two switches have one address")
    for number in sorted(switches):
        check_switch(cells, number, links, feeders, ports, sizes, addresses, faults)
    return faults.found, faults.compared


def generate(arguments, directory):
    """Run `lockhop rtl`, arguments being a spec and options; return the links of the spec."""
    arguments = arguments.split()
    subprocess.run([LOCKHOP, "rtl", *arguments, "-o", directory], check=True, capture_output=True)
    table = subprocess.run([LOCKHOP, "info", arguments[0], "--links"], check=True,
                           capture_output=True, text=True)
    return read_links(table.stdout)


# Faults in network.v: a text, what replaces its first occurrence, and the link that suffers.
PLANTS = (
    (r"= s0_out_valid\[0\*VCS", "= s0_out_valid[1*VCS",
     "switch 0 port 0 to switch 1 port 0: valid"),
    (r"= s2_in_ready\[1\*VCS", "= s2_in_ready[0*VCS",
     "switch 0 port 1 to switch 2 port 1: ready"),
    # VCs that change places on the way.
    (r"= s0_out_valid\[0\*VCS \+: VCS\]", "= {s0_out_valid[0], s0_out_valid[1]}",
     "switch 0 port 0 to switch 1 port 0: valid"),
    (r"= s3_out_packet\[0\*PACKET_BITS", "= s3_out_packet[1*PACKET_BITS",
     "switch 3 port 0 to switch 2 port 0: packet"),
    (r"'d2\)", "'d3)", "switch 2: its address"),
    (r"seed_i\[3\*64", "seed_i[2*64", "switch 3: seed_i"),
    (r"\(phase_i\)", "(rst)", "switch 0: phase_i"),
    (r"parameter PRIORITY_BITS = 0", "parameter PRIORITY_BITS = 1", "PRIORITY_BITS is 1, not 0"),
    (r"inject_valid_i\[1\*LANES", "inject_valid_i[2*LANES", "switch 1: inject_valid_i"),
    (r"inject_packet_i\[2\*LANES", "inject_packet_i[3*LANES", "switch 2: inject_packet_i"),
    # Two drivers of one wire, which Yosys finds by itself.
    (r"eject_packet_o\[3\*CHANNELS", "eject_packet_o[2*CHANNELS", "problems in 'check -assert'"),
)


def self_test(directory, report):
    """Every planted fault must be found, at its place."""
    links = generate("hypercube:2 --routing rand-trans --vcs 2", directory)
    path = os.path.join(directory, "network.v")
    with open(path, encoding="ascii") as file:
        good = file.read()
    for pattern, change, place in PLANTS:
        bad, count = re.subn(pattern, lambda _, text=change: text, good, count=1)
        with open(path, "w", encoding="ascii") as file:
            file.write(bad)
        try:
            found, _ = check(directory, links, {"PRIORITY_BITS": 0})
        except ValueError as error:
            found = [str(error)]
        report(count == 1 and any(place in text for text in found),
               f"planted fault is found: {place}", found)


def main(arguments):
    report = Tap(10)
    planted = "--self-test" in arguments
    specs = [a for a in arguments if a != "--self-test"] or \
        ["hypercube:1", "hypercube:2", "hypercube:3", "hypercube:4", "hypercube:6"]
    os.makedirs("build", exist_ok=True)
    for spec, parameters in [(spec, {}) for spec in specs] + units() + list(ROUTED):
        with tempfile.TemporaryDirectory(dir="build") as directory:
            try:
                found, compared = check(directory, generate(spec, directory), parameters,
                                        spec.startswith("hypercube:"))
            except (ValueError, subprocess.CalledProcessError) as error:
                found, compared = [str(error)], 0
            report(not found and compared > 0, f"{spec}: {compared} bits wired as its links say",
                   found)
    if planted:
        with tempfile.TemporaryDirectory(dir="build") as directory:
            self_test(directory, report)
    return report.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
