/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* refusals -- what a switch ejects, and its terminal does not take. */
#include "run/flow/parts.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

/* At the first refusal of a run: most designs know none. */
static bool open_refusals(struct flow *f)
{
  const size_t switches = f->inside.switches;

  if (f->eject_refused)
    return true;
  f->eject_refused = calloc(switches, sizeof *f->eject_refused);
  f->eject_packets = calloc(switches * shape_channels(&f->shape), sizeof *f->eject_packets);
  f->eject_held = calloc(switches, sizeof *f->eject_held);
  if (f->eject_refused && f->eject_packets && f->eject_held)
    return true;
  flow_refusals_close(f);
  f->short_of_memory = true;
  return false;
}

void flow_refusals_close(struct flow *f)
{
  free(f->eject_refused);
  free(f->eject_packets);
  free(f->eject_held);
  f->eject_refused = NULL;
  f->eject_packets = NULL;
  f->eject_held = NULL;
}

static struct packet *packets_of(const struct flow *f, uint32_t sw)
{
  return &f->eject_packets[(size_t)sw * shape_channels(&f->shape)];
}

/* A packet that was refused in the cycle before is not there any more. */
static void blame_vanished(struct flow *f, uint32_t sw, uint32_t channel)
{
  flow_blame(f, &(struct flow_fault){.rule = FLOW_STABLE,
                                     .at = sw,
                                     .exit = FLOW_TERMINAL,
                                     .channel = channel,
                                     .vanished = true,
                                     .before = packets_of(f, sw)[channel]});
}

static void judge_kept(struct flow *f, uint32_t sw, uint32_t channel)
{
  const struct packet *before = &packets_of(f, sw)[channel];

  if (!(f->pins.eject[sw] >> channel & 1)) {
    blame_vanished(f, sw, channel);
    return;
  }
  const struct packet packet = f->pins.eject_packet(f->pins.self, sw, channel);

  if (packet.header != before->header || packet.data != before->data)
    flow_blame(f, &(struct flow_fault){.rule = FLOW_STABLE,
                                       .at = sw,
                                       .exit = FLOW_TERMINAL,
                                       .channel = channel,
                                       .packet = packet,
                                       .before = *before});
}

void flow_refusals(struct flow *f, uint32_t sw)
{
  const uint64_t refuses = f->pins.eject[sw] & ~flow_ejected(f, sw);

  if (!f->eject_refused && (!refuses || !open_refusals(f)))
    return;
  for (uint64_t left = f->eject_refused[sw]; left; left &= left - 1)
    judge_kept(f, sw, bits_lowest(left));
  for (uint64_t left = refuses; left; left &= left - 1)
    packets_of(f, sw)[bits_lowest(left)] =
        f->pins.eject_packet(f->pins.self, sw, bits_lowest(left));
  f->eject_refused[sw] = refuses;
  if (refuses)
    f->eject_held[f->eject_held_count++] = sw;
}

void flow_refusals_start(struct flow *f)
{
  for (size_t i = 0; i < f->eject_held_count; i++) {
    const uint32_t sw = f->eject_held[i];

    if (f->pins.eject[sw])
      continue; /* it is judged with what it ejects */
    blame_vanished(f, sw, bits_lowest(f->eject_refused[sw]));
    f->eject_refused[sw] = 0;
  }
  f->eject_held_count = 0;
}

void flow_refusals_reset(struct flow *f)
{
  f->eject_held_count = 0;
  if (f->eject_refused)
    memset(f->eject_refused, 0, f->inside.switches * sizeof *f->eject_refused);
}
