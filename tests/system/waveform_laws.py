#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""Laws of a lock-step waveform, read from the VCD that fst2vcd makes of it.

Usage: waveform_laws.py FILE.vcd PORTS LANES [first CYCLE SWITCH | cycles N | begins CYCLE]

In every cycle and at every recorded switch, differ is 1 exactly if the golden pins and those of
the design differ; what is ejected has no golden packet to compare with, so there it may be 1.
`first`: the first cycle with a difference, and a switch in it.  `cycles`: so many are recorded.
`begins`: the first that is recorded.
One VC, packets of one word.
"""

import sys

CYCLE = 10000  # ps
PINS = ("out_valid_o", "in_ready_o", "inject_ready_o", "eject_valid_o", "out_packet_o",
        "golden_valid_i", "golden_ready_i", "golden_eject_i", "golden_packet_i", "differ_i",
        "cycle_i")


def read(path):
    """By switch and pin, its value in the middle of each cycle: {cycle: {(sw, pin): value}}."""
    scopes, names, values, cycles, time = [], {}, {}, {}, None
    with open(path, encoding="ascii") as file:
        for line in file:
            words = line.split()
            if not words:
                continue
            if words[0] == "$scope":
                scopes.append(words[2])
            elif words[0] == "$upscope":
                scopes.pop()
            elif words[0] == "$var" and len(scopes) == 2 and words[4] in PINS:
                if scopes[1] == "switch_top":
                    names.setdefault(words[3], []).append((int(scopes[0][1:]), words[4]))
            elif words[0][0] == "#":
                if time is not None:
                    cycles[time // CYCLE] = dict(values)
                time = int(words[0][1:])
            elif words[0][0] == "b" and words[1] in names:
                for name in names[words[1]]:
                    values[name] = int(words[0][1:].replace("x", "0"), 2)
    if time % CYCLE:  # else it is the end of the last cycle
        cycles[time // CYCLE] = dict(values)
    return cycles


def differs(at, sw, ports):
    """Do the pins differ, and may an ejected packet?"""
    def pin(name):
        return at[sw, name]

    ready = pin("in_ready_o") | pin("inject_ready_o") << ports
    if (pin("out_valid_o") != pin("golden_valid_i") or ready != pin("golden_ready_i") or
            pin("eject_valid_o") != pin("golden_eject_i")):
        return True, False
    for port in range(ports):
        if pin("out_valid_o") >> port & 1:
            if (pin("out_packet_o") ^ pin("golden_packet_i")) >> 64 * port & (1 << 64) - 1:
                return True, False
    return False, pin("eject_valid_o") != 0


def main():
    cycles, ports = read(sys.argv[1]), int(sys.argv[2])
    seen = []
    for cycle, at in sorted(cycles.items()):
        for sw in sorted({key[0] for key in at}):
            if at[sw, "cycle_i"] != cycle:
                sys.exit(f"cycle {cycle} is called {at[sw, 'cycle_i']} at switch {sw}")
            plain, unknown = differs(at, sw, ports)
            if at[sw, "differ_i"] != plain and not (unknown and at[sw, "differ_i"]):
                sys.exit(f"cycle {cycle} switch {sw}: differ is {at[sw, 'differ_i']}, "
                         f"the pins say {int(plain)}")
            if at[sw, "differ_i"]:
                seen.append((cycle, sw))
    if sys.argv[4:5] == ["first"]:
        cycle, sw = int(sys.argv[5]), int(sys.argv[6])
        if not seen or seen[0] != (cycle, sw):
            sys.exit(f"the first difference is at {seen[:1]}, not in cycle {cycle} at {sw}")
    if sys.argv[4:5] == ["cycles"] and sorted(cycles) != list(range(int(sys.argv[5]))):
        sys.exit(f"recorded are cycles {sorted(cycles)}, not {sys.argv[5]} of them")
    if sys.argv[4:5] == ["begins"] and min(cycles) != int(sys.argv[5]):
        sys.exit(f"the first cycle is {min(cycles)}, not {sys.argv[5]}")
    print(len(cycles), "cycles,", len(seen), "differences")


main()
