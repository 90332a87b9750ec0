#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""view_laws -- judges what GTKWave showed of the dumps that test_gtkwave.sh recorded.

What a view must say is taken from the run's own result (JSON) and from its list of packets,
never from the dump.  Usage: view_laws.py DIRECTORY DUMP...  Prints TAP.
"""
import collections
import json
import pathlib
import re
import struct
import sys

CYCLE_PS = 10000
PACKET = re.compile(r"#(\d+)((?: \w+=\d+)+)$")
SECTIONS = ["links out", "queues", "links in", "inject", "eject"]

# Fields of a header; the first is the destination, where there is one.
FIELDS = {
    "deterministic": ["destination"],
    "rand-sync": ["final", "immediate"],
    "rand-trans": ["final", "immediate"],
    "drand-trans-ooo": ["destination", "mask"],
    "source-vector": ["b", "broadcast", "delta", "gamma", "pi", "skip_self"],
}
NO_DESTINATION = ["source-vector"]

# Names of the ports of a swapped dragonfly, each on a line of its own above its port.
PORT_NAME = re.compile(r"hold|last hold|local \d+|global \d+")

# A row within a switch.  The label "golden" is the golden model's.  The index is a number, or
# a port and a VC.
Row = collections.namedtuple("Row", "switch section label index")


class View:
    """One dump in GTKWave: the view as saved, and a copy with all groups open."""

    def __init__(self, directory, name):
        self.name = name
        self.directory = directory
        self.result = json.loads((directory / f"{name}.json").read_text())
        self.status = int((directory / f"{name}.status").read_text())
        self.save = (directory / f"{name}.gtkw").read_text()
        self.shown = self.lines(f"{name}.view")
        self.opened = self.lines(f"{name}-open.view")
        messages = directory / f"{name}-open.messages"
        self.messages = messages.read_text(errors="replace")
        self.port_names = {}  # {(switch, port): name}
        self.packets = {}  # number: (source, destination)
        schedule = (directory / f"{name}.schedule").read_text().splitlines()
        entries = [line for line in schedule if not line.startswith("#")]
        for number, line in enumerate(entries):
            _, source, destination, *_ = line.split()
            self.packets[number] = (int(source), int(destination))
        self.values = self.read_values()  # {cycle: {Row: value}}

    def lines(self, file):
        text = (self.directory / file).read_text(errors="replace")
        return [line.split("|")[1:] for line in text.splitlines()
                if line.startswith("view|")]

    def one(self, kind):
        found = [line[1:] for line in self.shown if line[0] == kind]
        assert len(found) == 1, f"GTKWave printed {len(found)} lines '{kind}'"
        return [int(number) for number in found[0]]

    def read_values(self):
        values = collections.defaultdict(dict)
        switch = section = name = None
        for kind, *rest in self.opened:
            if kind != "value":
                continue
            cycle, label, value = int(rest[0]), rest[2].strip(), rest[3].strip()
            group = re.match(r"switch (\d+) \([\d.]+\)$", label)
            indexed = re.match(r"(\w+)\[(\d+)\](?:\[(\d+)\])?$", label)
            if label == "clk":
                switch = section = name = None
            elif PORT_NAME.fullmatch(label):
                name = label
            elif group:
                switch = int(group[1])
            elif label in SECTIONS:
                section = label
            elif label in ("differ", "phase"):
                values[cycle][Row(switch, None, label, 0)] = value
            elif indexed and switch is not None:
                index = int(indexed[2])
                if name is not None:
                    known = self.port_names.setdefault((switch, index), name)
                    assert known == name, f"port {index} of {switch}: {known} and {name}"
                    name = None
                if indexed[3] is not None:
                    index = (index, int(indexed[3]))
                row = Row(switch, section, indexed[1], index)
                assert row not in values[cycle], f"two rows {row}"
                values[cycle][row] = value
        return values

    def select(self, section, label):
        """All (cycle, row, value) of one kind of row."""
        return [(cycle, row, value) for cycle, rows in self.values.items()
                for row, value in rows.items()
                if row.section == section and row.label == label]

    def at(self, cycle, row, label):
        return self.values[cycle][row._replace(label=label)]

    def vcs_at(self, cycle, row, label):
        """The VCs whose bit of that label is 1 at the port of `row`; one VC is 0."""
        plain = row._replace(label=label)
        if plain in self.values[cycle]:
            return [0] if self.values[cycle][plain] == "1" else []
        found = [at.index[1] for at, value in self.values[cycle].items()
                 if at._replace(index=row.index) == plain and at.index[0] == row.index
                 and value == "1"]
        assert row._replace(label=label, index=(row.index, 0)) in self.values[cycle]
        return found

    def fields(self, value):
        """{field: number} of a packet shown as words, "#" its number."""
        words = PACKET.match(value)
        assert words, f"'{value}' is not a packet in words"
        fields = dict(pair.split("=") for pair in words[2].split())
        equal(sorted(fields), sorted(FIELDS[self.result["routing"]]), f"fields of '{value}'")
        return {"#": int(words[1]), **{name: int(word) for name, word in fields.items()}}

    def packet(self, value):
        """Number of a packet shown as words, checked against the list; None: no packet."""
        if value == "":
            return None
        fields = self.fields(value)
        if self.result["routing"] in NO_DESTINATION:
            assert fields["#"] in self.packets, f"'{value}' is no packet of the list"
            return fields["#"]
        destination = fields[FIELDS[self.result["routing"]][0]]
        equal(destination, self.packets[fields["#"]][1], f"destination of '{value}'")
        return fields["#"]

    def moves(self, cycle, row, valid, ready):
        """Is a packet there taken?  With one VC, `valid` may have no row."""
        if ready is None:
            return True
        offered = [0]
        if row._replace(label=ready, index=(row.index, 0)) in self.values[cycle]:
            offered = self.vcs_at(cycle, row, valid)
            equal(len(offered), 1, f"vcs offered in cycle {cycle}, {row}")
        return offered[0] in self.vcs_at(cycle, row, ready)

    def transfers(self, section, label, ready):
        """(cycle, row, number) of the packets that move at the end of their cycle."""
        found = [(cycle, row, self.packet(value))
                 for cycle, row, value in self.select(section, label)]
        valid = label.replace("packet", "valid")
        return [(cycle, row, number) for cycle, row, number in found
                if number is not None and self.moves(cycle, row, valid, ready)]


def equal(found, expected, what):
    assert found == expected, f"{what}: {found} instead of {expected}"


# --- laws of every view ---

def every_row_is_shown(view):
    written = [line for line in view.save.splitlines() if line[0] not in "[@*^"]
    assert len(written) > 20, f"the save file has only {len(written)} rows"
    equal(view.one("rows"), [len(written)], "rows")


def nothing_is_missing(view):
    assert view.opened and view.opened[-1] == ["end"], "GTKWave did not come to the end"
    bad = [line for line in view.messages.splitlines()
           if re.search("could not|not found|error", line, re.I)]
    assert not bad, f"{len(bad)} messages of GTKWave, the first: {bad[0]}"


def marker_is_visible(view):
    marker, _ = view.one("marker")
    first, last = view.one("window")
    assert first <= marker <= last, f"marker {marker} is not in {first}..{last}"


def valid_agrees_with_packets(view):
    for cycle, row, value in view.select("links out", "out_packet"):
        shown = view.packet(value) if view.result["outcome"] == "PASS" else value or None
        valid = view.vcs_at(cycle, row, "out_valid")
        equal(len(valid), shown is not None, f"cycle {cycle}, {row}")


def picture_is_left(view):
    picture = (view.directory / f"{view.name}.png").read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n", "it is not a PNG file"
    width, height = struct.unpack(">II", picture[16:24])
    assert width > 1000 and height > 700, f"{width} x {height} pixels"


# --- laws of runs in which all went well ---

def run_passed(view):
    equal((view.status, view.result["outcome"]), (0, "PASS"), "status and outcome")


def marker_is_at_the_beginning(view):
    equal(view.one("marker"), [CYCLE_PS, -1], "marker and marker A")


def every_hop_is_seen(view):
    hops = view.transfers("links out", "out_packet", "out_ready")
    equal(len(hops), view.result["hops"], "packets sent")
    received = view.transfers("links in", "in_packet", "in_ready")
    equal(len(received), len(hops), "packets received")


def every_packet_enters_and_leaves(view):
    entered = {number: row.switch for _, row, number in
               view.transfers("inject", "inject_packet", "inject_ready")}
    left = {number: row.switch for _, row, number in
            view.transfers("eject", "eject_packet", None)}
    equal(entered, {n: source for n, (source, _) in view.packets.items()}, "injected")
    equal(left, {n: there for n, (_, there) in view.packets.items()}, "ejected")


# --- laws of lock step ---

# The row that the row "golden" of a section is compared with.
TWINS = {"links out": "out_packet", "links in": "in_ready", "inject": "inject_ready"}


def twin_of(row):
    if row.section == "links out" and isinstance(row.index, tuple):
        return "out_valid"
    return TWINS[row.section]


def differences(view, cycle):
    """Rows of a cycle in which the design under test differs from the golden model."""
    found = []
    for row, golden in view.values[cycle].items():
        if row.label != "golden":
            continue
        if row.section == "eject":
            shown = "1" if view.at(cycle, row, "eject_packet") else "0"
        else:
            shown = view.at(cycle, row, twin_of(row))
        if shown != golden:
            found.append(row)
    return found


def machines_agree_in_every_cycle(view):
    assert any(row.label == "golden" for row in view.values[0]), "no golden model"
    for cycle in view.values:
        equal(differences(view, cycle), [], f"differences in cycle {cycle}")


def run_differed(view):
    equal((view.status, view.result["outcome"]), (1, "DIFFER"), "status and outcome")


def marker_is_at_the_difference(view):
    time = view.result["difference"]["cycle"] * CYCLE_PS
    equal(view.one("marker"), [time, time], "marker and marker A")
    assert "[markername] ADIFFER\n" in view.save, "marker A has no name"


def difference_is_seen_at_the_marker(view):
    told = view.result["difference"]
    cycle = told["cycle"]
    place = Row(told["switch"], "links out", "golden", told["port"])
    assert told["field"].startswith("out_"), f"the fault shows in {told['field']}"
    assert place in differences(view, cycle), f"{place} does not differ"
    if told["field"] == "out_data":
        last = view.result["packets"] - 1
        mask = (1 << max(1, last.bit_length())) - 1  # the number of the last packet
        low = [int(str(told[side]), 0) & mask for side in ("golden", "dut")]
        golden, dut = [last if last and number == mask else number for number in low]
        assert view.at(cycle, place, "golden").startswith(f"#{golden} "), "golden packet"
        assert view.at(cycle, place, "out_packet").startswith(f"#{dut} "), "DUT packet"
    for earlier in range(cycle):
        equal(differences(view, earlier), [], f"differences in cycle {earlier}")


def differ_is_raised_where_links_differ(view):
    told = view.result["difference"]
    raised = sorted({(cycle, row.switch) for cycle, row, value in view.select(None, "differ")
                     if value == "1" and cycle <= told["cycle"]})
    seen = sorted({(told["cycle"], row.switch) for row in differences(view, told["cycle"])})
    assert (told["cycle"], told["switch"]) in raised, f"differ is 0 at {told['switch']}"
    equal(raised, seen, "differ")


def difference_comes_first(view):
    told = view.result["difference"]
    rows = [row for row in view.values[told["cycle"]] if row.section]
    equal((rows[0].switch, rows[0].index), (told["switch"], told["port"]), "first row")


# --- laws of other routings ---

# A packet whose immediate destination is the final one is in its second phase, and in
# VC 1.
def vc_is_the_phase(view):
    seen = set()
    for section, label in [("links out", "out_packet"), ("links in", "in_packet")]:
        for cycle, row, value in view.select(section, label):
            if value == "":
                continue
            fields = view.fields(value)
            second = fields["immediate"] == fields["final"]
            found = view.vcs_at(cycle, row, label.replace("packet", "valid"))
            equal(found, [int(second)], f"virtual channel of '{value}' in cycle {cycle}, {row}")
            seen.add(second)
    equal(seen, {False, True}, "phases seen")


def golden_dump_says_the_same(view):
    golden = View(view.directory, view.name.replace("array", "golden"))
    compared = 0
    for cycle, rows in golden.values.items():
        for row, value in rows.items():
            if row.section == "queues":
                continue
            equal(view.values[cycle][row], value, f"cycle {cycle}, {row}")
            compared += 1
    equal(len(golden.values), len(view.values), "cycles")
    assert compared > 1000, f"{compared} values compared"


# Bits of the mask are cleared, lowest first, until none is left.
def masks_descend(view):
    hops = collections.defaultdict(list)
    for cycle, row, number in view.transfers("links out", "out_packet", "out_ready"):
        mask = view.fields(view.values[cycle][row])["mask"]
        hops[number].append((cycle, mask))
    for number, masks in hops.items():
        shown = [mask for _, mask in sorted(masks)]
        equal(shown, sorted(shown, reverse=True), f"masks of packet {number}")
    assert hops, "no packet was seen"


# The count in a header says which hop has just been made, and the vector by which port.
def ports_are_those_of_the_vector(view):
    seen = set()
    for cycle, row, value in view.select("links out", "out_packet"):
        if value == "":
            continue
        fields = view.fields(value)
        name = {2: f"local {fields['delta']}", 1: f"global {fields['gamma']}",
                0: f"local {fields['pi']}"}[fields["b"]]
        if name == "local 0":
            name = "hold" if fields["b"] == 2 else "last hold"
        equal(view.port_names[row.switch, row.index], name, f"'{value}' in cycle {cycle}, {row}")
        seen.add(name)
    equal(sorted(seen), sorted(set(view.port_names.values())), "ports used")


def phase_rises_once(view):
    phases = [rows[Row(None, None, "phase", 0)] for _, rows in sorted(view.values.items())]
    assert re.match(r"0+1+$", "".join(phases)), f"phases {phases}"


# A packet waits where its first phase ends, and no longer than that phase lasts.
def store_holds_what_waits(view):
    waited = 0
    for cycle, row, value in view.select("queues", "waiting_store"):
        if value:
            equal(view.fields(value)["immediate"], row.switch, f"'{value}' in {row}")
            waited += 1
    assert waited, "no packet waited"
    last = max(view.values)
    for cycle, row, value in view.select("queues", "waiting_store"):
        assert cycle < last or not value, f"{row} still holds '{value}'"


GENERAL = [every_row_is_shown, nothing_is_missing, marker_is_visible,
           valid_agrees_with_packets, picture_is_left]
PASSED = [run_passed, marker_is_at_the_beginning, every_hop_is_seen,
          every_packet_enters_and_leaves]
CASES = [
    ("golden", GENERAL + PASSED),
    ("array", GENERAL + PASSED + [machines_agree_in_every_cycle]),
    ("network", GENERAL + PASSED + [machines_agree_in_every_cycle]),
    ("vcs-golden", GENERAL + PASSED + [vc_is_the_phase]),
    ("vcs-array", GENERAL + PASSED + [machines_agree_in_every_cycle, vc_is_the_phase,
                                          golden_dump_says_the_same]),
    ("mask-golden", GENERAL + PASSED + [masks_descend]),
    ("sync-array", GENERAL + PASSED + [machines_agree_in_every_cycle, phase_rises_once,
                                       store_holds_what_waits]),
    ("dragonfly-array", GENERAL + PASSED + [machines_agree_in_every_cycle,
                                            ports_are_those_of_the_vector]),
    ("broken", GENERAL + [run_differed, marker_is_at_the_difference,
                          difference_is_seen_at_the_marker,
                          differ_is_raised_where_links_differ, difference_comes_first]),
]


def main():
    directory = pathlib.Path(sys.argv[1])
    number = failed = 0
    for name, laws in (case for case in CASES if case[0] in sys.argv[2:]):
        view = why = None
        try:
            view = View(directory, name)
        except (AssertionError, OSError, ValueError) as error:
            why = f"the view cannot be read: {error}"
        for law in laws:
            number += 1
            fault = why
            try:
                if view:
                    law(view)
            except (AssertionError, KeyError, IndexError) as error:
                fault = f"{type(error).__name__}: {error}"
            failed += fault is not None
            print(f"{'not ok' if fault else 'ok'} {number} - {name}: "
                  f"{law.__name__.replace('_', ' ')}")
            if fault:
                print(f"# {fault}")
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
