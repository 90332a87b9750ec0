/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_lab -- what the rows of the paper on meshes and butterflies measure with, and the
 * paper. */
#include "base/bits.h"
#include "papers/grids.h"

#include <stdio.h>

/* --- small butterflies --- */

bool grids_paths_of(struct finding *f, struct grids_paths *paths, uint32_t d)
{
  const uint32_t rows = UINT32_C(1) << d;
  TOPOLOGY_OF_BLOCK(t);

  *paths = (struct grids_paths){.d = d};
  if (!lab_open(f, &t, "butterfly:%u", d))
    return false;
  for (uint32_t from = 0; from < rows; from++)
    for (uint32_t to = 0; to < rows; to++) {
      const uint64_t header = t.routings[0].header(&t, from, to, 0);
      const size_t count = topology_path(&t, &t.routings[0], from, to, header, 0,
                                         paths->hops[from][to], GRIDS_ALL + 2);

      if (count != d + 1)
        return finding_check(
            f, err_set(f->err, ERR_ENVIRONMENT, "%s: a path has not %u hops", t.spec, d));
    }
  return true;
}

uint32_t grids_place(const uint32_t *order, uint32_t count)
{
  uint32_t place = 0, seen = 0;

  for (uint32_t i = 0; i < count; i++) {
    const uint32_t smaller = order[i] - bits_count(seen & ((1u << order[i]) - 1));

    place = place * (count - i) + smaller;
    seen |= 1u << order[i];
  }
  return place;
}

/* --- runs --- */

struct trial_result grids_run(struct finding *f, const char *spec, int64_t sends,
                              const char *traffic)
{
  struct description trial = description_of(spec, traffic);

  trial.sends = sends;
  trial.depth = 0;
  trial.seed = f->claims->seed;
  return lab_run(f, &trial);
}

static void trials_text(uint32_t trials, char *text, size_t size)
{
  snprintf(text, size, "%u random cases where all are too many", trials);
}

static const struct claim_part *const all_parts[] = {GRIDS_PARTS(CLAIM_PART_POINTER) NULL};

static const struct claim_table *const all_tables[] = {&grids_table_copies, NULL};

const struct paper claims_grids = {
    .name = "grids",
    .title =
        "Protsenko, Online Routing on the Mesh and Offline Routing on the Benes Network",
    .parts = all_parts,
    .trials_text = trials_text,
    .tables = all_tables,
};
