/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dut_order -- the order in which a simulator reads the user's files. */
#include "verilog/simulator/dut_order.h"

#include "base/file.h"
#include "verilog/generate/modules.h"

#include <stdlib.h>

enum { PACKAGES_MAX = 64 }; /* of one file */

struct source {
  char *text;
  char packages[PACKAGES_MAX][MODULE_NAME];
  size_t count;
  bool taken;
};

static bool uses(const struct source *user, const struct source *other)
{
  for (size_t i = 0; i < other->count; i++)
    if (modules_use_package(user->text, other->packages[i]))
      return true;
  return false;
}

/* The first file that uses no module of the remaining files; in a cycle, the first file. */
static size_t next(const struct source *sources, size_t count)
{
  size_t first = count;

  for (size_t i = 0; i < count; i++) {
    bool waits = false;

    if (sources[i].taken)
      continue;
    for (size_t k = 0; k < count && !waits; k++)
      waits = k != i && !sources[k].taken && uses(&sources[i], &sources[k]);
    if (!waits)
      return i;
    if (first == count)
      first = i;
  }
  return first;
}

bool dut_order(size_t *order, char *const *files, size_t count, struct err *err)
{
  struct source *sources = calloc(count + 1, sizeof sources[0]);
  bool good = sources || err_set(err, ERR_ENVIRONMENT, "not enough memory");
  size_t size;

  for (size_t i = 0; good && i < count; i++) {
    sources[i].text = file_read(files[i], &size, err);
    good = sources[i].text != NULL;
    if (good)
      sources[i].count =
          modules_packages(sources[i].text, sources[i].packages, PACKAGES_MAX);
  }
  for (size_t i = 0; good && i < count; i++) {
    order[i] = next(sources, count);
    sources[order[i]].taken = true;
  }
  for (size_t i = 0; sources && i < count; i++)
    free(sources[i].text);
  free(sources);
  return good;
}
