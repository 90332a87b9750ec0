# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""switch_bench -- cocotb tests of the module `switch`, with the golden switch beside it.

run.py sets LOCKHOP_DESCRIPTION, the keyword arguments of lockhop.Network as JSON, and compiles
the design with the parameters that this network gives its switches.
"""
from __future__ import annotations

import json
import os
from random import Random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly
from compare import Bits, Difference, first_difference, judge, packets_offered, value_of
from lockhop import Inputs, Network, Outputs, Shape, Switch

DESCRIPTION = json.loads(os.environ["LOCKHOP_DESCRIPTION"])
SWITCH = os.environ.get("LOCKHOP_SWITCH", "")  # of golden_network: that one; else all in turn
RANDOM_CYCLES = 600  # of random_stimuli


class Pins:
    """The pins of a switch."""

    def __init__(self, dut, shape: Shape) -> None:
        self.dut = dut
        self.shape = shape

    def drive(self, inputs: Inputs) -> None:
        dut, shape = self.dut, self.shape
        dut.rst.value = int(inputs.rst)
        dut.here_i.value = inputs.here
        dut.seed_i.value = inputs.seed
        dut.phase_i.value = inputs.phase
        dut.in_valid_i.value = inputs.in_valid
        dut.out_ready_i.value = inputs.out_ready
        dut.inject_valid_i.value = inputs.inject_valid
        dut.in_packet_i.value = sum(
            shape.bus_put(port, inputs.in_packet[port]) for port in range(shape.ports))
        dut.inject_packet_i.value = sum(
            shape.bus_put(lane, inputs.inject_packet[lane]) for lane in range(shape.lanes))

    def shown(self) -> dict[str, Bits]:
        dut, shape = self.dut, self.shape
        return {
            "in_ready": value_of(dut.in_ready_o, shape.queues),
            "out_valid": value_of(dut.out_valid_o, shape.queues),
            "out_packet": value_of(dut.out_packet_o, shape.ports * shape.packet_bits),
            "inject_ready": value_of(dut.inject_ready_o, shape.lanes),
            "eject_valid": value_of(dut.eject_valid_o, shape.channels),
            "eject_packet": value_of(dut.eject_packet_o, shape.channels * shape.packet_bits)}

    async def reset(self, here: int, seeds: list[int]) -> None:
        """One cycle for each seed."""
        for seed in seeds:
            self.drive(Inputs(rst=True, here=here, seed=seed))
            await FallingEdge(self.dut.clk)

    async def cycle(self, number: int, switch: int, golden: Outputs,
                    inputs: Inputs) -> Difference | None:
        """One clock cycle, from the falling edge before it.  The outputs are compared while the
        inputs of the cycle are there, so that an output that depends on one is found."""
        self.drive(inputs)
        await ReadOnly()
        difference = first_difference(number, switch, self.shape, golden, self.shown())
        await FallingEdge(self.dut.clk)
        return difference


async def started(dut, shape: Shape) -> Pins:
    pins = Pins(dut, shape)
    pins.drive(Inputs(rst=True))
    cocotb.start_soon(Clock(dut.clk, 2, "ns").start())
    await FallingEdge(dut.clk)
    return pins


# ---- As one switch of a golden network ----

async def replay(pins: Pins, network: Network, sw: int, cycles: float) -> Difference | None:
    """At most so many cycles of the network, with the design in the place of one switch."""
    network.reset()
    await pins.reset(network.here(sw), [network.seed(sw, index) for index in
                                        reversed(range(network.shape.channels))])
    number = 0
    while network.running and number < cycles:
        golden = network.outputs(sw)
        network.tick()
        difference = await pins.cycle(number, sw, golden, network.inputs(sw))
        if difference:
            return difference
        number += 1
    return None


@cocotb.test()
async def golden_network(dut):
    """What comes in at each switch of a golden network in turn: the first difference is that of
    the network in lock step."""
    with Network(**DESCRIPTION, pins=True) as network:
        pins = await started(dut, network.shape)
        first = None
        for sw in [int(SWITCH)] if SWITCH else range(network.shape.switches):
            first = await replay(pins, network, sw,
                                 first.cycle if first else float("inf")) or first
        result = network.result()
        dut._log.info("%s: %d hops in %d cycles", network.shape.topology, result.hops,
                      result.cycles)
    judge("golden_network", first)
    assert result.hops > 0, "no packet has crossed a link: nothing was tested"


# ---- Random stimuli ----

class Stimuli:
    """Random inputs: traffic that swells and ebbs, neighbours that are ready at times, resets,
    and noise where inputs mean nothing."""

    def __init__(self, network: Network, seed: int) -> None:
        self.network = network
        self.shape = network.shape
        self.numbers = Random(seed)
        self.resets = 0  # cycles of reset that are left
        self.sent: list[int] = []  # headers of packets under way
        self.load = self.ready = 0.5

    def mask(self, width: int, share: float) -> int:
        return sum((self.numbers.random() < share) << bit for bit in range(width))

    def see(self, golden: Outputs) -> None:
        """What leaves comes in again somewhere, so that packets arrive, too."""
        for port in packets_offered(self.shape, golden.out_valid):
            self.sent = [*self.sent[-15:], golden.out_packet[port].header]

    def header(self) -> int:
        if self.sent and self.numbers.random() < 0.5:
            return self.numbers.choice(self.sent)
        terminals = range(self.shape.terminals)
        return self.network.header(self.numbers.choice(terminals), self.numbers.choice(terminals),
                                   self.numbers.getrandbits(64))

    def next(self, number: int) -> Inputs:
        shape, numbers = self.shape, self.numbers
        if number % 40 == 0:
            self.load, self.ready = numbers.choice((0.2, 0.9)), numbers.choice((0.2, 0.9))
        if numbers.random() < 0.01:
            self.resets = shape.channels if shape.random else 1
        inputs = Inputs(
            rst=self.resets > 0, here=self.network.here(numbers.randrange(shape.switches)),
            seed=numbers.getrandbits(64), phase=numbers.getrandbits(shape.phase_bits),
            out_ready=self.mask(shape.queues, self.ready),
            inject_valid=self.mask(shape.lanes, self.load))
        for port in range(shape.ports):  # of one VC at most
            if numbers.random() < self.load:
                inputs.in_valid |= 1 << port * shape.vcs + numbers.randrange(shape.vcs)
        for packets in (inputs.in_packet, inputs.inject_packet):
            for packet in packets[:max(shape.ports, shape.lanes)]:
                packet.header = self.header()
                packet.data = numbers.getrandbits(shape.data_bits)
        self.resets = max(0, self.resets - 1)
        return inputs


@cocotb.test()
async def random_stimuli(dut):
    """Random inputs for the design and for one golden switch."""
    alone = {name: value for name, value in DESCRIPTION.items()
             if name not in ("traffic", "packets", "cycles", "pins", "disturb")}
    met = {"sent": 0, "stalled": 0, "refused": 0, "ejected": 0, "resets": 0}
    with Network(**DESCRIPTION) as network, Switch(**alone) as golden:
        assert network.shape.parameters() == golden.shape.parameters()
        stimuli = Stimuli(network, DESCRIPTION.get("seed", 1))
        pins = await started(dut, golden.shape)
        for index in range(golden.shape.channels):
            golden.tick(Inputs(rst=True, seed=index))
        await pins.reset(0, list(range(golden.shape.channels)))
        for number in range(RANDOM_CYCLES):
            inputs, outputs = stimuli.next(number), golden.outputs()
            judge("random_stimuli", await pins.cycle(number, 0, outputs, inputs))
            golden.tick(inputs)
            stimuli.see(outputs)
            met["sent"] += bool(outputs.out_valid & inputs.out_ready)
            met["stalled"] += bool(outputs.out_valid & ~inputs.out_ready)
            met["refused"] += bool(inputs.in_valid & ~outputs.in_ready)
            met["ejected"] += bool(outputs.eject_valid)
            met["resets"] += inputs.rst
    dut._log.info("cycles of %d with: %s", RANDOM_CYCLES, met)
    assert all(met.values()), f"the stimuli have left something out: {met}"
