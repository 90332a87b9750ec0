/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verilog -- the Verilog of a whole network: one instance of `switch` per switch, wired
 * link by link. */
#include "verilog/generate/verilog.h"

#include "base/file.h"
#include "base/install.h"
#include "verilog/generate/core_file.h"
#include "verilog/generate/modules.h"
#include "verilog/generate/readme.h"
#include "verilog/generate/route_unit.h"

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

static bool write_network(const struct shape *shape, const char *module,
                          const char *directory, const struct network_watch *watch,
                          struct err *err)
{
  char path[PATH_BYTES];
  struct output_file out;

  snprintf(path, sizeof path, "%s/network.v", directory);
  if (!file_open(&out, path, err))
    return false;
  if (network_text_print(shape, module, watch, out.stream) || ferror(out.stream))
    return file_commit(&out, err);
  file_abandon(&out);
  return false;
}

bool verilog_write_network(const struct shape *shape, const char *directory,
                           const struct network_watch *watch, struct err *err)
{
  return write_network(shape, "switch", directory, watch, err);
}

/* Copy one file into the directory, folders included. */
/* Puts another FORM by default into the text of switch.v. */
static bool set_form(char *text, uint32_t form, const char *path, struct err *err)
{
  static const char parameter[] = "parameter FORM          = ";
  char *at = strstr(text, parameter);

  if (!at)
    return err_set(err, ERR_ENVIRONMENT, "'%.500s' has no parameter FORM", path);
  at[strlen(parameter)] = (char)('0' + form);
  return true;
}

/* The file `name` in the directory is that of `from`, with another form unless it is 0. */
static bool copy_file(const char *from, const char *name, const char *directory,
                      uint32_t form, struct err *err)
{
  char to[PATH_BYTES];
  struct output_file out;
  size_t size;

  snprintf(to, sizeof to, "%s/%s", directory, name);
  char *slash = strrchr(to, '/');
  *slash = '\0';
  if (!file_make_directory(to, err))
    return false;
  *slash = '/';
  char *text = file_read(from, &size, err);
  if (!text)
    return false;
  if ((form && !set_form(text, form, from, err)) || !file_open(&out, to, err)) {
    free(text);
    return false;
  }
  fwrite(text, 1, size, out.stream);
  free(text);
  return file_commit(&out, err);
}

bool verilog_copy(const char *from, const char *directory, const char *to, struct err *err)
{
  char share[FILE_PATH], path[PATH_BYTES];

  if (!install_share(share, err))
    return false;
  snprintf(path, sizeof path, "%s/%s", share, from);
  return copy_file(path, to, directory, 0, err);
}

/* Does no switch of this form and these pushes have the module, though the text of switch.v
 * names it?  Who puts a module of their own in its place must not find it in the list. */
static bool is_of_other_form(const char *path, const struct shape *shape)
{
  static const struct {
    const char *path;
    uint32_t least, most;         /* forms */
    uint32_t fewest, most_pushes; /* PUSHES */
  } modules[] = {
      {"rtl/component/router.v", 0, 1, 0, 0},
      {"rtl/component/output_queue.v", 0, 0, 0, 1},
      {"rtl/component/rank_router.v", 2, 2, 0, 0},
      {"rtl/component/placed_queue.v", 1, 2, 0, 0},
      {"rtl/component/turn_router.v", 0, 2, 1, 1},
      {"rtl/component/single_queue.v", 1, 2, 1, 1},
  };

  for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++)
    if (strcmp(path, modules[i].path) == 0)
      return shape->form < modules[i].least || shape->form > modules[i].most ||
             shape->pushes < modules[i].fewest || shape->pushes > modules[i].most_pushes;
  return false;
}

/* The files of rtl/ that a switch consists of. */
static bool modules_of(struct module_files *files, const struct shape *shape,
                       char share[FILE_PATH], struct err *err)
{
  const char *const roots[] = {"switch", shape->routing->unit->name, "barrier_tree"};

  if (!install_share(share, err) ||
      !modules_used(files, share, roots, shape->routing->phases.tree ? 3 : 2, err))
    return false;
  size_t kept = 0;
  for (size_t i = 0; i < files->count; i++)
    if (is_of_other_form(files->paths[i], shape))
      free(files->paths[i]);
    else
      files->paths[kept++] = files->paths[i];
  files->count = kept;
  return true;
}

bool verilog_write_switch(const struct shape *shape, const char *directory, struct err *err)
{
  char share[FILE_PATH], path[PATH_BYTES];
  struct module_files files;

  if (!modules_of(&files, shape, share, err))
    return false;
  bool good = file_make_directory(directory, err);
  snprintf(path, sizeof path, "%s/files.f", directory);
  unlink(path);
  for (size_t i = 0; good && i < files.count; i++) {
    const bool is_switch = strcmp(files.paths[i], "rtl/switch/switch.v") == 0;

    snprintf(path, sizeof path, "%s/%s", share, files.paths[i]);
    good = copy_file(path, files.paths[i], directory, is_switch ? shape->form : 0, err);
  }
  modules_free(&files);
  return good && write_file(shape, directory, "route.v", route_unit_print, err);
}

static bool write_core(const struct shape *shape, const struct core_files *files,
                       const char *directory, struct err *err)
{
  char path[PATH_BYTES];
  struct output_file out;

  snprintf(path, sizeof path, "%s/" CORE_FILE, directory);
  if (!file_open(&out, path, err))
    return false;
  core_file_print(shape, files, out.stream);
  return file_commit(&out, err);
}

bool verilog_write_list(const struct shape *shape, const char *directory,
                        const char *const *names, size_t count, struct err *err)
{
  char share[FILE_PATH], path[PATH_BYTES];
  struct module_files files;
  struct output_file out;

  if (!modules_of(&files, shape, share, err))
    return false;
  const struct core_files core = {.modules = &files, .names = names, .count = count};
  snprintf(path, sizeof path, "%s/files.f", directory);
  bool good = write_core(shape, &core, directory, err) && file_open(&out, path, err);
  for (size_t i = 0; good && i < files.count; i++)
    fprintf(out.stream, "%s\n", files.paths[i]);
  modules_free(&files);
  if (!good)
    return false;
  fputs("route.v\n", out.stream);
  for (size_t i = 0; i < count; i++)
    fprintf(out.stream, "%s\n", names[i]);
  return file_commit(&out, err);
}

bool verilog_write(const struct shape *shape, const char *directory,
                   const struct network_watch *watch, struct err *err)
{
  static const char *const names[] = {"network.v"};

  return verilog_write_switch(shape, directory, err) &&
         verilog_write_network(shape, directory, watch, err) &&
         write_file(shape, directory, "README.md", readme_print, err) &&
         verilog_write_list(shape, directory, names, 1, err);
}

bool verilog_write_top(const struct shape *shape, const char *module, const char *directory,
                       struct err *err)
{
  return file_make_directory(directory, err) &&
         write_network(shape, module, directory, NULL, err) &&
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
