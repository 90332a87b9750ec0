/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* unit -- what the unit tests share. */
#ifndef LOCKHOP_TESTS_UNIT_H
#define LOCKHOP_TESTS_UNIT_H

#include <dirent.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/err.h"
#include "base/file.h"
#include "network/topology/topology.h"
#include "tests/unit/test.h"

/* A law, and the inputs that break it. */
#define CHECK(condition, ...)                                                              \
  do {                                                                                     \
    if (!(condition)) {                                                                    \
      print_error("%s:%d: ", __FILE__, __LINE__);                                          \
      print_error(__VA_ARGS__);                                                            \
      print_error("\n");                                                                   \
      fail();                                                                              \
    }                                                                                      \
  } while (0)

/* The error is of this kind, one line, and says `part`; `input` is what caused it. */
static inline void check_error(const struct err *err, enum err_kind kind, const char *part,
                               const char *input)
{
  CHECK(err->kind == kind, "'%s': kind %d: %s", input, (int)err->kind, err->text);
  CHECK(strstr(err->text, part), "'%s': '%s' is not in: %s", input, part, err->text);
  CHECK(strlen(err->text) > 0 && !strpbrk(err->text, "\n\r"), "'%s': not one line", input);
}

/* A topology of a test program. */
struct kept_topology {
  struct topology topology;
  struct kept_topology *next;
};

static inline struct kept_topology **kept_topologies(void)
{
  static struct kept_topology *first;

  return &first;
}

static inline void close_kept_topologies(void)
{
  struct kept_topology **first = kept_topologies();

  while (*first) {
    struct kept_topology *kept = *first;

    *first = kept->next;
    topology_close(&kept->topology);
    free(kept);
  }
}

/* An open topology, which is closed when the program ends, not by the test. */
static inline struct topology topology_of(const char *spec)
{
  struct kept_topology **first = kept_topologies();
  struct kept_topology *kept = malloc(sizeof *kept);
  struct err err;

  assert_non_null(kept);
  CHECK(topology_open(&kept->topology, spec, &err), "%s: %s", spec, err.text);
  if (!*first)
    atexit(close_kept_topologies);
  kept->next = *first;
  *first = kept;
  return kept->topology;
}

/* The routing of that name; NULL: the default. */
static inline const struct routing *routing_of(const struct topology *t, const char *name)
{
  struct err err;
  const struct routing *routing = topology_routing(t, name, &err);

  CHECK(routing, "%s: %s", t->spec, err.text);
  return routing;
}

/* The directory of this process's test data: build/test-data/PID. */
static inline const char *data_directory(char path[FILE_PATH])
{
  snprintf(path, FILE_PATH, "build/test-data/%d", (int)getpid());
  return path;
}

static inline void remove_tree(const char *path)
{
  DIR *directory = opendir(path);
  char inner[FILE_PATH];

  for (struct dirent *entry; directory && (entry = readdir(directory));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
      continue;
    snprintf(inner, sizeof inner, "%.2000s/%s", path, entry->d_name);
    remove_tree(inner);
  }
  if (directory)
    closedir(directory);
  remove(path);
}

static inline void remove_data(void)
{
  char path[FILE_PATH];

  remove_tree(data_directory(path));
}

/* Path of a file for test data, in a directory that goes when the program ends. */
static inline const char *data_path(char path[FILE_PATH], const char *name)
{
  char directory[FILE_PATH];
  struct err err;

  if (access(data_directory(directory), F_OK) != 0)
    atexit(remove_data);
  CHECK(file_make_directory(directory, &err), "%s", err.text);
  snprintf(path, FILE_PATH, "%.4000s/%s", directory, name);
  return path;
}

static inline void write_data(const char *path, const char *bytes, size_t size)
{
  FILE *file = fopen(path, "wb");

  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

/* Defined where limit_memory works: AddressSanitizer reserves all addresses in advance.
 * Tests of what happens when memory is short stand between #ifdef MEMORY_LIMITS. */
#ifndef __SANITIZE_ADDRESS__
#define MEMORY_LIMITS
#endif

/* Rounds of a test of logic: with sanitizers, which look at memory, `few`.  `make
 * test-all` runs such a program without them too, see PLAIN in the Makefile. */
static inline uint32_t fewer_with_sanitizers(uint32_t rounds, uint32_t few)
{
#ifdef __SANITIZE_ADDRESS__
  (void)rounds;
  return few;
#else
  (void)few;
  return rounds;
#endif
}

/* For a test that holds memory when it calls limit_memory, which skips it there. */
static inline void skip_where_memory_has_no_limit(void)
{
#ifdef __SANITIZE_ADDRESS__
  skip();
#endif
}

/* Let the process grow by at most `bytes` more; returns the old limit, for set_memory.
 * Without MEMORY_LIMITS it skips the test. */
static inline rlim_t limit_memory(size_t bytes)
{
#ifndef MEMORY_LIMITS
  skip();
#endif
  FILE *file = fopen("/proc/self/statm", "r");
  struct rlimit limit;
  size_t pages = 0;

  /* Large blocks come from the system, and none is left over from earlier. */
  mallopt(M_MMAP_THRESHOLD, 1 << 17);
  malloc_trim(0);
  assert_non_null(file);
  assert_int_equal(fscanf(file, "%zu", &pages), 1);
  fclose(file);
  assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
  rlim_t old = limit.rlim_cur;
  limit.rlim_cur = pages * (size_t)sysconf(_SC_PAGESIZE) + bytes;
  assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
  return old;
}

static inline void set_memory(rlim_t old)
{
  struct rlimit limit;

  assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
  limit.rlim_cur = old;
  assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
}

/* How often a text has a part. */
static inline size_t occurrences(const char *text, const char *part)
{
  size_t count = 0;

  for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
    count++;
  return count;
}

#endif
