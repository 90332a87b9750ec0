/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* finding -- what was measured of a claim, and the verdict that follows. */
#include "papers/claims.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool finding_check(struct finding *finding, bool good)
{
  finding->failed |= !good;
  return good;
}

static void add(struct finding *finding, int kind, const char *format, va_list arguments)
{
  if (finding->failed)
    return;
  assert(finding->count < CLAIM_READINGS);
  struct claim_reading *reading = &finding->readings[finding->count++];

  reading->kind = kind;
  vsnprintf(reading->text, sizeof reading->text, format, arguments);
}

void finding_reading(struct finding *finding, bool holds, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  add(finding, holds ? READING_HOLDS : READING_FAILS, format, arguments);
  va_end(arguments);
}

void finding_note(struct finding *finding, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  add(finding, READING_NOTE, format, arguments);
  va_end(arguments);
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
  bool marked = finding_verdict(finding) == CLAIM_AMBIGUOUS;

  text[0] = '\0';
  for (size_t i = 0; i < finding->count; i++)
    claims_append(text, CLAIM_MEASURED, "%s%s%s", i ? "; " : "", finding->readings[i].text,
                  marked ? marks[finding->readings[i].kind] : "");
  return text;
}
