#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""c_mutants -- the mutants of a C file: one small change at one place each.

    scripts/c_mutants.py FILE...         one line each: file, line, change, code

Changed are function bodies; in .c files also tables of numbers and enumeration constants at the
left margin.  Text, comments, assertions and the arguments of messages are left alone.  The form of
the code is that of clang-format: a function's braces are at the left margin, and blanks are around
operators with two operands.  docs/mutation.md says what a mutant is.
"""
import collections
import re
import sys

# `number` counts from 1.  `place`: the line's text, with single blanks and without its comment;
# `nth`: which of those in the file that have this place and change.  `function`: whose body it is;
# None in a table.  start, end: what becomes `text`, in the whole file.
Mutant = collections.namedtuple("Mutant", "file line place change nth function start end text")

TWO_OPERANDS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||",
                "||": "&&", "&": "|", "|": "&", "^": "|", "+": "-", "-": "+", "*": "+", "/": "*",
                "%": "/", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "&=": "|=", "|=": "&=",
                "^=": "|="}
BINARY = re.compile(r"(?<= )(" + "|".join(map(re.escape, sorted(TWO_OPERANDS, key=len)[::-1]))
                    + r")(?= |$)", re.M)
STEP = re.compile(r"\+\+|--")
NOT = re.compile(r"!(?=[\w(*])|~")
TRUTH = re.compile(r"\b(true|false)\b")
NUMBER = re.compile(r"(?<![\w.])(\d+)([uU]?[lL]{0,2})(?![\w.])")
# A call, an assignment or a jump that fills its line.
STATEMENT = re.compile(r"(?:[;{})]|else|:)\s*\n +((?:[\w*(][\w.>*()\[\]-]* [-+*/%&|^<>]*= |\w+\(|"
                       r"continue;|break;|[\w*(][\w.>*()\[\]-]*(?:\+\+|--);|(?:\+\+|--)[\w*(])"
                       r".*;)(?=\n)")
# What is released, or said, is no behaviour.
NO_STATEMENT = re.compile(r"\b\w*(free|fclose|close|destroy)\(|^va_")
# A declaration of arrays, of which a text, if there is one, is blank already.
EMPTY = r"(?: = *(?=[,;]))?"
ARRAY = re.compile(r"^ +(?!return |else |case |goto )(?:(?:static|const|unsigned|struct) )*\w+ "
                   r"\**\w+(?:\[[^]]*\])+" + EMPTY
                   + r"(?:, \**\w+(?:\[[^]]*\])*" + EMPTY + ")*", re.M)
LEFT_OUT = re.compile(r"\b(?:static_assert|assert|err_set|_Static_assert)\(|"
                      r"\bfor \(")


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def code_of(text):
    """The text with blanks for comments, strings, characters, lines of the preprocessor, and an
    element whose size is taken: all elements of an array have the same."""
    pattern = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|'
                         r"^[ ]*#(?:[^\n]*\\\n)*[^\n]*|(?<=\bsizeof )[\w.>-]+\[\d+\]", re.S | re.M)
    return pattern.sub(lambda found: blank(found.group()), text)


def closing(code, start):
    """The end of what the parenthesis at `start` opens."""
    depth = 0
    for i in range(start, len(code)):
        depth += {"(": 1, ")": -1}.get(code[i], 0)
        if depth == 0:
            return i + 1
    return len(code)


def without_what_is_left_out(code):
    """Blanks for assertions, messages, lengths of arrays, and the steps of loops."""
    for found in LEFT_OUT.finditer(code):
        start, end = found.start(), closing(code, found.end() - 1)
        if found.group() == "for (":
            start = code.rfind(";", start, end)
        code = code[:start] + blank(code[start:end]) + code[end:]
    return ARRAY.sub(lambda found: blank(found.group()), code)


def regions(path, code):
    """(function or None, start, end) of what is changed."""
    for found in re.finditer(r"^\{\n.*?^\}", code, re.M | re.S):
        head = code[:found.start()].rstrip().rsplit("\n\n", 1)[-1]
        name = re.search(r"(\w+)\((?!\()", head)
        yield name.group(1) if name else None, found.start(), found.end()
    if path.endswith(".c"):
        for found in re.finditer(r"^(?![ /{])[^\n;]*= \{.*?\};$|^enum (?:\w+ )?\{.*?\};$", code,
                                 re.M | re.S):
            yield None, found.start(), found.end()


def table_is_shared(mutant, text):
    """Whether other files may read the table that a mutant changes, of a file with this text."""
    heads = re.findall(r"^(?![ /{}])[^\n;]*\{", text[:mutant.start], re.M)
    return not heads[-1].startswith(("static ", "enum "))


def table_changes(code):
    """[(start, end, text)] in a table: numbers and truth values; no designators."""
    code = re.sub(r"\[[^]]*\] =|^[^=]*= \{", lambda found: blank(found.group()), code) \
        if not code.startswith("enum") else code
    for found in NUMBER.finditer(code):
        yield from number_changes(found)
    for found in TRUTH.finditer(code):
        yield found.start(), found.end(), "false" if found.group() == "true" else "true"


def number_changes(found):
    value, suffix = int(found.group(1)), found.group(2)
    if found.group(1) != str(value):
        return
    yield found.start(), found.end(), f"{value + 1}{suffix}"
    if value > 0:
        yield found.start(), found.end(), f"{value - 1}{suffix}"


def body_changes(code):
    """[(start, end, text)] in a function body."""
    for found in STATEMENT.finditer(code):
        if not NO_STATEMENT.search(found.group(1)) and not found.group(1).endswith("};"):
            yield found.start(1), found.end(1), ";"
    code = without_what_is_left_out(code)
    for found in BINARY.finditer(code):
        yield found.start(), found.end(), TWO_OPERANDS[found.group()]
    for found in STEP.finditer(code):
        yield found.start(), found.end(), "--" if found.group() == "++" else "++"
    for found in NOT.finditer(code):
        yield found.start(), found.end(), ""
    for found in NUMBER.finditer(code):
        yield from number_changes(found)
    for found in TRUTH.finditer(code):
        yield found.start(), found.end(), "false" if found.group() == "true" else "true"


def mutants_of(path, text):
    """All mutants of a file, in the order of their places."""
    code = code_of(text)
    changes = []
    for function, start, end in regions(str(path), code):
        find = body_changes if function else table_changes
        changes += [(start + first, start + last, new, function)
                    for first, last, new in find(code[start:end])]
    lines = text.split("\n")
    seen = collections.Counter()
    found = []
    for first, last, new, function in sorted(set(changes), key=lambda c: c[:3]):
        line = text.count("\n", 0, first) + 1
        place = " ".join(re.sub(r"/\*.*", "", lines[line - 1]).split())
        old = text[first:last]
        change = "left out" if new == ";" else f"{old} -> {new or 'nothing'}"
        seen[place, change] += 1
        found.append(Mutant(str(path), line, place, change, seen[place, change], function, first,
                            last, new))
    return found


def mutated(text, mutant):
    return text[:mutant.start] + mutant.text + text[mutant.end:]


def key_of(mutant):
    """What a list knows a mutant by."""
    return mutant.file, mutant.place, mutant.change, mutant.nth


def name_of(mutant):
    nth = f" (no. {mutant.nth})" if mutant.nth > 1 else ""
    return f"{mutant.file}:{mutant.line}: {mutant.place}: {mutant.change}{nth}"


def main():
    for path in sys.argv[1:]:
        with open(path) as file:
            for mutant in mutants_of(path, file.read()):
                print(mutant.file, mutant.line, mutant.change, mutant.place, sep="\t")


if __name__ == "__main__":
    main()
