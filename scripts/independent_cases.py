# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_cases -- networks, routings, runs and mistakes of scripts/check_routings.py."""

import independent_adaptive as adaptive
import independent_dragonflies as dragonflies
import independent_dual_nets as dual_nets
import independent_files as files
import independent_routings as rules
from independent_networks import network_of

OF_DUAL_NETS = {"memoryless": dual_nets.Memoryless, "algorithm-1": dual_nets.Algorithm1,
                "source-route": rules.Shortest, "fault-tolerant": rules.Shortest}
OFFLINE = {"offline": rules.Offline}
RULES = {
    "hypercube": {"deterministic": rules.DefaultPath, "rand-sync": rules.Synchronous,
                  "rand-trans": rules.TwoPhase, "rand-trans-ooo": rules.OutOfOrder,
                  "drand-trans-ooo": rules.Drawing, "drand-steps": rules.DrawingSteps,
                  "minimal-adaptive": adaptive.EscapingOnCube,
                  "valiant": rules.ByWayOnCube, "romm": rules.RommOnCube,
                  "fault-tolerant": rules.Shortest},
    "d3": {"source-vector": dragonflies.SourceVector, "destination": dragonflies.Destination,
           "glgl": dragonflies.FourHops, "valiant": dragonflies.Valiant,
           "ugal": dragonflies.Adaptive,
           "ugal-l": dragonflies.LocalAdaptive, "two-levels": dragonflies.TwoLevels,
           "fault-tolerant": dragonflies.RoundFailed},
    "mdf": {"source-vector": dragonflies.SourceVector, "destination": dragonflies.Destination,
            "valiant": dragonflies.Valiant, "ugal": dragonflies.Adaptive,
            "ugal-l": dragonflies.LocalAdaptive, "fault-tolerant": dragonflies.RoundFailed},
    "torus": {"dimension-order": rules.Ring, "minimal-adaptive": adaptive.EscapingOnRings,
              "valiant": rules.ByWayOnRings, "romm": rules.RommOnRings,
              "fault-tolerant": rules.Shortest},
    "mesh": {"phases": rules.Phases, "local": rules.Local, "four-phase": rules.FourPhase,
             "farthest-barrier": rules.FarthestBarrier, "duplex-barrier": rules.DuplexBarrier,
             "farthest": rules.OnePort, "duplex": rules.Duplex, "dimension-order": rules.Grid,
             "west-first": adaptive.WestFirst, "odd-even": adaptive.OddEven,
             "minimal-adaptive": adaptive.Escaping, "valiant": rules.ByWay, "romm": rules.Romm,
             "source-route": rules.ListedPorts, "fault-tolerant": rules.Shortest},
    "cmesh": {"dimension-order": rules.Grid, "west-first": adaptive.WestFirst,
              "odd-even": adaptive.OddEven, "minimal-adaptive": adaptive.Escaping,
              "valiant": rules.ByWay, "romm": rules.Romm, "source-route": rules.ListedPorts,
              "fault-tolerant": rules.Shortest},
    "flatfly": {"dimension-order": rules.Digits, "valiant": rules.ByWay,
                "romm": rules.Romm, "fault-tolerant": rules.Shortest},
    "fattree": {"d-mod-k": rules.ByDestination, "s-mod-k": rules.BySource,
                "random": rules.UpDown, "minimal-adaptive": adaptive.UpByQueues},
    "pn": OFFLINE, "benes": OFFLINE, "waksman": OFFLINE,
    "butterfly": {"destination-tag": rules.Row},
    "hdn": OF_DUAL_NETS, "rdn": OF_DUAL_NETS, "dual-cube": OF_DUAL_NETS,
    "ccc": {"source-route": rules.Shortest, "fault-tolerant": rules.Shortest},
    "file": {"given": files.Given, "shortest": files.Shortest, "lowest": files.Lowest,
             "up-down": files.UpDown, "fault-tolerant": rules.Shortest},
}

SPECS = ("hypercube:3", "d3:2,2", "mdf:2,2", "torus:4x2", "mesh:5", "mesh:3x3", "cmesh:3x2,2",
         "flatfly:3,3", "fattree:2,3", "pn:3,1", "benes:2", "waksman:2", "butterfly:2", "hdn:2x2:2",
         "rdn:2:1", "dual-cube:2", "ccc:3",
         "file:examples/networks/campus.json", "file:examples/networks/one_way.json")
