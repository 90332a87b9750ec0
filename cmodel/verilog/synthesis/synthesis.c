/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* synthesis -- the size of a switch in gates, measured by Yosys. */
#include "verilog/synthesis/synthesis.h"

#include "base/install.h"
#include "base/process.h"
#include "base/workdir.h"
#include "verilog/generate/parameters.h"
#include "verilog/generate/route_unit.h"
#include "verilog/simulator/dut_order.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = FILE_PATH + 64, PATTERN_BYTES = FILE_PATH + 16 };

/* Modules of tb/adapters/, of which the user's wrapper may consist. */
static const char *const adapters[] = {
    "link_slice",      "link_to_credit", "credit_to_link", "packet_to_flits",
    "flits_to_packet", "link_to_axis",   "axis_to_link"};

enum { ADAPTERS = sizeof adapters / sizeof adapters[0] };

/* One synthesis, in a folder of its own. */
struct job {
  const struct synthesis_request *request;
  struct workdir work;
  char share[FILE_PATH];
  char **real;   /* [files] the user's files, */
  size_t *order; /* [files] and the order in which they are read */
  size_t files;
};

/* --- the user's files --- */

/* In a script a name stands between quotes. */
static bool can_stand(const char *name, struct err *err)
{
  return !strpbrk(name, "\"\n") ||
         err_set(err, ERR_USAGE, "'%.500s': Yosys cannot read a file of this name", name);
}

static bool find_files(struct job *job, struct err *err)
{
  const struct dut_list *list = job->request->list;

  job->files = list ? list->files.count : 0;
  job->real = calloc(job->files + 1, sizeof job->real[0]);
  job->order = calloc(job->files + 1, sizeof job->order[0]);
  if (!job->real || !job->order)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  for (size_t i = 0; i < job->files; i++) {
    job->real[i] = realpath(list->files.text[i], NULL);
    if (!job->real[i])
      return err_set(err, err_kind_of(errno), "cannot read '%.500s': %s",
                     list->files.text[i], strerror(errno));
    if (!can_stand(job->real[i], err))
      return false;
  }
  return dut_order(job->order, job->real, job->files, err);
}

static bool has_modules(const char *path, bool *yes, struct err *err)
{
  char names[1][MODULE_NAME];
  size_t size;
  char *text = file_read(path, &size, err);

  *yes = text && modules_defined(text, names, 1) > 0;
  free(text);
  return text != NULL;
}

/* --- the script --- */

static const char *text_after(const char *option, const char *prefix)
{
  const size_t length = strlen(prefix);

  return strncmp(option, prefix, length) == 0 ? option + length : NULL;
}

/* A word that stands without quotes. */
static bool is_plain(const char *word, struct err *err)
{
  return !strpbrk(word, " \t;#\"\n") ||
         err_set(err, ERR_USAGE, "--dut '%.500s': Yosys takes no blanks or quotes here",
                 word);
}

/* Options of the user for read_verilog. */
static bool print_options(const struct dut_list *list, FILE *script, struct err *err)
{
  for (size_t i = 0; i < list->options.count; i++) {
    const char *option = list->options.text[i];
    const char *folder = text_after(option, "+incdir+");
    const char *macro = text_after(option, "+define+");

    if (!macro)
      macro = text_after(option, "-D");
    if (strcmp(option, "-I") == 0 && i + 1 < list->options.count)
      folder = list->options.text[++i];
    if ((folder && !is_plain(folder, err)) || (macro && !is_plain(macro, err)))
      return false;
    if (folder)
      fprintf(script, " -I%s", folder);
    else if (macro)
      fprintf(script, " -D%s", macro);
    else if (strcmp(option, "-y") == 0 || strcmp(option, "-v") == 0)
      i++; /* see print_library_files, print_library_folders */
    else if (!strstr(option, "sv") && !text_after(option, "+libext+") &&
             !text_after(option, "-W"))
      return err_set(err, ERR_USAGE, "--dut '%.200s': Yosys does not know this option",
                     option);
  }
  return true;
}

