# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""switch_figures_networks -- block diagrams of the switches of grids and of networks with levels.

Their route units have no modules in them: a block is an expression, or a choice by one.
"""
from drawing import BORDER, GREY, SANS, WHITE, Drawing, strong
from switch_drawing import (ROUTER, TAP, channel, header_tap, here, leave, legend, links_in,
                            outputs, packet_line, phase, ports_line, stack, tap, waiting)


COUNTS = 513  # where it leaves the block that finds the dimension


def frame(d, bus, unit, row, *queue):
    """All but what is in the route unit, and the ways out of it."""
    channel(d, bus, unit)
    outputs(d, bus, "output_queue", *queue, row=row)
    links_in(d, bus)
    packet_line(d, bus)
    d.dot(TAP, bus)
    d.text(TAP + 7, bus - 12, "header_i")


def upright(d, x, y1, y2, words):
    """A narrow block, of 22 units from x on."""
    d.block(x, y1, x + 22, y2)
    d.text(x + 15.5, (y1 + y2) / 2, words, "middle", mono=False, fill=GREY, upright=True)


def select_port(d, x, y, eject):
    """ports_o is what comes to x at height y, or 0 with eject_o, which comes from below."""
    upright(d, x, y - 14, y + 42, "select")
    d.text(x - 20, y + 32, "0", "end")
    d.wire((x - 16, y + 28), (x, y + 28))
    d.wire((x + 11, eject), (x + 11, y + 42))
    d.dot(x + 11, eject)
    ports_line(d, x + 22, y + 14)


def source_route():
    bus, bottom, eject = 352, 494, 222
    d = Drawing(bottom + 14, "The switch of source routes: one channel in detail")
    frame(d, bus, "source_route", 142, "DEPTH packets")
    here(d, end=104)
    d.note(362, 102, "decides nothing")
    d.wire((TAP, bus), (TAP, 128), (396, 128))
    d.text(TAP + 8, 122, "next")
    d.block(396, 114, 484, 142, "1 &lt;&lt; next")
    d.wire((484, 128), (562, 128))

    d.wire((322, 128), (322, 204), (340, 204))
    d.dot(322, 128)
    d.block(340, 190, 444, 218, "next &gt;= PORTS")
    d.wire((444, 204), (524, 204))
    d.text(450, 198, "no_port")
    d.wire((TAP, 240), (340, 240))
    d.dot(TAP, 240)
    d.block(340, 226, 444, 254, "header_i &lt;= 1")
    d.wire((444, 240), (524, 240))
    d.text(450, 234, "none_left")
    d.block(524, 190, 554, 254, "or")
    d.text(583, eject + 15, "eject_o")
    select_port(d, 562, 128, eject)

    # The next header.
    d.wire((573, eject), (573, 270))
    upright(d, 562, 270, 326, "select")
    d.wire((TAP, 284), (396, 284))
    d.dot(TAP, 284)
    d.block(396, 270, 484, 298, "&gt;&gt; B")
    d.wire((484, 284), (562, 284))
    d.wire((TAP, 312), (562, 312))
    d.dot(TAP, 312)
    d.wire((584, 298), (600, 298), (600, bus - 1))
    d.text(594, bus - 8, "header_o", "end")
    leave(d, bus, 554, bottom, row=142, eject_row=eject)
    legend(d, bottom - 10)
    return d


def butterfly():
    bus, bottom, eject = 330, 472, 220
    d = Drawing(bottom + 14, "The switch of the butterfly: one channel in detail")
    frame(d, bus, "butterfly", 144, "DEPTH packets")
    here(d, x=330, end=252, arrow=False)
    d.wire((330, 252), (384, 252))
    d.wire((330, 103), (462, 103), (462, 116))
    d.dot(330, 103)
    d.text(400, 98, "level")
    d.wire((TAP, bus), (TAP, 134), (384, 134))
    d.block(384, 116, 540, 144, "1 &lt;&lt; header_i[level]")
    d.wire((540, 130), (556, 130))

    # Which packets have arrived.
    d.block(384, 168, 534, 206, "level &gt;= DIMENSIONS", dashed=True, below="with WRAP = 0")
    d.block(384, 216, 534, 284, "level == 0 and", "row == header_i", dashed=True,
            below="with WRAP = 1")
    for y, words in ((188, "level"), (234, "level"), (252, "row")):
        d.text(337, y - 5, words)
        if y < 252:
            d.wire((330, y), (384, y))
            d.dot(330, y)
    d.wire((TAP, 270), (384, 270))
    d.dot(TAP, 270)
    d.wire((534, 188), (552, 188), (552, eject), dashed=True, arrow=False)
    d.wire((534, 250), (552, 250), (552, eject), dashed=True, arrow=False)
    d.text(583, eject + 15, "eject_o")
    select_port(d, 556, 130, eject)
    d.text(420, bus - 12, "header_o = header_i")
    leave(d, bus, 552, bottom, row=144, eject_row=eject)
    legend(d, bottom - 10, "one of the two")
    return d


def dimension(d, right, bottom):
    """The outline of what there is for each dimension; its lines with the two digits."""
    stack(d, 304, 104, right, bottom)
    d.rect(304, 104, right, bottom, WHITE, BORDER)
    d.note(312, bottom - 8, strong("dimension i", SANS))


def digits(d, y, at=None):
    """The two digits go to a block, `to` at height y and `at` 20 below."""
    at = at or y + 20
    d.wire((TAP, y), (376, y))
    d.dot(TAP, y)
    d.text(309, y - 5, "to")
    d.wire((340, at), (376, at))
    d.dot(340, at)
    d.text(346, at - 5, "at")


def lowest(d, y, gate, gate_bottom):
    """Of the dimensions that differ the lowest counts, and without one the packet has arrived."""
    top = y + 96
    d.block(376, y, 452, y + 40, "to != at")
    digits(d, y + 10)
    d.block(430, top, 540, top + 32, "lowest 1")
    d.wire((452, y + 20), (470, y + 20), (470, top))
    d.text(464, top - 8, "differs", "end")
    if gate == COUNTS:
        d.wire((gate, top), (gate, gate_bottom))
    else:
        d.wire((COUNTS, top), (COUNTS, top - 12), (gate, top - 12), (gate, gate_bottom))
    d.text(COUNTS + 6, top - 17, "counts")
    d.text(583, top + 10, "eject_o")


def grid():
    bus, bottom, row = 432, 656, 177
    d = Drawing(bottom + 14, "The switch of the mesh: one channel in detail")
    frame(d, bus, "grid", row, "DEPTH packets", "or priority_queue")
    dimension(d, 532, 324)
    here(d, x=340, end=292, arrow=False)
    d.wire((TAP, bus), (TAP, 122), arrow=False)

    d.block(376, 112, 440, 152, "to &lt; at")
    digits(d, 122)
    d.wire((440, 132), (502, 132))
    d.text(490, 126, "-")
    d.wire((450, 132), (450, 192), dashed=True)
    d.dot(450, 132)
    d.block(460, 156, 488, 180, "not")
    d.wire((474, 132), (474, 156))
    d.dot(474, 132)
    d.wire((488, 168), (502, 168))
    d.text(490, 162, "+")
    d.block(376, 192, 486, 240, "distance", dashed=True, below="hops left")
    digits(d, 206)
    d.wire((486, 216), (502, 216), dashed=True)
    upright(d, 502, 112, 240, "if it counts")
    lowest(d, 262, COUNTS, 240)

    # The phase, and what it stops.
    phase(d, 587, 96)
    d.block(554, 96, 620, 136, "moves", dashed=True, below="in phase")
    d.wire((587, 136), (587, 164), dashed=True)
    d.block(566, 164, 608, 190, "and")
    d.wire((524, row), (566, row))
    d.wire((554, row), (554, 235), (566, 235), dashed=True)
    d.dot(554, row)
    d.block(566, 222, 624, 248, "and not", dashed=True)
    d.wire((587, 150), (635, 150), (635, 235), (624, 235), dashed=True)
    d.dot(587, 150)
    ports_line(d, 608, row)
    waiting(d, bus, (595, 248), (595, 264), row=row, ports=764)
    d.text(667, 258, "wait_o")

    # The priority, which goes with the packet into the queue.
    d.wire((524, 216), (547, 216), (547, 300), (566, 300), dashed=True)
    d.block(566, 288, 596, 312, "or", dashed=True)
    d.wire((596, 300), (852, 300), dashed=True)
    d.text(771, 294, "priority_o")

    d.text(420, bus - 12, "header_o = header_i")
    leave(d, bus, 540, bottom, row=row, eject_row=374)
    legend(d, bottom - 10, "with PHASED or FARTHEST")
    return d


def torus():
    bus, bottom, row = 482, 624, 212
    d = Drawing(bottom + 14, "The switch of the torus: one channel in detail")
    frame(d, bus, "torus", row, "DEPTH packets")
    dimension(d, 598, 368)
    here(d, x=340, end=336, arrow=False)
    d.wire((TAP, bus), (TAP, 122), arrow=False)

    d.block(376, 112, 452, 152, "to &gt; at")
    digits(d, 122)
    d.wire((452, 132), (490, 132))
    d.wire((470, 132), (470, 176))
    d.dot(470, 132)
    d.block(376, 176, 500, 224, "ahead", below="to - at, or + n")
    digits(d, 190)
    d.wire((438, 224), (438, 246))
    d.block(388, 246, 488, 274, "2*ahead &lt;= n")
    d.wire((488, 260), (522, 260))
    d.wire((512, 260), (512, 146))
    d.dot(512, 260)
    d.block(490, 118, 540, 146, "equal")
    d.wire((540, 132), (566, 132))
    d.wire((512, 222), (566, 222))
    d.dot(512, 222)
    d.text(546, 216, "+")
    d.block(522, 247, 550, 273, "not")
    d.text(553, 254, "-")
    d.wire((550, 260), (566, 260))
    upright(d, 566, 112, 284, "if it counts")
    lowest(d, 306, 577, 284)

    d.block(610, 120, 634, 144, "or")
    d.wire((588, 132), (610, 132))
    d.wire((634, 132), (664, 132), (664, 200), (ROUTER[0], 200))
    d.text(672, 194, "vc_o")
    ports_line(d, 588, 240)
    d.text(420, bus - 12, "header_o = header_i")
    leave(d, bus, 540, bottom, row=row, eject_row=418)
    legend(d, bottom - 10)
    return d


def outline(d, top, bottom, words):
    """Of what there is several times, with its name."""
    stack(d, 304, top, 580, bottom)
    d.rect(304, top, 580, bottom, WHITE, BORDER)
    d.note(350, bottom - 8, strong(words, SANS))


def both(d, y, x):
    """The header's part and that of here go to x, at height y and 18 below."""
    d.wire((TAP, y), (x, y))
    d.dot(TAP, y)
    d.wire((340, y + 18), (x, y + 18))
    d.dot(340, y + 18)