FURTHER = ("hypercube:1", "hypercube:4", "d3:3,3", "d3:2,4", "mdf:1,3", "mdf:3,2", "torus:5x4",
           "torus:3x2x2", "mesh:8", "mesh:3x4", "mesh:2x3x2",
           "cmesh:2x2,3", "cmesh:4,2", "flatfly:2,2", "flatfly:4,2",
           "flatfly:2,4", "fattree:2,2", "fattree:3,2", "pn:3,2", "pn:2,3", "benes:3",
           "waksman:3", "butterfly:3", "butterfly:2,wrap=1", "butterfly:3,wrap=1",
           "hypercube:2,terminals=2", "d3:2,2,terminals=2", "mdf:1,2,terminals=3",
           "torus:3x2,terminals=2", "mesh:2x2,terminals=3", "butterfly:2,terminals=2",
           "hdn:2x2:2,terminals=2", "ccc:3,terminals=2",
           "hdn:2xK4:4", "hdn:petersen:10", "hdn:K4:1",
           "hdn:2x4:4", "hdn:2x2:2,2@2", "hdn:2x2:2x2,2", "hdn:5:1", "rdn:3:1", "rdn:2x2:1",
           "dual-cube:3", "file:examples/networks/petersen.json", "file:examples/networks/ring.txt",
           "file:examples/networks/two_spines.anynet",
           "file:examples/networks/ring.txt,terminals=2")
MANY = 50           # terminals, from which on not all send to all; fewer in the short list

FEW = 12
LINES = ("phases", "local")
PLANES = ("west-first", "odd-even")
ARRAYS = ("four-phase", "farthest-barrier", "duplex-barrier")
TREES = ("d-mod-k", "s-mod-k", "random", "minimal-adaptive")
# Schedules of d3, source 1 and sink 1 having d != p; those in LAST_STEP are free of conflicts.
LAST_STEP = {
    "all-to-all": lambda k, m: k * m * m + k * m + 2,
    "all-to-all,order=zero-wait": lambda k, m: k * m * m + 2,
    "all-to-all,order=lifo": lambda k, m: k * m * m + 2,
    "one-to-all,source=1": lambda k, m: k * m + 2,
    "one-to-all,source=1,paths=glgl": lambda k, m: m * m + 3,
    "all-to-one,sink=1": lambda k, m: k * m + 6,
    "broadcast,source=1,count=3": lambda k, m: 5,
}
COLLECTIVES = ["all-to-one,sink=1", "all-to-one,sink=1,rule=printed",
               "broadcast,source=1,count=3", "all-to-all", "all-to-all,order=zero-wait",
               "one-to-all,source=1", "one-to-all,source=1,paths=glgl",
               "broadcast,source=0,count=2", "broadcast,source=1,self-links=0"]
WAITING = ("phases", "four-phase")
SHORTEST = ("deterministic", "source-route", "dimension-order", *LINES, *ARRAYS, "farthest",
            "duplex", "offline", "destination-tag", "shortest", "lowest", "west-first", "odd-even",
            "minimal-adaptive", "romm")


def specs(whole):
    return SPECS + FURTHER if whole else SPECS


def kind_of(spec):
    return spec.partition(":")[0]


def sites_of(spec):
    """(the network, terminals at a switch)."""
    if kind_of(spec) == "cmesh":
        spec, each = spec.split(",")
    elif kind_of(spec) in ("flatfly", "fattree"):
        each = spec.partition(":")[2].split(",")[0]
    else:
        spec, _, each = spec.partition(",terminals=")
    return spec, int(each or 1)


def has(spec, name):
    """Has a network this routing?"""
    lines = "x" not in spec
    if kind_of(spec) == "file" and "one_way" in spec:
        return name in ("given", "shortest", "lowest")
    if kind_of(spec) == "file":
        return name != "given"
    if kind_of(spec) == "mesh" and name in (ARRAYS if lines else LINES):
        return False
    if name in PLANES and spec.count("x") != 1:
        return False
    return spec != "hypercube:1" or name != "fault-tolerant"     # a failed switch leaves one


