# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""report_table -- a table of `lockhop sweep` or `compare` on a page of scripts/report.py."""
import collections
import re
import types

from plot_figures import FIGURES
from plot_look import open_matplotlib, render
from plot_rows import Refused, group, read
from plot_saturation import saturation
from report_html import escape, table, word
from report_run import ReportError

MOST_ROWS = 2000   # that are listed
NAMED = 'role="img" aria-label="{} of the table below"'


def mean(rows, column):
    """Of the runs that passed, as text; nothing where none has the column."""
    values = [row.number(column) for row in rows if row.passed and row.values.get(column)]
    return escape(sum(values) / len(values)) if values else ""


class Table:
    """A whole table; .outcome: PASS if runs pass and all others are left out, SKIPPED if all are
    left out, else the first other."""

    def __init__(self, path):
        self.path = path
        try:
            self.rows = read([path], set())
        except Refused as refused:
            raise ReportError(refused) from None
        self.kind = "comparison" if "design" in self.rows[0].values else "sweep"
        found = [row.values["outcome"] for row in self.rows]
        self.outcome = next((outcome for outcome in found if outcome not in ("PASS", "SKIPPED")),
                            "PASS" if "PASS" in found else "SKIPPED")
        self.curves, self.common = group(self.rows)
        self.loads = all(row.values["load"] for row in self.rows)

    def section(self, number):
        counts = collections.Counter(row.values["outcome"] for row in self.rows)
        parts = [f'<section id="run-{number}"><h2>{self.kind} {escape(self.path)} '
                 f"{word(self.outcome)}</h2>",
                 f"<p>{len(self.rows)} runs. {escape(self.common)}</p>",
                 table(("outcome", "runs"), [(word(outcome), count) for outcome, count
                                             in sorted(counts.items())], numbers=(1,)),
                 *self.figures(number), "<h3>Curves</h3>", self.by_curve(), *self.listed()]
        return "\n".join(parts) + "</section>"

    def figures(self, number):
        wanted = ["latency", "accepted"] if self.loads else ["histogram"]
        if not self.loads and self.differ("routing") and \
                (self.differ("switches") or self.differ("packets")):
            wanted.append("speedup")
        return [part for name in wanted for part in (f"<h3>{name.capitalize()}</h3>",
                                                     self.figure(name, f"{name}-{number}-"))]

    def differ(self, column):
        return len({row.values[column] for row in self.rows}) > 1

    def figure(self, name, prefix):
        """The figure of `lockhop plot` as SVG, or why there is none.  prefix: of its ids."""
        draw, column, more = FIGURES[name]
        options = types.SimpleNamespace(figure=name, column=column, base="", panels=None)
        try:
            rows = read([self.path], {column, *more})   # a figure changes the parts of its rows
            svg = render(draw(open_matplotlib(), rows, options), "svg").decode()
        except ImportError:
            return "<p>Not drawn: it needs the Debian package python3-matplotlib.</p>"
        except Refused as refused:
            return f"<p>Not drawn: {escape(refused)}.</p>"
        svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg"):], flags=re.S)
        svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{prefix}", svg)
        svg = svg.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "")
        svg = svg.replace("xlink:href", "href")
        return f'<div class="scroll">{svg.replace("<svg", f"<svg {NAMED.format(name)}", 1)}</div>'

    def by_curve(self):
        """What `docs/plot.md` says of each curve."""
        if not self.loads:
            rows = [(escape(curve.label), len(curve.rows), mean(curve.rows, "steps"),
                     mean(curve.rows, "average_delay"), mean(curve.rows, "hops"))
                    for curve in self.curves]
            return table(("curve", "runs", "mean steps", "mean delay", "mean hops"), rows,
                         numbers=(1, 2, 3, 4))
        rows = []
        for curve in self.curves:
            points = curve.points(lambda row: row.load)
            first, best = points[0], ""
            if "accepted_load" in self.rows[0].values:
                loads = [row.number("accepted_load") for row in curve.rows
                         if row.passed and row.values["accepted_load"]]
                best = escape(max(loads)) if loads else ""
            rows.append((escape(curve.label), len(curve.rows), escape(first[0]),
                         mean(first[1], "latency_mean"), self.saturated(points), best))
        return table(("curve", "runs", "least load", "mean latency there", "saturated from",
                      "greatest accepted load"), rows, numbers=(1, 2, 3, 4, 5))

    @staticmethod
    def saturated(points):
        try:
            load = saturation(points)
        except (KeyError, Refused):
            return ""
        return "no load" if load is None else escape(load)

    def listed(self):
        """The runs that did not pass, and all."""
        failed = [row for row in self.rows if row.values["outcome"] not in ("PASS", "SKIPPED")]
        parts = ["<h3>Not passed</h3>", self.lines(failed)] if failed else []
        more = f", the first {MOST_ROWS}" if len(self.rows) > MOST_ROWS else ""
        return [*parts, f"<details><summary>All {len(self.rows)} runs{more}</summary>",
                self.lines(self.rows[:MOST_ROWS]), "</details>"]

    @staticmethod
    def lines(rows):
        names = [name for name in rows[0].values if any(row.values[name] for row in rows)]
        return table(("line", *names), [(row.line, *(escape(row.values[name]) for name in names))
                                        for row in rows])
