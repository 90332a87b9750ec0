#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_site -- every link, anchor, picture, style and script of a built site is in it.

    scripts/check_site.py FOLDER         prints TAP; exit status 1 if something is missing
    scripts/check_site.py --self-test    what is missing, or comes from elsewhere, is found

A page may name a place elsewhere for a reader to follow; a style, a script, a font or a picture
that it loads from there is an error, because the site is to be read without a network.
"""

import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FOLLOWED = {"a": "href", "area": "href"}
LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}


class Page(HTMLParser):
    """What a page has and what it wants."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loads = set(), [], []
        self.title = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        of = dict(attrs)
        self.title |= tag == "title"
        self.anchors.update(of[key] for key in ("id", "name") if of.get(key))
        if tag == "link" and of.get("rel") in ("canonical", "next", "prev", "alternate"):
            return
        if of.get(FOLLOWED.get(tag, "")):
            self.links.append((self.getpos()[0], of[FOLLOWED[tag]]))
        if of.get(LOADED.get(tag, "")):
            self.loads.append((self.getpos()[0], of[LOADED[tag]]))


def wrong(folder):
    """A line for each thing that is wrong."""
    folder = folder.resolve()
    pages = {path: Page(path.read_text()) for path in sorted(folder.rglob("*.html"))}
    if not pages:
        yield f"{folder.name}: no page"
    for path, page in pages.items():
        name = path.relative_to(folder)
        if not page.title:
            yield f"{name}: no title"
        for line, url in page.loads + page.links:
            parts = urlsplit(url)
            if parts.scheme or parts.netloc:
                if (line, url) in page.loads and parts.scheme != "data":
                    yield f"{name}:{line}: loads {url}"
                continue
            if path.name == "404.html":  # its links begin at the root of a server
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.is_relative_to(folder) or not target.exists():
                yield f"{name}:{line}: {url}: not in the site"
            elif parts.fragment and target in pages and \
                    unquote(parts.fragment) not in pages[target].anchors:
                yield f"{name}:{line}: {url}: no such anchor"


GOOD = "<title>t</title><h1 id='a'>A</h1><a href='#a'>x</a><a href='https://example.org'>y</a>"
PLANTED = {
    "<a href='#b'>": "#b: no such anchor",
    "<a href='other.html'>": "other.html: not in the site",
    "<a href='../outside.html'>": "../outside.html: not in the site",
    "<img src='none.svg'>": "none.svg: not in the site",
    "<script src='https://example.org/a.js'></script>": "loads https://example.org/a.js",
    "<link rel='stylesheet' href='//example.org/a.css'>": "loads //example.org/a.css",
}


def self_test():
    """(whether it is so, what)."""
    with tempfile.TemporaryDirectory() as name:
        page = Path(name) / "site/index.html"
        page.parent.mkdir()
        (Path(name) / "outside.html").write_text(GOOD)
        page.write_text(GOOD)
        yield not list(wrong(page.parent)), "a whole site is right"
        for planted, said in PLANTED.items():
            page.write_text(GOOD + planted)
            found = list(wrong(page.parent))
            yield len(found) == 1 and said in found[0], f"found: {planted}"
        page.write_text("<h1>A</h1>")
        yield [line for line in wrong(page.parent) if "no title" in line], "found: no title"
        page.unlink()
        yield [line for line in wrong(page.parent) if "no page" in line], "found: no page"


def main(arguments):
    if len(arguments) != 1:
        print("usage: scripts/check_site.py FOLDER|--self-test", file=sys.stderr)
        return 2
    if arguments == ["--self-test"]:
        results = list(self_test())
    else:
        lines = list(wrong(Path(arguments[0])))
        results = [(False, line) for line in lines] or [(True, "everything of the site is in it")]
    for number, (good, what) in enumerate(results, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {what}")
    print(f"1..{len(results)}")
    return 0 if all(good for good, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
