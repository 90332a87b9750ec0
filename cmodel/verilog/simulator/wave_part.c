/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* wave_part -- a temporary file for a waveform, moved to its target once it is complete. */
#include "verilog/simulator/wave_part.h"

#include "base/fst_check.h"

#include <inttypes.h>
#include <sys/resource.h>

bool wave_part_open(struct part *part, const char *path, uint64_t table_bytes,
                    struct err *err)
{
  struct rlimit limit;

  if (!part_open(part, path, err))
    return false;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur >= table_bytes)
    return true;
  part_remove(part);
  return err_set(err, ERR_ENVIRONMENT,
                 "cannot write the waveform '%.500s': files may have %" PRIu64
                 " kB only (ulimit -f), it needs %" PRIu64,
                 path, (uint64_t)limit.rlim_cur >> 10, table_bytes >> 10);
}

bool wave_part_commit(struct part *part, struct err *err)
{
  struct err why;

  if (fst_check(part->path, &why))
    return part_commit(part, err);
  part_remove(part);
  return err_set(err, ERR_ENVIRONMENT,
                 "cannot write the waveform '%.300s': is the disk full? (%.400s)",
                 part->target, why.text);
}

void wave_part_abandon(struct part *part)
{
  part_remove(part);
}
