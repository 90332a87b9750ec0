/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilated_ranks -- an array of Verilated switches of which each rank has a part. */
#include "verilog/simulator/verilated_ranks.h"

#include <stdlib.h>
#include <string.h>

/* What is told to a rank: this, then `changes` changes. */
struct shown_head {
  uint64_t changes;
  uint64_t spared; /* switch-cycles, so far */
  struct verilated_sample sample;
};

enum { SHOWS_PACKET, SHOWS_READY };

/* What a switch sees at one of its ports from now on. */
struct shown_change {
  uint32_t at; /* the switch */
  uint16_t port, kind;
  uint64_t bits;      /* of valid or ready, by VC */
  uint64_t packet[2]; /* of SHOWS_PACKET */
};

void verilated_ranks_divide(struct verilated *m)
{
  const struct ranks *ranks = m->host.ranks;

  if (!ranks)
    return;
  const struct parts parts = parts_of(m->shape.topology->switches, ranks->count);

  m->share = parts.share;
  m->first = parts_first(&parts, ranks->rank);
  m->end = parts_first(&parts, ranks->rank + 1);
}

bool verilated_ranks_open(struct verilated *m)
{
  if (m->share)
    m->moved = calloc(m->end - m->first + 1, sizeof *m->moved);
  return !m->share || m->moved;
}

/* --- what this rank shows --- */

static struct ranks_box *box_for(const struct verilated *m, uint32_t sw)
{
  return &m->host.ranks->out[sw / m->share];
}

static struct shown_head *head_of(const struct ranks_box *box)
{
  return (struct shown_head *)(void *)(box->bytes + box->taken);
}

/* False: memory is short. */
static bool tell_change(struct verilated *m, const struct shown_change *change)
{
  struct ranks_box *box = box_for(m, change->at);
  struct shown_change *place = ranks_append(box, sizeof *place);

  if (!place)
    return false;
  *place = *change;
  head_of(box)->changes++;
  return true;
}

/* What the link that leaves by a port shows to a switch of another rank. */
static bool tell_packet(struct verilated *m, uint32_t sw, uint32_t port, bool whole)
{
  const struct wiring *w = &m->wiring;
  const size_t words = m->pins.slot_words, place = (size_t)sw * w->ports + port;
  const uint64_t *shown = w->now.packets + place * words;
  const uint64_t *shows = w->next.packets + place * words;
  const uint64_t mask = bits_mask(w->vcs) << port * w->vcs;
  struct shown_change change = {.at = w->taker[place] >> WIRING_PORT_BITS,
                                .port = w->taker[place] % 64,
                                .kind = SHOWS_PACKET,
                                .bits = (w->next.valid[sw] & mask) >> port * w->vcs};

  if (wiring_has(w, change.at) ||
      (!whole && ((w->now.valid[sw] ^ w->next.valid[sw]) & mask) == 0 &&
       memcmp(shown, shows, words * sizeof *shown) == 0))
    return true;
  memcpy(change.packet, shows, words * sizeof *shows);
  return tell_change(m, &change);
}

/* The ready bits of a port to the switch of another rank that feeds it. */
static bool tell_ready(struct verilated *m, uint32_t sw, uint32_t port, bool whole)
{
  const struct wiring *w = &m->wiring;
  const uint32_t feeder = w->feeder[(size_t)sw * w->ports + port];
  const uint64_t mask = bits_mask(w->vcs) << port * w->vcs;

  if (wiring_has(w, feeder >> WIRING_PORT_BITS) ||
      (!whole && ((w->now.ready[sw] ^ w->next.ready[sw]) & mask) == 0))
    return true;
  return tell_change(
      m, &(struct shown_change){.at = feeder >> WIRING_PORT_BITS,
                                .port = feeder % 64,
                                .kind = SHOWS_READY,
                                .bits = (w->next.ready[sw] & mask) >> port * w->vcs});
}

static bool tell_switch(struct verilated *m, uint32_t sw, bool whole)
{
  for (uint32_t port = 0; port < m->wiring.ports; port++)
    if (!tell_packet(m, sw, port, whole) || !tell_ready(m, sw, port, whole))
      return false;
  return true;
}

bool verilated_ranks_tell(void *machine, const uint64_t *stalled)
{
  struct verilated *m = machine;
  struct ranks *ranks = m->host.ranks;
  const struct shown_head head = {.spared = m->rest.spared, .sample = verilated_sample(m)};
  const bool whole = m->unseen;
  const size_t count = whole ? m->end - m->first : m->moved_count;
  bool good = true;

  (void)stalled;
  for (uint32_t rank = 0; rank < ranks->count; rank++)
    ranks->out[rank].taken = ranks->out[rank].size;
  good = ranks_tell(ranks, &head, sizeof head);
  for (size_t i = 0; good && i < count; i++)
    good = tell_switch(m, whole ? m->first + (uint32_t)i : m->moved[i], whole);
  m->unseen = false;
  m->moved_count = 0;
  return good;
}

/* --- what the others show --- */

/* Both tables get it: the one of the cycle that is over is the next one's. */
static void see(struct verilated *m, const struct shown_change *change, uint32_t far)
{
  struct wiring *w = &m->wiring;
  const size_t words = m->pins.slot_words;
  const uint32_t sw = far >> WIRING_PORT_BITS, port = far % 64;
  const uint64_t mask = bits_mask(w->vcs) << port * w->vcs;
  struct wires *const both[] = {&w->now, &w->next};

  for (size_t i = 0; i < 2; i++) {
    uint64_t *bits = change->kind == SHOWS_READY ? both[i]->ready : both[i]->valid;

    bits[sw] = (bits[sw] & ~mask) | (change->bits << port * w->vcs & mask);
    if (change->kind == SHOWS_PACKET)
      memcpy(both[i]->packets + ((size_t)sw * w->ports + port) * words, change->packet,
             words * sizeof *change->packet);
  }
  rest_disturb(&m->rest, change->at, m->cycle);
}

static bool hear_change(struct verilated *m, uint32_t rank,
                        const struct shown_change *change)
{
  const struct wiring *w = &m->wiring;

  if (!wiring_has(w, change->at) || change->port >= w->ports)
    return false;
  const size_t place = (size_t)change->at * w->ports + change->port;
  const uint32_t far = change->kind == SHOWS_READY ? w->taker[place] : w->feeder[place];

  if ((far >> WIRING_PORT_BITS) / m->share != rank)
    return false;
  see(m, change, far);
  return true;
}

bool verilated_ranks_hear(void *machine, struct err *err)
{
  struct verilated *m = machine;
  const struct ranks *ranks = m->host.ranks;
  struct verilated_sample sample = verilated_sample(m);

  m->rest.elsewhere = 0;
  for (uint32_t rank = 0; rank < ranks->count; rank++) {
    struct ranks_box *box = &ranks->in[rank];

    if (rank == ranks->rank)
      continue;
    const struct shown_head *head = ranks_take(box, sizeof *head);
    const struct shown_change *changes =
        head ? ranks_take(box, head->changes * sizeof *changes) : NULL;

    if (!changes)
      return err_set(err, ERR_ENVIRONMENT, "what the Verilog of rank %u shows is cut",
                     rank);
    m->rest.elsewhere += head->spared;
    if (head->sample.distance < sample.distance)
      sample = head->sample;
    for (uint64_t i = 0; i < head->changes; i++)
      if (!hear_change(m, rank, &changes[i]))
        return err_set(err, ERR_ENVIRONMENT,
                       "the Verilog of rank %u shows something to switch %u of no rank",
                       rank, changes[i].at);
  }
  verilated_take_sample(m, &sample);
  return true;
}
