/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_members -- the networks of a check: one, or the sizes of a family. */
#include "tool/campaign/check_members.h"

#include "network/topology/family.h"
#include "tool/session/choose.h"
#include "tool/session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(struct check_plan *plan, size_t count, struct err *err)
{
  plan->members = calloc(count, sizeof *plan->members);
  return plan->members || err_set(err, ERR_ENVIRONMENT, "not enough memory");
}

static struct check_member *add(struct check_plan *plan, const char *spec,
                                const struct routing *routing)
{
  struct check_member *member = &plan->members[plan->member_count++];

  snprintf(member->topology, sizeof member->topology, "%s", spec);
  snprintf(member->routing, sizeof member->routing, "%s", routing->name);
  return member;
}

struct description check_describe(const struct check_request *request, const char *topology,
                                  const char *routing)
{
  const struct description *judged = request->judged;
  struct description d = description_of(topology, NULL);

  d.routing = routing;
  d.lock_step = true;
  if (judged) {
    d.failed = judged->failed;
    d.pushes = judged->pushes;
    d.compare = judged->compare;
    d.waive = judged->waive;
    d.capacity = judged->capacity;
    d.starve = judged->starve;
    d.patience = judged->patience;
    d.link = judged->link;
    d.link_latency = judged->link_latency;
    d.moore = judged->moore;
  }
  d.dut_count = request->dut_count;
  for (size_t i = 0; i < d.dut_count; i++)
    d.dut[i] = request->dut_files[i];
  return d;
}

static bool make_one(struct check_plan *plan, const struct check_request *r,
                     struct err *err)
{
  const struct description d = check_describe(r, r->topology, r->routing);
  TOPOLOGY_OF_BLOCK(t);

  if (!session_topology(&t, &d, err))
    return false;
  const struct routing *routing = session_routing(&t, &d, err);
  if (!routing || !make_room(plan, 1, err))
    return false;
  add(plan, t.spec, routing);
  return true;
}

/* "valiant" of "valiant,b=5". */
static bool same_name(const char *a, const char *b)
{
  const size_t length = strcspn(a, ",");

  return length == strcspn(b, ",") && strncmp(a, b, length) == 0;
}

/* Add size i if it has the routing. `exactly`: with these options; else with the network's
 * own options.  Sizes without the switch that is asked for are left out. */
static bool add_size(struct check_plan *plan, const struct topology_row *row, size_t i,
                     const struct check_request *r, bool exactly, struct err *err)
{
  const char *wanted = r->routing;
  TOPOLOGY_OF_BLOCK(t);
  const struct routing *routing, *own = NULL;
  struct err none = {.kind = ERR_NONE};

  if (!family_open(&t, &routing, row, i, err))
    return false;
  if (wanted && !exactly && !same_name(routing->name, wanted))
    return true;
  if (wanted)
    own = topology_routing(&t, wanted, &none);
  if (wanted && (!own || (exactly && own != routing)))
    return true;
  if (r->judged && r->judged->pushes && choose_no_turns(wanted ? own : routing))
    return true;
  struct check_member *member =
      add(plan, row->family->sizes[i].spec, wanted && strchr(wanted, ',') ? own : routing);
  member->vcs = row->family->sizes[i].vcs;
  return family_reason(row, i, member->reason, err);
}

static bool add_sizes(struct check_plan *plan, const struct topology_row *row,
                      const struct check_request *r, bool exactly, struct err *err)
{
  for (size_t i = 0; row->family->sizes[i].spec; i++)
    if (!add_size(plan, row, i, r, exactly, err))
      return false;
  return true;
}

static bool make_family(struct check_plan *plan, const struct check_request *r,
                        struct err *err)
{
  const struct topology_row *row = family_find(r->topology, err);
  size_t count = 0;

  if (!row)
    return false;
  if (r->judged && r->judged->failed)
    return err_set(err, ERR_USAGE,
                   "--failed: names switches of one network; '%s' is a family, so give a "
                   "spec such as %s",
                   row->name, row->family->sizes[0].spec);
  while (row->family->sizes[count].spec)
    count++;
  plan->family = true;
  if (!make_room(plan, count, err))
    return false;
  if (r->routing && strchr(r->routing, ',') && !add_sizes(plan, row, r, true, err))
    return false;
  if (plan->member_count == 0 && !add_sizes(plan, row, r, false, err))
    return false;
  if (plan->member_count == 0 && r->judged && r->judged->pushes)
    return err_set(err, ERR_USAGE,
                   "--pushes 1: in no size of the family %s%s%.100s has each packet one "
                   "queue that takes it; 'lockhop list families' names the sizes with "
                   "their routings",
                   row->name, r->routing ? " with --routing " : "",
                   r->routing ? r->routing : "");
  return plan->member_count > 0 ||
         err_set(err, ERR_USAGE,
                 "--routing '%.100s': no size of the family %s has it; 'lockhop list "
                 "families' names the sizes with their routings",
                 r->routing, row->name);
}

bool check_members_make(struct check_plan *plan, const struct check_request *request,
                        struct err *err)
{
  return family_is_name(request->topology) ? make_family(plan, request, err)
                                           : make_one(plan, request, err);
}
