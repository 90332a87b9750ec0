#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""draw_schedules -- the step diagrams of docs/schedules/, one function per figure.

  draw_schedules.py [NAME ...]   write docs/schedules/NAME.svg; without a name, all
  draw_schedules.py --check      are the files in the tree up to date?  Prints TAP

What a cell shows is what `lockhop schedule SPEC TRAFFIC --steps` prints; here is decided only
which packets share a row.  The conflicts found are counted against the tool's own number.
"""
import collections
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # leave no files beside the sources

from drawing import DOCS, GREY, INK, WHITE, WIDTH, Drawing, main
import schedule_figures_collectives

LOCKHOP = os.environ.get("LOCKHOP", str(DOCS.parent / "build" / "lockhop"))

LOCAL, GLOBAL, LAST, HOLD = "#cfe0f5", "#1d5c9e", "#bfe5d0", "#e6e9ec"
CONFLICT = "#c62828"

Packet = collections.namedtuple("Packet", "cycle source destination answers")
Use = collections.namedtuple("Use", "packet step switch address port name")
Row = collections.namedtuple("Row", "label packets")


def lockhop(*arguments):
    try:
        done = subprocess.run([LOCKHOP, *arguments], capture_output=True, text=True, check=False)
    except OSError as error:
        sys.exit(f"draw_schedules: {LOCKHOP}: {error.strerror}; build it with make")
    if done.returncode != 0:
        sys.exit(f"draw_schedules: {LOCKHOP} {' '.join(arguments)}: {done.stderr}")
    return done.stdout.splitlines()


class Schedule:
    """A schedule, and the links that its packets cross."""

    def __init__(self, spec, traffic, routing=None):
        command = ["schedule", spec, traffic]
        if routing:
            command += ["--routing", routing]
        self.packets = [self.packet(line) for line in lockhop(*command) if line[0] != "#"]
        *lines, totals = lockhop(*command, "--steps")
        self.uses = collections.defaultdict(list)  # by packet
        wanted = collections.Counter()
        for line in lines[1:]:
            packet, step, switch, address, port, name = line.split(" ", 5)
            use = Use(int(packet), int(step), switch, address, port, name)
            self.uses[use.packet].append(use)
            wanted[use.step, switch, port] += 1
        self.conflicts = {link for link, packets in wanted.items() if packets > 1}
        count, self.last = (int(n) for n in re.search(
            r"link_conflicts (\d+) .*scheduled_steps (\d+)", totals).groups())
        if count != len(self.conflicts):
            sys.exit(f"draw_schedules: {traffic}: {len(self.conflicts)} conflicts, not {count}")

    @staticmethod
    def packet(line):
        cycle, source, destination, _, *answers = line.split()
        return Packet(int(cycle), source, destination, int(answers[1]) if answers else None)

    def launch(self, row):
        return min(self.packets[p].cycle for p in row.packets)

    def by_launch(self, label):
        """A row for the packets of each cycle; `label` says what they are called."""
        rows = collections.defaultdict(list)
        for number, packet in enumerate(self.packets):
            rows[packet.cycle].append(number)
        return [Row(label(self, i, rows[cycle]), rows[cycle])
                for i, cycle in enumerate(sorted(rows))]

    def vector(self, packet):
        """(gamma, pi, delta) of a path local, global, local."""
        delta, gamma, pi = (u.name.split()[-1].replace("hold", "0") for u in self.uses[packet])
        return gamma, pi, delta


def replay(spec, lines):
    """The schedule of a list written here: (cycle, source, destination, header)."""
    with tempfile.NamedTemporaryFile("w", suffix=".trace") as file:
        file.write(f"# lockhop schedule 1 {spec} source-vector\n"
                   "# cycle source destination header\n")
        file.writelines(f"{' '.join(str(word) for word in line)}\n" for line in lines)
        file.flush()
        return Schedule(spec, f"trace:{file.name}")


# --- how it is drawn ---

Cells = collections.namedtuple("Cells", "width height label text")
# label: width of the names of the rows; text: what stands in a cell, "port", "links" or "route"


def colour(schedule, use):
    kind = use.name.split()[0]
    if "hold" in use.name:
        return HOLD
    if kind == "global":
        return GLOBAL
    return LAST if use.step == schedule.uses[use.packet][-1].step else LOCAL


def words(uses, text):
    """What stands in a cell."""
    moving = [u for u in uses if "hold" not in u.name]
    if text == "route":
        use, = uses
        return f"{use.address} {use.name.replace('last ', '')}"
    if text == "links":
        return str(len(moving or uses))
    names = {u.name.split()[-1] for u in uses}
    if len(names) != 1:
        sys.exit(f"draw_schedules: packets of a row take ports {sorted(names)} in one step")
    return names.pop().replace("hold", "h")


def draw_cell(d, x, y, cells, schedule, uses):
    colours = collections.Counter(colour(schedule, u) for u in uses)
    main_colour = max(colours, key=lambda c: (c != HOLD, colours[c]))
    w, h = cells.width, cells.height
    d.rect(x, y, x + w, y + h, main_colour, WHITE, radius=0, width=1)
    if colours[HOLD] and main_colour != HOLD:
        d.rect(x + 0.5, y + h - 5, x + w - 0.5, y + h - 0.5, HOLD, "none", radius=0, width=0)
    ink = WHITE if main_colour == GLOBAL else GREY if main_colour == HOLD else INK
    d.text(x + w / 2, y + h / 2 + 4, words(uses, cells.text), "middle", fill=ink,
           size=11 if w > 18 else 10)
    if any((u.step, u.switch, u.port) in schedule.conflicts for u in uses):
        d.parts.append(f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{w - 2:g}" '
                       f'height="{h - 2:g}" fill="none" stroke="{CONFLICT}" '
                       f'stroke-width="2.4"/>')


def last_step(schedule, rows):
    return max(u.step for row in rows for p in row.packets for u in schedule.uses[p])


def panel(d, x, y, cells, schedule, rows, title, waits=True):
    """Steps to the right, a row for each row; returns the height below y."""
    left = x + cells.label
    last = last_step(schedule, rows)
    bottom = y + 46 + len(rows) * cells.height
    d.text(x, y + 12, title, mono=False, bold=True, size=13)
    d.note(left - 6, y + 40, "step", "end")
    for step in range(1, last + 1):
        middle = left + (step - 0.5) * cells.width
        d.text(middle, y + 40, str(step), "middle", fill=GREY, size=10.5)
        if step > 1:
            edge = left + (step - 1) * cells.width
            d.line([(edge, y + 46), (edge, bottom)], "#eceff1", 1)
    for i, row in enumerate(rows):
        top = y + 46 + i * cells.height
        d.text(left - 6, top + cells.height / 2 + 4, row.label, "end", size=11)
        at = collections.defaultdict(list)
        for packet in row.packets:
            for use in schedule.uses[packet]:
                at[use.step].append(use)
        if waits and i > 0:
            for step in range(schedule.launch(rows[i - 1]) + 2, schedule.launch(row) + 1):
                mark = left + (step - 1) * cells.width
                d.rect(mark + 2, top + 3, mark + cells.width - 2, top + cells.height - 3,
                       WHITE, GREY, dashed=True, radius=2, width=1)
        for step, uses in at.items():
            draw_cell(d, left + (step - 1) * cells.width, top, cells, schedule, uses)
    return bottom - y


LEGEND = [(LOCAL, "local"), (GLOBAL, "global"), (LAST, "last local"), (HOLD, "hold")]


def legend(d, y, *notes, wait=False):
    """What the cells mean, and below it the notes."""
    x = 14
    for fill, name in LEGEND:
        d.rect(x, y - 9, x + 22, y + 7, fill, WHITE, radius=0, width=1)
        d.note(x + 29, y + 4, name)
        x += 46 + 7 * len(name)
    d.rect(x + 1, y - 8, x + 21, y + 6, WHITE, CONFLICT, radius=0, width=2.4)
    d.note(x + 29, y + 4, "link conflict")
    if wait:
        d.rect(x + 124, y - 7, x + 142, y + 5, WHITE, GREY, dashed=True, radius=2, width=1)
        d.note(x + 151, y + 4, "the launch waits")
    for i, note in enumerate(notes):
        d.note(14, y + 26 + 17 * i, note)


Panel = collections.namedtuple("Panel", "title schedule rows")


def figure(title, cells, panels, *notes, wait=True):
    """Panels side by side, and the legend below."""
    rows = max(len(p.rows) for p in panels)
    legend_y = 14 + 46 + rows * cells.height + 28
    d = Drawing(legend_y + 18 + 17 * len(notes), title)
    x = 14
    for p in panels:
        panel(d, x, 14, cells, p.schedule, p.rows, p.title, wait)
        x += cells.label + cells.width * last_step(p.schedule, p.rows) + 16
    if x > WIDTH + 6:
        sys.exit(f"draw_schedules: {title}: {x} wide, more than {WIDTH}")
    legend(d, legend_y, *notes, wait=wait)
    return d


# --- all-to-all ---

def vectors(schedule, i, packets):
    gamma, pi, delta = schedule.vector(packets[0])
    return f"{i} ({gamma}; {pi}, {delta})"


def orders(count, *named):
    """Panels with the first rounds of all-to-all in several orders."""
    for order, title in named:
        schedule = Schedule("d3:3,4", f"all-to-all,order={order}")
        yield Panel(title, schedule, schedule.by_launch(vectors)[:count])


ROUNDS = "Row: a round i and its vector (gamma; pi, delta).  Cell: the port that all packets of" \
         " the round take in that step."


def reading():
    cells = Cells(34, 22, 100, "port")
    d = Drawing(14 + 46 + 8 * 22 + 46, "How to read a step diagram")
    panels = list(orders(8, ("printed", "All-to-all on d3:3,4, the first rounds as printed")))
    panel(d, 14, 14, cells, *panels[0][1:], panels[0].title)
    notes = [
        "Round 0, vector (0; 0, 0): hold, global 0, hold.",
        "Round 1 is launched in cycle 1, so its first hop is step 2.",
        "Round 2 waits for a cycle: nothing is launched for step 3.",
        "",
        "Round 4, vector (0; 0, 1): local 1, global 0, hold.",
        "Round 5: local 1, global 0, local 1; arrives in step 9.",
        "",
        "Round 7: had it not waited, its first hop would be in step 9,",
    ]
    x = 14 + 100 + 34 * 13 + 22
    for i, words_ in enumerate(notes):
        d.note(x, 14 + 46 + 22 * i + 15, words_)
    d.note(x, 14 + 46 + 22 * 8 + 15, "on the local links that round 5 takes then.")
    legend(d, 14 + 46 + 8 * 22 + 30, wait=True)
    return d


def all_to_all_waits():
    return figure("All-to-all: the waits of the paper and those that are needed",
                  Cells(17, 18, 98, "port"),
                  list(orders(18, ("printed", "order=printed"), ("minimal", "order=minimal"))),
                  ROUNDS)


def all_to_all_zero_wait():
    return figure("All-to-all without waits: in the printed order, and in another",
                  Cells(20, 18, 98, "port"),
                  list(orders(18, ("protocol-1", "order=protocol-1: the printed order, no waits"),
                              ("zero-wait", "order=zero-wait"))), ROUNDS)


def all_to_all_protocols():
    return figure("Protocols 1, 2 and 3", Cells(16, 18, 86, "port"),
                  list(orders(9, ("protocol-1", "Protocol 1"), ("protocol-2", "Protocol 2"),
                              ("protocol-3", "Protocol 3"))), ROUNDS)


def all_to_all_doubly_parallel():
    panels = []
    for order, title in (("doubly-parallel-1", "order=doubly-parallel-1: Protocol 1"),
                         ("doubly-parallel", "order=doubly-parallel: Protocol 3")):
        schedule = Schedule("d3:3,4", f"all-to-all,order={order}")
        rows = []
        for i, together in enumerate(schedule.by_launch(lambda *_: "")[:5]):
            by_vector = collections.defaultdict(list)
            for packet in together.packets:
                by_vector[schedule.vector(packet)].append(packet)
            rows += [Row(f"{i} ({g}; {pi}, {delta})", by_vector[g, pi, delta])
                     for g, pi, delta in sorted(by_vector)]
        panels.append(Panel(title, schedule, rows))
    return figure("Doubly parallel all-to-all: several vectors in a round",
                  Cells(30, 18, 98, "port"), panels,
                  "Row: one of the three vectors (gamma; pi, delta) of a round i.  Cell: the port "
                  "that all its packets take in that step.",
                  "Conflicts of the last rounds are with rounds that are not shown.")


# --- from one, to one ---

COPIES = "Cell: the links that copies of it cross in that step; a grey foot: some copies are held."


def broadcast():
    def panel_of(title, schedule):
        return Panel(title, schedule, schedule.by_launch(lambda _s, i, _p: str(i)))

    chain = Schedule("d3:3,4", "broadcast,source=0.1.1,count=6")
    header = [line for line in lockhop("schedule", "d3:3,4", "broadcast,source=0.1.1")
              if line[0] != "#"][0].split()[3]
    hasty = replay("d3:3,4", [(cycle, chain.packets[0].source, "all", header)
                              for cycle in range(6)])
    return figure(
        "Broadcasts that follow each other", Cells(24, 22, 36, "links"),
        [panel_of("from 0.0.1", Schedule("d3:3,4", "broadcast,source=0.0.1,count=6")),
         panel_of("from 0.1.1, one a step", hasty),
         panel_of("from 0.1.1", chain),
         panel_of("from 0.1.1, self-links=0",
                  Schedule("d3:3,4", "broadcast,source=0.1.1,count=6,self-links=0"))],
        "Row: a message.  " + COPIES)


def scatter(schedule, i, packets):
    """Rounds of one-to-all, all delta at once."""
    gamma, pi, _ = schedule.vector(packets[0])
    return f"{i} ({gamma}; {pi}, *)"


def one_to_all():
    def panel_of(title, traffic, first=0):
        schedule = Schedule("d3:3,4", f"one-to-all,source={traffic}")
        return Panel(title, schedule,
                     schedule.by_launch(lambda s, i, p: scatter(s, i + first, p)))

    return figure(
        "One-to-all by paths local, global, local", Cells(17, 20, 84, "links"),
        [panel_of("from 0.0.1", "0.0.1"),
         panel_of("from 0.1.1, rule=printed", "0.1.1,rule=printed", 1),
         panel_of("from 0.1.1", "0.1.1")],
        "Row: a round i, vectors (gamma; pi, delta) for all delta.  Cell: the links that its "
        "packets cross in that step; a grey foot: some packets are held.")


def one_to_all_glgl():
    def label(schedule, i, packets):
        ports = {(u[1].name.split()[-1].replace("hold", "0"),
                  u[3].name.split()[-1].replace("hold", "0"))
                 for u in (schedule.uses[p] for p in packets)}
        if len(ports) != 1:
            sys.exit(f"draw_schedules: round {i} of one-to-all has local ports {ports}")
        delta, pi = ports.pop()
        return f"{i} (*; {pi}, {delta})"

    panels = []
    for title, source in (("from 0.0.1", "0.0.1"), ("from 0.1.1", "0.1.1")):
        schedule = Schedule("d3:3,4", f"one-to-all,source={source},paths=glgl")
        panels.append(Panel(title, schedule, schedule.by_launch(label)))
    return figure("One-to-all by paths global, local, global, local", Cells(19, 18, 90, "links"),
                  panels,
                  "Row: a round i, vectors (gamma; pi, delta) for all gamma.  Cell: the links "
                  "that its packets cross in that step.")


def all_to_one():
    def panel_of(title, rule):
        schedule = Schedule("d3:3,4", f"all-to-one,sink=0.0.1,rule={rule}")
        rows = collections.defaultdict(list)
        for number, packet in enumerate(schedule.packets):
            if rule == "clocked":
                rows[packet.cycle].append(number)
            else:
                rows[number if packet.answers is None else packet.answers].append(number)
        return Panel(title, schedule,
                     [Row(str(i), rows[key]) for i, key in enumerate(sorted(rows))])

    return figure(
        "All-to-one", Cells(18, 20, 32, "links"),
        [panel_of("rule=printed", "printed"), panel_of("rule=corrected", "corrected"),
         panel_of("rule=clocked", "clocked")],
        "Row: a round: a broadcast that requests, a step to read it in, the answers.  Cell: the "
        "links that are crossed in that step;",
        "a grey foot: some packets are held.", wait=False)


# --- permutations ---

def drawer_to_drawer():
    """Every drawer (c, d) sends to (c + 1, d + 1); the rows are the packets of drawer (0, 0)."""
    panels = []
    for routing in ("source-vector", "glgl"):
        schedule = Schedule("d3:3,4", "drawer-to-drawer", routing)
        panels.append(Panel(f"routing {routing}", schedule,
                            [Row(f"0.0.{p}", [p]) for p in range(4)]))
    return figure("A permutation from drawer to drawer", Cells(112, 22, 52, "route"), panels,
                  "Row: the packet of a router of drawer 0.0; they go to drawer 1.1.  Cell: the "
                  "link: the router that it leaves, and the port.", wait=False)


def hypercube():
    """The crossings of the packet of vertex 0."""
    panels = []
    for placement in ("identity", "dilation-2"):
        schedule = Schedule("d3:4,4",
                            f"hypercube-embedding,of=bit-complement,placement={placement}")
        rows, before, vertex = [], None, 0
        for number, packet in enumerate(schedule.packets):
            first = before is None and packet.source == "0"
            if first or (before is not None and packet.answers == before):
                vertex, before = vertex | 1 << len(rows), number
                rows.append(Row(f"{vertex:06b} {address(packet.destination, 4)}", [number]))
        panels.append(Panel(f"placement={placement}", schedule, rows))
    return figure("A packet of a hypercube crosses its dimensions", Cells(22, 22, 108, "port"),
                  panels,
                  "Row: the crossing that ends at this vertex, placed at this router; the packet "
                  "starts at 000000, placed at 0.0.0.  Cell: the port taken.", wait=False)


def address(switch, m):
    return f"{int(switch) // m // m}.{int(switch) // m % m}.{int(switch) % m}"


FIGURES = [reading, broadcast, one_to_all, one_to_all_glgl, all_to_one, all_to_all_waits,
           all_to_all_zero_wait, all_to_all_protocols, all_to_all_doubly_parallel,
           drawer_to_drawer, hypercube, *schedule_figures_collectives.figures(lockhop)]

if __name__ == "__main__":
    sys.exit(main("schedules", FIGURES))
