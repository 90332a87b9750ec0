/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plugin_job -- what a build is made of, and how the user's switch is connected. */
#include "base/cache.h"
#include "base/install.h"
#include "verilog/simulator/dut_files.h"
#include "verilog/simulator/dut_order.h"
#include "verilog/simulator/fit_probe.h"
#include "verilog/simulator/plugin_build.h"
#include "verilog/simulator/plugin_key.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool plugin_job_open(struct plugin_job *job, const struct plugin_request *request,
                     struct err *err)
{
  const struct topology *t = request->shape->topology;

  *job = (struct plugin_job){.request = request};
  if (request->network && t->switches > PLUGIN_NETWORK_SWITCHES)
    return err_set(err, ERR_USAGE,
                   "%s has %" PRIu32 " switches, too many for one model (at most %d); use "
                   "--machine array",
                   t->spec, t->switches, PLUGIN_NETWORK_SWITCHES);
  if (!install_share(job->share, err) || !install_cache(job->cache, err) ||
      !dut_files_check_folder(job->share, err) ||
      !dut_files_check_folder(job->cache, err) || !dut_files_check(request, err))
    return false;
  job->real = calloc(request->dut_count + 1, sizeof job->real[0]);
  job->order = calloc(request->dut_count + 1, sizeof job->order[0]);
  if (!job->real || !job->order)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  for (size_t i = 0; i < request->dut_count; i++) {
    job->real[i] = realpath(request->dut_files[i], NULL);
    if (!job->real[i])
      return err_set(err, err_kind_of(errno), "cannot read '%.500s': %s",
                     request->dut_files[i], strerror(errno));
  }
  return dut_order(job->order, job->real, request->dut_count, err);
}

void plugin_job_close(struct plugin_job *job)
{
  for (size_t i = 0; job->real && i < job->request->dut_count; i++)
    free(job->real[i]);
  free(job->real);
  free(job->order);
}

/* --- the ports of the user's switch --- */

static const char *top_of(const struct plugin_request *request)
{
  return request->list && request->list->top ? request->list->top : "switch";
}

/* Of the parameters that it was given Verilator says which it lacks. */
static bool learn_lacking(struct plugin_job *job, const struct err *why)
{
  static const char phrase[] = "were not found in the design:";
  const char *at = strstr(why->text, phrase);
  const uint32_t before = job->lacking;

  for (size_t i = 0; at && i < SWITCH_PARAMETERS; i++) {
    const char *name = switch_parameter_name(i);

    for (const char *found = strstr(at, name); found; found = strstr(found + 1, name)) {
      const char end = found[strlen(name)];

      if (found[-1] == ' ' && (end == '\0' || end == ' '))
        job->lacking |= UINT32_C(1) << i;
    }
  }
  return job->lacking != before;
}

struct asking {
  struct plugin_job *job;
  struct fit *fit;
  const struct fit_map *map;
};

/* The name that the user has for a file. */
static const char *users_name(const struct plugin_job *job, const char *real)
{
  for (size_t i = 0; real && i < job->request->dut_count; i++)
    if (design_same_file(real, job->real[i]))
      return job->request->dut_files[i];
  return real ? real : "?";
}

/* With the values of the map and of -G; *why: what is wrong without. */
static bool build_probe(const struct asking *asking, const char *work, const char *output,
                        struct err *why)
{
  struct plugin_job *job = asking->job;
  struct wrapper probe;
  bool good = fit_probe_open(&probe, job->top, asking->map, job->request->list, why);

  job->probe = &probe;
  good = good && probe.parameters.count > 0;
  while (good && !plugin_build(job, PART_PORTS, work, output, why))
    good = fit_probe_learn(&probe, why);
  job->probe = NULL;
  wrapper_close(&probe);
  return good;
}

/* A cache_maker. */
static bool read_ports(const void *request, const char *work, const char *output,
                       struct err *err)
{
  const struct asking *asking = request;
  struct plugin_job *job = asking->job;
  struct design design;
  struct err why;

  if (!plugin_build(job, PART_PORTS, work, output, &why) &&
      (!learn_lacking(job, &why) || !plugin_build(job, PART_PORTS, work, output, &why)) &&
      !build_probe(asking, work, output, &why)) {
    *err = why;
    return false;
  }
  if (!design_open(&design, output, job->top, err))
    return false;
  const struct fit_source source = {.design = &design,
                                    .list = job->request->list,
                                    .map = asking->map,
                                    .shape = job->request->shape,
                                    .credits = job->request->style.credits > 0,
                                    .file =
                                        users_name(job, design_file(&design, job->top))};
  const bool good = fit_make(asking->fit, &source, err);
  design_close(&design);
  return good;
}

bool plugin_wrap(struct fit *fit, const struct plugin_request *request,
                 const struct fit_map *map, struct err *err)
{
  struct plugin_job job;
  const struct asking asking = {.job = &job, .fit = fit, .map = map};
  bool good = plugin_job_open(&job, request, err);

  *fit = (struct fit){.needed = false};
  if (good) {
    job.top = top_of(request);
    good = cache_try(job.cache, read_ports, &asking, err);
  }
  plugin_job_close(&job);
  return good;
}

bool plugin_fit(struct fit *fit, const struct plugin_request *request, struct err *err)
{
  bool asks;

  *fit = (struct fit){.needed = false};
  if (!request->list)
    return true;
  return dut_files_check(request, err) &&
         fit_asks(request->list, request->shape, &asks, err) &&
         (!asks || plugin_wrap(fit, request, NULL, err));
}
