# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""verilog_sites -- where a module of rtl/ can be changed at run time: its tokens and its sites.

A site is an expression, or a statement, that is worked out while the module runs.  What fixes the
structure (ranges, widths of part-selects, replication counts, generate conditions, parameters, and
functions that any of these call) is no site: a number that is read at run time cannot choose there.
It reads the Verilog that rtl/ is written in, and says so when it meets something else.
"""
import collections
import re

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|`\w+[^\n]*|\"[^\"]*\"|\d*'[bdh][0-9a-fA-F_]+"
                   r"|[A-Za-z_$][\w$]*|\d+|<<|>>|<=|>=|==|!=|&&|\|\||\+:|-:|\S", re.S)
Token = collections.namedtuple("Token", "text start end")

# kind, in blocks: value, condition (of an if), bound and start (of a for), index (of what is
# assigned), statement; outside: wire (a value that is assigned or connected to an input), constant
# (of a localparam with a range, which becomes a wire).  Tokens first..end-1.
Site = collections.namedtuple("Site", "kind first end")

OPEN = {"(": ")", "[": "]", "{": "}"}
SKIPPED = ("generate", "endgenerate", "begin", "end", "else", ";")
DECLARATIONS = ("genvar", "integer", "parameter")


class Unreadable(Exception):
    """Verilog of a form that rtl/ does not have."""


class Module:
    """One file with one module: text, tokens, name, and (after `find_sites`) sites."""

    def __init__(self, text):
        self.text = text
        self.tokens = [Token(m.group(), m.start(), m.end()) for m in TOKEN.finditer(text)
                       if not m.group().startswith(("//", "/*", "`"))]
        self.sites = []
        self.functions = {}     # name: (first token of the body, its end)
        self.declared = set()   # tokens that are the names of functions and constants
        self.body = 0           # first token after the header
        self.name = ""
        self.find_sites()
        self.drop_constant_functions()

    def word(self, i):
        return self.tokens[i].text

    def words(self, first, end):
        return [token.text for token in self.tokens[first:end]]

    def closing(self, i):
        """The bracket that closes the one at i."""
        depth = 0
        for j in range(i, len(self.tokens)):
            if self.word(j) in OPEN:
                depth += 1
            elif self.word(j) in OPEN.values():
                depth -= 1
                if depth == 0:
                    return j
        raise Unreadable(self.at(i) + "this bracket is not closed")

    def find(self, i, wanted):
        """The first of the words `wanted`, outside brackets, from i on."""
        while i < len(self.tokens):
            if self.word(i) in wanted:
                return i
            i = self.closing(i) + 1 if self.word(i) in OPEN else i + 1
        raise Unreadable(self.at(-1) + f"the file ends before {wanted}")

    def matching_end(self, i):
        """The `end` of the `begin` at i."""
        depth = 0
        for j in range(i, len(self.tokens)):
            depth += {"begin": 1, "end": -1}.get(self.word(j), 0)
            if depth == 0:
                return j
        raise Unreadable(self.at(i) + "this begin has no end")

    def line(self, i):
        """The number of the line that token i is in."""
        return self.text.count("\n", 0, self.tokens[i].start) + 1

    def at(self, i):
        return f"{self.name or 'module'}, line {self.line(i)}: "

    def add(self, kind, first, end):
        if end > first:
            self.sites.append(Site(kind, first, end))

    # --- reading ---

    def find_sites(self):
        i = self.words(0, len(self.tokens)).index("module")
        self.name = self.word(i + 1)
        self.body = self.find(i, (";",)) + 1
        i = self.body
        while self.word(i) != "endmodule":
            i = self.read_item(i)

    def read_item(self, i):
        """Reads one item of the module; returns what comes after it."""
        word = self.word(i)
        if word in SKIPPED:
            return i + 3 if word == "begin" and self.word(i + 1) == ":" else i + 1
        if word in DECLARATIONS:
            return self.find(i, (";",)) + 1
        if word in ("wire", "reg", "localparam"):
            return self.read_declaration(i)
        if word == "assign":
            return self.read_assign(i)
        if word in ("if", "for"):
            return self.closing(i + 1) + 1
        if word == "always":
            return self.read_always(i)
        if word == "initial":
            raise Unreadable(self.at(i) + "an initial block")
        if word == "function":
            return self.read_function(i)
        return self.read_instance(i)

    def read_declaration(self, i):
        """wire [..] x = value; and the same with localparam, when it has a range."""
        end = self.find(i, (";",))
        equals = self.find(i, ("=", ";"))
        name = self.word(equals - 1)
        if equals < end and not name.startswith("unused"):
            if self.word(i) != "localparam":
                self.add("wire", equals + 1, end)
            elif self.word(i + 1) == "[":
                self.declared.add(equals - 1)
                self.add("constant", equals + 1, end)
        return end + 1

    def read_assign(self, i):
        equals = self.find(i, ("=",))
        end = self.find(equals, (";",))
        self.add("wire", equals + 1, end)
        return end + 1

    def read_always(self, i):
        begin = self.find(i, ("begin",))
        end = self.matching_end(begin)
        self.read_statements(begin + 1, end)
        return end + 1

    def read_function(self, i):
        first = self.find(i, (";",)) + 1
        name = self.find(i + 1, ("(",)) - 1
        end = self.find(first, ("endfunction",))
        self.declared.add(name)
        self.functions[self.word(name)] = (first, end)
        self.read_statements(first, end)
        return end + 1

    def read_instance(self, i):
        """module #(...) name (.port_i (value), ...);"""
        j = self.closing(i + 2) + 1 if self.word(i + 1) == "#" else i + 1
        if self.word(j + 1) != "(":
            raise Unreadable(self.at(i) + f"'{self.word(i)}' begins nothing that is known here")
        end = self.closing(j + 1)
        k = j + 2
        while k < end:
            close = self.closing(k + 2)
            if self.word(k + 1).endswith("_i"):
                self.add("wire", k + 3, close)
            k = close + 2
        return end + 2

    def read_statements(self, i, end):
        while i < end:
            word = self.word(i)
            if word in ("begin", "end", "else", ";"):
                i += 1
            elif word in ("integer", "reg"):
                i = self.find(i, (";",)) + 1
            elif word == "if":
                close = self.closing(i + 1)
                self.add("condition", i + 2, close)
                i = close + 1
            elif word == "for":
                i = self.read_for(i)
            elif word in ("case", "casez", "while", "repeat", "forever", "fork"):
                raise Unreadable(self.at(i) + f"'{word}' is not known here")
            else:
                i = self.read_assignment(i)

    def read_for(self, i):
        start = self.find(i + 2, (";",))
        bound = self.find(start + 1, (";",))
        self.add("start", i + 4, start)
        self.add("bound", start + 1, bound)
        return self.closing(i + 1) + 1

    def read_assignment(self, i):
        equals = self.find(i, ("=", "<="))
        end = self.find(equals, (";",))
        self.add("statement", i, end + 1)
        if self.word(i + 1) == "[":
            close = self.closing(i + 1)
            part = [j for j in range(i + 2, close) if self.word(j) in (":", "+:", "-:")]
            if not part:
                self.add("index", i + 2, close)
            elif self.word(part[0]) != ":":
                self.add("index", i + 2, part[0])
        self.add("value", equals + 1, end)
        return end + 1

    # --- what is worked out before the module runs ---

    def fixed(self, first, end):
        """The tokens of an expression that fix a width: ranges, widths, replication counts."""
        found = set()
        for i in range(first, end):
            if self.word(i) == "[":
                close = self.closing(i)
                part = [j for j in range(i + 1, close) if self.word(j) in (":", "+:", "-:")]
                if self.word(close + 1) == ".":     # a block of a generate loop
                    found.update(range(i + 1, close))
                elif part:
                    found.update(range(i + 1 if self.word(part[0]) == ":" else part[0], close))
                elif all(re.match(r"[A-Z0-9_+*-]+$", word) for word in self.words(i + 1, close)):
                    found.update(range(i + 1, close))
            elif self.word(i) == "{":
                inner = self.find(i + 1, ("{", ",", "}")) if self.word(i + 1) != "{" else i + 1
                if self.word(inner) == "{" and inner > i + 1 and self.word(inner - 1) != ",":
                    found.update(range(i + 1, inner))
        return found

    def drop_constant_functions(self):
        """A function that fixes a width anywhere is a constant, and so is a constant that does."""
        while True:
            run_time = set()
            for site in self.sites:
                run_time.update(set(range(site.first, site.end)) - self.fixed(site.first, site.end))
            for first, end in self.functions.values():
                run_time.update(range(first, end))
            constants = {self.word(site.first - 2) for site in self.sites
                         if site.kind == "constant"}
            elsewhere = {self.word(i) for i in range(self.body, len(self.tokens))
                         if i not in run_time and self.word(i - 1) != "."
                         and i not in self.declared}
            gone = [name for name in self.functions if name in elsewhere]
            if not gone and not constants & elsewhere:
                return
            bodies = [self.functions.pop(name) for name in gone]
            self.sites = [site for site in self.sites
                          if not any(first <= site.first < end for first, end in bodies)
                          and not (site.kind == "constant"
                                   and self.word(site.first - 2) in elsewhere)]
