#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_pins -- what lists the ports of a switch agrees with cmodel/switch/bank/pins.def.

rtl/switch/switch.v and the table of docs/switch.md have the same ports in the same order, with the
same bits; the module of scripts/check_network.py has them in any order; sim/verilator/switch_top.v
has them with buses of its own.  Benches connect each of them.  Prints TAP.

    scripts/check_pins.py
    scripts/check_pins.py --self-test     a port less, of another width, or turned is reported
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Each says every port, or, by struct members and signals, every pin.
PORTS_IN = ("tb/dpi/bind.sv", "tb/vpi/bench.v", "tb/systemc/pins.h", "sim/systemc/shim.cpp",
            "tb/cocotb/switch_bench.py")
PINS_IN = ("sim/dut.h", "include/lockhop.h", "tb/dpi/switch_checker.sv", "sim/testbench/bench.v")
# What the module of a file may have beside: the last one for switches of others.
BESIDE = {"clk", "rst", "eject_ready_i"}


def pins_of_table(text):
    """[(port, direction, bits)]."""
    pins = []
    for kind, arguments in re.findall(r"^(CONTROL|LINK|TERMINAL)\((.*)\)$", text, re.M):
        name, *rest = arguments.split(", ")
        if kind == "CONTROL":
            pins.append((f"{name}_i", "input", rest[0]))
        else:
            suffix, per, bus = rest
            bits = f"{per}S" + ("*PACKET_BITS" if bus == "PACKETS" else "")
            pins.append((f"{name}_{suffix}", "input" if suffix == "i" else "output", bits))
    return pins


def ports_of_verilog(text):
    """[(port, direction, bits)] of the first module, but those in BESIDE."""
    text = re.sub(r"//.*|^`.*", "", text, flags=re.M)
    head = re.search(r"\)\s*\((.*?)\);", text, re.S).group(1)
    found = []
    for direction, bits, names in re.findall(
            r"(input|output)\s+wire\s+(?:\[([^]]*)-1:0\]|\[63:0\]|)\s*"
            r"([\w,\s]*?)(?=,?\s*(?:input|output|$))", head):
        found += [(name, direction, bits or "64") for name in re.findall(r"\w+", names)
                  if name not in BESIDE]
    return found


def ports_of_page(text):
    section = text.partition("## Ports of `switch`")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)_([io])` \| (\S+) \|", section, re.M)
    return [(f"{name}_{suffix}", "input" if suffix == "i" else "output", bits)
            for name, suffix, bits in rows]


def without_bits(ports):
    return sorted((port, direction) for port, direction, _ in ports)


def difference(found, expected):
    """Lines about what is in one of them alone, or about the order."""
    lines = [f"has {' '.join(row)}" for row in found if row not in expected]
    lines += [f"lacks {' '.join(row)}" for row in expected if row not in found]
    return lines or (["has another order"] if found != expected else [])


def unsaid(text, names):
    return [f"does not say {name}" for name in names if not re.search(rf"\b{name}\b", text)]


def check(read):
    """Yields (law, faults); read gives the text of a file."""
    pins = pins_of_table(read("cmodel/switch/bank/pins.def"))
    ports = [port for port, _, _ in pins]
    yield "rtl/switch/switch.v", difference(ports_of_verilog(read("rtl/switch/switch.v")), pins)
    yield "docs/switch.md", difference(ports_of_page(read("docs/switch.md")), pins)
    box = re.search(r"module switch #.*?endmodule", read("scripts/check_network.py"), re.S)
    yield "scripts/check_network.py", difference(sorted(ports_of_verilog(box.group(0))),
                                                 sorted(pins))
    top = [row for row in ports_of_verilog(read("sim/verilator/switch_top.v"))
           if not re.match(r"golden_|differ_|cycle_", row[0])]
    yield "sim/verilator/switch_top.v", difference(without_bits(top), without_bits(pins))
    for path in PORTS_IN:
        yield path, unsaid(read(path), ports)
    for path in PINS_IN:
        yield path, unsaid(read(path), [port[:-2] for port in ports])


def self_test():
    """Yields (law, faults): each edit is reported, and it alone."""
    for path, old, new, expected in (
            ("rtl/switch/switch.v", "[LANES-1:0]                inject_valid_i",
             "[PORTS-1:0]                inject_valid_i",
             ["has inject_valid_i input PORTS", "lacks inject_valid_i input LANES"]),
            ("rtl/switch/switch.v", "output wire [QUEUES-1:0]               in_ready_o",
             "input  wire [QUEUES-1:0]               in_ready_o",
             ["has in_ready_o input QUEUES", "lacks in_ready_o output QUEUES"]),
            ("docs/switch.md", "| `here_i` |", "| here_i |",
             ["lacks here_i input ADDRESS_BITS"]),
            ("tb/dpi/bind.sv", "eject_valid_o", "eject_o", ["does not say eject_valid_o"])):
        def read(name, path=path, old=old, new=new):
            text = (ROOT / name).read_text()
            return text.replace(old, new) if name == path else text
        found = {name: faults for name, faults in check(read) if faults}
        yield f"{path}: {expected[0]}", [] if found == {path: expected} else [str(found)]


def main():
    tests = list(self_test() if sys.argv[1:] == ["--self-test"]
                 else check(lambda path: (ROOT / path).read_text()))
    for number, (law, faults) in enumerate(tests, 1):
        print(f"{'not ok' if faults else 'ok'} {number} - {law}")
        for fault in faults:
            print(f"# {fault}")
    print(f"1..{len(tests)}")
    return any(faults for _, faults in tests)


if __name__ == "__main__":
    sys.exit(main())