/* Files in which the user's modules are looked for. */
static void print_library_files(const struct dut_list *list, FILE *script)
{
  for (size_t i = 0; i + 1 < list->options.count; i++)
    if (strcmp(list->options.text[i], "-v") == 0)
      fprintf(script, " \"%s\"", list->options.text[i + 1]);
}

/* And folders, whose names stand without quotes. */
static bool print_library_folders(const struct dut_list *list, FILE *script,
                                  struct err *err)
{
  for (size_t i = 0; i + 1 < list->options.count; i++) {
    const char *folder = list->options.text[i + 1];

    if (strcmp(list->options.text[i], "-y") != 0)
      continue;
    if (!is_plain(folder, err))
      return false;
    fprintf(script, " -libdir %s", folder);
  }
  return true;
}

static bool print_users_files(const struct job *job, FILE *script, struct err *err)
{
  const struct dut_list *list = job->request->list;

  if (!list)
    return true;
  fputs("read_verilog -sv -defer", script);
  if (!print_options(list, script, err))
    return false;
  print_library_files(list, script);
  for (size_t i = 0; i < job->files; i++)
    fprintf(script, " \"%s\"", job->real[job->order[i]]);
  fputs("\n", script);
  return true;
}

/* The parameters of the top, which takes all of a switch; the user's own may lack some. */
static void print_parameters(const struct job *job, int form, FILE *script)
{
  const struct fit *fit = job->request->fit;
  struct switch_parameter parameters[SWITCH_PARAMETERS];

  switch_parameters(job->request->shape, parameters);
  for (size_t i = 0; !fit && i < switch_parameter_count(job->request->shape); i++)
    fprintf(script, " -chparam %s %" PRIu32, parameters[i].name, parameters[i].value);
  if (!fit && form >= 0)
    fprintf(script, " -chparam FORM %d", form);
}

/* A pattern of Yosys for modules that are defined in a file: all bytes stand for themselves
 * but these, for which any byte may stand. */
static void print_pattern(const char *path, char text[PATTERN_BYTES])
{
  int used = snprintf(text, PATTERN_BYTES, "A:src=%s:*", path);

  for (int i = (int)strlen("A:src="); i < used - 1; i++)
    if (strchr("/*?[]\\ \t;#'", text[i]))
      text[i] = '?';
}

static bool is_named(const struct dut_list *list, size_t file)
{
  for (size_t i = 0; i < list->named.count; i++)
    if (strcmp(list->named.text[i], list->files.text[file]) == 0)
      return true;
  return false;
}

/* A file that the user names must be part of what is measured, and of those of lists some
 * file. */
static bool print_uses(const struct job *job, FILE *script, struct err *err)
{
  const struct dut_list *list = job->request->list;
  char pattern[PATTERN_BYTES];

  for (size_t i = 0; list && i < job->files; i++) {
    bool counts;

    if (!has_modules(job->real[i], &counts, err))
      return false;
    if (!counts || !is_named(list, i))
      continue;
    print_pattern(job->real[i], pattern);
    fprintf(script, "select -assert-any %s\n", pattern);
  }
  if (list && list->named.count == 0) {
    fputs("select -assert-any", script);
    for (size_t i = 0; i < job->files; i++) {
      print_pattern(job->real[i], pattern);
      fprintf(script, " %s", pattern);
    }
    fputs("\n", script);
  }
  return true;
}

/* Does a file of the user define the module? */
static bool defines(const struct job *job, const char *module, bool *yes, struct err *err)
{
  size_t size;

  *yes = false;
  for (size_t i = 0; i < job->files && !*yes; i++) {
    char *text = file_read(job->real[i], &size, err);

    if (!text)
      return false;
    *yes = modules_definition(text, module) > 0;
    free(text);
  }
  return true;
}

