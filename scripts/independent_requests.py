# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_requests -- requests with replies, and batches behind a window.

For scripts/check_traffic.py: written from docs/traffic-loops.md alone.  It shares nothing with
the C.
"""

import collections
import itertools
import os
import tempfile

import independent_cases as cases
from independent_runs import (PRINTED, UNLIMITED, expected_of, machine_of, of_open_loop, packets_of,
                              run_of)
from independent_switch import Delivery, Machine

NEVER = 1 << 60
OPEN = ("warmup", "measure", "burst", "load")


class LoopMachine(Machine):
    """A machine whose terminals have a window, and serve requests for some cycles."""

    @classmethod
    def of(cls, machine, service, window):
        """With the state of a new machine."""
        machine.__class__ = cls
        machine.service, machine.window = service, window
        return machine

    def begin(self):
        self.coming = collections.deque(self.packets)
        self.replies = {packet.answers: packet for packet in self.packets
                        if packet.answers is not None}
        self.outstanding = collections.Counter()
        self.behind = collections.defaultdict(collections.deque)
        self.served = collections.deque()       # (cycle, reply)
        self.heard, self.joined = set(), itertools.count()
        self.trips = []
        for packet in self.packets:
            packet.offered = NEVER

    def busy(self):
        return bool(self.coming or self.served or any(self.behind.values())) or \
            len(self.deliveries) < len(self.packets) or super().busy()

    def join(self, packet):
        packet.offered, packet.place = self.cycle, next(self.joined)
        self.pending[packet.terminal].append(packet)

    def admit(self, packet):
        if self.window and self.outstanding[packet.terminal] == self.window:
            self.behind[packet.terminal].append(packet)
            return
        self.outstanding[packet.terminal] += 1
        self.join(packet)

    def complete(self, request):
        self.trips.append(Delivery(request, None, self.cycle - 1, None, 0))
        self.outstanding[request.terminal] -= 1
        if self.behind[request.terminal]:
            self.admit(self.behind[request.terminal].popleft())

    def hear(self, reply):
        """Its cycle has come, or its request has arrived and been served: both must be."""
        if reply.number in self.heard:
            self.join(reply)
        self.heard.add(reply.number)

    def deliver(self, number, packet):
        self.deliveries.append(Delivery(packet, number, self.cycle - 1, packet.crossed,
                                        packet.waited))
        self.arrived[number] += 1
        reply = self.replies.get(packet.number)
        if packet.answers is not None:
            self.complete(self.packets[packet.answers])
        elif not reply:
            self.complete(packet)
        elif self.service:
            self.served.append((self.cycle + self.service, reply))
        else:
            self.hear(reply)

    def due(self, waiting):
        return sorted(waiting, key=lambda packet: packet.place)

    def inject(self, refused, entering):
        while self.served and self.served[0][0] == self.cycle:
            self.hear(self.served.popleft()[1])
        while self.coming and self.coming[0].start == self.cycle:
            packet = self.coming.popleft()
            if packet.answers is None:
                self.admit(packet)
            else:
                self.hear(packet)
        super().inject(refused, entering)


def packet_faults(machine, rows, name, options):
    """Yields what is wrong with the packets of a schedule."""
    terminals = len(machine.network.sources)
    requests = [row for row in rows if len(row) == 4]
    replies = {int(row[5]): row for row in rows if len(row) > 4}
    answered = name == "request-reply" or "service" in options
    if len(replies) + len(requests) != len(rows) or \
            len(replies) != (len(requests) if answered else 0):
        yield "not every request has one reply"
    for number, row in replies.items():
        hops = distance(machine.network, int(rows[number][1]), int(rows[number][2]))
        wanted = [int(rows[number][0]) + hops + 1 + options.get("service", 0),
                  int(rows[number][2]), int(rows[number][1])]
        if list(map(int, row[:3])) != wanted:
            yield f"the reply to packet {number} is {row}, not {wanted}"
    sent = collections.Counter(int(row[1]) for row in requests)
    if name == "batch":
        if set(sent.values()) != {options["count"]} or len(sent) != terminals or \
                sorted(int(row[0]) for row in requests) != \
                sorted(list(range(options["count"])) * terminals):
            yield "the packets of a batch do not start one in a cycle"
    if "of" in options and options["of"] != "random" and \
            len({(row[1], row[2]) for row in requests}) > terminals:
        yield "the requests are no permutation"


def distance(network, source, sink):
    """Of two switches with a terminal each, by a search in the links."""
    start, end = network.sources[source], network.sinks[sink]
    hops, edge, seen = 0, {start}, {start}
    while end not in seen:
        edge = {network.link(here, port)[0] for here in edge for port in range(network.ports)
                if network.link(here, port)}
        hops, seen = hops + 1, seen | edge
    return hops


def run_faults(machine, run, measure):
    expected = expected_of(machine, None, run)
    if measure:
        expected.update(of_open_loop(machine, machine.trips, measure))
        expected["round_trips"] = sum(measure[0] <= one.packet.start < measure[1]
                                      for one in machine.trips)
    for field, value in expected.items():
        found = run.get(field)
        if found != value and (isinstance(value, str) or found is None or value is None or
                               abs(found - value) > PRINTED * max(1, abs(value))):
            yield f"{field} is {found}, not {value}"


def check_loop(lockhop, spec, routing, name, options, words):
    """{what is checked: faults}"""
    traffic = ",".join([name, *(f"{key}={value}" for key, value in options.items())])
    rule = cases.rule_of(spec, routing, [])
    with tempfile.TemporaryDirectory() as directory:
        run, rows, measure = run_of(lockhop, spec, routing, [traffic, *words],
                                    os.path.join(directory, "trace"))
    machine = LoopMachine.of(machine_of(rule, run, UNLIMITED), options.get("service", 0),
                             options.get("window", 0))
    faults = {"packets": list(packet_faults(machine, rows, name, options)), "runs": []}
    if not faults["packets"]:
        packets, _ = packets_of(rule, rows, run)
        if not machine.run(packets):
            faults["runs"].append("the packets do not arrive here")
        else:
            faults["runs"] += run_faults(machine, run, measure)
    return faults
