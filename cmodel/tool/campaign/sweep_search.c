/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_search -- a trial that searches the load at which a network saturates. */
#include "tool/campaign/sweep_search.h"

#include <string.h>

static const char key[] = ",load=saturation:";
static const uint64_t one = UINT64_C(1000000000); /* 10^DECIMALS */

enum { STEPS_MOST = 10000 };

/* As scripts/plot_saturation.py. */
static const double accepted_least = 0.95, latency_most = 3;

bool sweep_search_read(struct sweep_search *search, const char *traffic, struct err *err)
{
  const char *found = strstr(traffic, key);
  struct decimal d;

  *search = (struct sweep_search){.steps = 0};
  if (!found)
    return true;
  const char *text = found + strlen(key);
  const size_t length = decimal_read(&d, text);
  const uint64_t unit = length > 0 ? decimal_units(&d, DECIMALS) : 0;

  if (unit < one / STEPS_MOST || unit > one / 2 ||
      (text[length] != '\0' && text[length] != ','))
    return err_set(err, ERR_USAGE,
                   "'%.*s': the resolution of a search must be a number in 0.0001..0.5",
                   (int)strcspn(text, ","), text);
  *search = (struct sweep_search){.unit = unit, .steps = (uint32_t)(one / unit)};
  return true;
}

bool sweep_search_ask(char text[LINES_TEXT], const char *traffic, const char *resolution,
                      struct err *err)
{
  if (strstr(traffic, ",load="))
    return err_set(err, ERR_USAGE,
                   "--saturation: '%.200s' has a load; leave out one of them", traffic);
  return snprintf(text, LINES_TEXT, "%s%s%s", traffic, key, resolution) < LINES_TEXT ||
         err_set(err, ERR_USAGE, "'%.60s...': too long", traffic);
}

bool sweep_search_traffic(char text[LINES_TEXT], const struct sweep_search *search,
                          const char *traffic, uint32_t step, struct err *err)
{
  const char *found = search->steps ? strstr(traffic, key) : NULL;
  char load[DECIMAL_TEXT];
  int used;

  decimal_print(load, search->unit * step, DECIMALS);
  if (found) {
    const char *behind = found + strlen(key);

    behind += strcspn(behind, ",");
    used = snprintf(text, LINES_TEXT, "%.*s,load=%s%s", (int)(found - traffic), traffic,
                    load, behind);
  } else {
    used = snprintf(text, LINES_TEXT, "%s", traffic);
  }
  return used < LINES_TEXT || err_set(err, ERR_USAGE, "'%.60s...': too long", traffic);
}

void sweep_search_load(char text[DECIMAL_TEXT], const struct sweep_search *search,
                       const struct trial_result *result)
{
  decimal_print(text, search->unit * result->search_step, DECIMALS);
}

uint32_t sweep_search_runs(const struct sweep_search *search)
{
  uint32_t runs = 1;

  for (uint32_t left = search->steps; left > 1; left = (left + 1) / 2)
    runs++;
  return runs;
}

static bool run_at(const struct sweep_search *search, const struct description *description,
                   const char *traffic, uint32_t step, struct trial_result *result,
                   struct err *err)
{
  struct description d = *description;
  char text[LINES_TEXT];

  if (!sweep_search_traffic(text, search, traffic, step, err))
    return false;
  d.traffic = text;
  if (!trial_run(&d, NULL, result, err))
    return false;
  result->search_step = step;
  return true;
}

/* `unloaded`: the mean latency at the least load. */
static bool is_stable(const struct trial_result *r, double unloaded)
{
  return r->outcome == OUTCOME_PASS &&
         r->accepted_load >= accepted_least * r->offered_load &&
         r->latency_mean <= latency_most * unloaded;
}

/* More than a network that is saturated: something is wrong with it. */
static bool is_wrong(const struct trial_result *r)
{
  return r->outcome != OUTCOME_PASS && r->outcome != OUTCOME_DEADLOCK &&
         r->outcome != OUTCOME_TIMEOUT;
}

bool sweep_search_run(const struct sweep_search *search,
                      const struct description *description, const char *traffic,
                      struct trial_result *result, struct err *err)
{
  uint32_t stable = 1, saturated = search->steps + 1;
  struct trial_result tried;

  if (!run_at(search, description, traffic, stable, result, err))
    return false;
  const double unloaded = result->latency_mean;

  if (!is_stable(result, unloaded)) {
    result->search_step = 0;
    return true;
  }
  while (saturated - stable > 1) {
    const uint32_t middle = stable + (saturated - stable) / 2;

    if (!run_at(search, description, traffic, middle, &tried, err))
      return false;
    if (is_wrong(&tried)) {
      *result = tried;
      return true;
    }
    if (is_stable(&tried, unloaded)) {
      stable = middle;
      *result = tried;
    } else {
      saturated = middle;
    }
  }
  return true;
}
