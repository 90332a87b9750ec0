/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* claims -- what a paper says, beside what runs of this program measure, and the verdict
 * that follows. */
#include "papers/claims.h"
#include "papers/dragonfly.h"
#include "papers/dual_nets.h"
#include "papers/grids.h"
#include "papers/hypercube.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct paper *const claims_papers[] = {&claims_hypercube, &claims_dragonfly,
                                             &claims_grids, &claims_dual_nets, NULL};

struct measured *claims_measured(struct claims *claims, size_t bytes, struct err *err)
{
  if (!claims->measured && !(claims->measured = calloc(1, bytes)))
    err_set(err, ERR_ENVIRONMENT, "not enough memory for what is measured");
  return claims->measured;
}

void claims_free_measured(struct claims *claims)
{
  free(claims->measured);
  claims->measured = NULL;
}

bool claims_judge(struct claims *claims, const struct claim_row *row,
                  struct finding *finding, struct err *err)
{
  *finding = (struct finding){.claims = claims, .with = row->with, .err = err};
  row->judge(finding);
  return !finding->failed;
}

void claims_say(const struct claims *claims, const char *doing)
{
  if (claims->say)
    claims->say(claims->self, doing);
}

bool finding_check(struct finding *finding, bool good)
{
  finding->failed |= !good;
  return good;
}

static void add(struct finding *finding, enum claim_reading_kind kind, const char *format,
                va_list arguments)
{
  if (finding->failed)
    return;
  assert(finding->count < CLAIM_READINGS);
  struct claim_reading *reading = &finding->readings[finding->count++];

  reading->kind = kind;
  vsnprintf(reading->text, sizeof reading->text, format, arguments);
}

void reading(struct finding *finding, bool holds, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  add(finding, holds ? READING_HOLDS : READING_FAILS, format, arguments);
  va_end(arguments);
}

void note(struct finding *finding, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  add(finding, READING_NOTE, format, arguments);
  va_end(arguments);
}

bool finding_judges(const struct finding *finding)
{
  bool judges = false;

  for (size_t i = 0; i < finding->count; i++)
    judges |= finding->readings[i].kind != READING_NOTE;
  return judges;
}

enum claim_verdict finding_verdict(const struct finding *finding)
{
  size_t holds = 0, fails = 0;

  for (size_t i = 0; i < finding->count; i++) {
    holds += finding->readings[i].kind == READING_HOLDS;
    fails += finding->readings[i].kind == READING_FAILS;
  }
  assert(holds + fails > 0);
  return fails == 0 ? CLAIM_TRUE : holds == 0 ? CLAIM_FALSE : CLAIM_AMBIGUOUS;
}

void claims_append(char *text, size_t size, const char *format, ...)
{
  size_t used = strlen(text);
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(text + used, size - used, format, arguments);
  va_end(arguments);
}

const char *finding_text(const struct finding *finding, char text[CLAIM_MEASURED])
{
  static const char *const marks[] = {
      [READING_HOLDS] = " [holds]", [READING_FAILS] = " [fails]", [READING_NOTE] = ""};
  bool marked = finding_judges(finding) && finding_verdict(finding) == CLAIM_AMBIGUOUS;

  text[0] = '\0';
  for (size_t i = 0; i < finding->count; i++)
    claims_append(text, CLAIM_MEASURED, "%s%s%s", i ? "; " : "", finding->readings[i].text,
                  marked ? marks[finding->readings[i].kind] : "");
  return text;
}
