/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* modules -- finds which modules a Verilog file defines and uses, and their files in rtl/.
 */
#include "verilog/generate/modules.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- names in a text --- */

struct scan {
  const char *at;
  uint32_t line;
  const char *token; /* the last one: a name, or one other character */
  size_t length;     /* length of the token; 0 at the end of the text */
};

static bool is_name(char c)
{
  return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Skip blanks, comments and strings. */
static void scan_blank(struct scan *s)
{
  const char *end = NULL; /* of the comment or string we are in */

  for (; *s->at != '\0'; s->at++) {
    if (end && strncmp(s->at, end, strlen(end)) == 0) {
      s->at += strlen(end) - 1;
      s->line += *end == '\n';
      end = NULL;
    } else if (*s->at == '\n') {
      s->line++;
    } else if (end) {
      s->at += *end == '"' && *s->at == '\\' && s->at[1] != '\0';
    } else if (s->at[0] == '/' && (s->at[1] == '/' || s->at[1] == '*')) {
      end = s->at[1] == '/' ? "\n" : "*/";
      s->at++;
    } else if (*s->at == '"') {
      end = "\"";
    } else if (!isspace((unsigned char)*s->at)) {
      return;
    }
  }
}

static bool scan_next(struct scan *s)
{
  scan_blank(s);
  s->token = s->at;
  if (*s->at == '\\') { /* an escaped name ends with a blank */
    s->token = ++s->at;
    s->at += strcspn(s->at, " \t\r\n");
  } else if (is_name(*s->at)) {
    while (is_name(*s->at))
      s->at++;
  } else if (*s->at != '\0') {
    s->at++;
  }
  s->length = (size_t)(s->at - s->token);
  return *s->token != '\0';
}

static bool token_is(const struct scan *s, const char *name)
{
  return strlen(name) == s->length && strncmp(s->token, name, s->length) == 0;
}

static const char *const module_words[] = {"module", "macromodule"};
static const char *const package_words[] = {"package", "package"};

/* Go to the next name behind one of the words, such as "module". */
static bool scan_definition(struct scan *s, const char *const words[2])
{
  while (scan_next(s)) {
    if (!token_is(s, words[0]) && !token_is(s, words[1]))
      continue;
    if (scan_next(s) && (token_is(s, "automatic") || token_is(s, "static")))
      scan_next(s);
    return s->length > 0 && is_name(*s->token);
  }
  return false;
}

uint32_t modules_definition(const char *text, const char *name)
{
  struct scan s = {.at = text, .line = 1};

  while (scan_definition(&s, module_words))
    if (token_is(&s, name))
      return s.line;
  return 0;
}

static size_t defined(const char *text, const char *const words[2],
                      char (*names)[MODULE_NAME], size_t capacity)
{
  struct scan s = {.at = text, .line = 1};
  size_t count = 0;

  while (count < capacity && scan_definition(&s, words))
    snprintf(names[count++], MODULE_NAME, "%.*s", (int)s.length, s.token);
  return count;
}

size_t modules_defined(const char *text, char (*names)[MODULE_NAME], size_t capacity)
{
  return defined(text, module_words, names, capacity);
}

size_t modules_packages(const char *text, char (*names)[MODULE_NAME], size_t capacity)
{
  return defined(text, package_words, names, capacity);
}

bool modules_has_name(const char *text, const char *name)
{
  struct scan s = {.at = text, .line = 1};

  while (scan_next(&s))
    if (token_is(&s, name))
      return true;
  return false;
}

bool modules_use_package(const char *text, const char *name)
{
  struct scan s = {.at = text, .line = 1};

  while (scan_next(&s))
    if (token_is(&s, name) && strncmp(s.at, "::", 2) == 0)
      return true;
  return false;
}

/* Go to the next name that is followed by '#' or another name, as in an instance. */
static bool scan_instance(struct scan *s, struct scan *name)
{
  struct scan last = {0};

  while (scan_next(s)) {
    if (last.length > 0 && (*s->token == '#' || is_name(*s->token))) {
      *name = last;
      s->at = s->token; /* this token may be the next name */
      return true;
    }
    last = *s;
    if (!is_name(*s->token))
      last.length = 0;
  }
  return false;
}

const char *modules_instance(const char *text, uint32_t line, const char *const *names,
                             size_t count)
{
  struct scan s = {.at = text, .line = 1};
  struct scan name;
  const char *found = NULL;

  while (scan_instance(&s, &name) && name.line <= line)
    for (size_t i = 0; i < count; i++)
      if (token_is(&name, names[i]))
        found = names[i];
  return found;
}

/* --- files of rtl/ --- */

static bool no_memory(struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory");
}

static int is_folder(const struct dirent *entry)
{
  return entry->d_name[0] != '.' && entry->d_type != DT_REG;
}

static int is_verilog(const struct dirent *entry)
{
  const char *dot = strrchr(entry->d_name, '.');

  return dot && dot != entry->d_name && strcmp(dot, ".v") == 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
  return strcmp((*a)->d_name, (*b)->d_name);
}

/* The names in a folder, sorted, to be freed; -1 with an error. */
static int names_in(const char *folder, int (*wanted)(const struct dirent *),
                    struct dirent ***names, struct err *err)
{
  const int count = scandir(folder, names, wanted, by_name);

  if (count < 0 && errno == ENOMEM)
    no_memory(err);
  else if (count < 0)
    err_set(err, ERR_ENVIRONMENT, "cannot read '%.500s': %s", folder, strerror(errno));
  return count;
}

static void free_names(struct dirent **names, int count)
{
  for (int i = 0; i < count; i++)
    free(names[i]);
  if (count >= 0)
    free(names);
}

/* Add the Verilog files of one folder of rtl/. */
static bool add_folder(struct module_files *files, const char *share, const char *name,
                       struct err *err)
{
  char folder[FILE_PATH], path[FILE_PATH + sizeof((struct dirent *)0)->d_name];
  struct dirent **found;

  if (snprintf(folder, sizeof folder, "%s/rtl/%s", share, name) >= FILE_PATH)
    return err_set(err, ERR_ENVIRONMENT, "the path of rtl/ is too long");
  const int count = names_in(folder, is_verilog, &found, err);
  char **more = count < 0 ? NULL
                          : realloc(files->paths, (files->count + (size_t)count + 1) *
                                                      sizeof files->paths[0]);

  bool good = more != NULL;
  if (good)
    files->paths = more;
  for (int i = 0; good && i < count; i++) {
    snprintf(path, sizeof path, "rtl/%s/%s", name, found[i]->d_name);
    good = (files->paths[files->count] = strdup(path)) != NULL;
    files->count += good;
  }
  free_names(found, count);
  return good || (count >= 0 && no_memory(err));
}

bool modules_all(struct module_files *files, const char *share, struct err *err)
{
  char rtl[FILE_PATH];
  struct dirent **folders;

  *files = (struct module_files){0};
  if (snprintf(rtl, sizeof rtl, "%s/rtl", share) >= FILE_PATH)
    return err_set(err, ERR_ENVIRONMENT, "the path of rtl/ is too long");
  const int count = names_in(rtl, is_folder, &folders, err);
  bool good = count >= 0;

  for (int i = 0; good && i < count; i++)
    good = add_folder(files, share, folders[i]->d_name, err);
  free_names(folders, count);
  if (!good)
    modules_free(files);
  return good;
}

/* The token is the module of the file rtl/<folder>/<module>.v. */
static bool token_is_file(const struct scan *s, const char *path)
{
  const char *base = strrchr(path, '/') + 1;

  return strlen(base) == s->length + 2 && strncmp(base, s->token, s->length) == 0;
}

/* Mark in chosen[all->count] the modules that a text instantiates; how many are new. */
static size_t mark_used(const char *text, const struct module_files *all, bool *chosen)
{
  struct scan s = {.at = text, .line = 1};
  struct scan name;
  size_t found = 0;

  while (scan_instance(&s, &name))
    for (size_t i = 0; i < all->count; i++)
      if (!chosen[i] && token_is_file(&name, all->paths[i])) {
        chosen[i] = true;
        found++;
      }
  return found;
}

/* Mark, transitively, the modules that marked ones instantiate. */
static bool close_over(const char *share, const struct module_files *all, bool *chosen,
                       struct err *err)
{
  char path[2 * FILE_PATH];
  size_t found = 1;

  while (found > 0) {
    found = 0;
    for (size_t i = 0; i < all->count; i++) {
      size_t size;

      if (!chosen[i])
        continue;
      snprintf(path, sizeof path, "%s/%s", share, all->paths[i]);
      char *text = file_read(path, &size, err);
      if (!text) {
        err->kind = ERR_ENVIRONMENT;
        return false;
      }
      found += mark_used(text, all, chosen);
      free(text);
    }
  }
  return true;
}

bool modules_used(struct module_files *used, const char *share, const char *const *roots,
                  size_t root_count, struct err *err)
{
  bool *chosen = NULL;
  bool good = false;

  if (!modules_all(used, share, err))
    return false;
  chosen = calloc(used->count, sizeof chosen[0]);
  if (!chosen) {
    no_memory(err);
    goto done;
  }
  for (size_t r = 0; r < root_count; r++) {
    struct scan root = {.token = roots[r], .length = strlen(roots[r])};
    bool found = false;

    for (size_t i = 0; i < used->count; i++)
      if (token_is_file(&root, used->paths[i]))
        found = chosen[i] = true;
    if (!found) {
      err_set(err, ERR_ENVIRONMENT, "cannot find '%.64s.v' in %.500s/rtl", roots[r], share);
      goto done;
    }
  }
  good = close_over(share, used, chosen, err);
  if (good) {
    size_t kept = 0;

    for (size_t i = 0; i < used->count; i++) {
      if (chosen[i])
        used->paths[kept++] = used->paths[i];
      else
        free(used->paths[i]);
    }
    used->count = kept;
  }

done:
  free(chosen);
  if (!good)
    modules_free(used);
  return good;
}

void modules_free(struct module_files *files)
{
  for (size_t i = 0; i < files->count; i++)
    free(files->paths[i]);
  free(files->paths);
  *files = (struct module_files){0};
}
