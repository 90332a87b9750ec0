# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""pymtl3_mesh_router -- the mesh router of pymtl3-net as one Verilog file.

    pymtl3_mesh_router.py COLUMNS ROWS DATA_BITS OUTPUT.v

Packets have our data and the destination, with y in the low bits: the router crosses y first.
"""

import sys

from pymtl3 import clog2, mk_bits, mk_bitstruct
from pymtl3.passes.backends.verilog import VerilogPlaceholderPass, VerilogTranslationPass
from pymtl3_net.meshnet.MeshRouterRTL import MeshRouterRTL
from pymtl3_net.ocnlib.ifcs.positions import mk_mesh_pos


def main():
    columns, rows, data_bits = map(int, sys.argv[1:4])
    packet = mk_bitstruct("Packet", {
        "payload": mk_bits(data_bits),
        "dst_x": mk_bits(clog2(columns)),
        "dst_y": mk_bits(clog2(rows)),
    })
    router = MeshRouterRTL(packet, mk_mesh_pos(columns, rows))
    router.elaborate()
    router.set_metadata(VerilogTranslationPass.enable, True)
    router.set_metadata(VerilogTranslationPass.explicit_module_name, "pymtl3_mesh_router")
    router.set_metadata(VerilogTranslationPass.explicit_file_name, sys.argv[4])
    router.apply(VerilogPlaceholderPass())
    router.apply(VerilogTranslationPass())


main()
