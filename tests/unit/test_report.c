/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_report -- a report is believed when it is whole, given once and not written over. */
#include "base/report.h"

#include "tests/unit/unit.h"

#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 64 };

typedef void scribble(const struct report *report);

static void give(const struct report *report)
{
  static char one[] = "one", two[] = " two";
  const struct iovec parts[] = {{one, 3}, {NULL, 0}, {two, 4}};

  if (!report_give(report, parts, 3))
    _exit(1);
}

static void nothing(const struct report *report)
{
  (void)report;
}

static void twice(const struct report *report)
{
  give(report);
  give(report);
}

static void fill(const struct report *report, int from, int byte)
{
  memset((char *)report->page + from, byte, MOST - (size_t)from);
}

static void before(const struct report *report)
{
  fill(report, 0, 0x55);
  give(report);
}

static void after(const struct report *report)
{
  give(report);
  fill(report, 34, 0);
}

static void ones(const struct report *report)
{
  fill(report, 0, 1);
}

static void truncated(const struct report *report)
{
  give(report);
  memset((char *)report->page + 8, 3, 1); /* its size */
}

static void too_long(const struct report *report)
{
  static char text[MOST + 1];
  const struct iovec parts[] = {{text, 1}, {text, MOST}};

  if (report_give(report, parts, 2))
    give(report);
}

static void other_mark(const struct report *report)
{
  struct report forged = *report;

  forged.mark[1] ^= 1;
  give(&forged);
}

/* A process that the design makes of its own has no report to write to. */
static void a_copy(const struct report *report)
{
  report_own(report);
  const pid_t copy = fork();
  int status;

  if (copy == 0) {
    give(report);
    _exit(0);
  }
  if (waitpid(copy, &status, 0) == copy && WIFSIGNALED(status))
    give(report);
}

TEST(test_states)
{
  static const struct {
    const char *name;
    scribble *child;
    enum report_state state;
  } rows[] = {
      {"given", give, REPORT_WHOLE},
      {"not given", nothing, REPORT_NONE},
      {"given twice", twice, REPORT_DAMAGED},
      {"overwritten before", before, REPORT_DAMAGED},
      {"overwritten after", after, REPORT_DAMAGED},
      {"ones alone", ones, REPORT_DAMAGED},
      {"of another length", truncated, REPORT_DAMAGED},
      {"too long", too_long, REPORT_NONE},
      {"of another mark", other_mark, REPORT_DAMAGED},
      {"the copy's and its own", a_copy, REPORT_WHOLE},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct report report;
    char *bytes;
    size_t size;

    assert_true(report_open(&report, MOST));
    const pid_t child = fork();
    if (child == 0) {
      signal(SIGSEGV, SIG_DFL);
      rows[i].child(&report);
      _exit(0);
    }
    waitpid(child, NULL, 0);
    const enum report_state now = report_take(&report, &bytes, &size);
    CHECK(now == rows[i].state, "%s: %d", rows[i].name, (int)now);
    CHECK((bytes != NULL) == (now == REPORT_WHOLE), "%s", rows[i].name);
    if (bytes)
      CHECK(size == 7 && memcmp(bytes, "one two", 7) == 0, "%s", rows[i].name);
    CHECK(report_given(&report) == (now != REPORT_NONE), "%s", rows[i].name);
    free(bytes);
    report_close(&report);
  }
}