/* FORM of our switch, with the queue or the router of the user in it if there is one; -1:
 * the switch is the user's. */
static bool choose_form(const struct job *job, int *form, struct err *err)
{
  bool theirs, queue, router;

  if (!defines(job, "switch", &theirs, err) || !defines(job, "output_queue", &queue, err) ||
      !defines(job, "router", &router, err))
    return false;
  *form = theirs ? -1 : queue || router ? 0 : (int)shape_gates(job->request->shape);
  return true;
}

/* Our modules, of which those of the user take the place. */
static bool print_our_files(const struct job *job, FILE *script, struct err *err)
{
  const char *const roots[] = {"switch", job->request->shape->routing->unit->name};
  struct module_files files;

  if (!modules_used(&files, job->share, roots, 2, err))
    return false;
  fputs("read_verilog -defer -nooverwrite", script);
  for (size_t i = 0; i < files.count; i++)
    fprintf(script, " \"%s/%s\"", job->share, files.paths[i]);
  for (size_t i = 0; job->request->list && i < ADAPTERS; i++)
    fprintf(script, " \"%s/%s.v\"", job->work.path, adapters[i]);
  fprintf(script, " \"%s/route_unit.v\"\n", job->work.path);
  modules_free(&files);
  return true;
}

static bool print_script(const struct job *job, FILE *script, struct err *err)
{
  const struct synthesis_request *request = job->request;
  int form;

  if (!choose_form(job, &form, err) || !print_users_files(job, script, err) ||
      !print_our_files(job, script, err))
    return false;
  if (request->fit)
    fprintf(script, "read_verilog -sv -defer \"%s/" FIT_MODULE ".v\"\n", job->work.path);
  fprintf(script, "hierarchy -check -top %s", request->fit ? FIT_MODULE : "switch");
  print_parameters(job, form, script);
  if (request->list && !print_library_folders(request->list, script, err))
    return false;
  fputs("\n", script);
  if (!print_uses(job, script, err))
    return false;
  fputs(SYNTHESIS_COMMANDS "\n", script);
  return true;
}

/* --- the folder --- */

/* Yosys knows no $error in an always block: in the copy of an adapter it prints. */
static bool copy_adapter(const struct job *job, const char *name, struct err *err)
{
  char path[PATH_BYTES];
  size_t size;

  snprintf(path, sizeof path, "%s/tb/adapters/%s.v", job->share, name);
  char *text = file_read(path, &size, err);
  if (!text)
    return false;
  snprintf(path, sizeof path, "%s/%s.v", job->work.path, name);
  FILE *file = fopen(path, "w");
  const char *rest = text;
  for (const char *at; file && (at = strstr(rest, "$error(")); rest = at + strlen("$error"))
    fprintf(file, "%.*s$display", (int)(at - rest), rest);
  if (file)
    fputs(rest, file);
  free(text);
  return file_close_written(file, path, err);
}

static bool copy_adapters(const struct job *job, struct err *err)
{
  bool good = true;

  for (size_t i = 0; good && i < ADAPTERS; i++)
    good = copy_adapter(job, adapters[i], err);
  return good;
}

static bool write_modules(const struct job *job, struct err *err)
{
  char path[PATH_BYTES];
  const struct shape *shape = job->request->shape;

  snprintf(path, sizeof path, "%s/route_unit.v", job->work.path);
  FILE *file = fopen(path, "w");
  if (file)
    route_unit_print(shape, file);
  if (!file_close_written(file, path, err))
    return false;
  if (job->request->list && !copy_adapters(job, err))
    return false;
  if (!job->request->fit)
    return true;
  snprintf(path, sizeof path, "%s/" FIT_MODULE ".v", job->work.path);
  file = fopen(path, "w");
  if (file)
    wrapper_print(&job->request->fit->wrapper, FIT_MODULE, shape, file);
  return file_close_written(file, path, err);
}

