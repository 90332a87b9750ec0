# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_walks -- the hops of `lockhop route`, one by one.

For scripts/check_routings.py.  A packet is made of the first header, as of a schedule.  Where the
switches draw, every hop must be one that some random word allows.
"""

import independent_cases as cases
from check_independent import distances_from, pairs_of
from independent_packets import AtLaunch, Chooser, Drawn, Stepwise
from independent_switch import EJECT, WAIT, Place

MOST_PAIRS = 10     # of which paths are asked for


def told(lockhop, spec, routing, words, pair, seed):
    """[(switch, port or None, header, fields)] of `lockhop route`."""
    lines = lockhop("route", spec, *map(str, pair), "--routing", routing, "--seed", str(seed),
                    *words).splitlines()
    steps = []
    for line in lines:
        if not line.startswith("#"):
            _, switch, _, port, header, *fields = line.split()
            named = dict(field.split("=") for field in fields)
            steps.append((int(switch), None if port == "eject" else int(port), int(header, 16),
                          {key: int(value) for key, value in named.items() if value.isdigit()}))
    return steps


def ports_of(packet, network, here):
    """The ports of a packet that nobody disturbs, on whose way nothing is drawn."""
    ports = []
    if isinstance(packet, AtLaunch):
        packet.hops = packet.long
    while len(ports) <= 100:
        for phase in range(2 * network.ports):
            want = packet.want(Place(here, phase, 0, 0, lambda _: 0, lambda *_: 0))
            if want != WAIT:
                break
        if want == EJECT:
            return ports
        packet = packet.go(want)[0]
        ports.append(want.ports[0])
        here = network.link(here, want.ports[0])[0]
    raise ValueError("a packet goes round for ever")


def drawn_faults(rule, steps, sink):
    """What no random word would do: the mask says which dimensions are decided."""
    forced = rule.kind is Drawn and rule.options.get("forced", "1") == "1"
    masks = [step[3]["mask"] for step in steps]
    for (switch, port, _, _), mask, after in zip(steps, masks, masks[1:] + [0]):
        differ = switch ^ sink
        chosen = mask >> port & 1 and after == mask >> port + 1 << port + 1 if port is not None \
            else False
        second = after == 0 and (not differ if port is None else
                                 differ & -differ == 1 << port)
        if mask:
            good = chosen or after == 0 and (forced and port is not None or not forced and second)
        else:
            good = second
        if not good:
            yield f"at {switch} with mask {mask:b} port {port}, mask {after:b}"


def check_walk(lockhop, spec, routing, words, rule, pair, seed):
    network = rule.network
    source = network.sources[pair[0] // rule.per_switch]
    sink = network.sinks[pair[1] // rule.per_switch]
    steps = told(lockhop, spec, routing, words, pair, seed)
    switches, ports = [step[0] for step in steps], [step[1] for step in steps[:-1]]
    name = f"from {pair[0]} to {pair[1]}"
    if switches[0] != source or switches[-1] != sink or steps[-1][1] is not None:
        yield "route", f"{name}: the path joins switches {switches[0]} and {switches[-1]}"
        return
    if network.walk(source, ports) != switches:
        yield "route", f"{name}: ports {ports} do not lead by {switches}"
        return
    rule.ends(*pair, steps[0][2])
    packet = rule.packet(source, sink, steps[0][2], (0, pair[0], 0, None, (0,)))
    if isinstance(packet, (Drawn, Stepwise)):
        for fault in drawn_faults(rule, steps, sink):
            yield "route", f"{name}: {fault}"
    else:
        expected = ports_of(packet, network, source)
        if ports != expected:
            yield "route", f"{name}: ports {ports}, not {expected}"
    links = sum(port not in network.holds for port in ports)
    distance = distances_from(network, source)[sink]
    if links < distance:
        yield "distance", f"{name}: {links} links, the distance is {distance}"
    if cases.is_shortest(spec, routing) and links != distance:
        yield "distance", f"{name}: {links} links, not the distance {distance}"


def check_walks(lockhop, spec, routing):
    words = cases.failed_words(spec, routing)
    rule = cases.rule_of(spec, routing, words)
    for pair in pairs_of(rule.terminals(), MOST_PAIRS):
        yield from check_walk(lockhop, spec, routing, words, rule, pair, sum(pair) % 3 + 1)
