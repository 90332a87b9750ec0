#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""The source of the manual page against what `lockhop help` and `lockhop list` print.

Usage: help_laws.py LOCKHOP PAGE.  Prints `same`, or what differs, with exit status 1.
"""

import re
import subprocess
import sys

lockhop, page = sys.argv[1:]
ESCAPES = {"\\-": "-", "\\(ti": "~", "\\(ha": "^", "\\(aq": "'", "\\(ga": "`", "\\(dq": '"',
           "\\e": "\\", "\\&": ""}


def plain(text):
    return re.sub(r"\\(?:\(..|.)", lambda found: ESCAPES[found[0]],
                  re.sub(r"\\f.", "", text))


def ask(*words):
    return subprocess.run([lockhop, *words], check=True, capture_output=True,
                          text=True).stdout.split("\n")


def sections(text):
    """{title: (text before its items, [(name, meaning)])} of .SH and .SS."""
    found = {}
    for part in re.split(r"^\.S[HS] ", text, flags=re.M)[1:]:
        title, _, body = part.partition("\n")
        first, *items = body.split(".TP\n")
        named = [re.fullmatch(r'\.B "(.*)"\n(.*)\n', item, re.S) for item in items]
        found[plain(title.strip('"'))] = (plain(first), [(plain(n[1]), plain(n[2])) for n in named])
    return found


def rows(lines):
    """(name, meaning) of lines such as `  --depth W   packets`."""
    return [tuple(re.split(r" {2,}", line.strip(), maxsplit=1)) for line in lines]


def faults(man):
    title, _, _, commands, tail = "\n".join(ask("help")).split("\n\n")
    yield from () if man["NAME"][0] == f"lockhop - {title}\n" else ["NAME"]
    shown = []
    for line in commands.split("\n"):
        name, _, _ = line.strip().partition(" ")
        text, examples, usage, options = "\n".join(ask("help", name)).split("\n\n")
        shown += rows(examples.split("\n"))
        title = usage.removeprefix("usage: ").removesuffix(" [options]")
        first, items = man.get(title, ("", []))
        if first != text + ".\n":
            yield f"{title}: {first!r}, not {text!r}"
        said = [re.sub(" +", " ", f"  {n} {m}") for n, m in items]
        wanted = [re.sub(" +", " ", f"  {o.strip()}") for o in options.strip("\n").split("\n")]
        yield from (f"{title}: {line}" for line in set(said) ^ set(wanted))
    for line in tail.split("\n")[:2]:
        if line not in man["DESCRIPTION"][0]:
            yield f"DESCRIPTION: {line}"
    if man["EXAMPLES"][1] != shown:
        yield f"EXAMPLES: {man['EXAMPLES'][1]}"
    codes = ", ".join(" ".join(item) for item in man["EXIT STATUS"][1])
    if f"Exit codes: {codes}." not in tail:
        yield f"EXIT STATUS: {codes}"
    if rows(tail.split("Environment:\n")[1].strip("\n").split("\n")) != man["ENVIRONMENT"][1]:
        yield f"ENVIRONMENT: {man['ENVIRONMENT'][1]}"
    listed = "\n".join(ask("list"))
    for title in ("NETWORKS", "TRAFFIC"):
        for name, meaning in man[title][1]:
            if not re.search(rf"^  {re.escape(name)} +{re.escape(meaning)}", listed, re.M):
                yield f"{title}: {name} {meaning}"
    for name, meaning in man["ROUTINGS"][1]:
        words = " +".join(re.escape(word) for word in (*name.split(": "), meaning))
        if not re.search(rf"^  {words}", listed, re.M):
            yield f"ROUTINGS: {name} {meaning}"
    counts = {title: len(man[title][1]) for title in ("NETWORKS", "ROUTINGS", "TRAFFIC")}
    lists = [len([line for line in ask("list", title.lower().replace("networks", "topologies"))
                  if re.match(r"  \S", line)]) for title in counts]
    if list(counts.values()) != lists:
        yield f"{counts}, but lockhop list has {lists}"


def main():
    with open(page, encoding="ascii") as file:
        found = list(faults(sections(file.read())))
    print("\n".join(found) if found else "same")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