static bool write_script(const struct job *job, char path[PATH_BYTES], struct err *err)
{
  snprintf(path, PATH_BYTES, "%s/script.ys", job->work.path);
  FILE *script = fopen(path, "w");
  const bool good = !script || print_script(job, script, err);
  struct err closing;

  return file_close_written(script, path, good ? err : &closing) && good;
}

/* --- what Yosys says --- */

/* Of which file no module is used; NULL: this is not what is wrong. */
static const char *unused_file(const struct job *job, const struct synthesis *result)
{
  static const char empty[] = "selection is empty: ";
  const char *at = strstr(result->error, empty);
  char pattern[PATTERN_BYTES];

  for (size_t i = 0; at && i < job->files; i++) {
    print_pattern(job->real[i], pattern);
    if (strncmp(at + strlen(empty), pattern, strlen(pattern)) == 0)
      return job->request->list->files.text[i];
  }
  return NULL;
}

static bool refused(const struct job *job, const struct synthesis *result, struct err *err)
{
  const char *unused = unused_file(job, result);

  if (!job->request->list)
    return err_set(err, ERR_ENVIRONMENT, "Yosys does not read our Verilog: %s",
                   result->error);
  if (unused)
    return err_set(err, ERR_USAGE, "--dut '%.500s': the switch has no module of it",
                   unused);
  return err_set(err, ERR_USAGE, "--dut: Yosys cannot read it: %s", result->error);
}

static bool judge(const struct job *job, int status, uint32_t seconds,
                  struct synthesis *result, FILE *log, struct err *err)
{
  if (status == PROCESS_OUT_OF_TIME)
    return err_set(err, ERR_ENVIRONMENT,
                   "Yosys was stopped after %" PRIu32 " s; give --build-seconds N",
                   seconds);
  if (!synthesis_log_read(result, log, err))
    return false;
  if (result->error[0] != '\0')
    return refused(job, result, err);
  if (status != 0)
    return err_set(err, ERR_ENVIRONMENT, "Yosys ended with status %d", status);
  if (result->loop[0] != '\0')
    return err_set(err, job->request->list ? ERR_USAGE : ERR_ENVIRONMENT,
                   "the switch has a combinational loop through %s: it has no longest path",
                   result->loop);
  return true;
}

static bool run_yosys(const struct job *job, const char *script, struct synthesis *result,
                      struct err *err)
{
  const uint32_t seconds =
      job->request->seconds ? job->request->seconds : SYNTHESIS_SECONDS;
  const char *const arguments[] = {"yosys", "-s", script, NULL};
  FILE *log = tmpfile();
  int status = 0;

  if (!log)
    return err_set(err, ERR_ENVIRONMENT, "cannot create a temporary file: %s",
                   strerror(errno));
  const bool good = process_run(arguments, log, seconds, &status, err) &&
                    judge(job, status, seconds, result, log, err);
  fclose(log);
  return good;
}

static bool work(struct job *job, struct synthesis *result, struct err *err)
{
  char path[PATH_BYTES];

  return install_share(job->share, err) && find_files(job, err) &&
         write_modules(job, err) && write_script(job, path, err) &&
         run_yosys(job, path, result, err);
}

bool synthesis_make(struct synthesis *result, const struct synthesis_request *request,
                    struct err *err)
{
  struct job job = {.request = request};
  char path[PATH_BYTES];
  sigset_t held;

  if (!process_find("yosys", path, sizeof path))
    return err_set(err, ERR_ENVIRONMENT,
                   "there is no Yosys here; install the package yosys");
  process_hold(&held);
  const bool good =
      workdir_open_temporary(&job.work, "lockhop-synth-", err) && work(&job, result, err);
  for (size_t i = 0; job.real && i < job.files; i++)
    free(job.real[i]);
  free(job.real);
  free(job.order);
  if (job.work.path[0] != '\0')
    workdir_close(&job.work);
  process_release(&held);
  return good;
}