def dual_net():
    bus, bottom, row, eject = 540, 682, 200, 476
    d = Drawing(bottom + 14, "The switch of the dual-nets: one channel in detail")
    frame(d, bus, "dual_net", row, "DEPTH packets")
    outline(d, 104, 300, "level i")
    outline(d, 330, 438, "dimension i")
    here(d, x=340, end=485, arrow=False)
    d.wire((TAP, bus), (TAP, 122), arrow=False)

    # A level: what it says, and the target for the next one.
    d.block(376, 114, 480, 146, "C^i differ")
    both(d, 121, 376)
    d.block(376, 160, 480, 192, "U^i differ")
    both(d, 167, 376)
    d.text(346, 111, "target")
    d.wire((480, 130), (606, 130))
    d.text(508, 124, "approach")
    d.wire((480, 176), (512, 176))
    d.block(512, 158, 570, 194, "and not")
    d.wire((541, 130), (541, 158))
    d.dot(541, 130)
    d.wire((570, 176), (606, 176))
    d.text(571, 170, "jump", size=11.5)
    d.block(376, 220, 480, 248, "expand_i")
    d.wire((TAP, 234), (376, 234))
    d.dot(TAP, 234)
    d.wire((480, 234), (512, 234))
    d.wire((TAP, 266), (512, 266))
    d.dot(TAP, 266)
    upright(d, 512, 218, 282, "select")
    d.wire((496, 130), (496, 208), (523, 208), (523, 218))
    d.dot(496, 130)
    d.wire((534, 250), (560, 250), (560, 368), (540, 368))
    d.text(553, 317, "target", "end")

    # The rings, and what goes on.
    d.block(376, 338, 540, 402, "lowest that differs", "hop of the torus",
            below="SN^i is left out")
    d.wire((340, 368), (376, 368))
    d.dot(340, 368)
    d.wire((458, 402), (458, 418), (594, 418), (594, 222), (606, 222))
    upright(d, 606, 112, 260, "select")
    ports_line(d, 628, row, under="vc_o")

    d.block(376, 460, 480, 492, "equal")
    both(d, 467, 376)
    d.text(583, eject - 6, "eject_o")
    d.text(420, bus - 12, "header_o = header_i")
    leave(d, bus, 480, bottom, row=row, eject_row=eject)
    legend(d, bottom - 10)
    return d


