# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""switch_figures_units -- block diagrams of route units made of other modules, and of the
components together.
"""
from drawing import BORDER, GREY, SANS, TINT, Drawing, strong
from switch_drawing import (ROUTER, TAP, channel, compare, header_tap, here, leave, legend,
                            links_in, outputs, packet_line, ports_line, stack)
from switch_figures_networks import frame, select_port, upright


def source_route_vc():
    bus, bottom, eject = 402, 544, 272
    d = Drawing(bottom + 14, "The switch of source routes with VCs: one channel in detail")
    frame(d, bus, "source_route_vc", 142, "DEPTH packets", "one for each VC")
    here(d, end=104)
    d.note(362, 102, "decides nothing")
    d.wire((TAP, bus), (TAP, 128), (396, 128))
    d.text(TAP + 8, 122, "next")
    d.block(396, 114, 484, 142, "1 &lt;&lt; next")
    d.wire((484, 128), (550, 128))
    select_port(d, 550, 128, eject)

    # The VC of this hop.
    d.wire((TAP, 196), (606, 196))
    d.dot(TAP, 196)
    d.text(TAP + 8, 190, "vc")
    upright(d, 606, 180, 238, "select")
    d.text(586, 230, "0", "end")
    d.wire((590, 226), (606, 226))
    d.wire((617, eject), (617, 238))
    d.dot(617, eject)
    d.wire((628, 200), (ROUTER[0], 200))
    d.text(667, 194, "vc_o")

    d.wire((322, 128), (322, 254), (340, 254))
    d.dot(322, 128)
    d.block(340, 240, 444, 268, "next &gt;= PORTS")
    d.wire((444, 254), (512, 254))
    d.text(450, 248, "no_port")
    d.wire((TAP, 290), (340, 290))
    d.dot(TAP, 290)
    d.block(340, 276, 444, 304, "header_i &lt;= 1")
    d.wire((444, 290), (512, 290))
    d.text(450, 284, "arrived")
    d.block(512, 240, 542, 304, "or")
    d.text(583, eject + 15, "eject_o")

    # The next header.
    d.wire((561, eject), (561, 320))
    upright(d, 550, 320, 376, "select")
    d.wire((TAP, 334), (396, 334))
    d.dot(TAP, 334)
    d.block(396, 320, 484, 348, "&gt;&gt; B + V")
    d.wire((484, 334), (550, 334))
    d.wire((TAP, 362), (550, 362))
    d.dot(TAP, 362)
    d.wire((572, 348), (600, 348), (600, bus - 1))
    d.text(594, bus - 8, "header_o", "end")
    leave(d, bus, 542, bottom, row=142, eject_row=eject)
    legend(d, bottom - 10)
    return d


def levels():
    bus, bottom = 340, 482
    d = Drawing(bottom + 14, "The switch with two service levels: one channel in detail")
    channel(d, bus, "sync_levels")
    here(d, x=468, end=112)
    outputs(d, bus, "output_queue", "DEPTH packets", "VC 0: privileged")
    links_in(d, bus)
    packet_line(d, bus)
    d.block(396, 112, 540, 190, "sync_vector", below="as without levels")
    header_tap(d, bus, 150, 396)
    d.text(TAP + 8, 144, "source vector")
    ports_line(d, 540)
    d.text(583, 193, "eject_o")

    # The level goes on as it came, and chooses the VC.
    d.wire((TAP, 262), (400, 262))
    d.dot(TAP, 262)
    d.text(TAP + 8, 256, "privileged")
    d.block(400, 248, 470, 276, "{ , }")
    d.wire((435, 190), (435, 248))
    d.text(428, 214, "vector", "end")
    d.wire((470, 262), (610, 262), (610, bus - 1))
    d.text(604, bus - 12, "header_o", "end")
    d.wire((380, 262), (380, 294), (571, 294), (571, 252))
    d.dot(380, 262)
    d.block(486, 206, 530, 234, "+ 1")
    d.wire((508, 190), (508, 206))
    upright(d, 560, 206, 252, "select")
    d.wire((530, 218), (560, 218))
    d.text(544, 245, "0", "end")
    d.wire((546, 241), (560, 241))
    d.wire((582, 228), (664, 228), (664, 200), (ROUTER[0], 200))
    d.text(684, 194, "vc_o")
    leave(d, bus, 540, bottom)
    legend(d, bottom - 10)
    return d


def steps():
    bus, row, bottom = 462, 290, 604
    d = Drawing(bottom + 14, "The switch of the listing: one channel in detail")
    channel(d, bus, "bitfix_steps")
    here(d)
    outputs(d, bus, "priority_queue", "DEPTH packets", "or output_queue", row=row)
    links_in(d, bus)
    packet_line(d, bus)
    compare(d, equal_ends=True)
    header_tap(d, bus, 155)
    d.text(TAP + 8, 207, "destination")

    # Random bits, and the cycles that the packet is here.
    d.block(122, 286, 226, 344, "random_bits", registers=True, below="counts cycles")
    d.wire((174, bus - 42), (174, 344))
    d.text(181, 394, "enter_i")
    d.wire((226, 315), (244, 315), (244, 246), (350, 246))
    d.wire((244, 308), (366, 308))
    d.dot(244, 308)
    d.text(237, 276, "word_o", "end")
    d.text(TAP + 8, 260, "[31:27]", size=11.5)
    d.text(TAP + 8, 322, "[PORTS-1:0]", size=11.5)

    # Which dimensions are considered; is the packet retained?
    d.wire((TAP, 228), (350, 228))
    d.dot(TAP, 228)
    d.text(TAP + 8, 222, "mask")
    d.block(350, 214, 444, 256, "considered")
    d.wire((392, 256), (392, 280))
    d.text(399, 272, "mask_i")
    d.block(366, 280, 514, 322, "dimension_selector")
    d.wire((444, 226), (482, 226))
    d.text(448, 219, "left", size=11)
    d.block(482, 212, 556, 244, "retained")
    d.wire((500, 280), (500, 244))
    d.text(507, 266, "any_o")
    d.wire((556, 228), (606, 228))
    d.wire((514, 300), (606, 300))
    d.text(519, 294, "index_o", size=11.5)

    # The new mask: as it was, of a packet that is retained.
    d.block(366, 348, 526, 384, "mask_generator")
    d.wire((416, 322), (416, 348))
    d.text(424, 339, "any_i, index_i")
    d.wire((TAP, 366), (366, 366))
    d.dot(TAP, 366)
    d.text(TAP + 8, 360, "mask_i")
    upright(d, 562, 350, 418, "select")
    d.wire((526, 364), (562, 364))
    d.wire((TAP, 404), (562, 404))
    d.dot(TAP, 404)
    d.wire((573, 228), (573, 350))
    d.dot(573, 228)
    d.wire((584, 384), (596, 384), (596, bus - 1))
    d.text(590, bus - 10, "header_o", "end")

    # The port: the dimension chosen, none, or the lowest that differs.
    d.block(606, 114, 628, 420)
    d.text(621.5, 190, "select", "middle", mono=False, fill=GREY, upright=True)
    d.wire((596, 140), (606, 140), arrow=False)
    ports_line(d, 628, row, under="vc_o")
    leave(d, bus, 628, bottom, row)
    legend(d, bottom - 10)
    return d


def components():
    d = Drawing(430, "The components of a switch, and what goes between them")
    d.rect(14, 14, 1066, 384, stroke=BORDER, radius=6)
    d.note(26, 37, f"{strong('a switch', SANS)} without reset, address and phase")

    # A channel, of which there are several, and what its route unit can be made of.
    stack(d, 92, 64, 470, 312)
    d.rect(92, 64, 470, 312, stroke=BORDER)
    d.note(104, 303, f"{strong('channel', SANS)}, one for each VC and lane")
    d.block(106, 112, 206, 188, "input_queue", registers=True, below="one packet")
    d.rect(240, 82, 456, 282, TINT, BORDER, radius=6)
    d.note(448, 275, strong("route_unit", SANS), "end")
    for y, name in ((94, "comparator"), (128, "priority_encoder"), (162, "dimension_selector"),
                    (196, "mask_generator"), (230, "sync_ports")):
        d.block(254, y, 442, y + 26, name, dashed=True)
    d.wire((14, 150), (106, 150), packet=True)
    d.text(20, 141, "in_*")
    d.text(20, 170, "inject_*")
    d.wire((206, 150), (240, 150), packet=True)
    d.block(106, 226, 206, 282, "random_bits", registers=True, dashed=True, below="RANDOM &gt; 0")
    d.wire((156, 188), (156, 226), dashed=True)
    d.text(163, 212, "enter_i")
    d.wire((206, 254), (240, 254), dashed=True)
    d.wire((350, 282), (350, 384), packet=True)
    d.text(343, 372, "eject_*", "end")

    d.wire((456, 150), (516, 150), packet=True)
    d.block(516, 94, 616, 206, "router", below="or turn_router")
    d.wire((616, 150), (674, 150), packet=True)
    d.text(627, 141, "push_o")
    stack(d, 674, 94, 806, 206)
    d.block(674, 94, 806, 206, "output_queue", registers=True, below="or single_, priority_")
    d.wire((806, 150), (866, 150), packet=True)
    d.block(866, 94, 972, 206, "link_arbiter", registers=True, dashed=True, below="VCS &gt; 1")
    d.wire((972, 150), (1066, 150), packet=True)
    d.text(1016, 141, "out_*")

    # Below: the store, the choice of a queue, the budget of sends.
    d.wire((490, 150), (490, 290), (506, 290), packet=True, dashed=True)
    d.dot(490, 150, packet=True)
    d.block(506, 262, 616, 318, "waiting_store", registers=True, dashed=True, below="STORE &gt; 0")
    d.wire((561, 262), (561, 206), packet=True, dashed=True)
    d.block(674, 262, 806, 318, "queue_choice", dashed=True, below="or least_queue")
    d.wire((740, 206), (740, 262), dashed=True)
    d.text(747, 240, "count_o")
    d.wire((674, 300), (646, 300), (646, 350), (400, 350), (400, 282), dashed=True)
    d.text(482, 344, "long_o, word_o")
    d.block(866, 262, 972, 318, "send_arbiter", registers=True, dashed=True, below="SENDS &gt; 0")
    d.wire((900, 206), (900, 262), dashed=True)
    d.wire((938, 262), (938, 206), dashed=True)
    legend(d, 410, "not in every switch")
    return d


FIGURES = [source_route_vc, levels, steps, components]
