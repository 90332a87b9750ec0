# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""paper_maps_grids -- the page of Online Routing on the Mesh and Offline Routing on the Benes
Network, section by section (scripts/paper_maps.py)."""

MAP = [
    ("section 1.1", "links for each pair; degrees that grow",
     "lockhop info hypercube:10",
     "topologies/hypercube.md", "1.1 1.2"),
    ("section 1.2, notation, Definitions 1 and 2", "numbers to a base, distance, diameter",
     "lockhop route mesh:4x4 0.0 3.2",
     "topologies/mesh.md", "1.3 1.4"),
    ("section 1.2, Definition 3", "function routing, p = 2; one send of a processor in a step; "
     "buffers: `largest buffer`",
     "lockhop run mesh:4x4 function --packets 2",
     "traffic.md", ""),
    ("section 1.2, Definition 3", "off-line routing: the protocol depends on the permutation",
     "lockhop schedule benes:3 random",
     "topologies/pn.md", ""),
    ("section 2, Definition 4, figure 1", "the grid M(n,d)",
     "lockhop draw mesh:3x3x3 -o grid.svg",
     "topologies/mesh.md", "1.4"),
    ("section 2, properties 1 to 5", "nodes, edges, distance, diameter, grids inside",
     "lockhop info mesh:3x3x3",
     "topologies/mesh.md", "G1 G2 G3 G4 G5"),
    ("section 2.1, Theorem 1", "the line in two phases; the reversal takes 2(n-1) steps",
     "lockhop run mesh:8 bit-complement --routing phases    # 14 steps",
     "switches/grid.md", "2.1 2.2 2.3 2.4"),
    ("section 2.1, other readings", "without phases; with a send in each direction",
     "lockhop run mesh:8 random --routing local",
     "switches/grid.md", "2.5 2.6 2.7 2.8"),
    ("section 2.2, Theorem 2", "the array in the phases of Theorem 1, one dimension after the "
     "other; 4(n-1) steps",
     "lockhop run mesh:4x4 bit-complement --routing four-phase    # 12 steps",
     "switches/grid.md", "2.9 2.10"),
    ("section 2.2, proof", "farthest first, a barrier between rows and columns",
     "lockhop run mesh:4x4 random --routing farthest-barrier",
     "switches/grid.md", "2.11 2.12 2.13"),
    ("section 2.2, other readings", "no barrier; a packet on every link",
     "lockhop run mesh:4x4 random --routing farthest",
     "switches/grid.md", "2.10"),
    ("section 3, Definitions 5 to 7, Theorem 3", "hypergraphs, matchings, the marriage theorem",
     "lockhop claims grids",
     "claims.md#rows-of-the-grids", "3.1 3.2"),
    ("section 3.2, Theorem 4, Corollary 1", "colouring by perfect matchings",
     "lockhop claims grids",
     "topologies/pn.md#path-set-up", "3.3 3.4 3.5 3.6"),
    ("section 4, Definition 8, figure 2", "the (2,3)-PN, levels, sources, sinks",
     "lockhop draw benes:3 -o benes.svg",
     "topologies/pn.md", "4.1 4.2 4.3"),
    ("section 4, properties 1 to 3, figure 4", "processors, depth, networks inside",
     "lockhop info pn:3,2",
     "topologies/pn.md", "4.4 4.5 4.6"),
    ("section 4, Definition 9, figure 3", "the butterfly BF(3)",
     "lockhop draw butterfly:3 -o butterfly.svg",
     "topologies/butterfly.md", "B0"),
    ("section 4, Definition 9", "wrap-around edges",
     "lockhop info butterfly:3,wrap=1",
     "topologies/butterfly.md", "B4"),
    ("section 4, properties 4 to 6", "processors, depth, one shortest path",
     "lockhop info butterfly:3",
     "topologies/butterfly.md", "B1 B2 B3"),
    ("section 4, \"or Waksman network\"", "Waksman's network",
     "lockhop run waksman:3 random",
     "topologies/waksman.md", "4.7 W1 W2 W3 W4"),
    ("section 4.1, figure 5", "packets at nodes and links, level by level",
     "lockhop schedule butterfly:4 bit-reversal --loads",
     "topologies/butterfly.md#congestion", "B5 B6 B7 B8"),
    ("section 4.1", "steps and buffers of bit-reversal, one send in a step",
     "lockhop run butterfly:4 bit-reversal --sends 1    # 7 steps",
     "topologies/butterfly.md#steps-of-bit-reversal", "B9 B10"),
    ("section 4.2, Lemma 1", "disjoint paths by colouring",
     "lockhop run pn:3,4 random",
     "topologies/pn.md#path-set-up", "4.8 4.9 4.12"),
    ("section 4.2, figures 6 to 8", "the example, its graphs and its paths",
     "lockhop draw benes:3 file:example.txt --color path -o paths.svg",
     "topologies/pn.md", "4.11"),
    ("section 4.2, H_pi", "the colours of the example, packet by packet",
     "lockhop schedule benes:3 file:example.txt --colors",
     "structures.md#colourings", "4.8 4.11"),
    ("section 4.2, Theorem 5", "messages of s = 5 parts take 2d+s-2 steps",
     "lockhop run benes:3 random,parts=5    # 9 steps",
     "switches/source_route.md", "4.10"),
    ("section 5, unsolved problems", "(2,d)-PN and two copies of BF(d); copies in a row",
     "lockhop claims grids --table copies",
     "topologies/butterfly.md#copies-in-a-row", "5.1 5.2 5.3 5.4 5.5 5.6 C1"),
    ("section 5, distribution routing", "packets for many destinations",
     "lockhop run benes:4 multicast,fanout=3",
     "traffic.md#functions-relations-one-to-many-all-to-all", ""),
    ("section 5, relation routing", "h packets from and to every processor",
     "lockhop run mesh:4x4 relation,h=4",
     "traffic.md#functions-relations-one-to-many-all-to-all", ""),
    ("section 5, reduced to permutation routing", "an h-relation as h permutations: 2d+h-2 steps",
     "lockhop run benes:5 relation,h=6,split=1    # 14 steps",
     "traffic.md#functions-relations-one-to-many-all-to-all", "5.7"),
    ("section 5, broadcasting", "one to all",
     "lockhop run mesh:4x4 broadcast,source=0",
     "traffic.md#functions-relations-one-to-many-all-to-all", ""),
    ("section 5, gossiping", "all to all",
     "lockhop run mesh:4x4 gossip",
     "traffic.md#functions-relations-one-to-many-all-to-all", ""),
    ("section 5, token distribution", "load balancing",
     "lockhop run mesh:4x4 tokens",
     "traffic.md#functions-relations-one-to-many-all-to-all", ""),
]

BEFORE = {  # what a command needs
    "lockhop draw benes:3 file:example.txt --color path -o paths.svg":
        "printf '4\\n1\\n0\\n3\\n2\\n6\\n5\\n7\\n' >example.txt",
}

HOT_SPOT = """\
# lockhop schedule 1 butterfly:4 destination-tag
# packets 4
# cycle source destination header
0 0 0 0x0
0 1 8 0x8
0 2 4 0x4
0 3 12 0xc
"""  # the packets of figure 5

FIGURES = [
    "## Figures 1 to 3",
    "The figure shows a grid M(3,3). The (2,3)-PN and BF(3) are on the pages\n"
    "[pn](../topologies/pn.md) and [butterfly](../topologies/butterfly.md); the commands above\n"
    "draw them.",
    "![The grid M(3,3)](grid.svg)",
    "## Figure 4",
    "![benes:3, and the networks benes:2 and benes:1 inside](benes_decomposition.svg)",
    "## Figure 5",
    "With bit-reversal the packets of the first four processors meet at switch (2,0000). Three\n"
    "other switches of level 2 have four packets too, when all 16 packets go:\n"
    "[congestion](../topologies/butterfly.md#congestion).",
    "".join(f"    {line}\n" for line in HOT_SPOT.splitlines()).rstrip(),
    "This command draws these packets, if they are saved as `hot_spot.trace`:",
    "    lockhop draw butterfly:4 trace:hot_spot.trace -o hot_spot.svg",
    "![Four packets of bit-reversal on butterfly:4](butterfly_hot_spot.svg)",
    "## Figures 6 to 8",
    "![The routing hypergraph of the example, coloured](benes_hypergraph.svg)",
    "![The graph of the example, coloured, and disjoint paths on benes:3](benes_paths.svg)",
]

PAGE = {"title": "Online Routing on the Mesh and Offline Routing on the Benes Network",
        "cite": "Mykola Protsenko, 29.08.2008. The text names no venue.",
        "argument": "grids",
        "names": "",
        "figures": FIGURES,
        "tables": ["copies"],
        "before": BEFORE,
        "map": MAP}
