# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""report_run -- the run of a result once more, in the golden model, with what crosses each link.

A result names its command line; the golden model makes the same run from it, so nothing has to be
recorded while it is made.  Its numbers are compared with those of the result: a result of another
version, or of other files, is refused.
"""
import pathlib
import shlex
import sys
from typing import NamedTuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tb/python"))
import lockhop  # noqa: E402  pylint: disable=wrong-import-position

# More are not shown: a page with more could not be read.
SWITCHES, CYCLES, CROSSINGS = 256, 4000, 200_000
# Options of a command line that are of the run, and so of the library; others say what is
# compared, written and shown.
OF_RUN = ("routing", "packets", "depth", "lanes", "vcs", "sends", "store", "data-bits", "seed",
          "cycles", "disturb", "failed")
FLAGS = ("no-skip", "quiet", "strict", "exercise", "lint")


class ReportError(Exception):
    """What is wrong, in one line."""


class Packet(NamedTuple):
    """A packet of the schedule, and when it arrived: None if it did not, or as copies."""
    start: int
    source: int
    destination: int
    arrived: int | None
    hops: int


class Crossing(NamedTuple):
    """A packet crosses the link at `port` of `switch` at the end of a cycle."""
    cycle: int
    switch: int
    port: int
    packet: int


class Run(NamedTuple):
    """A run that was made again."""
    shape: lockhop.Shape
    cycles: int
    packets: list[Packet]
    crossings: list[Crossing]
    links: dict[tuple[int, int], tuple[int, int]]  # (switch, port) -> (switch, port)


def options_of(command):
    """(what `lockhop.Network` takes, why the run cannot be shown) of a command line."""
    words = shlex.split(command)[2:]
    options, positional, i = {}, [], 0
    while i < len(words):
        name = words[i].removeprefix("--")
        if words[i] == "-q":
            pass
        elif not words[i].startswith("--"):
            positional.append(words[i])
        elif name not in FLAGS:
            name, _, value = name.partition("=")
            if not value:
                i += 1
                value = words[i] if i < len(words) else ""
            if name in OF_RUN:
                options[name.replace("-", "_")] = value
            elif name == "data" and value != "number":
                return None, "packets of --data other than number have no number"
        i += 1
    if len(positional) != 2:
        return None, "its command line has no SPEC and TRAFFIC"
    for name in ("packets", "depth", "lanes", "vcs", "sends", "store", "data_bits", "seed",
                 "cycles"):
        if options.get(name, "").isdecimal():
            options[name] = int(options[name])
    if options.get("depth") == 0:
        options["depth"] = lockhop.ZERO
    return {"topology": positional[0], "traffic": positional[1], **options}, None


def number_of(data, shift, count):
    """The number of a packet: the low bits of its data above those of the terminal.  Those of the
    last packet are all 1."""
    mask = (1 << max(1, (count - 1).bit_length())) - 1
    number = data >> shift & mask
    return count - 1 if number == mask else number


def numbered(deliveries, entries):
    """By how many bits numbers are shifted; None: the data have no numbers."""
    count = len(entries)
    for shift in range(7):
        numbers = [number_of(delivery.packet.data, shift, count) for delivery in deliveries]
        if all(number < count and entries[number].destination in (delivery.terminal, lockhop.ALL)
               for number, delivery in zip(numbers, deliveries)):
            return shift
    return None


def ticked(network, links):
    """(cycles, crossings with data in place of numbers) of a run that is made to its end."""
    shape, cycles, crossings = network.shape, 0, []
    while network.running:
        offers = []
        for switch in range(shape.switches):
            outputs = network.outputs(switch)
            if outputs.out_valid:
                offers.append((switch, outputs))
        network.tick()
        for switch, outputs in offers:
            inputs = network.inputs(switch)
            crosses = 0 if inputs.rst else outputs.out_valid & inputs.out_ready
            for port in range(shape.ports):
                if crosses >> port * shape.vcs & (1 << shape.vcs) - 1 and (switch, port) in links:
                    crossings.append((cycles, switch, port, outputs.out_packet[port].data))
        cycles += 1
        if cycles > CYCLES or len(crossings) > CROSSINGS:
            return None
    return cycles, crossings


def again(result):
    """(a Run, None), or (None, why there is none)."""
    options, why = options_of(result["command"])
    if why:
        return None, why
    if result["switches"] > SWITCHES:
        return None, f"the network has more than {SWITCHES} switches"
    if result.get("level"):
        return None, "a collective in the one-port model has engines in place of switches"
    if result["lanes"] and "lanes" not in options:
        options["lanes"] = result["lanes"]
    for name in ("depth", "vcs", "routing"):
        if result.get(name) is not None:
            options[name] = result[name]
    options["depth"] = options.get("depth") or lockhop.ZERO
    try:
        with lockhop.Network(**options, pins=True) as network:
            shape = network.shape
            links = {}
            for switch in range(shape.switches):
                for port in range(shape.ports):
                    far = network.link(switch, port)
                    if far.to_switch != lockhop.NOWHERE:
                        links[switch, port] = tuple(far)
            entries = list(network.schedule())
            made = ticked(network, links)
            if made is None:
                return None, f"the run has more than {CYCLES} cycles or {CROSSINGS} crossings"
            deliveries = list(network.deliveries())
            found = network.result()
    except (lockhop.Error, ValueError, OverflowError) as error:
        return None, f"the library does not make this run: {error}"
    for key in ("steps", "hops"):
        if result["outcome"] == "PASS" and result.get(key) is not None and \
                result[key] != getattr(found, key):
            raise ReportError(f"{key} is {result[key]}, and the same command line gives "
                              f"{getattr(found, key)} now: make the run again")
    shift = numbered(deliveries, entries)
    if shift is None:
        return None, "the data of its packets have no numbers"
    arrivals = {}
    for delivery in deliveries:
        arrivals.setdefault(number_of(delivery.packet.data, shift, len(entries)),
                            []).append(delivery)
    packets = []
    for number, entry in enumerate(entries):
        last = max(arrivals.get(number, ()), key=lambda delivery: delivery.cycle, default=None)
        packets.append(Packet(entry.cycle, entry.source, entry.destination,
                              last and last.cycle, last.hops if last else 0))
    cycles, crossings = made
    return Run(shape, cycles, packets, [
        Crossing(cycle, switch, port, number_of(data, shift, len(entries)))
        for cycle, switch, port, data in crossings], links), None
