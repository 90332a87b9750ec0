/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* injections -- shared by the sources of packets. */
#include "run/machine/injections.h"

#include <stdlib.h>

bool injections_grow(struct injection **list, size_t *capacity, size_t need,
                     struct err *err)
{
  struct injection *larger = realloc(*list, 2 * need * sizeof *larger);
  if (!larger)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory to start %zu packets", need);
  *list = larger;
  *capacity = 2 * need;
  return true;
}

uint32_t launch_sight_packets(const void *self, uint32_t sw, uint32_t port)
{
  const struct launch_sight *sight = self;
  const struct machine *m = sight->machine;
  uint32_t packets = 0;

  for (uint32_t vc = 0; vc < sight->vcs; vc++)
    packets += m->ops->queue_count(m->self, sw, port * sight->vcs + vc);
  return packets;
}
