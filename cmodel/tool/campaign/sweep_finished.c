/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_finished -- what is said of an output file that is there already. */
#include "tool/campaign/sweep_finished.h"

#include "tool/campaign/sweep_row.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* Is the stream a whole table of this plan? */
static bool is_table(FILE *stream, const struct sweep_plan *plan)
{
  char *line = NULL;
  size_t room = 0;
  uint64_t number = 0;
  enum outcome outcome;
  const char *header = sweep_row_header(plan);
  ssize_t length = getline(&line, &room, stream);
  bool good = length > 0 && (size_t)length == strlen(header) + 1 &&
              memcmp(line, header, (size_t)length - 1) == 0;

  while (good && (length = getline(&line, &room, stream)) > 0) {
    good = number < plan->trials && line[length - 1] == '\n' &&
           sweep_row_check(line, (size_t)length - 1, plan, number, &outcome);
    number++;
  }
  free(line);
  return good && number == plan->trials;
}

bool sweep_finished_refuse(const struct sweep_plan *plan, const char *path,
                           const char *partial, struct err *err)
{
  FILE *stream = fopen(path, "r");
  bool finished = stream && is_table(stream, plan);

  if (stream)
    fclose(stream);
  if (!finished)
    return err_set(err, ERR_USAGE,
                   "'%.500s' is there and is not the table of this plan: give another "
                   "output, or --force to replace it",
                   path);
  if (!partial)
    return err_set(err, ERR_USAGE,
                   "'%.500s' is finished, with all %" PRIu64
                   " trials of this plan; --force runs them again and replaces it",
                   path, plan->trials);
  if (access(partial, F_OK) == 0)
    return err_set(err, ERR_USAGE,
                   "'%.500s' is finished, with all %" PRIu64
                   " trials of this plan; --resume --force goes on with '%.200s' and "
                   "replaces it",
                   path, plan->trials, partial);
  return err_set(err, ERR_USAGE,
                 "'%.500s' is finished, with all %" PRIu64
                 " trials of this plan: nothing is left to resume; --force without "
                 "--resume runs them again and replaces it",
                 path, plan->trials);
}