def is_shortest(spec, routing):
    """Are all its paths shortest ones?  With one level of a dual-net all are."""
    name = routing.partition(",")[0]
    if name in ("memoryless", "algorithm-1"):
        return sites_of(spec)[0].count(",") == 0
    return name in SHORTEST + TREES


def rule_of(spec, routing, words=()):
    name, *pairs = routing.split(",")
    spec, each = sites_of(spec)
    rule = RULES[kind_of(spec)][name](network_of(spec), dict(pair.split("=") for pair in pairs))
    rule.per_switch = each
    if "--failed" in words:
        rule.failed = frozenset(map(int, words[words.index("--failed") + 1].split(",")))
    return rule


def failed_words(spec, routing):
    """A switch that fails without parting the network: of a line an end."""
    if routing.partition(",")[0] != "fault-tolerant":
        return []
    return ["--failed", "1" if "x" in spec or "mesh" not in kind_of(spec) else "0"]


def last_step(spec, traffic):
    """The step in which a schedule of d3:K,M ends, by its page; None of other traffic."""
    if traffic not in LAST_STEP:
        return None
    network = network_of(spec)
    return LAST_STEP[traffic](network.cabinets, network.routers)


def schedules_of(spec, routing):
    """The traffic of d3 alone: collectives, and one among other packets."""
    if kind_of(sites_of(spec)[0]) != "d3" or "terminals" in spec:
        return []
    if routing == "two-levels":
        return [["all-to-all+uniform,load=0.3,warmup=20,measure=60"]]
    if routing == "source-vector,queue=lifo":
        return [["all-to-all,order=lifo"], ["all-to-all,order=lifo", "--depth", "2"]]
    if routing == "source-vector,holds=0":
        return [["exchange"], ["exchange,of=drawer-to-drawer"]]
    return [[traffic] for traffic in COLLECTIVES] if routing == "source-vector" else []


def runs_of(spec, routing, whole):
    """The words of the runs of a routing on a network."""
    terminals = len(rule_of(spec, routing).terminals())
    failed = failed_words(spec, routing)
    all_to_all = "gossip" if terminals <= (MANY if whole else FEW) else "gossip,rounds=3"
    runs = [["random", "--packets", "3"], [all_to_all],
            ["random", "--packets", "3", "--depth", "1"]]
    runs += schedules_of(spec, routing)[:None if whole else 2]
    if whole:
        runs += [[all_to_all, "--depth", "2"], ["random", "--seed", "7", "--depth", "1"],
                 ["uniform,load=0.4,warmup=20,measure=60"],
                 ["random", "--packets", "2", "--depth", "2", "--sends", "1"]]
    if routing in WAITING:      # a store with a place for all, or one that fills up
        runs = [run + ["--store", "255"] if "--depth" in run else run for run in runs]
        if whole:
            runs.append(["random", "--packets", "3", "--depth", "1", "--store", "1"])
    return [run + failed for run in runs]


def confirmed(topology, routing):
    """Cells of the table: how far distance, route, steps and delivery are confirmed, and why not
    further."""
    rule = RULES[topology][routing.partition(",")[0]]
    distance = "shortest" if is_shortest(topology, routing) else "not below"
    if routing in ("memoryless", "algorithm-1"):
        distance = "shortest, one level"
    route, reason = "the path", ""
    if issubclass(rule, rules.Drawing):
        route = "what a draw allows"
        reason = "`route` has words of its own; runs have those of the LFSRs"
    elif issubclass(rule, rules.Shortest):
        route, reason = "a shortest path", "several are equally short"
    elif issubclass(rule, rules.Offline):
        route, reason = "a path", "the middle is free; `check_independent.py` has Waksman's"
    elif issubclass(rule, dragonflies.LocalAdaptive):
        route, reason = "the minimal path", "`route` has no queues; runs make the choice again"
    elif issubclass(rule, dragonflies.Adaptive):
        route, reason = "the deflected path", "`route` has no queues; runs make the choice again"
    elif issubclass(rule, adaptive.Adaptive):
        route, reason = "of empty queues", "`route` has no queues; runs make the choice again"
    elif issubclass(rule, (rules.TwoPhase, rules.ByWay, dragonflies.Valiant)):
        route = "the path of its draw"
    return distance, route, "all", "all", reason


