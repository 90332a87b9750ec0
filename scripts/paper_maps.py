# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""paper_maps -- what the pages of docs/papers/ are made of, by scripts/draw_papers.py.

PAGES: file -> paper.  "names" begin the ids of its claims ("" takes all); "tables" are shown
cell by cell; "figures" are lines of the page.  An entry of "map": where in the paper, what it
is, a command ("": none) and behind "    #" how it ends, a page under docs/ ("": none), the
claims about it.  Every claim of a page must be in an entry.  "before": command -> what must be run
before it.
"""
import paper_maps_dual_nets
import paper_maps_grids
from paper_maps_switches import DRAGONFLY, HYPERCUBE

PAGES = {"hypercube": HYPERCUBE,
         "dragonfly": DRAGONFLY,
         "grids": paper_maps_grids.PAGE,
         **paper_maps_dual_nets.PAGES}
