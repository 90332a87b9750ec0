# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_runs -- what `lockhop run` reports, computed again by independent_switch.py.

For scripts/check_routings.py.  The schedule is that of --save-trace: where packets go must be what
docs/traffic.md says of the traffic, and what terminals draw is in the headers.
"""

import collections
import json
import math
import statistics

import independent_cases as cases
from independent_switch import Machine, Shape

UNLIMITED = 1 << 30
PRINTED = 1e-9      # numbers are printed with so small a part left out
BATCHES = 16        # of the measured cycles
T_15 = 2.131449546  # Student's t, 97.5 %, of 15 degrees of freedom
T_14 = 2.976842734  # 99.5 %, of 14


def run_of(lockhop, spec, routing, words, trace):
    """(JSON of a run, words of the first line of its schedule, its rows, cycles measured)."""
    text = lockhop("run", spec, *words, "--routing", routing, "--json", "-", "--quiet",
                   "--save-trace", trace, status=(0, 4))
    with open(trace, encoding="ascii") as file:
        lines = lockhop.altered("trace", file.read()).splitlines()
    measure = next((line.split()[2:] for line in lines if line.startswith("# measure")), None)
    rows = [line.split() for line in lines if not line.startswith("#")]
    return json.loads(text.rpartition("}")[0] + "}"), rows, measure and list(map(int, measure))


def packets_of(rule, rows, run):
    """The packets of a schedule, and the switch that each is for."""
    network, each = rule.network, run["lanes"] // rule.per_switch
    packets, sinks = [], []
    for number, (start, terminal, to, header, *answers) in enumerate(rows):
        terminal = int(terminal)
        lanes = range(terminal % rule.per_switch * each, (terminal % rule.per_switch + 1) * each)
        sink = None if to == "all" else network.sinks[int(to) // rule.per_switch]
        source = network.sources[terminal // rule.per_switch]
        if sink is not None:
            rule.ends(terminal, int(to), int(header, 16))
        arguments = (number, terminal, int(start), int(answers[1]) if answers else None, lanes)
        packets.append(rule.packet(source, sink, int(header, 16), arguments))
        sinks.append(sink)
    share_lanes(packets, run["lanes"])
    return packets, sinks


def share_lanes(packets, lanes):
    """Privileged packets have the lowest lanes, as many as start in one cycle."""
    starts = collections.Counter((packet.terminal, packet.start) for packet in packets
                                 if packet.privileged)
    for packet in packets if starts else []:
        own = max(starts.values())
        packet.lanes = range(own) if packet.privileged else range(own, lanes)


def machine_of(rule, run, store):
    shape = Shape(rule.network.ports, run["lanes"], run["vcs"], run["depth"],
                  rule.is_ordered(run["vcs"]), rule.first, run.get("sends", rule.sends), store)
    return Machine(rule.network, shape, rule.random_words(run["seed"]), rule.phases(),
                   rule.per_switch)


def means(deliveries):
    """(mean delay, percent without any) of some deliveries."""
    delays = [one.step - one.packet.start - one.crossed - one.waited for one in deliveries]
    return sum(delays) / len(delays), 100 * delays.count(0) / len(delays)


def of_open_loop(machine, deliveries, measure):
    latencies = [one.step - one.packet.start - one.waited for one in deliveries
                 if measure[0] <= one.packet.start < measure[1]]
    accepted = sum(measure[0] <= one.step + 1 < measure[1] for one in deliveries)
    terminals = len(machine.network.sources) * machine.terminals
    return {"warmup": measure[0], "latency_mean": sum(latencies) / len(latencies),
            "latency_min": min(latencies), "latency_max": max(latencies),
            "latency_median": statistics.median_low(latencies),
            "offered_load": len(latencies) / (measure[1] - measure[0]) / terminals,
            "accepted_load": accepted / (measure[1] - measure[0]) / terminals,
            **of_batches(deliveries, measure)}


def of_batches(deliveries, measure):
    """What the means of batches of the measured cycles tell, where each has a packet."""
    batches = [[] for _ in range(BATCHES)]
    for one in deliveries:
        start = one.packet.start
        if measure[0] <= start < measure[1]:
            batches[BATCHES * (start - measure[0]) // (measure[1] - measure[0])].append(
                one.step - start - one.waited)
    if not all(batches):
        return {"latency_interval": None, "latency_drift": None, "latency_drifting": None}
    averages = [statistics.fmean(batch) for batch in batches]
    early, late = averages[:BATCHES // 2], averages[BATCHES // 2:]
    drift = statistics.fmean(late) - statistics.fmean(early)
    spread = math.sqrt((statistics.variance(early) + statistics.variance(late)) / len(early))
    return {"latency_interval": T_15 * statistics.stdev(averages) / math.sqrt(BATCHES),
            "latency_drift": drift, "latency_drifting": abs(drift) > T_14 * spread}


def of_levels(privileged, standard, measure):
    """Of a collective among other packets: nobody impedes it."""
    late = sum(one.step > one.packet.start + one.crossed for one in privileged)
    delay, undelayed = means(standard)
    return {"privileged_deliveries": len(privileged), "privileged_late": late,
            "privileged_steps": max(one.step for one in privileged) - measure[0],
            "standard_deliveries": len(standard), "standard_average_delay": delay,
            "standard_undelayed_percent": undelayed}


def expected_of(machine, measure, run):
    """What the run should report, when all have arrived."""
    deliveries = machine.deliveries
    delay, undelayed = means(deliveries)
    expected = {"packets": len(machine.packets), "delivered": len(deliveries),
                "steps": max(one.step for one in deliveries),
                "hops": sum(one.crossed for one in deliveries), "average_delay": delay,
                "undelayed_percent": undelayed, "max_output_queue": machine.deepest,
                "cycles": machine.cycle, "outcome": "PASS"}
    if run["max_buffer"] is not None:
        expected["max_buffer"] = machine.fullest
    standard = [one for one in deliveries if not one.packet.privileged]
    if measure:
        expected.update(of_open_loop(machine, standard, measure))
    if len(standard) < len(deliveries):
        privileged = [one for one in deliveries if one.packet.privileged]
        expected.update(of_levels(privileged, standard, measure))
    return expected


def check_traffic(words, rows, terminals, run):
    """Yields what is wrong with the destinations of a schedule."""
    if any(row[2] == "all" for row in rows):
        return
    pairs = collections.Counter((int(row[1]), int(row[2])) for row in rows)
    sent = collections.Counter(int(row[1]) for row in rows)
    come = collections.Counter(int(row[2]) for row in rows)
    if words[0] == "random":
        packets = int(words[words.index("--packets") + 1]) if "--packets" in words else 1
        missing = run.get("not_sent", 0)
        if len(rows) + missing != packets * run["terminals"] or \
                max([*sent.values(), *come.values()]) > packets:
            yield "the packets are no permutations"
        if not set(sent) | set(come) <= set(terminals):
            yield "a terminal of a failed switch sends or receives"
    elif words[0] in ("gossip", "all-to-all"):
        if pairs != {(a, b): 1 for a in terminals for b in terminals if a != b}:
            yield "not every terminal sends to every other once"


def check_run(lockhop, spec, routing, words, trace):
    rule = cases.rule_of(spec, routing, words)
    name = " ".join(words)
    run, rows, measure = run_of(lockhop, spec, routing, words, trace)
    for fault in check_traffic(words, rows, rule.terminals(), run):
        yield "delivery", f"{name}: {fault}"
    packets, sinks = packets_of(rule, rows, run)
    store = int(words[words.index("--store") + 1]) if "--store" in words else UNLIMITED
    machine = machine_of(rule, run, store)
    if not machine.run(packets):
        if run["outcome"] != "DEADLOCK":
            yield "steps", f"{name}: {run['outcome']}, not DEADLOCK"
        return
    for one in machine.deliveries:
        if sinks[one.packet.number] not in (one.switch, None):
            yield "delivery", f"{name}: packet {one.packet.number} arrives at {one.switch}"
    last = cases.last_step(spec, words[0])
    if last is not None and run["steps"] != last:
        yield "steps", f"{name}: {run['steps']} steps, the paper's are {last}"
    for field, value in expected_of(machine, measure, run).items():
        same = run.get(field) == value or field != "outcome" and run.get(field) is not None and \
            abs(run[field] - value) <= PRINTED * max(1, abs(value))
        if not same:
            what = "delivery" if field in ("packets", "delivered", "outcome") else "steps"
            yield what, f"{name}: {field} is {run.get(field)}, not {value}"
