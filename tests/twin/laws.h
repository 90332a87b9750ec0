/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* laws -- runs the laws of a twin test and says which of them hold.
 *
 * The result is TAP, on standard output or in the file that the program is given, which no
 * module can write to by $display.  Its last line is the plan, `1..N`: a result without one
 * is of a program that did not come to its end.  What breaks a law follows its line after
 * `# `, and is on standard error with the place in the source.
 */
#ifndef LOCKHOP_TESTS_LAWS_H
#define LOCKHOP_TESTS_LAWS_H

#include "verilated.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

struct law {
  const char *name;
  void (*run)();
};

struct law_broken {
  char text[4096];
};

/* What ends a simulation breaks the law that is being tried, as $finish does. */
[[noreturn]] static inline void laws_end(const char *file, int line, const char *what)
{
  struct law_broken broken;

  snprintf(broken.text, sizeof broken.text, "the module ends the simulation: %s, %s:%d",
           what, file, line);
  fprintf(stderr, "%s\n", broken.text);
  throw broken;
}

[[noreturn]] __attribute__((format(printf, 4, 5))) static inline void
laws_fail(const char *file, int line, int seed, const char *format, ...)
{
  struct law_broken broken;
  va_list values;

  va_start(values, format);
  vsnprintf(broken.text, sizeof broken.text, format, values);
  va_end(values);
  fprintf(stderr, "%s:%d: seed %d: %s\n", file, line, seed, broken.text);
  throw broken;
}

static inline FILE *laws_open(int argc, char **argv)
{
  FILE *result = argc > 1 ? fopen(argv[1], "we") : stdout;

  if (!result) {
    perror(argv[1]);
    exit(3);
  }
  setvbuf(result, nullptr, _IOLBF, BUFSIZ);
  return result;
}

static inline bool law_holds(const struct law *law, struct law_broken *broken)
{
  try {
    law->run();
  } catch (const struct law_broken &caught) {
    *broken = caught;
    return false;
  }
  return true;
}

/* The exit status: how many are broken, at most 100. */
static inline int laws_run(int argc, char **argv, const struct law *laws, std::size_t count)
{
  FILE *result = laws_open(argc, argv);
  struct law_broken broken;
  int failed = 0;

  for (std::size_t i = 0; i < count; i++) {
    if (law_holds(&laws[i], &broken)) {
      fprintf(result, "ok %zu - %s\n", i + 1, laws[i].name);
    } else {
      fprintf(result, "not ok %zu - %s\n# %s\n", i + 1, laws[i].name, broken.text);
      failed++;
    }
  }
  fprintf(result, "1..%zu\n", count);
  if (fflush(result) != 0)
    return 3;
  return failed < 100 ? failed : 100;
}

/* What Verilator's library calls. */
void vl_finish(const char *file, int line, const char *)
{
  laws_end(file, line, "$finish");
}

void vl_stop(const char *file, int line, const char *)
{
  laws_end(file, line, "$stop");
}

void vl_fatal(const char *file, int line, const char *, const char *message)
{
  laws_end(file, line, message);
}

/* As in sim/verilator/output.h, for a run-time library that was made with it. */
int lockhop_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
std::FILE *lockhop_stream();

int lockhop_print(const char *, ...)
{
  return 0;
}

std::FILE *lockhop_stream()
{
  return stderr;
}

#endif
