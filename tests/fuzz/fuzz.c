/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fuzz -- what the fuzz targets share. */
#define _GNU_SOURCE /* memfd_create */
#include "tests/fuzz/fuzz.h"

#include "base/file.h"

#include <ctype.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST_TARGETS = 64 };

/* Mutable and of the file, because targets register before main. */
static struct {
  const char *name;
  fuzz_target *run;
} targets[MOST_TARGETS];
static size_t target_count;

void fuzz_register(const char *name, fuzz_target *run)
{
  LAW(target_count + 1 < MOST_TARGETS, "too many targets");
  size_t at = target_count++;

  for (; at > 0 && strcmp(targets[at - 1].name, name) > 0; at--)
    targets[at] = targets[at - 1];
  targets[at].name = name;
  targets[at].run = run;
}

fuzz_target *fuzz_find(const char *name)
{
  for (size_t i = 0; i < target_count; i++)
    if (strcmp(targets[i].name, name) == 0)
      return targets[i].run;
  return NULL;
}

const char *fuzz_name(size_t number)
{
  return number < target_count ? targets[number].name : NULL;
}

char *fuzz_text(const uint8_t *data, size_t size)
{
  char *text = malloc(size + 1);

  LAW(text, "no memory");
  if (size > 0)
    memcpy(text, data, size);
  text[size] = '\0';
  return text;
}

static void write_all(int descriptor, const void *bytes, size_t size)
{
  LAW(descriptor >= 0 && write(descriptor, bytes, size) == (ssize_t)size,
      "cannot write a file for the target");
}

struct fuzz_file fuzz_file_of(const void *bytes, size_t size)
{
  struct fuzz_file file = {.descriptor = memfd_create("input", MFD_CLOEXEC)};

  write_all(file.descriptor, bytes, size);
  snprintf(file.path, sizeof file.path, "/proc/self/fd/%d", file.descriptor);
  return file;
}

struct fuzz_file fuzz_named_file(const char *ending, const void *bytes, size_t size)
{
  struct fuzz_file file;
  struct err err;

  LAW(file_make_directory("build/fuzz-inputs", &err), "%s", err.text);
  snprintf(file.path, sizeof file.path, "build/fuzz-inputs/%d%s", (int)getpid(), ending);
  file.descriptor = open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  write_all(file.descriptor, bytes, size);
  return file;
}

void fuzz_file_close(struct fuzz_file *file)
{
  close(file->descriptor);
  if (strncmp(file->path, "build/", 6) == 0)
    unlink(file->path);
}

bool fuzz_names_files(const char *text)
{
  return strstr(text, "file:") || strstr(text, "trace:") || strstr(text, "dev") ||
         strstr(text, "proc");
}

void fuzz_failed(const struct err *err)
{
  LAW(err->kind == ERR_USAGE || err->kind == ERR_ENVIRONMENT, "kind %d: %s", (int)err->kind,
      err->text);
  LAW(err->text[0] != '\0', "an error without a text");
  for (const char *c = err->text; *c; c++)
    LAW(!iscntrl((unsigned char)*c), "a control character in: %s", err->text);
}

void fuzz_refused(const struct err *err)
{
  fuzz_failed(err);
  LAW(err->kind == ERR_USAGE, "kind %d: %s", (int)err->kind, err->text);
}
