#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""site -- what MkDocs needs to make a site of the documentation, in a directory.

    scripts/site.py DIRECTORY [LOCKHOP]   LOCKHOP: the command, by default build/lockhop

Into DIRECTORY go `mkdocs.yml`, made of docs/site/site.yml, and `pages/`:

- the pages of docs/ by their own paths, the README of the tree as index.md, that of docs/ as
  pages.md;
- whatever of the tree a page links to, below tree/: a page as it is, a source file as a page
  that shows it, a folder as a list of its files;
- below reference/ what the command itself says of commands, names and JSON (site_reference.py).

Links are rewritten to match.  A page that docs/site/site.yml does not have in its nav, one that
it has twice and one that is not there are errors, on one line and with exit code 2.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

import yaml

from check_links import LINK, OUTSIDE, prose
from site_reference import reference_pages

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = "docs/site/"
NAMES = {"README.md": "index.md", "docs/README.md": "pages.md"}
LANGUAGES = {".v": "verilog", ".sv": "systemverilog", ".c": "c", ".h": "c", ".cpp": "cpp",
             ".py": "python", ".sh": "bash", ".yml": "yaml", ".json": "json"}
PICTURES = (".png", ".svg")


class SiteError(Exception):
    """What is wrong with docs/site/site.yml or a page."""


def tracked():
    """Paths of the tree that git knows, or will: as strings."""
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"]
    return sorted(set(subprocess.check_output(command, text=True).split("\n")) - {""})


def is_raw(path):
    """Whether a file of docs/ is copied as it is, and linked so."""
    return path.endswith(PICTURES) or (path.startswith("docs/") and not path.endswith(".md"))


def place(path, files):
    """Where a path of the tree is in the site."""
    if path in NAMES:
        return NAMES[path]
    if path not in files:  # a folder
        return place(f"{path}/README.md", files) if f"{path}/README.md" in files else \
            f"tree/{path}/index.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"tree/{path}" if path.endswith(".md") or is_raw(path) else f"tree/{path}.md"


def relative(target, page):
    """A link to the place `target` from the place `page`."""
    return os.path.relpath(target, PurePosixPath(page).parent)


def rewritten(text, path, files, wanted):
    """The text of the page `path` with links of the site; what it links to is added to wanted."""
    text = re.sub(r"^ {1,3}(?=([-*]|\d+\.) )", "    ", text, flags=re.MULTILINE)  # a list in a list
    parts, end = [], 0
    for link in LINK.finditer(prose(text)):
        name, sharp, anchor = link.group(1).partition("#")
        if OUTSIDE.match(link.group(1)) or not name:
            continue
        target = os.path.normpath(os.path.join(os.path.dirname(path), name))
        wanted.add(target)
        parts += [text[end:link.start(1)],
                  relative(place(target, files), place(path, files)) + sharp + anchor]
        end = link.end(1)
    return "".join(parts) + text[end:]


def source_page(path, text):
    """A page that shows a file; its fence is longer than any in it."""
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall(r"`{3,}", text))])
    language = LANGUAGES.get(PurePosixPath(path).suffix, "text")
    return f"# {path}\n\n{fence}{language}\n{text.rstrip()}\n{fence}\n"


def folder_page(folder, files, wanted):
    """A page that lists the files of a folder and links to them."""
    inside = [path for path in files if path.startswith(f"{folder}/")]
    if not inside:
        raise SiteError(f"{folder}: a page links to it, and it has no files")
    wanted.update(inside)
    here = f"tree/{folder}/index.md"
    return f"# {folder}\n\n" + "".join(
        f"- [{path.removeprefix(folder + '/')}]({relative(place(path, files), here)})\n"
        for path in inside)


def collect(files, named):
    """The pages and files of the site: place -> text, or the path of a file that is copied.  They
    begin with those of docs/ and the paths `named`."""
    site, done = {}, set()
    todo = {path for path in files if path.startswith("docs/") and not path.startswith(SETTINGS)}
    todo |= {"README.md", *named}
    while todo - done:
        path = min(todo - done)
        done.add(path)
        where = place(path, files)
        if path not in files and f"{path}/README.md" in files:
            todo.add(f"{path}/README.md")
        elif path not in files:
            site[where] = folder_page(path, files, todo)
        elif path.endswith(".md"):
            site[where] = rewritten((ROOT / path).read_text(), path, files, todo)
        elif is_raw(path):
            site[where] = ROOT / path
        else:
            site[where] = source_page(path, (ROOT / path).read_text())
    return site


def title_of(text):
    """The first heading of a page."""
    found = re.search(r"^# +(.*)$", text, re.MULTILINE)
    return re.sub(r"[`*]", "", found.group(1)) if found else "?"


def expanded(nav, site, seen):
    """The nav with the pages of its folders; `seen` takes all that it names."""
    result = []
    for entry in nav:
        if isinstance(entry, dict):
            (name, below), = entry.items()
            if isinstance(below, list):
                result.append({name: expanded(below, site, seen)})
                continue
            pages = [below]
        elif entry.endswith("/*"):
            name, folder = None, entry.removesuffix("*")
            pages = sorted((page for page in site if page.startswith(folder)
                            and page.endswith(".md") and page not in seen),
                           key=lambda page: (not page.endswith("/README.md"), page))
        else:
            name, pages = None, [entry]
        for page in pages:
            if page not in site:
                raise SiteError(f"docs/site/site.yml: '{page}' in nav is no page")
            if page in seen:
                raise SiteError(f"docs/site/site.yml: '{page}' is twice in nav")
            seen.add(page)
            result.append({name or title_of(site[page]): page})
    return result


def configuration(text, site):
    """The text of mkdocs.yml, of that of docs/site/site.yml."""
    head, nav = text.split("\nnav:\n")
    seen = set()
    nav = {"nav": expanded(yaml.safe_load(nav), site, seen)}
    for page in sorted(site):
        if page.endswith(".md") and not page.startswith("tree/") and page not in seen:
            raise SiteError(f"docs/site/site.yml: page '{page}' is not in nav: add it where a "
                            "reader looks for it")
    return head + "\n" + yaml.safe_dump(nav, sort_keys=False, allow_unicode=True)


def write(directory, site, config):
    pages = directory / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    site = {**site, "style.css": ROOT / SETTINGS / "style.css"}
    for name, content in site.items():
        path = pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copyfile(content, path)
        else:
            path.write_text(content)
    (directory / "mkdocs.yml").write_text(config)


def main(arguments):
    if len(arguments) not in (1, 2):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    lockhop = arguments[1] if len(arguments) > 1 else str(ROOT / "build/lockhop")
    try:
        text = (ROOT / SETTINGS / "site.yml").read_text()
        files = tracked()
        site = collect(files, {path for path in files if f" tree/{path}\n" in text})
        site.update(reference_pages(lockhop, ROOT))
        config = configuration(text, site)
    except (SiteError, OSError, subprocess.CalledProcessError, yaml.YAMLError) as error:
        print(f"site: {error}", file=sys.stderr)
        return 2
    write(Path(arguments[0]), site, config)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
