# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""switch_drawing -- what the block diagrams of the switches have in common."""
from drawing import BORDER, GREY, INK, MONO, PACKET, SANS, SHADE, TINT, WHITE, strong


def legend(d, y, optional=None):
    """What the strokes mean, from x = 14."""
    d.line([(14, y), (44, y)], PACKET, 3)
    d.note(51, y + 4.5, "packet")
    d.line([(114, y), (144, y)], INK, 1.4)
    d.note(151, y + 4.5, "signal")
    d.rect(214, y - 8, 240, y + 8, SHADE)
    d.note(247, y + 4.5, "registers")
    if optional:
        d.rect(326, y - 8, 352, y + 8, dashed=True)
        d.note(359, y + 4.5, optional)


# --- bus is the height of the line that carries the packet ---

# Left and right edges of the columns.
FRAME = (108, 650)     # a channel
INPUT = (122, 226)     # its input_queue
UNIT = (262, 640)      # its route unit
ROUTER = (724, 792)
OUTPUT = (852, 968)    # output queues
EJECT_VALID, EJECT_PACKET = 674, 692
TAP = 276              # where the header leaves the line
BACK = 5               # from one to the next of a stack


def stack(d, x1, y1, x2, y2):
    """The others of its kind, behind."""
    for back in (2 * BACK, BACK):
        d.rect(x1 + back, y1 - back, x2 + back, y2 - back, stroke=BORDER)


def channel(d, bus, unit):
    """The frame of a channel, its input queue and the outline of its route unit."""
    x1, x2 = FRAME
    stack(d, x1, 58, x2, bus + 62)
    d.rect(x1, 58, x2, bus + 62, stroke=BORDER)
    d.note(x2 - 20, bus + 52, f"{strong('channel c', SANS)}, one of CHANNELS", "end")
    d.rect(UNIT[0], 84, UNIT[1], bus + 32, TINT, BORDER, radius=6)
    d.note(UNIT[1] - 10, bus + 22, f"route unit {strong(unit, MONO)}", "end")


def here(d, x=355, end=120, arrow=True):
    """The register with the switch's address, and its line down to end."""
    d.block(x - 39, 8, x + 39, 34, "here_q", registers=True)
    d.wire((x, 34), (x, end), arrow=arrow)
    d.text(x + 6, 77, "here_i")


def phase(d, x, end):
    """The register with the phase, and its line down to end."""
    d.block(x - 43, 8, x + 43, 34, "phase_q", registers=True, dashed=True)
    d.wire((x + 117, 21), (x + 43, 21), dashed=True)
    d.text(x + 123, 25, "phase_i")
    d.wire((x, 34), (x, end), dashed=True)
    d.text(x + 7, 77, "phase_i")


def links_in(d, bus):
    x = INPUT[0]
    d.block(x, bus - 42, INPUT[1], bus + 42, "input_queue", registers=True, below="one packet")
    d.text(8, bus - 32, "in_valid_i")
    d.wire((8, bus - 26), (x, bus - 26))
    d.text(8, bus - 8, "in_packet_i")
    d.wire((8, bus), (x, bus), packet=True)
    d.text(8, bus + 20, "in_ready_o")
    d.wire((x, bus + 26), (8, bus + 26))
    d.note(8, bus + 47, "lanes: inject_*")


def compare(d, encoder=470, equal_ends=False):
    """comparator and priority_encoder side by side, as in all route units."""
    d.block(310, 120, 400, 190, "comparator")
    d.block(encoder, 120, encoder + 126, 160, "priority_encoder")
    d.wire((400, 140), (encoder, 140))
    d.text(405, 134, "differ_o")
    d.wire((400, 178), (606, 178), arrow=equal_ends)
    d.text(405, 193, "equal_o")


