/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* compare -- lockhop compare: several switches and the golden one under the same loads. */
#include "tool/campaign/compare.h"

#include "base/file.h"
#include "tool/campaign/campaign.h"
#include "tool/console/interrupt.h"

#include <stdlib.h>
#include <string.h>

/* The run that says how the comparison ended; NULL: all passed. */
static const struct compare_run *first_failure(const struct compare *c)
{
  for (size_t i = 0; i < c->count; i++)
    if (!compare_passed(c, i))
      return &c->designs[i].runs[c->designs[i].failed];
  return NULL;
}

const char *compare_word(const struct compare *c)
{
  const struct compare_run *failure = first_failure(c);

  return failure ? failure->word : outcome_name(OUTCOME_PASS);
}

/* Can the files be created?  Say so before the runs. */
static bool can_write(const char *path, struct err *err)
{
  struct output_file probe;

  if (!path)
    return true;
  if (!file_open(&probe, path, err))
    return false;
  file_abandon(&probe);
  return true;
}

static bool write_files(const struct compare *c, struct err *err)
{
  const struct settings *s = c->settings;

  return (!s->output || compare_write_csv(c, s->output, err)) &&
         (!s->plot || compare_write_plot(c, s->plot, err)) &&
         (!s->json || compare_write_json(c, s->json, err));
}

/* The exit code. */
static int compare_all(struct compare *c, struct err *err)
{
  const struct settings *s = c->settings;
  const volatile sig_atomic_t *stop = interrupt_watch();
  const bool json_out = s->json && strcmp(s->json, "-") == 0;

  if (!compare_run_all(c, stop, err))
    return (int)err->kind;
  if (*stop) {
    fprintf(stderr, "lockhop: interrupted before all runs were made\n");
    return EXIT_INTERRUPTED;
  }
  const struct compare_run *failure = first_failure(c);

  if (!write_files(c, err))
    return (int)err->kind;
  compare_print(c, json_out ? stderr : s->out);
  return failure ? failure->code : EXIT_PASSED;
}

int command_compare(const struct settings *settings, struct err *err)
{
  struct compare *compare = malloc(sizeof *compare);
  int code = ERR_USAGE;

  if (!compare)
    err_set(err, ERR_ENVIRONMENT, "not enough memory for the designs");
  else if (compare_plan(compare, settings, err) && can_write(settings->output, err) &&
           can_write(settings->plot, err))
    code = compare_all(compare, err);
  if (compare)
    sweep_values_free(&compare->loads);
  free(compare);
  return err->kind ? (int)err->kind : code;
}
