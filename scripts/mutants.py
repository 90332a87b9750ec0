#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""mutants -- modules of rtl/ with every mutant of theirs; a number chooses one at run time.

    scripts/mutants.py list FILE.v...          one line each: number, module, line, change, code
    scripts/mutants.py write DIRECTORY FILE.v...    DIRECTORY/mutants_MODULE.v, and all in all.v
    scripts/mutants.py show NUMBER FILE.v...   the module with this mutant alone, as plain Verilog

Mutants are numbered through all the files, from 1.  In what `write` makes, every instance reads
the number from the environment, LOCKHOP_MUTANT; 0 or none is the module as it is.
docs/mutation.md says what a mutant is.
"""
import collections
import pathlib
import re
import sys

from verilog_sites import Module, OPEN, Unreadable

VARIABLE = "LOCKHOP_MUTANT"
CHOICE = f'$c32("(getenv(\\"{VARIABLE}\\") ? atoi(getenv(\\"{VARIABLE}\\")) : 0)")'
# It is 0, and no tool knows that before the module runs.
OFFSET = ") + no_offset "
# What a mutant may do to widths, and what its copy of an expression does, is no news.
LINT = "".join(f"// verilator lint_off {name}\n" for name in (
    "WIDTH", "UNSIGNED", "CMPCONST", "UNOPTFLAT", "SELRANGE", "LITENDIAN", "LATCH", "UNUSED"))

SWAPS = {"==": ["!="], "!=": ["=="], "<": ["<=", ">"], ">": [">=", "<"], "<=": ["<", ">"],
         ">=": [">", "<="], "&&": ["||"], "||": ["&&"], "&": ["|"], "|": ["&"], "^": ["|", "&"],
         "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "<<": [">>"], ">>": ["<<"],
         "!": ["!!"], "~": [""]}
UNARY_AFTER = set(SWAPS) | {"(", "[", "{", ",", "?", ":", "=", ""}

# `place`: the line's text without blanks and comment; `nth`: which of those in the module that have
# this place and change.  text: of the site; None for a statement that is left out.
Mutant = collections.namedtuple("Mutant", "number module line place change nth site text")


def constants_beside(word):
    """The numbers one above and one below a constant, of its width."""
    sized = re.match(r"(\d*)'([bdh])([0-9a-fA-F_]+)$", word)
    if not sized:
        value = int(word)
        return [str(value + 1)] + ([str(value - 1)] if value > 0 else [])
    bits = int(sized.group(1))
    value = int(sized.group(3).replace("_", ""), {"b": 2, "d": 10, "h": 16}[sized.group(2)])
    above = (value + 1) % 2**bits
    values = dict.fromkeys([above, value - 1 if value > 0 else above])
    return [f"{bits}'d{v}" for v in values]


def condition_before(module, first, question):
    """The first token of the condition that ends at a question mark."""
    depth = 0
    for i in range(question - 1, first - 1, -1):
        word = module.word(i)
        if word in OPEN.values():
            depth += 1
        elif word in OPEN:
            depth -= 1
        if depth < 0 or depth == 0 and word in ("?", ":", ","):
            return i + 1
    return first


def edited(module, first, end, edits):
    """The text of some tokens, with others in the place of those that `edits` has."""
    text = ""
    for i in range(first, end):
        if i > first:
            between = module.text[module.tokens[i - 1].end:module.tokens[i].start]
            text += re.sub(r"//[^\n]*", "", between)
        text += edits.get(i, module.word(i))
    return text


def token_changes(module, site, i):
    """What can become of token i: [change, {token: text}]."""
    word = module.word(i)
    before = module.word(i - 1) if i > site.first else ""
    if word in SWAPS and not (word in "+-" and before in UNARY_AFTER):
        for other in SWAPS[word]:
            yield f"{word} -> {other or 'none'}", {i: other}
    elif word[0].isdigit():
        for other in constants_beside(word):
            yield f"{word} -> {other}", {i: other}
    elif site.kind == "bound" and word.isupper():
        yield f"{word} -> {word} - 1", {i: f"({word} - 1)"}
    elif word == "?":
        start = condition_before(module, site.first, i)
        yield ("the condition of ?: turned",
               {start: "!(" + module.word(start), i - 1: module.word(i - 1) + ")"}
               if start < i - 1 else {start: f"!({module.word(start)})"})


def moved(module, site, i, edits):
    """The edits, when they are in an index, so that it counts as one that changes at run time:
    what is constant must not be out of range."""
    opened = []
    for j in range(site.first, i):
        if module.word(j) in OPEN:
            opened.append(j)
        elif module.word(j) in OPEN.values():
            opened.pop()
    if not opened or module.word(opened[-1]) != "[" or site.kind == "bound":
        return edits
    end = module.find(i, ("+:", "-:", "]"))
    return edits | {opened[-1]: "[(", end: OFFSET + module.word(end)}


def changes_of(module, site):
    """All mutants of a site: (change, token that it is at, text)."""
    if site.kind == "statement":
        yield "left out", site.first, None
        return
    fixed = module.fixed(site.first, site.end)
    for i in range(site.first, site.end):
        if i not in fixed:
            for change, edits in token_changes(module, site, i):
                edits = moved(module, site, i, edits)
                yield change, i, edited(module, site.first, site.end, edits)
    if site.kind == "condition":
        yield "condition -> 1", site.first, "1'b1"
        yield "condition -> 0", site.first, "1'b0"
    zero = re.fullmatch(r"\{[\w*+-]+\{1'b0\}\}", "".join(module.words(site.first, site.end)))
    if site.kind in ("value", "wire", "constant") and site.end - site.first > 1 and not zero:
        yield "value -> 0", site.first, "1'b0"


def place_of(module, i):
    line = module.text.split("\n")[module.line(i) - 1]
    return " ".join(re.sub(r"//.*", "", line).split())


def mutants_of(module, number):
    """All mutants of a module, numbered from `number`."""
    found = []
    seen = collections.Counter()
    for site in module.sites:
        texts = {edited(module, site.first, site.end, {})}
        for change, i, text in changes_of(module, site):
            if text in texts:
                continue
            texts.add(text)
            place = place_of(module, i)
            seen[place, change] += 1
            found.append(Mutant(number + len(found), module.name, module.line(i), place, change,
                                seen[place, change], site, text))
    return found


def read_modules(paths):
    """[(path, module, its mutants)]"""
    result = []
    number = 1
    for path in paths:
        module = Module(pathlib.Path(path).read_text())
        mutants = mutants_of(module, number)
        result.append((path, module, mutants))
        number += len(mutants)
    return result


def assembled(module, edits):
    """The module's text with `edits`, (start, end, text), of which none overlap."""
    text = ""
    at = 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        assert start >= at
        text += module.text[at:start] + new
        at = end
    return text + module.text[at:]