def outputs(d, bus, queue, *notes, row=140):
    """router at height row, output queues, links out."""
    x1, x2 = OUTPUT
    top, bottom = row - 22, bus + 42
    stack(d, x1, top, x2, bottom)
    d.rect(x1, top, x2, bottom, SHADE)
    middle = (x1 + x2) / 2
    d.text(middle, bus - 34 - 16 * len(notes), queue, "middle", bold=True)
    for i, words in enumerate(notes):
        d.note(middle, bus - 34 - 16 * (len(notes) - 1 - i), words, "middle")
    for x in range(x1 + 38, x2 - 12, 17):
        d.rect(x, bus - 17, x + 17, bus + 17, WHITE, radius=0)
    d.block(ROUTER[0], row - 28, ROUTER[1], row + 72, "router")
    d.wire((ROUTER[1], row), (x1, row))
    d.text(ROUTER[1] + 5, row - 6, "push_o")
    d.wire((x1, row + 44), (ROUTER[1], row + 44))
    d.text(ROUTER[1] + 5, row + 38, "count_o")
    d.text(982, bus - 32, "out_valid_o")
    d.wire((x2, bus - 26), (1072, bus - 26))
    d.text(982, bus - 8, "out_packet_o")
    d.wire((x2, bus), (1072, bus), packet=True)
    d.text(982, bus + 20, "out_ready_i")
    d.wire((1072, bus + 26), (x2, bus + 26))


def packet_line(d, bus):
    d.wire((INPUT[1], bus), (OUTPUT[0], bus), packet=True)


def header_tap(d, bus, y, x=310):
    """The header goes up to height y and into the block there, whose left edge is x."""
    d.wire((TAP, bus), (TAP, y), (x, y))
    d.dot(TAP, bus)
    d.text(TAP + 7, bus - 12, "header_i")


def leave(d, bus, eject_from, bottom, row=140, eject_row=None):
    """How a packet leaves its input queue: eject and the router's taken_o, joined by an or."""
    x = EJECT_VALID
    y = bus + 88
    eject_row = eject_row or row + 38
    d.wire((EJECT_PACKET, bus), (EJECT_PACKET, bottom), packet=True)
    d.dot(EJECT_PACKET, bus, packet=True)
    d.wire((eject_from, eject_row), (x, eject_row), (x, bottom))
    d.text(x - 8, bottom - 6, "eject_valid_o", "end")
    d.text(EJECT_PACKET + 9, bottom - 6, "eject_packet_o")
    d.wire((742, row + 72), (742, y + 8), (604, y + 8))
    d.text(611, y + 24, "taken_o")
    d.wire((x, y - 8), (604, y - 8))
    d.dot(x, y - 8)
    d.block(570, y - 16, 604, y + 16, "or")
    d.wire((570, y), (174, y), (174, bus + 42))
    d.text(182, y - 7, "taken_i")


def ports_line(d, start, row=140, under=None):
    d.wire((start, row), (ROUTER[0], row))
    d.text(667, row - 6, "ports_o")
    if under:
        d.text(667, row + 15, under)


def waiting(d, bus, *wait, row=140, ports=772):
    """The waiting store and the route units of its places; wait is the way of wait_o."""
    d.wire(*wait, (724, wait[-1][1]), (724, bus + 126), (760, bus + 126), dashed=True)
    d.wire((708, bus), (708, bus + 148), (760, bus + 148), packet=True, dashed=True)
    d.dot(708, bus, packet=True)
    d.block(760, bus + 110, 876, bus + 164, "waiting_store", registers=True, dashed=True,
            below="STORE places")
    d.block(760, bus + 54, 876, bus + 86, "route_unit", dashed=True)
    d.note(884, bus + 68, "one for each place;")
    d.note(884, bus + 84, "its packets go first")
    d.wire((822, bus + 110), (822, bus + 86), packet=True, dashed=True)
    d.wire((822, bus + 54), (822, bus + 2), packet=True, dashed=True)
    d.wire((ports, bus + 54), (ports, row + 72), dashed=True)
    d.text(ports + 6, bus - 42, "ports_o")
    d.wire((818, bus + 164), (818, bus + 182), (587, bus + 182), (587, bus + 104), dashed=True)
    d.text(611, bus + 176, "taken_o")


def tap(d, y, x, words, signal=""):
    """A field of the header goes from the tap to x at height y."""
    d.wire((TAP, y), (x, y))
    d.dot(TAP, y)
    d.text(TAP + 8, y - 6, words)
    d.text(x - 6, y - 6, signal, "end")