def two_hops(found):
    """Dimensions 2 and 0 in the place of 0 and 2, on hypercube:3."""
    start, rest = int(found.group(1)), found.group(3)
    return f"1 {start} {found.group(2)} 2 {rest}\n2 {start ^ 4} {start ^ 4:03b} 0 "


def longer_way(found):
    """Three hops the other way round a ring of torus:4x2, in the place of one."""
    start, header, end = int(found.group(1)), found.group(2), found.group(3)
    hops = [f"{hop + 1} {(start - 2 * hop) % 8} 0.0 2 {header}" for hop in range(3)]
    return "\n".join([*hops, f"4 {end} 0.0 eject"])


# Mistakes in what the command answers: a network, a routing, the command, a text, its change, and
# what must not be confirmed any more.
PLANTS = (
    # The way up of another terminal of the same leaf.
    ("fattree:2,3", "d-mod-k", "trace", r"^0 0 2 0x9$", "0 0 2 0xd", "steps"),
    # An intermediate destination, and a path that does not go there.
    ("hypercube:3", "rand-trans", "route", r"^1 (\S+) (\S+) 0 0x(\d)\w ", r"1 \1 \2 0 0x\g<3>0 ",
     "route"),
    # Dimensions in another order; a longer way round a ring.
    ("hypercube:3", "deterministic", "route",
     r"^1 (\d) (\d+) 0 (.*)\n2 \d \d+ 2 ", two_hops, "route"),
    ("torus:4x2", "dimension-order", "route", r"^1 (\d) \S+ 1 (.*)\n2 (\d) \S+ eject",
     longer_way, "distance"),
    # A hop in a dimension that is decided.
    ("hypercube:3", "drand-steps", "route",
     r"mask=7\n2 (.*) mask=6", r"mask=7\n2 \1 mask=4", "route"),
    # Another draw than that of the run: another path.
    ("d3:2,2", "valiant", "trace", r"^0 0 (\d+) 0x(\d)", r"0 0 \1 0x3", "steps"),
    ("d3:2,2", "fault-tolerant", "trace", r"^0 0 (\d+) 0x[134]", r"0 0 \1 0x5", "steps"),
    ("hypercube:3", "drand-trans-ooo", "run", r'"seed": 1', '"seed": 2', "steps"),
    ("hypercube:3", "rand-trans-ooo", "run", r'"average_delay": ', '"average_delay": 1', "steps"),
    ("mesh:3x3", "four-phase", "run", r'"max_buffer": \d', '"max_buffer": 1', "steps"),
    # Intermediate switches off all shortest paths, and not that of the header.
    ("mesh:3x3", "romm", "trace", r"^0 0 1 0x1\w$", "0 0 1 0x1a", "steps"),
    ("torus:4x2", "valiant", "route", r"^1 (\S+) (\S+) 0 0x(\w)(\w) ", r"1 \1 \2 2 0x\3\4 ",
     "route"),
    ("flatfly:3,3", "valiant", "route", r"^1 (\S+) (\S+) 0 0x(\w)(\w) ", r"1 \1 \2 1 0x\3\4 ",
     "route"),
    # A packet of another source column, and another port than the queues say.
    ("mesh:3x3", "odd-even", "trace", r"^0 0 (\d) 0x\w$", r"0 0 \1 0x1\1", "steps"),
    ("mesh:3x3", "west-first", "run", r'"max_output_queue": ', '"max_output_queue": 1', "steps"),
    ("hdn:2x2:2", "memoryless", "run", r'"hops": \d+', '"hops": 8', "steps"),
    # One packet too many for a terminal, one that is lost, one that goes elsewhere.
    ("torus:4x2", "dimension-order", "trace", r"^0 0 \d 0x\d$", "0 0 7 0x7", "delivery"),
    # A virtual channel that the page does not choose.
    ("file:examples/networks/one_way.json", "shortest", "trace", r"^0 0 1 0x8$", r"0 0 1 0xa",
     "steps"),
    ("ccc:3", "source-route", "run", r'"delivered": \d+', '"delivered": 71', "delivery"),
    ("benes:2", "offline", "trace", r"^0 1 (\d) 0x(.)$", r"0 1 \1 0x8", "steps"),
)
