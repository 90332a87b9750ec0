# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""pymtl3_router -- a router of pymtl3-net as one Verilog file.

    pymtl3_router.py mesh:4x4|torus:4x4|ring:5|butterfly:3 DATA_BITS OUTPUT.v

The module is pymtl3_mesh_router, and so on.  Packets have data as ours, and what the router reads.
The routers of a mesh and a torus cross y first.  So their y is our dimension 0, the last number of
the spec, and their x is dimension 1.  butterfly:D has D + 1 levels.
"""

import sys

from pymtl3 import clog2, mk_bits, mk_bitstruct
from pymtl3.passes.backends.verilog import VerilogPlaceholderPass, VerilogTranslationPass
from pymtl3_net.bflynet.BflyRouterRTL import BflyRouterRTL
from pymtl3_net.meshnet.MeshRouterRTL import MeshRouterRTL
from pymtl3_net.ocnlib.ifcs.positions import mk_bfly_pos, mk_mesh_pos, mk_ring_pos
from pymtl3_net.ringnet.RingRouterRTL import RingRouterRTL
from pymtl3_net.torusnet.TorusRouterRTL import TorusRouterRTL


def packet(data_bits, **fields):
    """The struct of a packet: data in the highest bits, then the fields with these widths."""
    return mk_bitstruct("Packet", {"payload": mk_bits(data_bits),
                                   **{name: mk_bits(bits) for name, bits in fields.items()}})


def mesh(sizes, data_bits):
    columns, rows = sizes
    return MeshRouterRTL(packet(data_bits, dst_x=clog2(columns), dst_y=clog2(rows)),
                         mk_mesh_pos(columns, rows))


def torus(sizes, data_bits):
    columns, rows = sizes
    x, y = clog2(columns), clog2(rows)
    return TorusRouterRTL(packet(data_bits, vc_id=1, src_x=x, src_y=y, dst_x=x, dst_y=y),
                          mk_mesh_pos(columns, rows), ncols=columns, nrows=rows)


def ring(sizes, data_bits):
    return RingRouterRTL(packet(data_bits, vc_id=1, dst=clog2(sizes[0])),
                         mk_ring_pos(sizes[0]), sizes[0])


def butterfly(sizes, data_bits):
    levels = sizes[0] + 1
    return BflyRouterRTL(packet(data_bits, dst=levels), mk_bfly_pos(2, levels), 2, levels)


def main():
    kind, sizes = sys.argv[1].split(":")
    make = {"mesh": mesh, "torus": torus, "ring": ring, "butterfly": butterfly}[kind]
    router = make([int(size) for size in sizes.split("x")], int(sys.argv[2]))
    router.elaborate()
    router.set_metadata(VerilogTranslationPass.enable, True)
    router.set_metadata(VerilogTranslationPass.explicit_module_name, f"pymtl3_{kind}_router")
    router.set_metadata(VerilogTranslationPass.explicit_file_name, sys.argv[3])
    router.apply(VerilogPlaceholderPass())
    router.apply(VerilogTranslationPass())


main()
