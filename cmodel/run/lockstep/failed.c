/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* failed -- detects packets that enter a failed switch (network/topology/faults.h). */
#include "run/lockstep/failed.h"

#include "network/topology/faults.h"
#include "network/traffic/payload.h"

void failed_look(struct failed_entry *entry, const struct shape *shape,
                 const struct machine *machine, const struct links *links, uint64_t cycle)
{
  if (entry->found || !faults_any(shape->topology))
    return;
  for (size_t i = 0; i < links->active_count; i++) {
    const uint32_t sw = links->active[i];

    for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
      const uint32_t queue = bits_lowest(valid);
      const struct link far = shape_far(shape, sw, queue);

      if (!faults_failed(shape->topology, far.to_switch) ||
          !links_taken(shape, links, sw, queue))
        continue;
      const struct packet packet =
          machine->ops->out_packet(machine->self, sw, queue / shape->vcs);

      *entry = (struct failed_entry){.found = true,
                                     .cycle = cycle,
                                     .at = far.to_switch,
                                     .from = sw,
                                     .number = payload_number(packet.data, &shape->format)};
      return;
    }
  }
}
