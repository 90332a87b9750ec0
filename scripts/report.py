#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""report -- results of `lockhop run`, `cosim` and `check`, and tables of `sweep` and `compare`, as
one HTML page that stands alone.

Usage: report.py LOCKHOP OUTPUT RESULT.json|TABLE.csv...
(LOCKHOP: the command, which draws; OUTPUT: '-' is standard output)

docs/report.md says what is on the page.  It loads nothing, and can be read without scripts.
"""
import html
import json
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # leave no files beside the sources
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import whole_files  # noqa: E402
from report_html import escape, table, word  # noqa: E402
from report_run import ReportError, again  # noqa: E402
from report_table import Table  # noqa: E402
from report_wave import picture  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
STYLE = """
:root{color-scheme:light}
body{font:15px/1.5 sans-serif;margin:1.5em auto;max-width:72em;padding:0 1em}
body{color:#1a1a1a;background:#fff}
h1{font-size:1.5em}h2{font-size:1.25em;margin-top:2em}h3{font-size:1.05em;margin:1.6em 0 .4em}
a{color:#0a479f}code,pre{font:13px/1.45 monospace;overflow-wrap:anywhere}
table{border-collapse:collapse;margin:.6em 0}
td,th{padding:.2em .8em .2em 0;text-align:left;border-bottom:1px solid #ddd}
td.number{text-align:right;font-variant-numeric:tabular-nums}
.word{border-radius:.2em;padding:.05em .5em;font-weight:bold;color:#fff;background:#a31515}
.word.PASS{background:#1b6e2d}.word.INTERRUPTED,.word.VACUOUS{background:#6b5900}
.scroll{overflow-x:auto}.controls{display:flex;gap:1em;flex-wrap:wrap;align-items:center}
.controls input[type=range]{flex:1 1 20em}svg{max-width:100%;height:auto}
.columns{display:flex;gap:2em;flex-wrap:wrap}:focus-visible{outline:3px solid #0a479f}
"""
FACTS = (  # key of the result, what it is called, unit
    ("routing", "routing", ""), ("machine", "machine", ""), ("dut", "compared with", ""),
    ("seed", "seed", ""), ("packets", "packets", ""), ("delivered", "delivered", ""),
    ("steps", "steps", "cycles"), ("cycles", "cycles of the run", ""), ("hops", "hops", ""),
    ("average_delay", "mean queueing delay", "cycles"), ("undelayed_percent", "undelayed", "%"),
    ("max_output_queue", "largest output queue", "packets"),
    ("latency_mean", "mean latency", "cycles"),
    ("latency_median", "median latency", "cycles"), ("latency_p99", "99th percentile", "cycles"),
    ("accepted_load", "accepted load", "packets per terminal and cycle"),
    ("link_conflicts", "link conflicts", ""), ("depth", "queue depth (0: no limit)", "packets"),
    ("vcs", "virtual channels", ""), ("lanes", "injection lanes", ""),
    ("compared_switch_cycles", "compared", "switch-cycles"), ("simulator", "simulator", ""))


WANTED = "give what --json of run, cosim or check wrote, or a .csv of sweep or compare"


def load(path):
    """A result or a Table; what is neither is refused."""
    if path.endswith(".csv"):
        return Table(path)
    try:
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
    except (OSError, UnicodeDecodeError) as error:
        raise ReportError(f"cannot read {path}: {error}") from None
    except json.JSONDecodeError as error:
        raise ReportError(f"{path}:{error.lineno}: not JSON ({error.msg}): {WANTED}") from None
    if not isinstance(result, dict) or "outcome" not in result or "command" not in result:
        raise ReportError(f"{path}: no outcome and command: {WANTED}")
    return result


def histogram(values):
    """Bars of latencies as SVG, at most 40."""
    least, most = min(values), max(values)
    width = max(1, -(-(most - least + 1) // 40))
    bins = [0] * ((most - least) // width + 1)
    for value in values:
        bins[(value - least) // width] += 1
    tall, step = max(bins), max(14, min(40, 700 // len(bins)))
    size = 60 + step * len(bins)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} 190" width="{size}" '
             'height="190" role="img" font-family="sans-serif" font-size="11">',
             f"<title>Latency of {len(values)} packets, {least} to {most} cycles</title>"]
    for i, count in enumerate(bins):
        x, height = 50 + step * i, 140 * count / tall
        first = least + width * i
        label = str(first) if width == 1 else f"{first}-{first + width - 1}"
        parts.append(f'<rect x="{x}" y="{150 - height:.1f}" width="{step - 2}" '
                     f'height="{height:.1f}" fill="#0a479f">'
                     f"<title>{label} cycles: {count} packets</title></rect>")
        if i % max(1, len(bins) // 10) == 0:
            parts.append(f'<text x="{x + step / 2 - 1}" y="165" text-anchor="middle">'
                         f"{first}</text>")
    parts += [f'<text x="44" y="18" text-anchor="end">{tall}</text>',
              '<text x="44" y="153" text-anchor="end">0</text>',
              f'<text x="{50 + step * len(bins) / 2}" y="184" text-anchor="middle">'
              "latency, cycles from the first offer to the arrival</text>", "</svg>"]
    return "\n".join(parts)


def drawn(lockhop, run, topology):
    """The network as SVG, and the names of its switches, which it has in their order."""
    svg = subprocess.run([lockhop, "draw", topology], capture_output=True, text=True,
                         check=True).stdout
    svg = svg[svg.index("<svg"):]
    names = re.findall(r"<g><title>([^<]*)</title>", svg)
    number = {name: switch for switch, name in enumerate(names)}
    ends = {(switch, far) for (switch, _), (far, _) in run.links.items()}
    lines = re.findall(r"(?:<title>|; )(\S+) by [^;<]*? to ([^\s;<]+)", svg)
    if len(names) != run.shape.switches or \
            any((number.get(a), number.get(b)) not in ends for a, b in lines):
        raise ReportError(f"the drawing of {topology} is of another network than the run")
    return svg, names


def moving(lockhop, run, topology):
    """The drawing with its slider, the way of a packet, latencies."""
    svg, names = drawn(lockhop, run, topology)
    data = {"cycles": run.cycles, "names": names,
            "far": {f"{s}.{p}": far[0] for (s, p), far in run.links.items()},
            "packets": [[p.start, p.source, None if p.destination >= 2**32 - 2 else p.destination,
                         p.arrived, p.hops] for p in run.packets],
            "crossings": [list(crossing) for crossing in run.crossings]}
    latencies = [p.arrived - p.start - 1 for p in run.packets if p.arrived is not None]
    slowest = max(range(len(run.packets)), default=0,
                  key=lambda i: (run.packets[i].arrived or 0) - run.packets[i].start)
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    parts = []
    if latencies:
        parts += ["<h3>Latency</h3>", histogram(latencies)]
    busy = {}
    for crossing in run.crossings:
        key = crossing.switch, crossing.port
        busy[key] = busy.get(key, 0) + 1
    most = sorted(busy.items(), key=lambda item: (-item[1], item[0]))[:8]
    parts += [
        "<h3>Links by cycle</h3>",
        "<noscript><p>The slider and the way of a packet need scripts. The busiest links are "
        "below.</p></noscript>",
        '<div class="moving" hidden><div class="controls">'
        '<button type="button" class="play">Play</button>'
        '<label>Cycle <input type="range" class="cycle" min="0" '
        f'max="{max(0, run.cycles - 1)}" value="0"></label>'
        '<output class="at">0</output>'
        '<label><input type="checkbox" class="sum"> sum of all cycles up to here</label></div>'
        '<p class="crossing" aria-live="polite"></p></div>',
        f'<div class="drawing scroll" data-names="{html.escape(json.dumps(names))}">{svg}</div>',
        "<h3>Way of a packet</h3>",
        '<p><label>Packet <input type="number" class="packet" min="0" '
        f'max="{max(0, len(run.packets) - 1)}" value="{slowest}"></label> of '
        f'{len(run.packets)}; first shown is the slowest.</p>',
        '<p class="journey"></p>',
        "<table><thead><tr>" + "".join(
            f'<th scope="col">{name}</th>'
            for name in ("cycle", "switch", "port", "to", "waited")) +
        '</tr></thead><tbody class="way"></tbody></table>',
        "<h3>Busiest links</h3>",
        table(("switch", "port", "to", "packets"),
              [(escape(names[s]), p, escape(names[run.links[s, p][0]]), count)
               for (s, p), count in most],
              numbers=(1, 3)),
        f'<script type="application/json" class="run-data">{text}</script>']
    return parts


def difference_part(result, folder):
    """The first difference in words and as waveforms."""
    difference = result.get("difference")
    if not difference:
        return []
    parts = ["<h3>First difference</h3>", table(("", ""), [
        (escape(key), escape(value)) for key, value in difference.items() if value is not None])]
    name = result.get("waveform")
    path = folder / name if name else None
    if path and path.exists():
        svg = picture(path, difference)
        if svg:
            parts.append(f'<div class="scroll">{svg}</div>')
        view = escape(pathlib.PurePath(name).with_suffix(".gtkw"))
        parts.append(f'<p>Waveform: <a href="{escape(name)}">{escape(name)}</a>; open it with '
                     f"<code>gtkwave -a {view}</code></p>")
    elif name:
        parts.append(f"<p>Its waveform, <code>{escape(name)}</code>, is not beside the result.</p>")
    return parts


def run_section(lockhop, number, path, result):
    """Everything of one run."""
    topology, traffic = result["topology"], result.get("traffic", "")
    parts = [f'<section class="run" id="run-{number}"><h2>{escape(topology)}, {escape(traffic)} '
             f"{word(result['outcome'])}</h2>",
             f"<p>{escape(result.get('switches', '?'))} switches, "
             f"{escape(result.get('terminals', '?'))} terminals. Made by "
             f"<code>{escape(result['command'])}</code></p>"]
    parts += difference_part(result, pathlib.Path(path).resolve().parent)
    parts.append("<h3>Result</h3>")
    parts.append(table(("", "", ""), [
        (escape(name), escape(result[key]), unit) for key, name, unit in FACTS
        if result.get(key) is not None], numbers=(1,)))
    run, why = again(result)
    if run:
        if result["outcome"] != "PASS":
            parts.append("<p>What follows is the run of the golden model.</p>")
        parts += moving(lockhop, run, topology)
    else:
        parts.append(f"<p>Links and packets are not shown: {escape(why)}.</p>")
    return "\n".join(parts) + "</section>"


def check_section(number, path, result):
    """A check: its causes, and where its own page is."""
    runs = result.get("runs", [])
    counts = {}
    for run in runs if isinstance(runs, list) else []:
        counts[run.get("outcome", "?")] = counts.get(run.get("outcome", "?"), 0) + 1
    rows = [(word(outcome), count) for outcome, count in sorted(counts.items())]
    return (f'<section id="run-{number}"><h2>check of {escape(result.get("topology", "?"))} '
            f"{word(result['outcome'])}</h2>"
            f"<p>Made by <code>{escape(result['command'])}</code></p>" +
            table(("outcome", "runs"), rows, numbers=(1,)) +
            f"<p>{escape(path)} has every run; <code>lockhop check --html</code> writes the "
            "page of "
            "a check.</p></section>")


def summary_row(number, path, result):
    """A line of the table of all results."""
    link = f'<a href="#run-{number}">{escape(path)}</a>'
    if isinstance(result, Table):
        return (link, escape(result.common), f"{result.kind}, {len(result.rows)} runs", "",
                word(result.outcome), "", "", "")
    return (link, escape(result.get("topology", "")), escape(result.get("traffic", "check")),
            escape(result.get("routing", "")), word(result["outcome"]),
            *(escape(result[key]) if result.get(key) is not None else "" for key in
              ("steps", "average_delay", "latency_mean")))


def section(lockhop, number, path, result):
    if isinstance(result, Table):
        return result.section(number)
    if "traffic" in result and "switches" in result:
        return run_section(lockhop, number, path, result)
    return check_section(number, path, result)


def title_of(results):
    result = results[0][1]
    if len(results) > 1:
        return f"Lockhop: {len(results)} results"
    if isinstance(result, Table):
        return f"Lockhop: {result.kind} {result.outcome}"
    return f"Lockhop: {result.get('topology', '')} {result['outcome']}"


def page(lockhop, results):
    """The whole page."""
    sections = [section(lockhop, number, path, result)
                for number, (path, result) in enumerate(results, 1)]
    rows = [summary_row(number, path, result)
            for number, (path, result) in enumerate(results, 1)]
    summary = table(("result", "network", "traffic", "routing", "outcome", "steps", "mean delay",
                     "mean latency"), rows, numbers=(5, 6, 7)) if len(results) > 1 else ""
    title = title_of(results)
    script = (HERE / "report.js").read_text(encoding="utf-8")
    return ('<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
            f"<title>{escape(title)}</title>"
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<style>{STYLE}</style></head>\n<body><main><h1>{escape(title)}</h1>\n{summary}\n" +
            "\n".join(sections) + f"</main>\n<script>{script}</script></body></html>\n")


def main(arguments):
    if len(arguments) < 3:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    lockhop, output, *paths = arguments
    try:
        text = page(lockhop, [(path, load(path)) for path in paths])
    except ReportError as error:
        print(f"lockhop: {error}", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        said = (error.stderr or "").splitlines()
        print(said[-1] if said else f"lockhop: {error}", file=sys.stderr)
        return 3
    except MemoryError:
        print("lockhop: out of memory", file=sys.stderr)
        return 3
    try:
        if output == "-":
            sys.stdout.write(text)
        else:
            whole_files.write({output: text.encode()})
    except OSError as error:
        print(f"lockhop: cannot write {output}: {error.strerror}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
