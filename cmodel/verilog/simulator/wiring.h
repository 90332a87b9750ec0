/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* wiring -- the links between the pins of Verilated switches.
 *
 * For the array of switches this holds every link.  In a cycle, gather copies the links to
 * the input pins of a switch, and collect copies its output pins after the edge to the
 * links of the next cycle.  A generated network has its links inside; they are only read.
 *
 * Threads may gather and collect different switches at the same time: a switch reads the
 * links of this cycle at both its own and other switches (`now`), and writes those of the
 * next at its own (`next`).  Where the switches are divided, the links of `now` at the far
 * ends of the feeders and takers of a part are all that it sees of the others.
 */
#ifndef LOCKHOP_VERILOG_SIMULATOR_WIRING_H
#define LOCKHOP_VERILOG_SIMULATOR_WIRING_H

#include "base/bits.h"
#include "run/machine/machine.h"
#include "verilog/simulator/pins.h"

/* What is called with constants is specialized for them only if it is inlined. */
#define WIRING_INLINE static inline __attribute__((always_inline))

enum { WIRING_PORT_BITS = 6 }; /* of a packed end of a link: switch above, port below */

/* All the links of one cycle, as in struct links. */
struct wires {
  uint64_t *valid;   /* [switches] */
  uint64_t *ready;   /* [switches] */
  uint64_t *packets; /* [switches][ports][slot_words]; NULL in a network */
};

struct wiring {
  uint32_t switches, ports, vcs;
  uint32_t first,
      end; /* the switches that are here; of others only what their links show */

  /* Array alone, else NULL.  feeder[s * ports + p]: the port whose link arrives at port p
   * of s; taker: the port at which the link that leaves by p arrives.  Of the switches that
   * are here.  The same table where every link has its way back. */
  uint32_t *feeder;
  uint32_t *taker;

  struct wires now;  /* the links at this edge */
  struct wires next; /* the links after it, filled while the objects are evaluated */
  uint64_t *eject;   /* [switches] */
  uint64_t *inject;  /* [switches] lanes that the injections of this cycle use */
  uint64_t channels; /* the bits of `ready` */
  uint32_t *active;  /* [switches] as in struct links, of `next` and `eject` */
  size_t active_count;
};

/* Is the switch here? */
static inline bool wiring_has(const struct wiring *w, uint32_t sw)
{
  return sw - w->first < w->end - w->first;
}

/* Of switches [first, end); `array`: the links are those of the shape's topology, which
 * need not outlive this.  False: memory is short; it can be closed all the same. */
bool wiring_open(struct wiring *w, const struct shape *shape, uint32_t first, uint32_t end,
                 uint32_t slot_words, bool array);

/* All zero is allowed. */
void wiring_close(struct wiring *w);

/* Collect nothing: no link offers or takes a packet. */
void wiring_clear(struct wiring *w);

/* Make the collected links the present ones, and start an empty collection. */
void wiring_swap(struct wiring *w);

/* List the active switches anew. */
void wiring_note_all(struct wiring *w);

/* Pins of all switches, of an array or a network. */
void wiring_gather_all(const struct wiring *w, const struct pins *pins);
void wiring_collect_all(struct wiring *w, const struct pins *pins);

/* wiring_gather from these ends of links.  What is read for each port is in variables: for
 * all that the compiler knows a pin could be part of `w`.  The ports come from the highest
 * down, so that their bits move by the same distance each time. */
WIRING_INLINE void wiring_gather_ends(const struct wiring *w, unsigned char *base,
                                      const struct pins *pins, const uint32_t *feeder,
                                      const uint32_t *taker, size_t words, uint32_t vcs)
{
  const size_t ports = w->ports;
  const uint64_t one_port = bits_mask(vcs);
  const uint64_t *valid = w->now.valid, *ready = w->now.ready, *packets = w->now.packets;
  unsigned char *slots = base + pins->offset[IN_PACKET];
  uint64_t in_valid = 0, out_ready = 0;

  for (size_t p = ports; p-- > 0;) {
    const size_t from = feeder[p] >> WIRING_PORT_BITS, from_port = feeder[p] % 64;
    const size_t to = taker[p] >> WIRING_PORT_BITS, to_port = taker[p] % 64;

    in_valid = in_valid << vcs | (valid[from] >> from_port * vcs & one_port);
    out_ready = out_ready << vcs | (ready[to] >> to_port * vcs & one_port);
    memcpy(slots + p * words * sizeof(uint64_t),
           packets + (from * ports + from_port) * words, words * sizeof(uint64_t));
  }
  pin_store(base + pins->offset[IN_VALID], in_valid);
  pin_store(base + pins->offset[OUT_READY], out_ready);
}

/* Copy the links of this cycle to the input pins of switch `sw` of an array.  Packets are
 * copied whether they are valid or not, as wires do.  `words` is slot_words, and `vcs`
 * those of the wiring: constants where speed counts.  Where every link has its way back, a
 * port has one far end. */
WIRING_INLINE void wiring_gather(const struct wiring *w, const struct pins *pins,
                                 uint32_t sw, size_t words, uint32_t vcs)
{
  const uint32_t *feeder = w->feeder + (size_t)sw * w->ports;
  unsigned char *base = pins->base[sw];

  if (w->taker == w->feeder)
    wiring_gather_ends(w, base, pins, feeder, feeder, words, vcs);
  else
    wiring_gather_ends(w, base, pins, feeder, w->taker + (size_t)sw * w->ports, words, vcs);
  pin_store(base + pins->offset[INJECT_VALID], w->inject[sw]);
}

/* Append a collected switch to a list of `count` switches if it has activity.  Returns the
 * new count.  No branch: it would be mispredicted. */
static inline size_t wiring_note(const struct wiring *w, uint32_t sw, uint32_t *list,
                                 size_t count)
{
  list[count] = sw;
  return count +
         ((w->next.valid[sw] | w->eject[sw] | (~w->next.ready[sw] & w->channels)) != 0);
}

/* The ports of a switch whose packets differ on two lists of `ports` packets.  No branch:
 * it would be mispredicted. */
WIRING_INLINE uint64_t wiring_differing(const uint64_t *a, const uint64_t *b, size_t ports,
                                        size_t words)
{
  uint64_t differing = 0;

  for (size_t p = ports; p-- > 0;) {
    uint64_t bits = 0;

    for (size_t k = 0; k < words; k++)
      bits |= a[p * words + k] ^ b[p * words + k];
    differing = differing << 1 | (bits != 0);
  }
  return differing;
}

/* Collect the output pins of switch `sw` of an array after the edge. */
WIRING_INLINE void wiring_collect(const struct wiring *w, const struct pins *pins,
                                  uint32_t sw, size_t words, uint32_t vcs)
{
  const size_t ports = w->ports;
  const unsigned char *base = pins->base[sw];

  w->next.valid[sw] = pin_load(base + pins->offset[OUT_VALID]);
  w->next.ready[sw] = pin_load(base + pins->offset[IN_READY]) |
                      pin_load(base + pins->offset[INJECT_READY]) << ports * vcs;
  w->eject[sw] = pin_load(base + pins->offset[EJECT_VALID]);
  memcpy(w->next.packets + sw * ports * words, base + pins->offset[OUT_PACKET],
         ports * words * sizeof(uint64_t));
}

#endif
