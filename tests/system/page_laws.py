#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""page_laws -- is a page of lockhop check whole, readable and of one file?

    page_laws.py PAGE VERDICT [TEXT...]

Elements close where they must; title and heading begin with the verdict; there is no script and
nothing that is loaded; each link leads, from the folder of the page, to something that is there;
what is read has a contrast of 7; each TEXT is shown.  Exit status 1: something is not so.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

VOID = {"meta", "br"}


class Page(HTMLParser):
    """What the page consists of."""

    def __init__(self):
        super().__init__()
        self.open, self.links, self.ids, self.shown = [], [], set(), []
        self.parts = {"title": "", "h1": "", "style": ""}

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        assert tag != "script" and "src" not in has, f"<{tag}> loads or runs something"
        assert not any(name.startswith("on") for name in has), f"<{tag}> runs something"
        if tag == "html":
            assert has["lang"] == "en"
        if "id" in has:
            assert has["id"] not in self.ids, f"two have the id {has['id']}"
            self.ids.add(has["id"])
        if tag == "a":
            self.links.append(has["href"])
        if tag == "div" and has.get("class") == "wide":
            assert has["tabindex"] == "0" and has["aria-label"], "the keyboard cannot scroll it"
        if tag == "th":
            assert has["scope"] == "col"
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> at {self.getpos()}"

    def handle_data(self, data):
        if self.open and self.open[-1] != "style":
            self.shown.append(data)
        for tag in self.parts:
            if tag in self.open:
                self.parts[tag] += data


def light(colour):
    """The relative luminance of #rgb or #rrggbb."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear))


def check_contrast(style):
    """Text, links and words in colour: each on what is behind it."""
    found = re.findall(r"([^{}]+)\{([^{}]*)\}", style)
    rules = dict(reversed(found)) # the first of each; later ones are of narrow pages

    def of(rule, name):
        match = re.search(rf"(?:^|;){name}:(#[0-9a-f]+)", rule)
        return match and match[1]

    text, paper = of(rules["body"], "color"), of(rules["body"], "background")
    pairs = [(text, paper), (of(rules["a"], "color"), paper)]
    for name, rule in rules.items():
        if of(rule, "background"):
            ink = of(rules[".word"], "color") if ".word" in name else text
            pairs.append((ink, of(rule, "background")))
    assert len(pairs) > 8, "no colours are found"
    for ink, ground in pairs:
        dark, bright = sorted((light(ink), light(ground)))
        assert (bright + 0.05) / (dark + 0.05) >= 7, f"{ink} on {ground} is hard to read"


def main():
    path, verdict = Path(sys.argv[1]), sys.argv[2]
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    assert not page.open, f"open at the end: {page.open}"
    assert page.parts["title"].startswith(f"{verdict}: lockhop check "), page.parts["title"]
    assert page.parts["h1"].startswith(f"{verdict} "), page.parts["h1"]
    for link in page.links:
        if link.startswith("#"):
            assert link[1:] in page.ids, f"{link} is not there"
        else:
            assert re.fullmatch(r"[A-Za-z0-9%._~/-]+", link) and link[0] != "/", link
            assert (path.parent / unquote(link)).exists(), f"{link} is not there"
    check_contrast(page.parts["style"])
    shown = "".join(page.shown)
    for text in sys.argv[3:]:
        assert text in shown, f"not shown: {text}"


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(f"{sys.argv[1]}: {error}")