def intermediate():
    bus, bottom = 322, 500
    d = Drawing(bottom + 14, "The switch with an intermediate destination: one channel in detail")
    channel(d, bus, "*_two_phase")
    here(d, end=104, arrow=False)
    outputs(d, bus, "output_queue", "DEPTH packets")
    links_in(d, bus)
    packet_line(d, bus)
    d.block(420, 120, 560, 190, "grid, torus", "or hamming")
    d.wire((355, 104), (355, 140), (420, 140))
    d.text(366, 134, "here_i")
    ports_line(d, 560)
    d.text(583, 172, "eject_o")

    d.block(310, 226, 488, 278, "destination_exchange")
    d.dot(355, 104)
    d.wire((355, 104), (294, 104), (294, 240), (310, 240))
    header_tap(d, bus, 264)
    d.wire((400, 226), (400, 170), (420, 170))
    d.text(407, 213, "immediate_o")
    d.wire((488, 264), (614, 264), (614, bus - 1))
    d.text(505, 282, "header_o")

    # The VC: that of the inner unit, and in the second phase as many as a phase has more.
    d.block(530, 206, 600, 248, "+ VCs", below="of a phase")
    d.wire((488, 240), (530, 240))
    d.text(491, 234, "final")
    d.wire((545, 190), (545, 206))
    d.text(552, 203, "vc_o")
    d.wire((600, 226), (664, 226), (664, 190), (ROUTER[0], 190))
    d.text(684, 184, "vc_o")
    leave(d, bus, 560, bottom)
    legend(d, bottom - 10)
    return d


