# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""judged_bench -- a cocotb test of the module `network`, whose switches are judged by what they do.

run.py takes it in place of network_bench where compare is flow or delivery: there is no golden
switch, and the library makes the run of `lockhop cosim` around the design.
"""
from __future__ import annotations

import json
import os
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly
from compare import Bits, packets_offered
from lockhop import Network, Outputs, Shape
from network_bench import DESCRIPTION, drive, reset, shown

MASKS = ("in_ready", "out_valid", "inject_ready", "eject_valid")


def fail(cycle: int, switch: int, text: str, **more) -> None:
    """The test fails, and judged_network.json says why."""
    file = Path(os.environ["LOCKHOP_OUTPUT"]) / "judged_network.json"
    said = {"cycle": cycle, "switch": switch, "text": text, **more}
    file.write_text(json.dumps(said) + "\n", encoding="ascii")
    raise AssertionError(f"first difference: {text}")


def known(bits: Bits) -> int:
    """As a number, in which x and z are 0."""
    return int("".join("1" if bit == "1" else "0" for bit in bits.text), 2)


def outputs_of(shape: Shape, pins: dict[str, Bits]) -> Outputs:
    """Packets without a valid bit are 0."""
    outputs = Outputs(**{name: known(pins[name]) for name in MASKS})
    bits = shape.packet_bits
    for port in packets_offered(shape, outputs.out_valid):
        outputs.out_packet[port] = shape.bus_get(
            known(pins["out_packet"].part(port * bits, bits)), 0)
    for channel in range(shape.channels):
        if outputs.eject_valid >> channel & 1:
            outputs.eject_packet[channel] = shape.bus_get(
                known(pins["eject_packet"].part(channel * bits, bits)), 0)
    return outputs


def unknown(shape: Shape, outputs: Outputs, pins: dict[str, Bits]) -> str | None:
    """The first pin that means something and has an x or z."""
    for name in MASKS:
        if set(pins[name].text) - {"0", "1"}:
            return name
    bits = shape.packet_bits
    for name, places in (
            ("out_packet", packets_offered(shape, outputs.out_valid)),
            ("eject_packet", [c for c in range(shape.channels)
                              if outputs.eject_valid >> c & 1])):
        for place in places:
            if set(pins[name].part(place * bits, bits).text) - {"0", "1"}:
                return name
    return None


def check_settled(network: Network, cycle: int, before: list[Outputs],
                  pins: list[dict[str, Bits]]) -> None:
    """With the inputs of the cycle every switch shows what it has shown, and no x."""
    for sw, shows in enumerate(pins):
        after = outputs_of(network.shape, shows)
        name = unknown(network.shape, after, shows)
        if name:
            fail(cycle, sw, f"cycle {cycle}, switch {sw}, {name} shows an x")
        if bytes(after) != bytes(before[sw]):
            fail(cycle, sw, f"cycle {cycle}, switch {sw}, outputs depend on inputs of the same "
                            "cycle (Moore law, docs/switch.md)")


@cocotb.test()
async def judged_network(dut):
    """All switches, and the terminals of the traffic around them."""
    with Network(**DESCRIPTION, pins=True) as network:
        cocotb.start_soon(Clock(dut.clk, 2, "ns").start())
        await reset(dut, network)
        cycle = 0
        while network.running:
            before = [outputs_of(network.shape, pins) for pins in shown(dut, network)]
            for sw, outputs in enumerate(before):
                network.show(sw, outputs)
            network.tick()
            drive(dut, network)
            await ReadOnly()
            if not network.inputs(0).rst:
                check_settled(network, cycle, before, shown(dut, network))
            await FallingEdge(dut.clk)
            cycle += 1
        verdict, result = network.verdict(), network.result()
        dut._log.info("%s: %d cycles, %d of %d packets arrived", network.shape.topology, cycle,
                      result.delivered, result.deliveries)
        if verdict.broken:
            fail(verdict.cycle, verdict.sw, verdict.text, rule=verdict.rule, port=verdict.port,
                 vc=verdict.vc)
    assert result.outcome.name == "PASS", result.outcome.name
