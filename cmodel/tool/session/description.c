/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* description -- what a run is, before anything of it is made. */
#include "tool/session/description.h"

#include "switch/bank/unit.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static const struct range {
  const char *name;
  size_t offset; /* of an int64_t in struct description */
  uint64_t least, most;
  int64_t other; /* that it may be too */
} ranges[] = {
    {"depth", offsetof(struct description, depth), 0, 1 << 20, DESCRIPTION_UNSET},
    {"packets", offsetof(struct description, packets), 1, 1 << 20, 0},
    {"sends", offsetof(struct description, sends), 0, 63, 0},
    {"lanes", offsetof(struct description, lanes), 0, 63, DESCRIPTION_UNSET},
    {"vcs", offsetof(struct description, vcs), 1, ROUTE_VCS, DESCRIPTION_UNSET},
    {"store", offsetof(struct description, store), 1, 255, DESCRIPTION_UNSET},
    {"data-bits", offsetof(struct description, data_bits), 1, 64, 1},
};

enum { RANGES = sizeof ranges / sizeof ranges[0] };

void description_range(const char *name, uint64_t *least, uint64_t *most)
{
  size_t i = 0;

  while (strcmp(ranges[i].name, name) != 0) {
    i++;
    assert(i < RANGES);
  }
  *least = ranges[i].least;
  *most = ranges[i].most;
}

bool description_check(const struct description *d, struct err *err)
{
  for (size_t i = 0; i < RANGES; i++) {
    const struct range *range = &ranges[i];
    int64_t value;

    memcpy(&value, (const char *)d + range->offset, sizeof value);
    if (value != range->other &&
        (value < (int64_t)range->least || value > (int64_t)range->most))
      return err_set(err, ERR_USAGE, "--%s '%lld': must be a number in %llu..%llu",
                     range->name, (long long)value, (unsigned long long)range->least,
                     (unsigned long long)range->most);
  }
  return true;
}
