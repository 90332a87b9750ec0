# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_switch -- the cycles of a network of switches, from docs/switch.md alone.

For scripts/check_routings.py; shares nothing with the C.  A packet says what it wants where it is:

    want(place)     EJECT, WAIT (for a phase), STAY (in its channel), or a Want
    go(want)        the packets that go on when it is taken, one for each port of the Want

`place` has here, phase, word (the random word of the channel), age (the cycles that the packet has
been in it), waiting(port): the packets in the output queues of a port, and queued(port, vc): those
in one of them.
"""

import collections

EJECT, WAIT, STAY = "eject", "wait", "stay"
STUCK = 300     # cycles without a move: nothing will move any more
MASK = (1 << 64) - 1

# Ports to go by; copy: the terminal here gets the packet too; stored: the store takes it where the
# queues do not; after: the packet's own, for go().
Want = collections.namedtuple("Want", "ports vc priority copy stored after",
                              defaults=(0, 0, False, False, None))
# A packet at a switch: the links crossed so far, and the cycles waited at barriers.
Delivery = collections.namedtuple("Delivery", "packet switch step crossed waited")
Place = collections.namedtuple("Place", "here phase word age waiting queued", defaults=(None,))


STEP = 0x9E3779B97F4A7C15


def mix(word):
    """The function of splitmix64."""
    word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ word >> 27) * 0x94D049BB133111EB) & MASK
    return word ^ word >> 31


def lfsr_seed(seed, switch, channel):
    start = mix((seed + mix((0x10F5 + STEP) & MASK)) & MASK)
    return mix((start + (64 * switch + channel + 1) * STEP) & MASK) or 1


class RandomWords:
    """An LFSR for every channel, or one for a switch; advances when a packet enters."""

    def __init__(self, seed, shared):
        self.seed, self.shared = seed, shared
        self.states, self.words, self.moved = {}, {}, {}

    def enter(self, switch, channel, cycle):
        key = (switch, 0 if self.shared else channel)
        if self.moved.get(key) != cycle:
            state = self.states.get(key)
            if state is None:
                state = lfsr_seed(self.seed, switch, key[1])
            high = state >> 32
            state = (state << 32 ^ high ^ high << 1 ^ high << 3 ^ high << 4) & MASK
            self.states[key], self.moved[key] = state, cycle
        self.words[switch, channel] = self.states[key] >> 32

    def of(self, switch, channel):
        return self.words[switch, channel]


class NoWords:
    def enter(self, _switch, _channel, _cycle):
        pass

    def of(self, _switch, _channel):
        return 0


class Lengths:
    """Phases of fixed lengths, again and again; the first lasts a cycle more."""

    def __init__(self, lengths):
        self.lengths = [lengths[0] + 1, *lengths[1:]]

    def phase(self, cycle):
        cycle %= sum(self.lengths)
        phase = 0
        while cycle >= self.lengths[phase]:
            cycle -= self.lengths[phase]
            phase += 1
        return phase

    def end_of_cycle(self, _cycle, _machine):
        pass


class Barrier:
    """A phase ends when the last packet has crossed its last link of it; `late` cycles later with
    a barrier in hardware."""

    def __init__(self, last, late=0):
        self.last, self.late = last, late
        self.now, self.begins = 0, None

    def phase(self, cycle):
        if self.begins == cycle:
            self.now, self.begins = self.now + 1, None
        return self.now

    def end_of_cycle(self, cycle, machine):
        if self.begins is None and self.now < self.last and machine.all_past(self.now):
            self.begins = cycle + 1 + self.late


class NoPhases:
    def phase(self, _cycle):
        return 0

    def end_of_cycle(self, _cycle, _machine):
        pass


class Shape:
    """What a switch is made of.  A depth of 0 has no limit; `first` is who has the link: VCs in
    "turns", the "lowest", the "highest"; sends of 0 is all ports; `store` is the places of the
    waiting store."""

    def __init__(self, ports, lanes, vcs, depth, ordered, first, sends, store):
        self.ports, self.lanes, self.vcs, self.depth = ports, lanes, vcs, depth
        self.ordered, self.first, self.sends, self.store = ordered, first, sends, store
        self.queues = ports * vcs


class Switch:
    def __init__(self, shape):
        self.channels = {}                                       # channel: packet
        self.entered = {}                                        # channel: cycle
        self.store = []
        self.queues = collections.defaultdict(list)              # queue: [(priority, packet)]
        self.link_last = [shape.vcs - 1] * shape.ports
        self.send_last = shape.queues - 1


def place_in_line(packet):
    """By which the packets of a terminal are offered: an answer to a late packet as soon as that is
    there, before those whose cycle comes only then."""
    in_time = packet.start == packet.offered
    return packet.offered, in_time, packet.number if in_time else 0


class Machine:
    """Runs a list of packets, which have start, source and sink (switches), lanes and answers."""

    def __init__(self, network, shape, words=None, phases=None, terminals=1):
        self.network, self.shape = network, shape
        self.words, self.phases = words or NoWords(), phases or NoPhases()
        self.terminals = terminals
        self.switches = collections.defaultdict(lambda: Switch(shape))
        self.barrier = isinstance(self.phases, Barrier)
        self.late, self.deepest, self.crossed = set(), 0, 0
        self.cycle = self.phase_q = 0
        self.deliveries = []

    def all_past(self, phase):
        return all(packet.past(phase) for packet in self.packets)

    def run(self, packets):
        """Did all arrive?"""
        self.packets = packets
        self.pending = collections.defaultdict(list)
        self.answers = collections.defaultdict(list)
        self.begin()
        self.moved, self.fullest = 0, 0
        self.arrived = collections.Counter()
        self.buffers()
        while self.busy() and self.cycle < self.moved + STUCK:
            self.phase_q = self.phases.phase(self.cycle)
            self.step()
            self.phases.end_of_cycle(self.cycle, self)
            self.buffers()
            self.cycle += 1
        return not self.busy()

    def begin(self):
        """Packets wait for their cycle, or for the packet that they answer."""
        for packet in self.packets:
            if packet.answers is None:
                packet.offered = packet.start
                self.pending[packet.terminal].append(packet)
            else:
                self.answers[packet.answers].append(packet)

    def buffers(self):
        """The most packets at one node: in its switch, waiting to start, and arrived."""
        held = collections.Counter(self.arrived)
        for terminal, waiting in self.pending.items():
            held[self.network.sources[terminal // self.terminals]] += \
                sum(packet.offered <= self.cycle for packet in waiting)
        for number, switch in self.switches.items():
            held[number] += len(switch.channels) + len(switch.store) + \
                sum(map(len, switch.queues.values()))
        self.fullest = max([self.fullest, *held.values()])

    def busy(self):
        return any(self.pending.values()) or any(self.answers.values()) or \
            any(s.channels or s.store or any(s.queues.values()) for s in self.switches.values())

    def step(self):
        refused = set()
        self.before = self.fill()
        for number in sorted(self.switches):
            switch = self.switches[number]
            if switch.channels or switch.store:
                self.route(number, switch, refused)
        self.pushed = self.fill()
        entering = []
        for number, switch in list(self.switches.items()):
            offers = self.offers(number, switch)
            for queue in offers:
                port, vc = divmod(queue, self.shape.vcs)
                far, far_port = self.network.link(number, port)
                channel = far_port * self.shape.vcs + vc
                if (far, channel) not in refused:
                    packet = self.pop(switch, queue)
                    packet.crossed += 1
                    self.crossed += 1
                    self.moved = self.cycle
                    entering.append((far, channel, packet))
            self.remember(switch, offers, number, refused)
        self.inject(refused, entering)
        for number, channel, packet in entering:
            switch = self.switches[number]
            switch.channels[channel], switch.entered[channel] = packet, self.cycle
            self.words.enter(number, channel, self.cycle)
        self.late = refused

    def place(self, number, switch, channel):
        if channel is None:
            return Place(number, self.phase_q, 0, 0, None)
        ages = self.cycle - 1 - switch.entered[channel]
        return Place(number, self.phase_q, self.words.of(number, channel), ages,
                     lambda port: self.filled(self.before, number, port),
                     lambda port, vc: self.queued(number, port, vc))

    def route(self, number, switch, refused):
        """Steps 1 to 4 of a cycle; who stays is refused."""
        given = collections.Counter()
        store, room = switch.store, self.shape.store - len(switch.store)
        holders = [(None, packet) for packet in store] + sorted(switch.channels.items())
        for channel, packet in holders:
            want = packet.want(self.place(number, switch, channel))
            if want == EJECT:
                self.deliver(number, packet)
                del switch.channels[channel]
                continue
            packet.waited += want == WAIT and self.barrier   # no delay: nobody is in its way
            stored = want == WAIT or want != STAY and want.stored
            if want not in (WAIT, STAY) and self.take(number, switch, packet, want, given):
                if channel is None:
                    store.remove(packet)
                else:
                    del switch.channels[channel]
            elif stored and channel is not None and room > 0:
                room -= 1
                store.append(packet)
                del switch.channels[channel]
        refused.update((number, channel) for channel in switch.channels)
        self.deepest = max([self.deepest, *(len(held) for held in switch.queues.values())])

    def take(self, number, switch, packet, want, given):
        queues = [port * self.shape.vcs + min(want.vc, self.shape.vcs - 1) for port in want.ports]
        places = self.shape.depth
        if places and any(self.before.get((number, q), 0) + given[q] >= places for q in queues):
            return False
        given.update(queues)
        if want.copy:
            self.deliver(number, packet)
        for queue, copy in zip(queues, packet.go(want)):
            switch.queues[queue].append((want.priority if self.shape.ordered else 0, copy))
        return True

    def deliver(self, number, packet):
        self.deliveries.append(Delivery(packet, number, self.cycle - 1, packet.crossed,
                                        packet.waited))
        self.arrived[number] += 1
        told = [answer for answer in self.answers[packet.number]
                if self.network.sources[answer.terminal // self.terminals] == number]
        for answer in told:
            self.answers[packet.number].remove(answer)
            answer.offered = max(answer.start, self.cycle)
            self.pending[answer.terminal].append(answer)

    def first(self, switch, queue):
        """The place of the packet that a queue shows: the oldest of those that come first."""
        held = switch.queues[queue]
        best = max(priority for priority, _ in held)
        return next(place for place, (priority, _) in enumerate(held) if priority == best)

    def fill(self):
        return {(number, queue): len(held) for number, switch in self.switches.items()
                for queue, held in switch.queues.items() if held}

    def filled(self, fill, number, port):
        """Packets in the queues of a port: when the cycle began, or after its pushes."""
        first = port * self.shape.vcs
        return sum(fill.get((number, first + vc), 0) for vc in range(self.shape.vcs))

    def queued(self, number, port, vc):
        """Packets in the queue of a VC when the cycle began."""
        queue = port * self.shape.vcs + min(vc, self.shape.vcs - 1)
        return self.before.get((number, queue), 0)

    def pop(self, switch, queue):
        return switch.queues[queue].pop(self.first(switch, queue))[1]

    def blocked(self, number, queue):
        """Was the far channel not ready in the cycle before?"""
        if not self.late:
            return False
        port, vc = divmod(queue, self.shape.vcs)
        far, far_port = self.network.link(number, port)
        return (far, far_port * self.shape.vcs + vc) in self.late

    def offers(self, number, switch):
        """The queues that may send in this cycle."""
        shown = [queue for queue in sorted(switch.queues) if switch.queues[queue]]
        if self.shape.vcs > 1:
            ports = collections.defaultdict(list)
            for queue in shown:
                ports[queue // self.shape.vcs].append(queue)
            shown = [self.link_grant(number, switch, port, valid)
                     for port, valid in ports.items()]
        if self.shape.sends and len(shown) > self.shape.sends:
            shown.sort(key=lambda queue: self.send_rank(number, switch, queue))
        return shown[:self.shape.sends] if self.shape.sends else shown

    def link_grant(self, number, switch, port, valid):
        free = [queue for queue in valid if not self.blocked(number, queue)] or valid
        if self.shape.first != "turns":
            return free[0] if self.shape.first == "lowest" else free[-1]
        last = switch.link_last[port] + port * self.shape.vcs
        return next((queue for queue in free if queue > last), free[0])

    def send_rank(self, number, switch, queue):
        turn = queue
        if self.shape.first == "turns":
            turn = (queue - switch.send_last - 1) % self.shape.queues
        priority = switch.queues[queue][self.first(switch, queue)][0]
        return self.blocked(number, queue), -priority, turn

    def remember(self, switch, offers, number, refused):
        """The arbiters take note of what has left."""
        for queue in offers:
            port, vc = divmod(queue, self.shape.vcs)
            far, far_port = self.network.link(number, port)
            if (far, far_port * self.shape.vcs + vc) not in refused:
                switch.link_last[port], switch.send_last = vc, queue

    def due(self, waiting):
        return sorted((packet for packet in waiting if packet.offered <= self.cycle),
                      key=place_in_line)

    def inject(self, refused, entering):
        for terminal, waiting in self.pending.items():
            for packet in self.due(waiting):
                number = self.network.sources[terminal // self.terminals]
                lane = next((lane for lane in packet.lanes
                             if (number, self.shape.queues + lane) not in refused), None)
                if lane is not None:
                    refused.add((number, self.shape.queues + lane))
                    waiting.remove(packet)
                    packet.launch(self, number)
                    entering.append((number, self.shape.queues + lane, packet))