def adaptive():
    bus, bottom = 322, 500
    d = Drawing(bottom + 14, "The switch with an adaptive route unit: one channel in detail")
    channel(d, bus, "*_adaptive")
    here(d, end=104, arrow=False)
    outputs(d, bus, "output_queue", "DEPTH packets")
    links_in(d, bus)
    packet_line(d, bus)

    # The unit for the word that is taken, and for each word.
    d.block(420, 112, 560, 190, "route_unit", below="the word taken")
    stack(d, 330, 226, 456, 272)
    d.block(330, 226, 456, 272, "route_unit", below="one for each word")
    d.wire((355, 104), (355, 128), (420, 128))
    d.text(366, 122, "here_i")
    d.dot(355, 128)
    d.wire((355, 128), (355, 216))
    d.wire((TAP, bus), (TAP, 168), (420, 168))
    d.dot(TAP, bus)
    d.text(TAP + 7, bus - 12, "header_i")
    d.dot(TAP, 256)
    d.wire((TAP, 256), (330, 256))
    ports_line(d, 560, under="vc_o")
    d.text(583, 172, "eject_o")

    d.block(500, 226, 604, 272, "least_queue")
    d.wire((466, 240), (500, 240))
    d.text(469, 234, "ways")
    d.wire((540, 226), (540, 190))
    d.text(547, 212, "random_i")
    d.dot(822, 184)
    d.wire((822, 184), (822, 250), (604, 250))
    d.text(752, 244, "counts")
    leave(d, bus, 560, bottom)
    legend(d, bottom - 10)
    return d


