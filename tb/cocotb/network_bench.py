# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""network_bench -- a cocotb test of the module `network` that `lockhop rtl` writes.

The golden network's terminals feed the lanes of the design, and every pin of every switch is
compared in every cycle: the links of switch s are the wires s<number>_... inside.
"""
from __future__ import annotations

import json
import os

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly
from compare import Bits, Difference, first_difference, judge, value_of
from lockhop import Network

DESCRIPTION = json.loads(os.environ["LOCKHOP_DESCRIPTION"])


def drive(dut, network: Network) -> None:
    """What came in at the latest tick."""
    shape = network.shape
    valid = packets = seeds = 0
    for sw in range(shape.switches):
        inputs = network.inputs(sw)
        valid |= inputs.inject_valid << sw * shape.lanes
        seeds |= inputs.seed << sw * 64
        for lane in range(shape.lanes):
            packets |= shape.bus_put(sw * shape.lanes + lane, inputs.inject_packet[lane])
    dut.rst.value = int(inputs.rst)
    dut.phase_i.value = inputs.phase
    dut.seed_i.value = seeds
    dut.inject_valid_i.value = valid
    dut.inject_packet_i.value = packets


def shown(dut, network: Network) -> list[dict[str, Bits]]:
    """The pins of every switch."""
    shape = network.shape
    lanes, channels, bits = shape.lanes, shape.channels, shape.packet_bits
    ready = value_of(dut.inject_ready_o, shape.switches * lanes)
    valid = value_of(dut.eject_valid_o, shape.switches * channels)
    packets = value_of(dut.eject_packet_o, shape.switches * channels * bits)
    return [{
        "in_ready": value_of(getattr(dut, f"s{sw}_in_ready"), shape.queues),
        "out_valid": value_of(getattr(dut, f"s{sw}_out_valid"), shape.queues),
        "out_packet": value_of(getattr(dut, f"s{sw}_out_packet"), shape.ports * bits),
        "inject_ready": ready.part(sw * lanes, lanes),
        "eject_valid": valid.part(sw * channels, channels),
        "eject_packet": packets.part(sw * channels * bits, channels * bits)}
        for sw in range(shape.switches)]


async def reset(dut, network: Network) -> None:
    """Seeds the LFSRs, the highest first."""
    dut.rst.value = 1
    dut.phase_i.value = 0
    dut.inject_valid_i.value = 0
    dut.inject_packet_i.value = 0
    await FallingEdge(dut.clk)
    for index in reversed(range(network.shape.channels)):
        dut.seed_i.value = sum(network.seed(sw, index) << sw * 64
                               for sw in range(network.shape.switches))
        await FallingEdge(dut.clk)


def compare(dut, network: Network, number: int, golden: list) -> Difference | None:
    differences = (first_difference(number, sw, network.shape, golden[sw], pins)
                   for sw, pins in enumerate(shown(dut, network)))
    return next(filter(None, differences), None)


@cocotb.test()
async def golden_network(dut):
    """All switches in lock step."""
    with Network(**DESCRIPTION, pins=True) as network:
        cocotb.start_soon(Clock(dut.clk, 2, "ns").start())
        await reset(dut, network)
        number = 0
        while network.running:
            golden = [network.outputs(sw) for sw in range(network.shape.switches)]
            network.tick()
            drive(dut, network)
            await ReadOnly()
            judge("golden_network", compare(dut, network, number, golden))
            await FallingEdge(dut.clk)
            number += 1
        result = network.result()
        dut._log.info("%s: %d hops in %d cycles", network.shape.topology, result.hops,
                      result.cycles)
    assert result.hops > 0, "no packet has crossed a link: nothing was tested"
