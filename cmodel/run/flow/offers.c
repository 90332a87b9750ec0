/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* offers -- what a switch may offer, whether it is taken or not. */
#include "run/flow/parts.h"

#include "base/bits.h"

/* Does the port of this queue offer another packet too? */
static bool offers_another(const struct flow *f, uint64_t valid, uint32_t queue)
{
  const uint32_t first = queue - queue % f->shape.vcs;

  return bits_count(valid >> first & bits_mask(f->shape.vcs)) > 1;
}

static void judge_sends(struct flow *f, uint32_t sw, uint64_t valid)
{
  const uint32_t vcs = f->shape.vcs;
  struct flow_fault fault = {.rule = FLOW_SENDS, .at = sw};

  for (uint32_t port = 0; port < f->shape.topology->ports; port++) {
    if ((valid >> port * vcs & bits_mask(vcs)) == 0)
      continue;
    fault.count++;
    fault.exit = port * vcs;
  }
  if (fault.count > f->shape.sends)
    flow_blame(f, &fault);
}

static void judge_vcs(struct flow *f, uint32_t sw, uint64_t valid)
{
  for (uint64_t left = valid; left; left &= left - 1) {
    const uint32_t queue = bits_lowest(left);

    if (!offers_another(f, valid, queue))
      continue;
    flow_blame(f, &(struct flow_fault){.rule = FLOW_ONE_VC,
                                       .at = sw,
                                       .exit = queue,
                                       .packet = f->pins.out_packet(f->pins.self, sw,
                                                                    queue / f->shape.vcs)});
    return;
  }
}

/* An offer that was refused in the cycle before, or earlier where others may go before it.
 */
static void judge_stable(struct flow *f, uint32_t sw, uint32_t queue,
                         const struct packet *packet)
{
  const struct packet *before =
      &f->refused_packet[(size_t)sw * shape_queues(&f->shape) + queue];

  if (f->priority_mask == 0 &&
      (packet->header != before->header || packet->data != before->data))
    flow_blame(f, &(struct flow_fault){.rule = FLOW_STABLE,
                                       .at = sw,
                                       .exit = queue,
                                       .packet = *packet,
                                       .before = *before});
}

static void judge_vanished(struct flow *f, uint32_t sw, uint64_t valid)
{
  const uint64_t vanished = f->refused[sw] & ~valid;

  if (!vanished)
    return;
  const uint32_t queue = bits_lowest(vanished);
  flow_blame(
      f, &(struct flow_fault){
             .rule = FLOW_STABLE,
             .at = sw,
             .exit = queue,
             .vanished = true,
             .before = f->refused_packet[(size_t)sw * shape_queues(&f->shape) + queue]});
  f->refused[sw] &= ~vanished;
}

void flow_offers_at_once(struct flow *f, uint32_t sw, uint64_t valid)
{
  if (f->shape.vcs > 1)
    judge_vcs(f, sw, valid);
  if (f->shape.sends)
    judge_sends(f, sw, valid);
}

void flow_offers(struct flow *f, uint32_t sw, uint64_t valid, uint64_t taken)
{
  struct packet *refused = &f->refused_packet[(size_t)sw * shape_queues(&f->shape)];
  const uint64_t refuses = valid & ~taken;

  if (f->steady)
    judge_vanished(f, sw, valid);
  for (uint64_t left = refuses | (valid & f->refused[sw]); left; left &= left - 1) {
    const uint32_t queue = bits_lowest(left);
    const struct packet packet = f->pins.out_packet(f->pins.self, sw, queue / f->shape.vcs);

    if (f->refused[sw] >> queue & 1)
      judge_stable(f, sw, queue, &packet);
    refused[queue] = packet;
  }
  f->refused[sw] = (f->refused[sw] & ~valid) | refuses;
  if (f->steady && refuses)
    f->held[f->held_count++] = sw;
}

void flow_offers_start(struct flow *f)
{
  const size_t count = f->held_count;
  uint32_t *before = f->held;

  f->held = f->held_before;
  f->held_before = before;
  f->held_count = 0;
  for (size_t i = 0; i < count; i++)
    if (f->pins.valid[before[i]] == 0)
      judge_vanished(f, before[i], 0);
}
