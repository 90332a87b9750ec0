/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilog -- the Verilog of a whole network: one instance of `switch` per switch, wired
 * link by link. */
#include "generate/verilog.h"

#include "base/file.h"
#include "base/install.h"
#include "generate/modules.h"
#include "generate/readme.h"
#include "generate/route_unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = FILE_PATH + 64 };

typedef void printer(const struct shape *shape, FILE *file);

static bool write_file(const struct shape *shape, const char *directory, const char *name,
                       printer *print, struct err *err)
{
  char path[PATH_BYTES];
  struct output_file out;

  snprintf(path, sizeof path, "%s/%s", directory, name);
  if (!file_open(&out, path, err))
    return false;
  print(shape, out.stream);
  return file_commit(&out, err);
}

static bool write_network(const struct shape *shape, const char *directory,
                          const struct network_watch *watch, struct err *err)
{
  char path[PATH_BYTES];
  struct output_file out;

  snprintf(path, sizeof path, "%s/network.v", directory);
  if (!file_open(&out, path, err))
    return false;
  if (network_text_print(shape, watch, out.stream) || ferror(out.stream))
    return file_commit(&out, err);
  file_abandon(&out);
  return false;
}

/* Copy one file of rtl/ into the directory, folders included. */
static bool copy_file(const char *share, const char *name, const char *directory,
                      struct err *err)
{
  char from[PATH_BYTES], to[PATH_BYTES];
  struct output_file out;
  size_t size;

  snprintf(from, sizeof from, "%s/%s", share, name);
  snprintf(to, sizeof to, "%s/%s", directory, name);
  char *slash = strrchr(to, '/');
  *slash = '\0';
  if (!file_make_directory(to, err))
    return false;
  *slash = '/';
  char *text = file_read(from, &size, err);
  if (!text)
    return false;
  if (!file_open(&out, to, err)) {
    free(text);
    return false;
  }
  fwrite(text, 1, size, out.stream);
  free(text);
  return file_commit(&out, err);
}

static bool write_list(const struct module_files *files, const char *directory,
                       struct err *err)
{
  char path[PATH_BYTES];
  struct output_file out;

  snprintf(path, sizeof path, "%s/files.f", directory);
  if (!file_open(&out, path, err))
    return false;
  for (size_t i = 0; i < files->count; i++)
    fprintf(out.stream, "%s\n", files->paths[i]);
  fprintf(out.stream, "route.v\nnetwork.v\n");
  return file_commit(&out, err);
}

bool verilog_write(const struct shape *shape, const char *directory,
                   const struct network_watch *watch, struct err *err)
{
  const char *const roots[] = {"switch", shape->routing->unit->name};
  char share[FILE_PATH], list[PATH_BYTES];
  struct module_files files;

  if (!install_share(share, err) || !modules_used(&files, share, roots, 2, err))
    return false;
  bool good = file_make_directory(directory, err);
  snprintf(list, sizeof list, "%s/files.f", directory);
  unlink(list);
  for (size_t i = 0; good && i < files.count; i++)
    good = copy_file(share, files.paths[i], directory, err);
  good = good && write_file(shape, directory, "route.v", route_unit_print, err) &&
         write_network(shape, directory, watch, err) &&
         write_file(shape, directory, "README.md", readme_print, err) &&
         write_list(&files, directory, err);
  modules_free(&files);
  return good;
}

bool verilog_write_top(const struct shape *shape, const char *directory, struct err *err)
{
  return file_make_directory(directory, err) &&
         write_network(shape, directory, NULL, err) &&
         write_file(shape, directory, "network_top.v", network_text_print_top, err);
}

void verilog_remove_top(const char *directory)
{
  static const char *const names[] = {"network.v", "network_top.v"};
  char path[PATH_BYTES];

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    snprintf(path, sizeof path, "%s/%s", directory, names[i]);
    unlink(path);
  }
  rmdir(directory);
}
