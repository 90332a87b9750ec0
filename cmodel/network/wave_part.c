/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* wave_part -- the file that a simulator writes a waveform to, until it is known to be
 * whole.
 */
#include "network/wave_part.h"

#include "base/fst_check.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SUFFIX_BYTES = 64 }; /* ".PID.part", and what the FST library adds to it */

bool wave_part_open(struct wave_part *wave, const char *path, uint64_t table_bytes,
                    struct err *err)
{
  struct stat status;
  struct rlimit limit;

  if (strlen(path) + SUFFIX_BYTES > sizeof wave->part)
    return err_set(err, ERR_USAGE, "the path of the waveform is too long");
  if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
    return err_set(err, ERR_USAGE, "cannot write the waveform '%.500s': not a regular file",
                   path);
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < table_bytes)
    return err_set(err, ERR_ENVIRONMENT,
                   "cannot write the waveform '%.500s': files may have %" PRIu64
                   " kB only (ulimit -f), it needs %" PRIu64,
                   path, (uint64_t)limit.rlim_cur >> 10, table_bytes >> 10);
  snprintf(wave->path, sizeof wave->path, "%s", path);
  snprintf(wave->part, sizeof wave->part, "%.*s.%ld.part", FILE_PATH - SUFFIX_BYTES, path,
           (long)getpid());
  FILE *file = fopen(wave->part, "w");
  if (!file)
    return err_set(err, errno == ENOSPC ? ERR_ENVIRONMENT : ERR_USAGE,
                   "cannot create '%.500s': %s", path, strerror(errno));
  fclose(file);
  return true;
}

bool wave_part_commit(const struct wave_part *wave, struct err *err)
{
  struct err why;

  if (!fst_check(wave->part, &why)) {
    wave_part_abandon(wave);
    return err_set(err, ERR_ENVIRONMENT,
                   "cannot write the waveform '%.300s': is the disk full? (%.400s)",
                   wave->path, why.text);
  }
  if (rename(wave->part, wave->path) != 0) {
    int reason = errno;

    wave_part_abandon(wave);
    return err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s': %s", wave->path,
                   strerror(reason));
  }
  return true;
}

void wave_part_abandon(const struct wave_part *wave)
{
  unlink(wave->part);
}
