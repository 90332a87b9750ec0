/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* junit -- results as JUnit XML, one test case for each run. */
#include "tool/console/junit.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { HOST = 256, STAMP = 32 };

/* Read the time from SOURCE_DATE_EPOCH; false: it is not set. */
static bool fixed_time(time_t *at)
{
  const char *text = getenv("SOURCE_DATE_EPOCH");
  char *end = NULL;
  const unsigned long long seconds = text ? strtoull(text, &end, 10) : 0;

  *at = (time_t)seconds;
  return text && end != text && *end == '\0' && seconds <= UINT32_MAX;
}

bool junit_open(struct junit *junit, const char *path, FILE *standard_output,
                struct err *err)
{
  time_t at;

  *junit = (struct junit){.fixed = fixed_time(&at)};
  if (!file_open_with(&junit->out, path, standard_output, err))
    return false;
  junit->body = open_memstream(&junit->text, &junit->size);
  if (junit->body)
    return true;
  file_abandon(&junit->out);
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for '%.500s'", path);
}

/* The character of UTF-8 at text: its bytes, 0 where there is none. */
static size_t decode(const unsigned char *text, uint32_t *character)
{
  const size_t bytes = text[0] < 0x80             ? 1
                       : (text[0] & 0xe0) == 0xc0 ? 2
                       : (text[0] & 0xf0) == 0xe0 ? 3
                       : (text[0] & 0xf8) == 0xf0 ? 4
                                                  : 0;
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

  if (bytes < 2) {
    *character = text[0];
    return bytes;
  }
  *character = text[0] & (0x7fU >> bytes);
  for (size_t i = 1; i < bytes; i++) {
    if ((text[i] & 0xc0) != 0x80)
      return 0;
    *character = *character << 6 | (text[i] & 0x3fU);
  }
  return *character < least[bytes] ? 0 : bytes;
}

/* Has XML 1.0 this character, and does it show? */
static bool is_text(uint32_t character)
{
  if (character < 0x20)
    return character == '\t' || character == '\n';
  return (character < 0x7f || character > 0x9f) &&
         (character < 0xd800 || character > 0xdfff) && character != 0xfffe &&
         character != 0xffff && character <= 0x10ffff;
}

void junit_escape(const char *text, bool attribute, FILE *file)
{
  const unsigned char *at = (const unsigned char *)text;

  while (*at != '\0') {
    uint32_t character = 0;
    const size_t bytes = decode(at, &character);

    if (bytes == 0 || !is_text(character))
      fputc('?', file);
    else if (character == '&')
      fputs("&amp;", file);
    else if (character == '<')
      fputs("&lt;", file);
    else if (character == '>')
      fputs("&gt;", file);
    else if (character == '"')
      fputs("&quot;", file);
    else if (attribute && (character == '\n' || character == '\t'))
      fputs(character == '\n' ? "&#10;" : "&#9;", file);
    else
      fwrite(at, 1, bytes, file);
    at += bytes ? bytes : 1;
  }
}

static void attribute(const char *name, const char *value, FILE *file)
{
  fprintf(file, " %s=\"", name);
  junit_escape(value, true, file);
  fputc('"', file);
}

void junit_add(struct junit *junit, const struct junit_case *one)
{
  static const char *const elements[JUNIT_KINDS] = {
      [JUNIT_FAILURE] = "failure", [JUNIT_ERROR] = "error", [JUNIT_SKIPPED] = "skipped"};
  FILE *file = junit->body;

  junit->counts[one->kind]++;
  fprintf(file, "  <testcase");
  attribute("classname", one->group, file);
  attribute("name", one->name, file);
  if (one->seconds >= 0 && !junit->fixed) {
    junit->seconds += one->seconds;
    fprintf(file, " time=\"%.3f\"", one->seconds);
  }
  fprintf(file, ">\n");
  if (one->kind != JUNIT_PASSED) {
    fprintf(file, "    <%s", elements[one->kind]);
    attribute("message", one->line, file);
    if (one->kind != JUNIT_SKIPPED)
      attribute("type", one->word, file);
    fputc('>', file);
    junit_escape(one->text ? one->text : "", false, file);
    fprintf(file, "</%s>\n", elements[one->kind]);
  }
  fprintf(file, "    <system-out>seed %" PRIu64 "</system-out>\n  </testcase>\n",
          one->seed);
}

/* Date, host and duration, which no other file of ours holds. */
static void put_circumstances(const struct junit *junit, FILE *file)
{
  char host[HOST] = "localhost", stamp[STAMP] = "";
  struct tm utc;
  time_t at;

  if (!fixed_time(&at)) {
    at = time(NULL);
    if (gethostname(host, sizeof host - 1) != 0)
      snprintf(host, sizeof host, "localhost");
  }
  strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", gmtime_r(&at, &utc));
  attribute("timestamp", stamp, file);
  attribute("hostname", host, file);
  if (!junit->fixed)
    fprintf(file, " time=\"%.3f\"", junit->seconds);
}

bool junit_close(struct junit *junit, const char *name, struct err *err)
{
  FILE *file = junit->out.stream;
  uint64_t all = 0;

  if (!text_close(junit->body, &junit->text)) {
    free(junit->text);
    file_abandon(&junit->out);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the JUnit result");
  }
  for (int i = 0; i < JUNIT_KINDS; i++)
    all += junit->counts[i];
  fprintf(file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite");
  attribute("name", name, file);
  fprintf(file,
          " tests=\"%" PRIu64 "\" failures=\"%" PRIu64 "\" errors=\"%" PRIu64
          "\" skipped=\"%" PRIu64 "\"",
          all, junit->counts[JUNIT_FAILURE], junit->counts[JUNIT_ERROR],
          junit->counts[JUNIT_SKIPPED]);
  put_circumstances(junit, file);
  fputs(">\n", file);
  fwrite(junit->text, 1, junit->size, file);
  fprintf(file, "</testsuite>\n");
  free(junit->text);
  return file_commit(&junit->out, err);
}

void junit_abandon(struct junit *junit)
{
  fclose(junit->body);
  free(junit->text);
  file_abandon(&junit->out);
}
