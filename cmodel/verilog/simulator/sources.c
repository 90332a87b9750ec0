/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sources -- the Verilog files that a design was read from, as a list. */
#include "verilog/simulator/sources.h"

#include "base/file.h"
#include "base/hash.h"
#include "verilog/generate/modules.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct sources {
  FILE *list;
  const char *share;
  char here[FILE_PATH]; /* the working directory */
};

static bool print_file(const struct sources *s, const char *path, const char *name,
                       struct err *err)
{
  struct hash hash = hash_start();
  char digits[HASH_TEXT];

  if (!hash_file(&hash, path, err))
    return false;
  hash_print(&hash, digits);
  fprintf(s->list, "%s %s\n", digits, name);
  return true;
}

/* A design_visit. */
static bool print_read(void *self, const char *path, const char *in_work, struct err *err)
{
  const struct sources *s = self;
  const char *ours = design_below(path, s->share), *near = design_below(path, s->here);
  struct stat status;

  if (in_work || stat(path, &status) != 0 || !S_ISREG(status.st_mode))
    return true;
  return print_file(s, path, ours ? ours : near ? near : path, err);
}

static bool print_rtl(const struct sources *s, struct err *err)
{
  struct module_files files;
  char path[FILE_PATH];
  bool good = modules_all(&files, s->share, err);

  for (size_t i = 0; good && i < files.count; i++) {
    snprintf(path, sizeof path, "%s/%s", s->share, files.paths[i]);
    good = print_file(s, path, files.paths[i], err);
  }
  modules_free(&files);
  return good;
}

bool sources_write(const char *path, const char *share, const char *files,
                   const struct design_scope *scope, struct err *err)
{
  struct sources s = {.list = fopen(path, "w"), .share = share};

  if (!s.list)
    return err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s': %s", path,
                   strerror(errno));
  if (!getcwd(s.here, sizeof s.here))
    s.here[0] = '\0';
  bool good = files ? design_files(files, scope, print_read, &s, err) : print_rtl(&s, err);
  const bool wrote = !ferror(s.list);
  return (fclose(s.list) == 0 && wrote && good) ||
         (good && err_set(err, ERR_ENVIRONMENT, "cannot write '%.500s': %s", path,
                          strerror(errno)));
}
