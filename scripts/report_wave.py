# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""report_wave -- the first difference as a picture of waveforms, out of the FST of the evidence.

Shown are the pins of the switch that differ, of the golden model and of the design, and the pins
that explain them, some cycles before and after.
"""
import html
import re
import shutil
import subprocess

BEFORE, AFTER = 5, 3                  # cycles beside the difference
PAIRS = (("in_ready_o", "golden_ready_i"), ("out_valid_o", "golden_valid_i"),
         ("eject_valid_o", "golden_eject_i"), ("out_packet_o", "golden_packet_i"))
ALONE = ("rst", "in_valid_i", "out_ready_i", "inject_valid_i")
GOLDEN, DESIGN, PLAIN = "#b45f06", "#1b7837", "#444444"
WIDTH, ROW, NAME = 62, 26, 190        # of a cycle, a signal and its name, in pixels


def dump_of(path, switch):
    """signal -> [(time, value)] of scope s<switch>; and the times of the rising edges of clk."""
    if not shutil.which("fst2vcd"):
        return None
    text = subprocess.run(["fst2vcd", "-f", str(path)], capture_output=True, text=True,
                          check=True).stdout
    scopes, names, changes, time = [], {}, {}, 0
    for line in text.split("\n"):
        if line.startswith("$scope"):
            scopes.append(line.split()[2])
        elif line.startswith("$upscope"):
            scopes.pop()
        elif line.startswith("$var"):
            words = line.split()
            if scopes and scopes[-1] == f"s{switch}":
                names.setdefault(words[3], words[4])
        elif line.startswith("#"):
            time = int(line[1:])
        elif line[:1] in ("0", "1") and line[1:] in names:
            changes.setdefault(names[line[1:]], []).append((time, int(line[0])))
        elif line[:1] == "b":
            bits, _, code = line[1:].partition(" ")
            if code in names:
                value = int(re.sub("[^01]", "0", bits), 2)
                changes.setdefault(names[code], []).append((time, value))
    return changes


def at(changes, time):
    """The value of a signal at a time."""
    value = 0
    for when, new in changes:
        if when > time:
            break
        value = new
    return value


def picture(path, difference):
    """SVG; None: there is nothing to draw."""
    dump = dump_of(path, difference["switch"])
    if not dump or "cycle_i" not in dump or difference.get("cycle") is None:
        return None
    cycles = {value: time for time, value in dump["cycle_i"]}
    here = difference["cycle"]
    shown = [cycle for cycle in range(here - BEFORE, here + AFTER + 1) if cycle in cycles]
    if here not in cycles:
        return None
    field = str(difference.get("field", ""))
    rows = []
    for pin, golden in PAIRS:
        if pin in dump and golden in dump and (field in pin or pin == "out_valid_o"):
            rows += [(f"{pin}  golden", golden, GOLDEN), (f"{pin}  design", pin, DESIGN)]
    rows += [(pin, pin, PLAIN) for pin in ALONE if pin in dump]
    height, width = ROW * (len(rows) + 1) + 14, NAME + WIDTH * len(shown) + 10
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
             f'width="{width}" height="{height}" role="img" font-family="monospace" '
             'font-size="12">',
             f"<title>Pins of switch {difference['switch']} around cycle {here}</title>"]
    for column, cycle in enumerate(shown):
        x = NAME + WIDTH * column
        if cycle == here:
            parts.append(f'<rect x="{x}" y="0" width="{WIDTH}" height="{height}" fill="#fde8e8"/>')
        parts.append(f'<text x="{x + WIDTH / 2}" y="16" text-anchor="middle" font-weight="'
                     f'{"bold" if cycle == here else "normal"}">{cycle}</text>')
    parts.append('<text x="4" y="16">cycle</text>')
    for row, (name, signal, colour) in enumerate(rows, 1):
        y = ROW * row
        parts.append(f'<text x="4" y="{y + 16}" fill="{colour}">{html.escape(name)}</text>')
        start = 0
        values = [at(dump[signal], cycles[cycle]) for cycle in shown]
        while start < len(values):  # a box for each stretch of one value
            end = start
            while end < len(values) and values[end] == values[start]:
                end += 1
            x, w = NAME + WIDTH * start, WIDTH * (end - start)
            parts.append(f'<rect x="{x + 1}" y="{y + 3}" width="{w - 2}" height="{ROW - 7}" rx="3" '
                         f'fill="{"none" if values[start] == 0 else "#ffffff"}" '
                         f'stroke="{colour}"/>')
            text = f"{values[start]:x}"
            room = max(2, int(w / 7.5) - 1)
            if len(text) > room:
                text = text[:room - 1] + "~"
            parts.append(f'<text x="{x + w / 2}" y="{y + 16}" text-anchor="middle" '
                         f'fill="{colour}">{text}</text>')
            start = end
    return "\n".join(parts) + "\n</svg>"
