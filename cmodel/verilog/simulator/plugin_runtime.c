/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* plugin_runtime -- finds or builds the run-time library of plug-ins.
 *
 * Its name is a hash of the tools and of our sources.  One that was installed beside the
 * command is optimised and serves all plug-ins.  Where there is none of this name, it is
 * built: optimised too, or quickly (plugin_is_quick). */
#include "base/cache.h"
#include "base/install.h"
#include "verilog/simulator/plugin_build.h"
#include "verilog/simulator/plugin_key.h"

#include <string.h>
#include <unistd.h>

static bool make_plain(const void *request, const char *work, const char *output,
                       struct err *err)
{
  return plugin_build(request, PART_RUNTIME, work, output, err);
}

static bool make_systemc(const void *request, const char *work, const char *output,
                         struct err *err)
{
  return plugin_build(request, PART_SYSTEMC_RUNTIME, work, output, err);
}

static void name_library(char name[PLUGIN_NAME], enum plugin_part part,
                         const struct hash *tools)
{
  char text[HASH_TEXT];

  hash_print(tools, text);
  snprintf(name, PLUGIN_NAME, "%s-%s.a", plugin_part_name(part), text);
}

static bool is_installed(struct plugin_job *job, const struct hash *tools)
{
  char name[PLUGIN_NAME];
  struct err ignored;

  name_library(name, PART_RUNTIME, tools);
  return install_library(job->runtime, name, &ignored) && access(job->runtime, R_OK) == 0;
}

/* Where compilers keep headers for what is not optimised. */
static bool name_headers(struct plugin_job *job, enum plugin_part part,
                         const struct hash *tools, struct err *err)
{
  struct hash hash = *tools;
  char text[HASH_TEXT];

  plugin_hash_clang(&hash, job->cache);
  hash_print(&hash, text);
  return snprintf(job->headers, sizeof job->headers, "%s/%s-%s", job->cache,
                  plugin_part_name(part), text) < (int)sizeof job->headers ||
         err_set(err, ERR_ENVIRONMENT, "the path of the cache is too long");
}

static bool obtain(struct plugin_job *job, enum plugin_part part, const struct hash *tools,
                   struct err *err)
{
  struct hash hash = *tools;
  char name[PLUGIN_NAME], path[FILE_PATH];

  if (!name_headers(job, part, tools, err))
    return false;
  if (part == PART_RUNTIME && is_installed(job, tools))
    return true;
  if (plugin_is_quick(job->request)) {
    hash_text(&hash, "quick");
    plugin_hash_clang(&hash, job->cache);
  }
  name_library(name, part, &hash);
  if (!cache_obtain(job->cache, name, part == PART_RUNTIME ? make_plain : make_systemc, job,
                    path, err))
    return false;
  memcpy(job->runtime, path, sizeof path);
  return true;
}

/* That of SystemC is made from the other one. */
bool plugin_obtain_runtime(struct plugin_job *job, struct err *err)
{
  struct plugin_request plain = *job->request;
  struct hash tools = job->tools;

  plain.systemc = false;
  if (job->request->systemc &&
      !plugin_hash_tools(&tools, &plain, job->share, job->cache, err))
    return false;
  return obtain(job, PART_RUNTIME, &tools, err) &&
         (!job->request->systemc || obtain(job, PART_SYSTEMC_RUNTIME, &job->tools, err));
}

static bool find_tools(struct plugin_library *library, struct plugin_job *job,
                       struct err *err)
{
  if (!install_share(job->share, err) || !install_cache(job->cache, err) ||
      !plugin_hash_tools(&job->tools, job->request, job->share, job->cache, err))
    return false;
  library->tools = job->tools;
  plugin_hash_clang(&library->tools, job->cache);
  return true;
}

bool plugin_runtime_tools(struct plugin_library *library, struct err *err)
{
  const struct plugin_request none = {.work = 0};
  struct plugin_job job = {.request = &none};

  return find_tools(library, &job, err);
}

bool plugin_runtime(struct plugin_library *library, bool is_long, struct err *err)
{
  const struct plugin_request none = {.work = is_long ? UINT64_MAX : 0};
  struct plugin_job job = {.request = &none};

  if (!find_tools(library, &job, err) || !plugin_obtain_runtime(&job, err))
    return false;
  memcpy(library->path, job.runtime, sizeof job.runtime);
  memcpy(library->headers, job.headers, sizeof job.headers);
  return true;
}
