#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""plot -- what `lockhop plot` runs: figures of tables of `lockhop sweep` and `lockhop compare`.

Usage: plot.py OUTPUT FIGURE COLUMN BASE PANELS FILE...

docs/plot.md has the figures.  The command has read its options before; an empty word is one that
was not given.  Exit codes: 0 done, 2 wrong input or no matplotlib, 3 the figure cannot be written.
Nothing is written but with 0.
"""
import os
import sys
import types

sys.dont_write_bytecode = True  # leave no files beside the sources

import whole_files
from plot_figures import FIGURES
from plot_look import open_matplotlib, render
from plot_rows import Refused, read

KINDS = ("svg", "png")


def fail(status, text):
    print(f"lockhop: {text}", file=sys.stderr)
    sys.exit(status)


def outputs_of(name):
    """{kind: file}: by the ending of the name, or both of a name without."""
    stem, ending = os.path.splitext(name)
    if ending[1:] in KINDS and os.path.basename(stem):
        return {ending[1:]: name}
    if ending or not os.path.basename(name):
        raise Refused(f"-o '{name}': must end in .svg or .png, or have no ending: then both are "
                      "written")
    return {kind: f"{name}.{kind}" for kind in KINDS}


def figure_of(options):
    """The figure, and the files that it goes to."""
    if options.figure not in FIGURES:
        raise Refused(f"--figure '{options.figure}': must be {', '.join(FIGURES)}")
    function, usual, more = FIGURES[options.figure]
    if options.base and options.figure != "speedup":
        raise Refused(f"--base is for --figure speedup, not {options.figure}")
    if options.panels and options.figure == "histogram":
        raise Refused("--panels: a histogram has a strip for each curve")
    if options.column and options.figure == "accepted":
        raise Refused("--column: the accepted load is a column of its own")
    options.column = options.column or usual
    outputs = outputs_of(options.output)
    rows = read(options.files, {options.column, *more})
    try:
        matplotlib = open_matplotlib()
    except ImportError:
        fail(2, "plots need matplotlib for Python 3; install the Debian package "
                "python3-matplotlib")
    return function(matplotlib, rows, options), outputs


def main():
    output, figure, column, base, panels, *files = sys.argv[1:]
    options = types.SimpleNamespace(output=output, figure=figure or "latency", column=column,
                                    base=base, panels=panels or None, files=files)
    try:
        figure, outputs = figure_of(options)
    except Refused as refused:
        fail(2, refused)
    try:
        whole_files.write({path: render(figure, kind) for kind, path in outputs.items()})
    except OSError as error:
        fail(3, f"cannot write {error.filename or options.output}: {error.strerror}")


if __name__ == "__main__":
    main()
