/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* faults -- failed switches, and the routing that avoids them. */
#include "network/topology/faults.h"

#include "network/topology/shortest.h"
#include "switch/route/source_route.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_BITS = 64 };

struct faults {
  uint32_t count;
  uint8_t *failed; /* [switches] 1: it has */
  struct shortest paths;
};

void faults_free(struct faults *faults)
{
  if (!faults)
    return;
  shortest_close(&faults->paths);
  free(faults->failed);
  free(faults);
}

bool faults_any(const struct topology *t)
{
  return t->faults != NULL;
}

uint32_t faults_count(const struct topology *t)
{
  return t->faults ? t->faults->count : 0;
}

bool faults_failed(const struct topology *t, uint32_t sw)
{
  return t->faults && t->faults->failed[sw];
}

bool faults_may_send(const struct topology *t, uint32_t source, uint32_t destination)
{
  return !faults_failed(t, topology_source(t, source)) &&
         !faults_failed(t, topology_sink(t, destination));
}

/* --- the set --- */

static bool has_routing(const struct topology *t)
{
  bool has = false;

  for (size_t i = 0; i < t->row->routing_count; i++)
    has |= strcmp(t->row->routings[i].plain.name, FAULTS_ROUTING) == 0;
  return has;
}

static bool read_list(const struct topology *t, struct faults *faults, const char *list,
                      struct err *err)
{
  const char *next = list;

  while (*next != '\0') {
    char item[ADDRESS_TEXT];
    const size_t length = strcspn(next, ",");
    uint32_t sw;

    snprintf(item, sizeof item, "%.*s", (int)length, next);
    if (!topology_parse_address(t, item, "--failed", &sw, err))
      return false;
    if (faults->failed[sw])
      return err_set(err, ERR_USAGE, "--failed '%.100s': '%s' is named twice", list, item);
    faults->failed[sw] = 1;
    faults->count++;
    next += length + (next[length] == ',');
  }
  if (faults->count == 0)
    return err_set(err, ERR_USAGE, "--failed: the list is empty; give addresses A,B,..");
  return faults->count < t->switches ||
         err_set(err, ERR_USAGE, "--failed: no switch of %s is left", t->spec);
}

/* Is there a path between any two that are left? */
static bool joined(const struct topology *t, struct faults *faults, struct err *err)
{
  char one[ADDRESS_TEXT], other[ADDRESS_TEXT];
  uint32_t root = 0;

  while (faults->failed[root])
    root++;
  for (uint32_t sw = root; sw < t->switches; sw++) {
    if (faults->failed[sw] || shortest_reaches(&faults->paths, t, root, sw))
      continue;
    t->row->print_address(t, root, one);
    t->row->print_address(t, sw, other);
    return err_set(err, ERR_USAGE,
                   "--failed: no path is left between %s and %s of %s; let fewer switches "
                   "fail, or these too",
                   one, other, t->spec);
  }
  return true;
}

static bool fill(const struct topology *t, struct faults *faults, const char *list,
                 struct err *err)
{
  faults->failed = calloc(t->switches, sizeof *faults->failed);
  if (!shortest_open(&faults->paths, t->switches) || !faults->failed)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for failed switches of %s",
                   t->spec);
  faults->paths.closed = faults->failed;
  return read_list(t, faults, list, err) && joined(t, faults, err);
}

bool faults_set(struct topology *t, const char *list, struct err *err)
{
  if (topology_one_way(t) && has_routing(t))
    return err_set(err, ERR_USAGE,
                   "--failed: %s has links that go one way, which routing " FAULTS_ROUTING
                   " does not know; leave it out",
                   t->spec);
  if (!has_routing(t))
    return err_set(err, ERR_USAGE,
                   "--failed: %s has no routing " FAULTS_ROUTING
                   "; 'lockhop list routings' names the networks that have it",
                   t->spec);
  struct faults *faults = calloc(1, sizeof *faults);

  if (!faults)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for failed switches");
  if (!fill(t, faults, list, err)) {
    faults_free(faults);
    return false;
  }
  faults_free(t->faults);
  t->faults = faults;
  return routing_make_all(t, err);
}

/* --- the routing --- */

uint32_t faults_header_bits(const struct topology *t)
{
  (void)t;
  return HEADER_BITS; /* how long the longest path is, depends on what has failed */
}

uint64_t faults_header(const struct topology *t, uint32_t source, uint32_t destination,
                       uint64_t random)
{
  (void)random;
  const uint32_t from = topology_site_source(t, source);
  const uint32_t to = topology_site_sink(t, destination);

  return faults_failed(t, from) || faults_failed(t, to)
             ? source_route_end
             : shortest_header(&t->faults->paths, t, from, to);
}
