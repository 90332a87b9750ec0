/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* uniform -- open loops to random terminals: to all alike, or one of them more than others.
 */
#include "base/text.h"
#include "network/topology/d3.h"
#include "network/topology/mdf.h"
#include "network/traffic/open_loop.h"
#include "network/traffic/options.h"
#include "network/traffic/pattern.h"
#include "network/traffic/traffic.h"

/* Which terminals a packet may go to. */
enum to { TO_ANY, TO_DRAWER };

/* --- uniform --- */

static uint32_t in_next_drawer(const void *self, uint32_t source, struct rng *rng)
{
  const struct topology *t = self;
  const uint32_t next = pattern_next_drawer(t, source);
  const uint32_t drawer = (d3_is(t) ? d3_m(t) : t->parameters[1]) * t->per_site;

  return next - next % drawer + (uint32_t)rng_below(rng, drawer);
}

bool uniform_make(struct schedule *schedule, const struct traffic_request *request,
                  const char *argument, struct err *err)
{
  static const char *const keys[] = {OPEN_LOOP_KEYS, "to"};
  static const char *const places[] = {[TO_ANY] = "any", [TO_DRAWER] = "drawer"};
  const struct topology *t = request->topology;
  struct open_loop loop;
  size_t to = TO_ANY;

  if (!options_check("uniform", argument, keys, sizeof keys / sizeof keys[0], err) ||
      !open_loop_read(&loop, "uniform", argument, err) ||
      !options_choice("uniform", argument, "to", places, sizeof places / sizeof places[0],
                      &to, err))
    return false;
  if (to == TO_DRAWER && !d3_is(t) && t->row != &mdf)
    return err_set(
        err, ERR_USAGE,
        "'uniform,%s': to=drawer is defined on %s and %s alone; %s is another topology",
        argument, d3.name, mdf.name, t->spec);
  return open_loop_make(
      schedule, request, &loop,
      &(struct open_loop_to){.of = to == TO_ANY ? NULL : in_next_drawer, .self = t}, err);
}

/* --- hotspot --- */

struct hotspot {
  const struct topology *t;
  uint32_t terminal;
  uint64_t odds; /* that a packet goes there, in units of 2^-64 */
  bool always;   /* all do */
};

static uint32_t hot_or_any(const void *self, uint32_t source, struct rng *rng)
{
  const struct hotspot *h = self;

  (void)source;
  return h->always || rng_next(rng) < h->odds ? h->terminal
                                              : (uint32_t)rng_below(rng, h->t->terminals);
}

bool hotspot_make(struct schedule *schedule, const struct traffic_request *request,
                  const char *argument, struct err *err)
{
  static const char *const keys[] = {"terminal", "share", OPEN_LOOP_KEYS};
  struct hotspot h = {.t = request->topology};
  char value[OPTIONS_VALUE];
  struct open_loop loop;
  double share = 0;

  if (!options_check("hotspot", argument, keys, sizeof keys / sizeof keys[0], err) ||
      !options_terminal("hotspot", argument, "terminal", h.t, &h.terminal, err))
    return false;
  if (!text_option(argument, "share", value, sizeof value))
    return err_set(err, ERR_USAGE,
                   "hotspot: needs the share of the packets that go to the terminal, as in "
                   "share=0.1");
  if (!text_real(value, 0, 1, &share))
    return err_set(err, ERR_USAGE, "'hotspot,%s': share must be in 0..1", argument);
  if (!open_loop_read(&loop, "hotspot", argument, err))
    return false;
  h.always = share >= 1;
  h.odds = h.always ? 0 : (uint64_t)(share * 0x1p64);
  return open_loop_make(
      schedule, request, &loop,
      &(struct open_loop_to){.of = hot_or_any, .self = &h, .bytes = sizeof h}, err);
}
