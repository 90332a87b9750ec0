#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""draw_switches -- the block diagrams of docs/switches/, one function per figure.

  draw_switches.py [NAME ...]   write docs/switches/NAME.svg; without a name, all
  draw_switches.py --check      are the files in the tree up to date?  Prints TAP

Blocks bear the names of the modules, lines those of the signals.  Thick lines carry packets,
thin ones signals; a shaded block holds registers; what is dashed is not in every switch.
"""
import sys

sys.dont_write_bytecode = True  # leave no files beside the sources

from drawing import BORDER, GREY, INK, SANS, SHADE, WHITE, Drawing, main, strong
from switch_drawing import (BACK, ROUTER, TAP, channel, compare, header_tap, here, leave, legend,
                            links_in, outputs, packet_line, phase, ports_line, tap, waiting)
import switch_figures_networks
import switch_figures_units


def deterministic():
    bus = 262
    bottom = 404
    d = Drawing(418, "The deterministic switch: one channel in detail")
    channel(d, bus, "bitfix")
    here(d)
    outputs(d, bus, "output_queue", "DEPTH packets")
    links_in(d, bus)
    packet_line(d, bus)
    compare(d)
    header_tap(d, bus, 155)
    ports_line(d, 596)
    d.text(583, 193, "eject_o")
    d.text(420, bus - 12, "header_o = header_i")
    leave(d, bus, 606, bottom)
    legend(d, bottom - 10)
    return d


def two_phase():
    bus = 322
    bottom = 546
    d = Drawing(560, "The two-phase switch: one channel in detail")
    channel(d, bus, "bitfix_two_phase")
    here(d)
    outputs(d, bus, "output_queue", "DEPTH packets", "or priority_queue")
    links_in(d, bus)
    packet_line(d, bus)
    compare(d, encoder=488)
    ports_line(d, 614, under="vc_o")
    d.text(583, 193, "eject_o")

    d.block(310, 226, 488, 278, "destination_exchange")
    d.dot(355, 104)
    d.wire((355, 104), (294, 104), (294, 240), (310, 240))
    header_tap(d, bus, 264)
    d.wire((330, 226), (330, 190))
    d.text(337, 213, "immediate_o")
    d.wire((488, 264), (570, 264), (570, bus - 1))
    d.text(496, 258, "header_o")
    leave(d, bus, 606, bottom)

    # SYNC: the phase, the waiting store and the route units of its places.
    phase(d, 475, 226)
    d.text(583, 234, "wait_o")
    waiting(d, bus, (488, 240))
    legend(d, bottom - 10, "with SYNC = 1")
    return d


def mask_figure(shared):
    bus = 452
    bottom = 594
    title = "one random source for all channels" if shared else "one channel in detail"
    row = 290
    first, second = 256, 392  # heights of the two selectors' random bits
    d = Drawing(608, f"The mask switch: {title}")
    channel(d, bus, "bitfix_mask")
    here(d)
    outputs(d, bus, "priority_queue", "DEPTH packets", row=row)
    links_in(d, bus)
    packet_line(d, bus)
    compare(d, equal_ends=True)
    header_tap(d, bus, 155)
    d.text(TAP + 8, 207, "destination")
    for y in (234, 324):
        d.wire((TAP, y), (366, y))
        d.dot(TAP, y)
        d.text(TAP + 8, y - 6, "mask_i")

    if shared:
        d.block(122, 8, 234, 34, "random_bits", registers=True)
        d.wire((122, 15), (98, 15))
        d.wire((98, 27), (122, 27))
        d.note(92, 18, "other", "end")
        d.note(92, 32, "channels", "end")
        d.wire((150, bus - 42), (150, 34))
        d.text(157, 232, "enter_i")
        d.wire((216, 34), (216, second), (366, second))
        d.wire((216, first), (366, first))
        d.dot(216, first)
        d.text(209, 120, "word_o", "end")
    else:
        d.block(122, 286, 226, 344, "random_bits", registers=True, below="one LFSR")
        d.wire((174, bus - 42), (174, 344))
        d.text(181, 384, "enter_i")
        d.wire((226, 315), (244, 315), (244, first), (366, first))
        d.wire((244, 315), (244, second), (366, second))
        d.dot(244, 315)
        d.text(237, 276, "word_o", "end")
    for y, bits in ((first, "[PORTS-1:0]"), (second, "[PORTS-1:0]" if shared else "[31:20]")):
        d.text(TAP + 8, y + 14, "random_i")
        d.text(TAP + 8, y + 28, bits, size=11.5)

    d.block(366, 220, 530, 272, "dimension_selector")
    d.block(366, 306, 530, 342, "mask_generator")
    d.block(366, 370, 530, 416, "alternate_", "destination_selector")
    d.wire((400, 272), (400, 306))
    d.wire((416, 272), (416, 306))
    d.text(424, 293, "any_i, index_i")
    d.wire((530, 324), (594, 324), (594, bus - 1))
    d.text(536, 318, "mask_o")
    d.text(588, bus - 10, "header_o", "end")

    # select: the dimension chosen, or the forced hop, or the lowest that differs.
    d.block(606, 114, 628, 410)
    d.text(621.5, 190, "select", "middle", mono=False, fill=GREY, upright=True)
    d.wire((596, 140), (606, 140), arrow=False)
    d.wire((530, 234), (606, 234))
    d.text(536, 228, "index_o")
    d.wire((530, 256), (606, 256))
    d.text(536, 250, "any_o")
    d.wire((530, second), (606, second))
    d.text(536, second - 6, "index_o")
    ports_line(d, 628, row, under="vc_o")
    leave(d, bus, 628, bottom, row)
    legend(d, bottom - 10)
    return d


def mask():
    return mask_figure(False)


def mask_shared():
    return mask_figure(True)


def virtual_channels():
    d = Drawing(432, "Two virtual channels on a link: output queues, link_arbiter, input queues")
    d.rect(14, 14, 498, 388, stroke=BORDER, radius=6)
    d.rect(690, 14, 1066, 388, stroke=BORDER, radius=6)
    d.note(26, 37, f"{strong('a switch', SANS)}, port p, the way out")
    d.note(702, 37, f"{strong('its neighbour', SANS)}, port p, the way in")

    # The way out.  Each queue shows its oldest packet at the height of its places.
    d.block(30, 88, 92, 260, "router")
    for k, y in ((0, 66), (1, 184)):
        d.wire((92, y + 38), (156, y + 38))
        d.text(101, y + 32, "push_o")
        d.rect(156, y, 286, y + 86, SHADE)
        d.text(221, y + 22, "output_queue", "middle", bold=True)
        d.note(221, y + 39, f"VC {k}", "middle")
        for x in range(190, 258, 17):
            d.rect(x, y + 48, x + 17, y + 76, WHITE, radius=0)
        d.wire((286, y + 62), (440, y + 62), packet=True)
        d.text(372, y + 53, "packet_o")
    d.parts.append(f'<polygon points="440,104 466,132 466,242 440,270" fill="{WHITE}" '
                   f'stroke="{INK}" stroke-width="1.4"/>')
    for y, x in ((84, 358), (202, 340)):
        d.wire((286, y), (x, y), (x, 300))
        d.text(291, y - 6, "valid_o")
    d.block(322, 300, 440, 370, "link_arbiter", registers=True, below="blocked_q, last_q")
    d.note(30, 330, "A packet leaves its queue where")
    d.note(30, 347, "out_valid_o and out_ready_i of")
    d.note(30, 364, "its VC are both 1.")

    # The link, with a stroke through what there is one of for each VC.
    d.wire((466, 187), (704, 187), (704, 109), (762, 109), packet=True)
    d.wire((704, 187), (704, 227), (762, 227), packet=True)
    d.dot(704, 187, packet=True)
    d.wire((440, 318), (719, 318), (719, 84), (762, 84))
    d.wire((719, 202), (762, 202))
    d.dot(719, 202)
    d.wire((453, 318), (453, 257))
    d.dot(453, 318)
    d.text(447, 293, "grant_o", "end")
    d.wire((762, 134), (735, 134), (735, 352), (440, 352))
    d.wire((762, 252), (735, 252), arrow=False)
    d.dot(735, 252)
    for y, out, into in ((187, "out_packet_o", "in_packet_i"), (318, "out_valid_o", "in_valid_i"),
                         (352, "out_ready_i", "in_ready_o")):
        d.text(502, y - (8 if y == 187 else 6), out)
        d.text(686, y - (8 if y == 187 else 6), into, "end")
    d.several(594, 318, "2")
    d.several(594, 352, "2")

    # The way in.
    for k, y in ((0, 66), (1, 184)):
        d.block(762, y, 866, y + 86, "input_queue", registers=True, below=f"VC {k}")
        d.block(888, y + 19, 970, y + 67, "route_unit")
        d.wire((866, y + 43), (888, y + 43), packet=True)
        d.wire((970, y + 43), (992, y + 43), packet=True)
    d.block(992, 88, 1054, 260, "router")
    legend(d, 412)
    d.note(1066, 416, "The link the other way is the same.", "end")
    return d


# The swapped dragonfly: heights of the line that carries the packet, of the ports, of the end.
SYNC_BUS, SYNC_ROW, SYNC_BOTTOM = 402, 198, 544


def sync_outputs(d):
    """router, and the output queues by what their links are."""
    bus, row = SYNC_BUS, SYNC_ROW
    x1, x2, top = 852, 968, 70
    d.rect(x1, top, x2, bus + 42, SHADE)
    middle = (x1 + x2) / 2
    d.text(middle, top + 22, "output_queue", "middle", bold=True)
    d.note(middle, top + 39, "DEPTH packets", "middle")
    groups = [("hold", "0", -22), ("local", "1..M-1", 0), ("global", "M..M+K-1", 0),
              ("last hold", "M+K", 22)]
    for i, (name, ports, turn) in enumerate(groups):
        y = top + 96 + 78 * i
        for back in (2 * BACK, BACK) if "." in ports else ():
            d.rect(x1 + 58 + back, y - 17 - back, x2 - 15 + back, y + 17 - back, stroke=BORDER,
                   radius=0)
        for x in range(x1 + 58, x2 - 20, 15):
            d.rect(x, y - 17, x + 15, y + 17, WHITE, radius=0)
        d.text(x1 + 8, y - 32, f"{name} {ports}", size=11)
        if turn:
            d.wire((x2, y), (1004, y), (1004, y + turn), packet=True)
            d.note(974, y + turn + (-7 if turn < 0 else 16), "back to itself")
        else:
            d.text(974, y - 8, "out_packet_o")
            d.wire((x2, y), (1072, y), packet=True)
    d.note(974, top + 96 + 78 + 20, "out_valid_o, out_")
    d.note(974, top + 96 + 78 + 36, "ready_i for each")
    d.note(974, top + 96 + 156 + 20, "port M of (c,x,x):")
    d.note(974, top + 96 + 156 + 36, "to itself")
    d.block(ROUTER[0], row - 28, ROUTER[1], row + 72, "router")
    d.wire((ROUTER[1], row), (x1, row))
    d.text(ROUTER[1] + 5, row - 6, "push_o")
    d.wire((x1, row + 44), (ROUTER[1], row + 44))
    d.text(ROUTER[1] + 5, row + 38, "count_o")


def sync_frame(d, unit):
    """All but what is in the route unit."""
    channel(d, SYNC_BUS, unit)
    sync_outputs(d)
    links_in(d, SYNC_BUS)
    packet_line(d, SYNC_BUS)
    d.dot(TAP, SYNC_BUS)
    d.text(TAP + 7, SYNC_BUS + 21, "header_i")
    leave(d, SYNC_BUS, 520, SYNC_BOTTOM, SYNC_ROW, eject_row=326)
    legend(d, SYNC_BOTTOM - 10)


def counter(d):
    """sync_counter, with what it says to the others but hop_o."""
    d.block(390, 282, 520, 342, "sync_counter")
    tap(d, 298, 390, "b", "count_i")
    d.text(526, 320, "arrived_o")
    d.text(584, 343, "eject_o")
    d.wire((455, 342), (455, SYNC_BUS - 1))
    d.text(461, 362, "next_o")
    d.text(461, SYNC_BUS - 10, "header_o")


def sync_vector():
    d = Drawing(SYNC_BOTTOM + 14, "The synchronized switch with source vectors")
    sync_frame(d, "sync_vector")
    counter(d)
    d.wire((TAP, SYNC_BUS), (TAP, 121), (560, 121))
    d.text(TAP + 8, 115, "skip_self")
    d.block(544, 8, 622, 34, "here_q", registers=True)
    d.wire((583, 34), (583, 106))
    d.text(589, 77, "here_i")
    d.block(560, 106, 606, 134, "d = p")
    d.wire((583, 134), (583, 166))
    d.text(589, 155, "skip_i")

    for y, field in ((178, "gamma"), (202, "delta"), (226, "pi")):
        tap(d, y, 360, field)
    d.block(360, 166, 382, 238)
    d.text(375.5, 202, "select", "middle", mono=False, fill=GREY, upright=True)
    d.wire((382, 182), (480, 182))
    d.text(410, 176, "number_i")
    d.wire((TAP, 254), (420, 254), (420, 212), (480, 212))
    d.dot(TAP, 254)
    d.text(TAP + 8, 248, "broadcast")
    d.text(428, 206, "all_i")
    d.wire((371, 238), (371, 268), (410, 268), (410, 282))
    d.text(418, 277, "still_i")
    d.block(480, 166, 626, 238, "sync_ports")
    d.wire((505, 282), (505, 238))
    d.text(511, 264, "hop_o")
    ports_line(d, 626, SYNC_ROW, under="vc_o")
    return d


def sync_table():
    d = Drawing(SYNC_BOTTOM + 14, "The synchronized switch with destination headers")
    sync_frame(d, "sync_table")
    counter(d)
    d.wire((TAP, SYNC_BUS), (TAP, 136), (318, 136))
    d.text(TAP + 6, 130, "to_*", size=11.5)
    d.wire((TAP, 196), (318, 196))
    d.dot(TAP, 196)
    d.text(TAP + 6, 190, "via_*", size=11.5)
    d.block(318, 116, 340, 234)
    d.text(333.5, 175, "select", "middle", mono=False, fill=GREY, upright=True)
    for y in (128, 204):
        d.wire((340, y), (396, y))
        d.text(343, y - 6, "row_i", size=11.5)
    d.block(396, 116, 480, 160, "port_table", below="global")
    d.block(396, 192, 480, 236, "port_table", below="local")
    d.wire((TAP, 256), (382, 256), (382, 148), (396, 148))
    d.wire((382, 224), (396, 224))
    d.dot(TAP, 256)
    d.dot(382, 224)
    d.text(TAP + 8, 250, "at_*")
    d.text(336, 272, "column_i", size=11.5)
    d.wire((438, 236), (438, 282))
    d.text(444, 262, "still_i")
    d.wire((480, 138), (502, 138))
    d.wire((480, 214), (502, 214))
    d.block(502, 116, 524, 236)
    d.text(517.5, 175, "select", "middle", mono=False, fill=GREY, upright=True)
    d.wire((524, 182), (546, 182))
    d.wire((513, 282), (513, 236))
    d.wire((520, 298), (588, 298), (588, 236))
    d.text(528, 292, "hop_o")
    d.block(546, 160, 632, 236, "sync_ports")
    d.text(530, 152, "number_i")
    d.wire((329, 234), (329, SYNC_BUS - 1))
    d.text(335, 362, "new at_*")
    ports_line(d, 632, SYNC_ROW, under="vc_o")
    return d


FIGURES = [deterministic, two_phase, mask, mask_shared, virtual_channels, sync_vector, sync_table,
           *switch_figures_networks.FIGURES, *switch_figures_units.FIGURES]

if __name__ == "__main__":
    sys.exit(main("switches", FIGURES))
