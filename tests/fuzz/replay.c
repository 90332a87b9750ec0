/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* replay -- every stored text once through its target, as TAP.
 *
 *   replay                  all texts of tests/fuzz/seeds and tests/fuzz/found
 *   replay TARGET FILE...   these texts
 *   replay --list           the names of the targets
 */
#include "tests/fuzz/fuzz.h"

#include "base/file.h"

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

static void run_file(fuzz_target *run, const char *path)
{
  struct err err;
  size_t size;
  char *text = file_read(path, &size, &err);

  LAW(text, "%s", err.text);
  run((const uint8_t *)text, size);
  free(text);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
  return strcmp((*a)->d_name, (*b)->d_name);
}

/* All files of a folder; their number. */
static size_t run_folder(fuzz_target *run, const char *folder, const char *target)
{
  char path[FILE_PATH];
  struct dirent **entries;
  size_t files = 0;

  snprintf(path, sizeof path, "%s/%s", folder, target);
  const int count = scandir(path, &entries, NULL, by_name);

  for (int i = 0; i < count; i++) {
    if (entries[i]->d_name[0] != '.') {
      snprintf(path, sizeof path, "%s/%s/%s", folder, target, entries[i]->d_name);
      alarm(60); /* a text that takes so long is a finding */
      run_file(run, path);
      files++;
    }
    free(entries[i]);
  }
  if (count >= 0)
    free(entries);
  return files;
}

static size_t run_stored(const char *target)
{
  fuzz_target *run = fuzz_find(target);

  return run_folder(run, "tests/fuzz/seeds", target) +
         run_folder(run, "tests/fuzz/found", target);
}

/* In a process of its own, so that the others run after a finding. */
static bool run_target(const char *target, size_t number)
{
  fflush(stdout);
  const pid_t child = fork();
  int status;

  LAW(child >= 0, "cannot start a process");
  if (child == 0) {
    const size_t files = run_stored(target);

    LAW(files > 0, "no text in tests/fuzz/seeds/%s", target);
    printf("ok %zu - %s: %zu texts\n", number, target, files);
    exit(0);
  }
  const bool good = waitpid(child, &status, 0) == child && status == 0;

  if (!good)
    printf("not ok %zu - %s: see above; build/asan/tests/fuzz/replay %s FILE runs one\n",
           number, target, target);
  return good;
}

static bool run_all(void)
{
  bool good = true;
  size_t count = 0;

  for (; fuzz_name(count); count++)
    good = run_target(fuzz_name(count), count + 1) && good;
  printf("1..%zu\n", count);
  return good;
}

int main(int argc, char **argv)
{
  if (argc < 2)
    return run_all() ? 0 : 1;
  if (strcmp(argv[1], "--list") == 0) {
    for (size_t i = 0; fuzz_name(i); i++)
      puts(fuzz_name(i));
    return 0;
  }
  fuzz_target *run = fuzz_find(argv[1]);
  if (!run) {
    fprintf(stderr, "no target '%s'; replay --list names them\n", argv[1]);
    return ERR_USAGE;
  }
  for (int i = 2; i < argc; i++)
    run_file(run, argv[i]);
  return 0;
}
