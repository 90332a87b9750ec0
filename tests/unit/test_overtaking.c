/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_overtaking -- packets of three and of four hops that want one queue at once. */
#include "traffic_unit.h"

enum { HOPS = 8 };

struct path {
  struct hop hops[HOPS];
  size_t length;
};

static struct path path_of(const struct topology *t, const struct routing *routing,
                           const struct schedule_entry *entry)
{
  struct path path;

  path.length = topology_path(t, routing, entry->source, entry->destination, entry->header,
                              0, path.hops, HOPS);
  return path;
}

/* Does the second, which starts a cycle later, take a link in the same cycle? */
static bool meet(const struct path *first, const struct path *second)
{
  for (size_t i = 1; i + 1 < first->length && i < second->length; i++)
    if (first->hops[i].at == second->hops[i - 1].at &&
        first->hops[i].port == second->hops[i - 1].port)
      return true;
  return false;
}

TEST(test_they_meet)
{
  static const char *const specs[] = {"d3:1,2", "d3:1,3", "d3:2,2", "d3:3,4"};

  for (size_t s = 0; s < sizeof specs / sizeof specs[0]; s++) {
    struct topology t = topology_of(specs[s]);
    const struct traffic_request request = {
        .topology = &t,
        .routing = routing_of(&t, schedule_routing(&t, "overtaking")),
        .traffic = "overtaking,count=40",
        .packets = 1,
        .seed = 7};
    struct schedule schedule;
    struct err err = {.kind = ERR_NONE};

    CHECK(schedule_make(&schedule, &request, &err), "%s: %s", specs[s], err.text);
    assert_int_equal(schedule.count, 80);
    for (size_t i = 0; i < schedule.count; i += 2) {
      const struct schedule_entry *entry = &schedule.entries[i];
      const struct path first = path_of(&t, request.routing, &entry[0]),
                        second = path_of(&t, request.routing, &entry[1]);

      assert_int_equal(entry[0].cycle, i / 2 * 12);
      assert_int_equal(entry[1].cycle, entry[0].cycle + 1);
      CHECK(second.length == first.length + 1 && meet(&first, &second), "%s: round %zu",
            specs[s], i / 2);
    }
    schedule_free(&schedule);
  }
}
