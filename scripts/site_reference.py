# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""site_reference -- pages of the site that are made of what the command says of itself.

What it prints has two columns behind a head: `  NAME   what it is`.  Names that are longer than
their column end at one blank.
"""
import json
import re
import subprocess

NOTE = "<!-- made by scripts/site_reference.py -->\n\n"


def said(lockhop, *words):
    """The lines that the command prints."""
    return subprocess.check_output([lockhop, *words], text=True).rstrip("\n").split("\n")


def cell(text):
    """Text in a table: nothing in it is a mark of Markdown."""
    return re.sub(r"([\\|*_<>\[\]`])", r"\\\1", text)


def code(text):
    """Code in a table."""
    return f"<code>{text.replace('&', '&amp;').replace('<', '&lt;').replace('|', '&#124;')}</code>"


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|---" * len(head) + "|",
                      *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def columns(line):
    """NAME, with its argument, and what it is."""
    found = re.match(r"  (\S+(?: \S+)*?)(?: {2,}| (?=[a-z0-9]))(.*)$", line)
    return found.groups() if found else (line.strip(), "")


def commands(lockhop):
    """(name, usage, what it does) of each command."""
    lines = said(lockhop, "--help")
    first = lines.index("usage: lockhop COMMAND ...") + 2
    for line in lines[first:lines.index("", first)]:
        usage, does = re.match(r"  (.*?) {2,}(\S.*)$", re.sub(r"^(  \S+) +", r"\1 ", line)).groups()
        yield usage.split()[0], usage, does


def in_columns(examples):
    """(command, width, what it does) of each example."""
    rows = [re.split(r" {3,}", line.strip(), maxsplit=1) for line in examples.split("\n")]
    return [(line, max(len(other) for other, _ in rows) + 3, text) for line, text in rows]


def command_page(lockhop, name, usage, does):
    _, examples, _, options = "\n".join(said(lockhop, name, "--help")).split("\n\n")
    rows = []
    for line in options.split("\n"):
        option, text = re.match(r"  ((?:-\S, )?--\S+(?: [A-Z][^ ]*)?) +(\S.*)$", line).groups()
        rows.append((code(option), cell(text)))
    shown = "".join("    {:<{}}# {}\n".format(*row) for row in in_columns(examples))
    return (f"# lockhop {name}\n\n" + NOTE + f"{does[0].upper()}{does[1:]}.\n\n{shown}\n"
            f"Usage:\n\n    lockhop {usage} [options]\n\n" +
            table(("option", "what it does"), rows))


def list_page(lockhop, kind, title, head):
    """A list of two columns."""
    rows = [(code(name), cell(text)) for name, text in
            (columns(line) for line in said(lockhop, "list", kind)[1:])]
    return f"# {title}\n\n" + NOTE + f"    lockhop list {kind}\n\n" + table(head, rows)


def routings_page(lockhop):
    """Routings by topology, each with its options."""
    rows, topology = [], ""
    for line in said(lockhop, "list", "routings")[1:]:
        option = re.match(r" {6,}(\S+) +(\S.*)$", line)
        if option:
            rows.append(("", "&nbsp;&nbsp;" + code(option.group(1)), cell(option.group(2))))
            continue
        of, name, text = re.match(r"  (\S+) +(\S+) +(\S.*)$", line).groups()
        rows.append((code(of) if of != topology else "", code(name), cell(text)))
        topology = of
    return ("# Routings\n\n" + NOTE + "    lockhop list routings\n\n" +
            table(("topology", "routing, option", "what it does"), rows))


def kind_of(schema):
    """What a value can be, in words."""
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return ", ".join(code(json.dumps(value)) for value in schema["enum"])
    kinds = schema.get("type", [part.get("type", "object") for part in schema.get("oneOf", [])])
    words = " or ".join([kinds] if isinstance(kinds, str) else kinds) or "any"
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None:
        words += f", {low}..{high}" if high is not None else f", at least {low}"
    return words


def schema_page(schema, title, link):
    required = schema.get("required", [])
    rows = [(code(name), kind_of(value), "yes" if name in required else "",
             cell(value.get("description", ""))) for name, value in schema["properties"].items()]
    return (f"# {title}\n\n" + NOTE + f"Schema: [{link}](../schema/{link})\n\n" +
            table(("key", "value", "always", "what it is"), rows))


def reference_pages(lockhop, root):
    """place -> text."""
    pages = {}
    overview = []
    for name, usage, does in commands(lockhop):
        pages[f"reference/lockhop-{name}.md"] = command_page(lockhop, name, usage, does)
        overview.append((f"[{name}](lockhop-{name}.md)", code(usage), cell(does)))
    pages["reference/README.md"] = ("# Commands and their options\n\n" + NOTE +
                                    table(("command", "usage", "what it does"), overview))
    pages["reference/topologies.md"] = list_page(lockhop, "topologies", "Topologies, by spec",
                                                 ("SPEC", "network"))
    pages["reference/traffic.md"] = list_page(lockhop, "traffic", "Traffic, by name",
                                              ("TRAFFIC", "workload"))
    pages["reference/routings.md"] = routings_page(lockhop)
    schemas = root / "docs/schema"
    for name, title in (("run", "A run as JSON"), ("result", "A result as JSON")):
        schema = json.loads((schemas / f"{name}.json").read_text())
        pages[f"reference/{name}-json.md"] = schema_page(schema, title, f"{name}.json")
    return pages
