#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_network -- the wiring of a generated network, connection by connection.

    scripts/check_network.py SPEC...              generates each network and reads its links
    scripts/check_network.py --self-test          also plants faults, which must be found

Yosys reads network.v with `switch` as a black box, so what is compared is the netlist that a
synthesis tool sees; the links come from `lockhop info SPEC --links`.  Prints TAP.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

LOCKHOP = os.environ.get("LOCKHOP", "build/lockhop")

BLACK_BOX = """
(* blackbox *)
module switch #(
  parameter PORTS = 1, LANES = 1, DEPTH = 1, HEADER_BITS = 1, DATA_BITS = 1, ADDRESS_BITS = 1,
  parameter CHANNELS = PORTS + LANES, PACKET_BITS = HEADER_BITS + DATA_BITS
) (
  input  wire clk, rst,
  input  wire [ADDRESS_BITS-1:0] here_i,
  input  wire [PORTS-1:0] in_valid_i, out_ready_i,
  input  wire [PORTS*PACKET_BITS-1:0] in_packet_i,
  output wire [PORTS-1:0] in_ready_o, out_valid_o,
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
    """Yosys's view of the module network: its ports and cells, bits as numbers."""
    box = os.path.join(directory, "switch_black_box.v")
    out = os.path.join(directory, "network.json")
    with open(box, "w", encoding="ascii") as file:
        file.write(BLACK_BOX)
    script = (f"read_verilog {box}; read_verilog {directory}/network.v; "
              f"hierarchy -check -top network; proc; opt_clean; check -assert; write_json {out}")
    try:
        subprocess.run(["yosys", "-q", "-p", script], check=True, capture_output=True, text=True)
        with open(out, encoding="ascii") as file:
            modules = json.load(file)["modules"]
    except subprocess.CalledProcessError as error:
        raise ValueError("yosys: " + error.stderr.strip().splitlines()[-1]) from error
    return modules["network"]


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


def check_switch(cells, number, links, feeders, ports, sizes, faults):
    """All connections of one switch."""
    cell = cells[f"s{number}"]["connections"]
    n_ports, lanes, packet = sizes["PORTS"], sizes["LANES"], sizes["PACKET_BITS"]
    channels = n_ports + lanes
    here = [str(number >> bit & 1) for bit in range(sizes["ADDRESS_BITS"])]
    name = f"switch {number}"

    faults.same(cell["here_i"], here, f"{name}: its address")
    faults.same(cell["clk"], ports["clk"]["bits"], f"{name}: clk")
    faults.same(cell["rst"], ports["rst"]["bits"], f"{name}: rst")
    for port in range(n_ports):
        to, to_port = links[number, port]
        far = cells[f"s{to}"]["connections"]
        link = f"{name} port {port} to switch {to} port {to_port}"
        faults.same(cell["out_valid_o"][port:port + 1], far["in_valid_i"][to_port:to_port + 1],
                    f"{link}: valid")
        faults.same(cell["out_ready_i"][port:port + 1], far["in_ready_o"][to_port:to_port + 1],
                    f"{link}: ready")
        faults.same(slice_of(cell["out_packet_o"], port, packet),
                    slice_of(far["in_packet_i"], to_port, packet), f"{link}: packet")
        if (number, port) not in feeders:
            faults.found.append(f"{name} port {port}: no link arrives here")
    for pin, bus, size in (("inject_valid_i", "inject_valid_i", lanes),
                           ("inject_ready_o", "inject_ready_o", lanes),
                           ("inject_packet_i", "inject_packet_i", lanes * packet),
                           ("eject_valid_o", "eject_valid_o", channels),
                           ("eject_packet_o", "eject_packet_o", channels * packet)):
        faults.same(cell[pin], slice_of(ports[bus]["bits"], number, size), f"{name}: {bus}")


