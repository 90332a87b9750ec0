/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* failing -- fails the first allocation of an act, its second, its third ... until the act
 * needs no more.
 *
 * The linker gives all calls of our code to the functions here (--wrap in the Makefile);
 * the C library's own calls go past them.  Blocks in use are counted one level below, where
 * all calls come by; with a sanitizer, which has an allocator of its own, its leak check
 * takes the place of the count.  In one file of a program.
 */
#ifndef LOCKHOP_TESTS_FAILING_H
#define LOCKHOP_TESTS_FAILING_H

#include <errno.h>

#include "tests/unit/unit.h"

static size_t in_use;   /* blocks */
static size_t fail_in;  /* calls until one fails; 0: none does */
static bool has_failed; /* it did */

static bool fails(void)
{
  if (fail_in == 0 || --fail_in > 0)
    return false;
  has_failed = true;
  errno = ENOMEM;
  return true;
}

/* --- what can fail --- */

#define FAILING(type, name, parameters, arguments)                                         \
  type __real_##name parameters;                                                           \
  type __wrap_##name parameters;                                                           \
  type __wrap_##name parameters                                                            \
  {                                                                                        \
    return fails() ? NULL : __real_##name arguments;                                       \
  }

FAILING(void *, malloc, (size_t size), (size))
FAILING(void *, calloc, (size_t count, size_t size), (count, size))
FAILING(void *, realloc, (void *block, size_t size), (block, size))
FAILING(void *, aligned_alloc, (size_t to, size_t size), (to, size))
FAILING(char *, strdup, (const char *text), (text))
FAILING(char *, strndup, (const char *text, size_t size), (text, size))
FAILING(FILE *, open_memstream, (char **text, size_t *size), (text, size))

/* --- what is in use --- */

#ifdef __SANITIZE_ADDRESS__
int __lsan_do_recoverable_leak_check(void);

static bool leaks(void)
{
  return __lsan_do_recoverable_leak_check() != 0;
}
#else
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t to, size_t size);
void __libc_free(void *block);

static void *counted(void *block)
{
  in_use += block != NULL;
  return block;
}

void *malloc(size_t size)
{
  return counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
  return counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size)
{
  return block ? __libc_realloc(block, size) : counted(__libc_realloc(block, size));
}

void *aligned_alloc(size_t to, size_t size)
{
  return counted(__libc_memalign(to, size));
}

void free(void *block)
{
  in_use -= block != NULL;
  __libc_free(block);
}

static bool leaks(void)
{
  return false; /* fail_each has counted */
}
#endif

/* --- acts --- */

/* An act that allocates, and frees all of it; false with *err when it could not. */
typedef bool failing_act(const void *self, struct err *err);

/* Returns how many allocations the act needs.  Each must be able to fail: then the act
 * returns ERR_ENVIRONMENT and leaves nothing.  `gets_by`: an act may also do with less. */
static size_t fail_each_or_less(failing_act *does, const void *self, const char *what,
                                bool gets_by)
{
  struct err err = {.kind = ERR_NONE};

  CHECK(does(self, &err), "%s: %s", what, err.text); /* what is kept for later is made */
  for (size_t n = 1;; n++) {
    size_t before = in_use;

    err = (struct err){.kind = ERR_NONE};
    fail_in = n;
    has_failed = false;
    bool done = does(self, &err);
    fail_in = 0;
    CHECK(in_use == before, "%s: %zd blocks are left when allocation %zu fails: %s", what,
          (ssize_t)(in_use - before), n, err.text);
    CHECK(done || has_failed, "%s: again: %s", what, err.text);
    if (done && !has_failed) {
      CHECK(!leaks(), "%s: memory is left", what);
      return n - 1;
    }
    CHECK(!done || gets_by, "%s: allocation %zu fails unnoticed", what, n);
    CHECK(done || (err.kind == ERR_ENVIRONMENT && strstr(err.text, "memory")),
          "%s: when allocation %zu fails the error is kind %d '%s'", what, n, (int)err.kind,
          err.text);
  }
}

static size_t fail_each(failing_act *does, const void *self, const char *what)
{
  return fail_each_or_less(does, self, what, false);
}

#endif
