# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""compare -- where a switch first shows something else than the golden one.

The order is that of `lockhop cosim`: out_valid, out_packet, in_ready, inject_ready, eject_valid,
eject_packet; the lowest port; header before data.
"""
from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lockhop import Outputs, Packet, Shape


class Difference(NamedTuple):
    cycle: int
    switch: int
    port: int
    field: str
    golden: int
    dut: int | str  # text where there is x or z
    vc: int

    def __str__(self) -> str:
        return f"cycle {self.cycle}, switch {self.switch}, port {self.port}, VC {self.vc}: " \
            f"{self.field} is {self.dut} and should be {self.golden}"


class Bits:
    """A part of a signal's value; any bit may be x or z."""

    def __init__(self, text: str) -> None:
        self.text = text

    def part(self, low: int, width: int) -> Bits:
        end = len(self.text) - low
        assert 0 <= end - width, f"the signal has {len(self.text)} bits"
        return Bits(self.text[end - width:end])

    def get(self, low: int, width: int) -> int | str:
        piece = self.part(low, width).text
        return int(piece, 2) if set(piece) <= {"0", "1"} else piece


def value_of(handle, width: int) -> Bits:
    """Of all of a signal, which must have so many bits."""
    text = str(handle.value)
    assert len(text) == width, f"{handle._name} has {len(text)} bits and should have {width}"
    return Bits(text)


def packets_offered(shape: Shape, valid: int) -> list[int]:
    """The ports of which some VC is valid."""
    return sorted({queue // shape.vcs for queue in range(shape.queues) if valid >> queue & 1})


def of_mask(field: str, width: int, vcs: int, golden: int, shown: Bits) -> Iterator[tuple]:
    for bit in range(width):
        yield bit // vcs, field, golden >> bit & 1, shown.get(bit, 1), bit % vcs


def of_packets(field: str, shape: Shape, ports: list[int], golden: list[Packet],
               shown: Bits) -> Iterator[tuple]:
    for half, low, width in (("header", 0, shape.header_bits),
                             ("data", shape.header_bits, shape.data_bits)):
        for port in ports:
            yield port, f"{field}_{half}", getattr(golden[port], half), \
                shown.get(port * shape.packet_bits + low, width), 0


def everything(shape: Shape, golden: Outputs, shown: dict[str, Bits]) -> Iterator[tuple]:
    """(port, field, golden, shown, VC) of all that is compared, in its order."""
    offered = packets_offered(shape, golden.out_valid)
    ejected = [c for c in range(shape.channels) if golden.eject_valid >> c & 1]
    yield from of_mask("out_valid", shape.queues, shape.vcs, golden.out_valid,
                       shown["out_valid"])
    for port, field, *values, _ in of_packets("out", shape, offered, golden.out_packet,
                                              shown["out_packet"]):
        vcs = golden.out_valid >> port * shape.vcs
        yield port, field, *values, (vcs & -vcs).bit_length() - 1
    yield from of_mask("in_ready", shape.queues, shape.vcs, golden.in_ready, shown["in_ready"])
    yield from of_mask("inject_ready", shape.lanes, 1, golden.inject_ready,
                       shown["inject_ready"])
    yield from of_mask("eject_valid", shape.channels, 1, golden.eject_valid,
                       shown["eject_valid"])
    yield from of_packets("eject", shape, ejected, golden.eject_packet, shown["eject_packet"])


def first_difference(cycle: int, switch: int, shape: Shape, golden: Outputs,
                     shown: dict[str, Bits]) -> Difference | None:
    for port, field, should, is_, vc in everything(shape, golden, shown):
        if should != is_:
            return Difference(cycle, switch, port, field, should, is_, vc)
    return None


def judge(test: str, difference: Difference | None) -> None:
    """Fails the test, and writes the difference to <test>.json in the folder LOCKHOP_OUTPUT."""
    if difference:
        file = Path(os.environ["LOCKHOP_OUTPUT"]) / f"{test}.json"
        file.write_text(json.dumps(difference._asdict()) + "\n", encoding="ascii")
    assert difference is None, f"first difference: {difference}"