def hamming():
    bus, bottom, row = 402, 550, 177
    d = Drawing(bottom + 14, "The switch of complete graphs: one channel in detail")
    frame(d, bus, "hamming", row, "DEPTH packets")
    dimension(d, 598, 300)
    here(d, x=340, end=262, arrow=False)
    d.wire((TAP, bus), (TAP, 122), arrow=False)

    # The port of the dimension: to, or to - 1 behind the switch's own digit.
    d.block(376, 112, 440, 152, "to &lt; at")
    digits(d, 122)
    d.wire((440, 132), (463, 132), (463, 150))
    d.block(376, 170, 440, 198, "to - 1")
    d.wire((TAP, 184), (376, 184))
    d.dot(TAP, 184)
    d.wire((TAP, 164), (452, 164))
    d.dot(TAP, 164)
    upright(d, 452, 150, 206, "select")
    d.wire((440, 184), (452, 184))
    d.wire((474, row), (490, row))
    d.block(490, 163, 552, 191, "1 &lt;&lt;")
    d.wire((552, row), (566, row))
    upright(d, 566, 142, 212, "if it counts")
    lowest(d, 232, 577, 212)
    ports_line(d, 588, row)
    d.text(420, bus - 12, "header_o = header_i")
    leave(d, bus, 540, bottom, row=row, eject_row=344)
    legend(d, bottom - 10)
    return d


def fattree():
    bus, bottom, row = 372, 520, 177
    d = Drawing(bottom + 14, "The switch of fat trees: one channel in detail")
    frame(d, bus, "fattree", row, "DEPTH packets")
    here(d, x=340, end=286, arrow=False)
    d.wire((TAP, bus), (TAP, 132), arrow=False)

    # The two ways, by the level of the switch.
    d.block(390, 112, 500, 152, "K + up l", below="up")
    d.wire((TAP, 132), (390, 132))
    d.text(347, 120, "level")
    d.wire((340, 146), (390, 146))
    d.dot(340, 146)
    d.block(390, 172, 500, 212, "to l-1", below="down; leaf: none")
    d.wire((TAP, 192), (390, 192))
    d.dot(TAP, 192)
    d.wire((340, 206), (390, 206))
    d.dot(340, 206)
    d.wire((500, 132), (520, 132), (520, 167), (534, 167))
    d.wire((500, 192), (520, 192), (520, 187), (534, 187))
    upright(d, 534, 150, 204, "select")
    d.wire((556, row), (566, row))
    d.block(566, 163, 604, 191, "1 &lt;&lt;")
    ports_line(d, 604, row)

    # Is the destination below, and is this a leaf?
    d.block(390, 248, 500, 296, "digits equal", below="from l on")
    d.wire((TAP, 262), (390, 262))
    d.dot(TAP, 262)
    d.wire((340, 286), (390, 286))
    d.wire((500, 262), (545, 262), (545, 204))
    d.text(504, 256, "below")
    d.block(548, 276, 626, 304, "and leaf")
    d.wire((530, 262), (530, 290), (548, 290))
    d.dot(530, 262)
    d.text(583, 270, "eject_o")
    d.text(420, bus - 12, "header_o = header_i")
    leave(d, bus, 626, bottom, row=row, eject_row=290)
    legend(d, bottom - 10)
    return d


FIGURES = [grid, source_route, butterfly, torus, dual_net, intermediate, adaptive, hamming,
           fattree]