def check(directory, links):
    """Compare the netlist in a directory with a table of links: (faults, bits compared)."""
    module = read_netlist(directory)
    cells, ports = module["cells"], module["ports"]
    switches = {a for a, _ in links} | {b for b, _ in links.values()}
    faults = Faults()
    expected = {f"s{number}" for number in switches}

    if set(cells) != expected:
        odd = sorted(set(cells) ^ expected)
        return [f"cells of the network that are not its switches, or missing: {odd[:4]}"], 0
    sizes = {key: value(text) for key, text in cells["s0"]["parameters"].items()}
    sizes.setdefault("PACKET_BITS", sizes["HEADER_BITS"] + sizes["DATA_BITS"])
    for name, cell in cells.items():
        own = {key: value(text) for key, text in cell["parameters"].items()}
        if not re.search(r"\bswitch\b", cell["type"]) or any(sizes[k] != own[k] for k in own):
            faults.found.append(f"{name}: another module or other parameters than s0")
    if set(links) != {(s, p) for s in switches for p in range(sizes["PORTS"])}:
        faults.found.append("the table of links does not have every port of every switch once")
        return faults.found, faults.compared
    feeders = set(links.values())
    for number in sorted(switches):
        check_switch(cells, number, links, feeders, ports, sizes, faults)
    return faults.found, faults.compared


def generate(spec, directory):
    subprocess.run([LOCKHOP, "rtl", spec, "-o", directory], check=True, capture_output=True)
    table = subprocess.run([LOCKHOP, "info", spec, "--links"], check=True, capture_output=True,
                           text=True)
    return read_links(table.stdout)


# Faults in network.v: a text, what replaces its first occurrence, and the link that suffers.
PLANTS = (
    (r"assign s1_in_valid\[0\] = s0_out_valid\[0\]", "assign s1_in_valid[0] = s0_out_valid[1]",
     "switch 0 port 0 to switch 1 port 0: valid"),
    (r"assign s0_out_ready\[1\] = s2_in_ready\[1\]", "assign s0_out_ready[1] = s2_in_ready[0]",
     "switch 0 port 1 to switch 2 port 1: ready"),
    (r"= s3_out_packet\[0\*PACKET_BITS", "= s3_out_packet[1*PACKET_BITS",
     "switch 3 port 0 to switch 2 port 0: packet"),
    (r"'d2\)", "'d3)", "switch 2: its address"),
    (r"inject_valid_i\[1\*LANES", "inject_valid_i[2*LANES", "switch 1: inject_valid_i"),
    (r"inject_packet_i\[2\*LANES", "inject_packet_i[3*LANES", "switch 2: inject_packet_i"),
    # Two drivers of one wire, which Yosys finds by itself.
    (r"eject_packet_o\[3\*CHANNELS", "eject_packet_o[2*CHANNELS", "problems in 'check -assert'"),
)


def self_test(directory, report):
    """Every planted fault must be found, at its place."""
    links = generate("hypercube:2", directory)
    path = os.path.join(directory, "network.v")
    with open(path, encoding="ascii") as file:
        good = file.read()
    for pattern, change, place in PLANTS:
        bad, count = re.subn(pattern, lambda _, text=change: text, good, count=1)
        with open(path, "w", encoding="ascii") as file:
            file.write(bad)
        try:
            found, _ = check(directory, links)
        except ValueError as error:
            found = [str(error)]
        report(count == 1 and any(place in text for text in found),
               f"planted fault is found: {place}", found)


def main(arguments):
    number = 0
    status = 0

    def report(good, text, found):
        nonlocal number, status
        number += 1
        print(f"{'ok' if good else 'not ok'} {number} - {text}")
        if not good:
            status = 1
            for fault in found[:10]:
                print(f"# {fault}")

    planted = "--self-test" in arguments
    specs = [a for a in arguments if a != "--self-test"] or \
        ["hypercube:1", "hypercube:2", "hypercube:3", "hypercube:4", "hypercube:6"]
    os.makedirs("build", exist_ok=True)
    for spec in specs:
        with tempfile.TemporaryDirectory(dir="build") as directory:
            try:
                found, compared = check(directory, generate(spec, directory))
            except (ValueError, subprocess.CalledProcessError) as error:
                found, compared = [str(error)], 0
            report(not found and compared > 0, f"{spec}: {compared} bits wired as its links say",
                   found)
    if planted:
        with tempfile.TemporaryDirectory(dir="build") as directory:
            self_test(directory, report)
    print(f"1..{number}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
