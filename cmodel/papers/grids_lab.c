/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* grids_lab -- what the rows of the paper on meshes and butterflies measure with. */
#include "papers/grids.h"

/* --- small butterflies --- */

bool grids_paths_of(struct grids_paths *paths, uint32_t d, struct err *err)
{
  const uint32_t rows = UINT32_C(1) << d;
  TOPOLOGY_OF_BLOCK(t);

  *paths = (struct grids_paths){.d = d};
  if (!lab_open(&t, err, "butterfly:%u", d))
    return false;
  for (uint32_t from = 0; from < rows; from++)
    for (uint32_t to = 0; to < rows; to++) {
      const uint64_t header = t.routings[0].header(&t, from, to, 0);
      const size_t count = topology_path(&t, &t.routings[0], from, to, header, 0,
                                         paths->hops[from][to], GRIDS_ALL + 2);

      if (count != d + 1)
        return err_set(err, ERR_ENVIRONMENT, "%s: a path has not %u hops", t.spec, d);
    }
  return true;
}

/* --- runs --- */

bool grids_run(const struct claims *claims, const char *spec, const char *routing,
               int64_t sends, const char *traffic, struct trial_result *result,
               struct err *err)
{
  struct description trial = description_of(spec, traffic);

  trial.routing = routing;
  trial.sends = sends;
  trial.depth = 0;
  trial.seed = claims->seed;
  return lab_trial(claims, &trial, result, err);
}
