# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""schedule_figures_collectives -- figures of docs/schedules/collectives.md: what
`lockhop schedule SPEC TRAFFIC --steps` prints of a collective."""
import collections
import re
import sys

from drawing import GREY, INK, WHITE, WIDTH, Drawing

RING, CROSS, HOLDS, BAND = "#cfe0f5", "#1d5c9e", "#e3f2e8", "#f4f6f8"

Transfer = collections.namedtuple("Transfer", "step node address to to_address messages name")


class Steps:
    """The transfers of a collective, by step and by sender."""

    def __init__(self, lockhop, spec, traffic):
        *lines, totals = lockhop("schedule", spec, traffic, "--steps")
        self.transfers = [self.transfer(line) for line in lines[1:]]
        self.last = max(t.step for t in self.transfers)
        self.addresses = {}
        for t in self.transfers:
            self.addresses[t.node] = t.address
            self.addresses[t.to] = t.to_address
        self.startups, self.word_steps = (int(n) for n in re.search(
            r"startups (\d+) word_steps (\d+)", totals).groups())
        if sum(self.sizes()) != self.word_steps:
            sys.exit(f"draw_schedules: {traffic}: {self.sizes()} are not {self.word_steps}")

    @staticmethod
    def transfer(line):
        step, node, address, to, to_address, messages, _, name = line.split(" ", 7)
        return Transfer(int(step), int(node), address, int(to), to_address, int(messages), name)

    def sizes(self):
        return [max((t.messages for t in self.transfers if t.step == step), default=0)
                for step in range(1, self.last + 1)]

    def is_cross(self, step):
        return any(t.name.startswith("cross") for t in self.transfers if t.step == step)


# --- who sends to whom ---

CELL, ROW, LABEL, GAP = 46, 14, 48, 5


def rows_panel(d, x, y, steps, source, nodes, title, text):
    """A row for each node, with a gap behind each cluster; a column for each step."""
    left, top = x + LABEL, y + 46
    at = {node: top + node * ROW + node // 4 * GAP for node in range(nodes)}
    bottom = at[nodes - 1] + ROW
    got = {source: 0}
    for t in steps.transfers:
        got.setdefault(t.to, t.step)
    d.text(x, y + 12, title, mono=False, bold=True, size=13)
    d.note(left - 6, y + 38, "step", "end")
    for step in range(1, steps.last + 1):
        d.text(left + (step - 0.5) * CELL, y + 38, str(step), "middle", fill=GREY, size=10.5)
    for node, row in at.items():
        d.rect(left, row, left + steps.last * CELL, row + ROW, BAND, WHITE, 0, width=1)
        if node in steps.addresses:
            d.text(left - 6, row + 10.5, steps.addresses[node], "end", size=10,
                   bold=node == source)
        if node in got:
            d.rect(left + got[node] * CELL, row, left + steps.last * CELL, row + ROW, HOLDS,
                   WHITE, 0, width=1)
    for t in steps.transfers:
        cross = t.name.startswith("cross")
        cell = left + (t.step - 1) * CELL
        d.rect(cell, at[t.node], cell + CELL, at[t.node] + ROW, CROSS if cross else RING,
               WHITE, 0, width=1)
        d.text(cell + CELL / 2, at[t.node] + 10.5,
               t.to_address if text == "to" else str(t.messages), "middle", size=9.5,
               fill=WHITE if cross else INK)
    return left + steps.last * CELL, bottom


def legend(d, y, *notes):
    x = 14
    for fill, name in [(RING, "sends on a link of the base"), (CROSS, "sends on its cross-edge"),
                       (HOLDS, "has received a message before")]:
        d.rect(x, y - 9, x + 22, y + 7, fill, GREY, radius=0, width=0.6)
        d.note(x + 29, y + 4, name)
        x += 50 + 6.6 * len(name)
    for i, note in enumerate(notes):
        d.note(14, y + 26 + 17 * i, note)


# --- how much ---

BAR, HIGH = 27, 120


def bars(d, x, y, steps, title):
    """A bar for each step, as high as its largest transfer."""
    sizes = steps.sizes()
    d.text(x, y + 12, title, mono=False, bold=True, size=12)
    d.note(x, y + 29, f"{steps.startups} steps, {steps.word_steps} messages")
    base = y + 58 + HIGH
    for i, size in enumerate(sizes):
        left = x + i * BAR
        height = max(2, HIGH * size / 128)
        d.rect(left, base - height, left + BAR - 3, base,
               CROSS if steps.is_cross(i + 1) else RING, WHITE, 0, width=0)
        d.text(left + (BAR - 3) / 2, base - height - 4, str(size), "middle", size=9.5)
        d.text(left + (BAR - 3) / 2, base + 13, str(i + 1), "middle", fill=GREY, size=9.5)
    return base + 16


def figures(lockhop):
    """The figures; `lockhop` runs the command and returns its lines."""

    def collectives_one_to_all():
        spec, source, nodes = "rdn:2x2:1", 9, 32
        d = Drawing(46 + 14 + nodes * ROW + nodes // 4 * GAP + 66,
                    "One node to all and to some on rdn:2x2:1, from 0.2.1")
        x, bottom = 14, 0
        for traffic, title, text in [
                ("one-to-all-broadcast", "one-to-all-broadcast: to whom", "to"),
                ("one-to-all-personalized", "one-to-all-personalized: how many", "count"),
                ("one-to-many-broadcast,destinations=0.1.3+1.3.1+1.1.0",
                 "to 0.1.3, 1.3.1 and 1.1.0: to whom", "to")]:
            steps = Steps(lockhop, spec, f"{traffic},source=0.2.1")
            x, bottom = rows_panel(d, x, 14, steps, source, nodes, title, text)
            x += 16
        if x > WIDTH + 6:
            sys.exit(f"draw_schedules: collectives_one_to_all: {x} wide, more than {WIDTH}")
        legend(d, bottom + 24, "Row: a node, class.cluster.node; rows of a cluster are together. "
                               "Cell: the neighbour to which it sends in that step, or how many "
                               "messages.")
        return d

    def collectives_all_to_all():
        d = Drawing(466, "All to all on rdn:2x2x2:1: the sizes of the steps")
        panels = [("all-to-all-broadcast,send=needed", "send=needed"),
                  ("all-to-all-broadcast,send=not-own", "send=not-own"),
                  ("all-to-all-broadcast,send=all", "send=all"),
                  ("all-to-all-personalized,order=text", "order=text"),
                  ("all-to-all-personalized,order=intra-first", "order=intra-first")]
        bottom = 0
        for i, (traffic, title) in enumerate(panels):
            steps = Steps(lockhop, "rdn:2x2x2:1", traffic)
            kind = "all-to-all-broadcast" if i < 3 else "all-to-all-personalized"
            bottom = bars(d, 14 + (i if i < 3 else i - 3) * 350, 14 if i < 3 else 230, steps,
                          f"{kind}, {title}")
        x = 14
        for fill, name in [(RING, "links of the base"), (CROSS, "cross-edges")]:
            d.rect(x, bottom + 15, x + 22, bottom + 31, fill, GREY, radius=0, width=0.6)
            d.note(x + 29, bottom + 28, name)
            x += 180
        d.note(x, bottom + 28, "Bar: what every node sends at most in that step, in messages.")
        return d

    return [collectives_one_to_all, collectives_all_to_all]
