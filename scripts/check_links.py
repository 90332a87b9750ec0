#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""check_links -- every link of every Markdown page leads somewhere: the file is there, and so is
the heading that an anchor names.

    scripts/check_links.py               prints TAP; exit status 1 if a link is dead
    scripts/check_links.py --self-test   dead links are found

The pages are those that git knows.  An anchor is the text of a heading as GitHub and most other
readers make it: small letters, no punctuation, a hyphen for each blank, and a number behind the
second heading of the same text.  Links to other sites are not followed.  Links in code are none.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\))?)>?(?:\s+\"[^\"]*\")?\s*\)")
OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def prose(text):
    """The page with blanks for what is in code: lines and columns are the same."""
    lines, fenced = [], False
    for line in text.split("\n"):
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        code = fence or fenced or line.startswith("    ")
        lines.append(" " * len(line) if code else line)
    return re.sub(r"`[^`]*`", lambda code: re.sub(r"[^\n]", "x", code.group()), "\n".join(lines))


def anchors(text):
    found, counts = set(), {}
    fenced = False
    for line in text.split("\n"):
        fenced ^= line.startswith("```")
        heading = None if fenced else re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        found.update(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", line))
        if not heading:
            continue
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1))
        slug = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        count = counts.get(slug, 0)
        counts[slug] = count + 1
        found.add(f"{slug}-{count}" if count else slug)
    return found


def dead_links(page, root):
    """(line, link, why) of each dead link of a page."""
    text = prose(page.read_text())
    for link in LINK.finditer(text):
        target = link.group(1)
        if OUTSIDE.match(target):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        line = text.count("\n", 0, link.start()) + 1
        if not file.exists():
            yield line, target, "there is no such file"
        elif root not in file.parents and file != root:
            yield line, target, "it leaves the tree"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
            yield line, target, "there is no such heading"


def pages():
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT,
                           check=True, capture_output=True, text=True).stdout.split("\n")
    return [ROOT / name for name in names if name and (ROOT / name).exists()]


def self_test():
    folder = ROOT / "build/links"
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / "page.md"
    page.write_text("# One, two `three`\n## Same\n## Same\n[a](#one-two-three) [b](#same-1)\n"
                    "[c](page.md#same) ![d](page.md) `[e](none)` [f](https://x.org/none)\n"
                    "    [g](none)\n```\n[h](none)\n```\n"
                    "[i](none.md) [j](#none) [k\nl](page.md#same-2)\n")
    dead = [(line, target) for line, target, _ in dead_links(page, folder)]
    right = [(10, "none.md"), (10, "#none"), (11, "page.md#same-2")]
    print(f"{'ok' if dead == right else 'not ok'} 1 - dead links are found, and no others")
    if dead != right:
        print(f"# {dead}")
    print("1..1")
    return dead != right


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    bad = False
    number = 0
    for number, page in enumerate(pages(), 1):
        dead = list(dead_links(page, ROOT))
        bad |= bool(dead)
        print(f"{'not ok' if dead else 'ok'} {number} - the links of {page.relative_to(ROOT)}")
        for line, target, why in dead:
            print(f"# line {line}: {target}: {why}")
    print(f"1..{number}")
    return bad


if __name__ == "__main__":
    sys.exit(main())
