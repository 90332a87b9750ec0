# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""mutant_lists -- reads the lists of mutants that no test can kill, tests/mutants*/*.txt.

A list is of entries, of which each begins with the name of its module, or its file in C, in a line
of its own:

    output_queue
      line: if (push_i != {CHANNELS{1'b0}}) begin
      change: condition -> 1
      reason: the condition saves work alone; without a push the loop changes nothing

`line` is the text of the line, with single blanks and without its comment, so that an entry stays
good when the line moves.  Each `line` is followed by one or more `change`, and an entry may have
several lines; `change: ... (no. 2)` is the second mutant of its module with this line and change.
A reason may go on in the next lines, which begin with four blanks.  Lines that begin with # are
comments.
"""
import collections
import re

Entry = collections.namedtuple("Entry", "where kind reason")


class ListError(Exception):
    """A list that cannot be read, or an argument that cannot be used; the text says why."""


def read_list(path, modules, what="module of rtl/"):
    """{(module, line, change, nth): Entry}; the kind of all entries is the name of the list."""
    found = {}
    module = line = None
    open_keys = []
    for number, text in enumerate(path.read_text().split("\n"), 1):
        where = f"{path}:{number}"
        field = re.match(r"  (line|change|reason): (\S.*)$", text)
        if not text.strip() or text.startswith("#"):
            continue
        if re.match(r"[\w./]+$", text):
            refuse_open(open_keys, where)
            if text not in modules:
                raise ListError(f"{where}: '{text}' is no {what}")
            module, line = text, None
        elif field and field.group(1) == "line" and module:
            line = " ".join(field.group(2).split())
        elif field and field.group(1) == "change" and line:
            key = key_of(module, line, field.group(2))
            if key in found or key in open_keys:
                raise ListError(f"{where}: this mutant is in the list already")
            open_keys.append(key)
        elif field and field.group(1) == "reason" and open_keys:
            found.update((key, Entry(where, path.stem, field.group(2))) for key in open_keys)
            open_keys = []
            line = None
        elif not (text.startswith("    ") and not open_keys and found):
            raise ListError(f"{where}: expected a module, or its line, change or reason: '{text}'")
    refuse_open(open_keys, f"{path}: at the end")
    return found


def refuse_open(open_keys, where):
    if open_keys:
        raise ListError(f"{where}: the entry before this has no reason")


def key_of(module, line, change):
    nth = re.match(r"(.*) \(no\. (\d+)\)$", change)
    return (module, line, nth.group(1), int(nth.group(2))) if nth else (module, line, change, 1)