def span(module, site):
    return module.tokens[site.first].start, module.tokens[site.end - 1].end


def with_choice(module, mutants):
    """The module with all of these, of which the variable `mutant` chooses."""
    edits = []
    by_site = collections.defaultdict(list)
    for mutant in mutants:
        by_site[mutant.site].append(mutant)
    for site, here in by_site.items():
        start, end = span(module, site)
        if site.kind == "statement":
            edits += [(start, start, f"if (mutant != {here[0].number}) begin "), (end, end, " end")]
            continue
        # Verilator 5.006 gives up on some `a == b ? c : d` of wires; not with a function in it.
        test = "is_mutant(%d)" if site.kind in ("wire", "constant") else "mutant == %d"
        chosen = "".join(f"{test % m.number} ? ({m.text}) :\n    " for m in here)
        edits.append((start, end, f"({chosen}({edited(module, site.first, site.end, {})}))"))
        if site.kind == "constant":
            edits.append(keyword(module, site))
    header = module.tokens[module.body - 1].end
    edits.append((header, header, f"""
  integer mutant;
  integer no_offset;
  initial mutant = {CHOICE};
  initial no_offset = mutant < 0 ? mutant : 0;
  function is_mutant(input integer number);
    is_mutant = mutant == number;
  endfunction
"""))
    return LINT + assembled(module, edits)


def keyword(module, site):
    """The edit that makes a wire of a localparam."""
    start = max(i for i in range(module.body, site.first) if module.word(i) == "localparam")
    return (module.tokens[start].start, module.tokens[start].end, "wire")


def alone(module, mutant):
    """The module with one mutant."""
    start, end = span(module, mutant.site)
    text = ";" if mutant.text is None else mutant.text.replace(OFFSET, ")")
    return assembled(module, [(start, end, text)])


def name_of(mutant):
    nth = f" (no. {mutant.nth})" if mutant.nth > 1 else ""
    return f"{mutant.module}: {mutant.place}: {mutant.change}{nth}"


def write_all(directory, modules):
    """The files of `write`; returns their names."""
    directory = pathlib.Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    texts = {f"mutants_{module.name}.v": with_choice(module, mutants)
             for _, module, mutants in modules}
    texts["all.v"] = "".join(texts.values())
    for name, text in texts.items():
        path = directory / name
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    return list(texts)


def main(arguments):
    command, *rest = arguments or [""]
    if command == "list" and rest:
        for _, _, mutants in read_modules(rest):
            for m in mutants:
                print(m.number, m.module, m.line, m.change, m.place, sep="\t")
    elif command == "write" and len(rest) > 1:
        write_all(rest[0], read_modules(rest[1:]))
    elif command == "show" and len(rest) > 1 and rest[0].isdigit():
        for _, module, mutants in read_modules(rest[1:]):
            for mutant in mutants:
                if mutant.number == int(rest[0]):
                    print(alone(module, mutant), end="")
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, Unreadable) as error:
        sys.exit(f"mutants: {error}")
