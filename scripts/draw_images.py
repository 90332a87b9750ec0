#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""draw_images -- the pictures of docs/drawing.md, by build/lockhop draw.

  draw_images.py           write docs/images/draw-*.svg
  draw_images.py NAME...   write these
  draw_images.py --check   are the files in the tree up to date?  Prints TAP
"""
import functools
import sys

sys.dont_write_bytecode = True  # leave no files beside the sources

from drawing import main
from paper_figures import Drawn

IMAGES = {
    "draw-d3": "d3:2,3 all-to-all",
    "draw-butterfly": "butterfly:4 bit-reversal",
    "draw-hypercube": "hypercube:4 transpose",
    "draw-benes": "benes:3 random",
    "draw-mesh": "mesh:8x8 transpose",
    "draw-torus": "torus:4x4 random",
    "draw-flatfly": "flatfly:4,3 random",
    "draw-fattree": "fattree:2,4 random",
    "draw-cube6": "hypercube:6 bit-reversal",
    "draw-drawer": "d3:3,4 --only drawer=0.1 --color class",
    "draw-step": "d3:2,3 all-to-all --step 3",
    "draw-way": "hypercube:6 bit-complement --packet 9",
}

if __name__ == "__main__":
    sys.exit(main("images", {name: functools.partial(Drawn, *words.split())
                             for name, words in IMAGES.items()}))
