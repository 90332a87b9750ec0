/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_group_table -- every entry of small tables, and of rows of the largest: the row of a
 * group written out as the page has it, and looked up. */
#include "switch/component/group_table.h"

#include "tests/unit/unit.h"

/* The group that column j of a group leads to: absolute, all others in their order;
 * relative, the next ones, cyclically. */
static uint32_t reached(const struct group_table *table, uint32_t group, uint32_t j)
{
  const uint32_t groups = table->k * table->m + 1;
  uint32_t left = j;

  if (table->wiring == GROUPS_RELATIVE)
    return (group + 1 + j) % groups;
  for (uint32_t other = 0;; other++)
    if (other != group && left-- == 0)
      return other;
}

static void check_row(const struct group_table *table, uint32_t group)
{
  const uint32_t k = table->k, m = table->m;
  uint32_t column = 0;

  /* Columns in their order: port by port, or router by router. */
  for (uint32_t outer = 0; outer < (table->columns ? m : k); outer++)
    for (uint32_t inner = 0; inner < (table->columns ? k : m); inner++, column++) {
      const uint32_t p = table->columns ? outer : inner;
      const uint32_t port = table->columns ? inner : outer;
      const uint32_t to = reached(table, group, column);
      const struct group_exit is = group_table_comb(table, group, to);

      CHECK(is.p == p && is.port == port,
            "K %u M %u wiring %u columns %u: %u to %u by router %u port %u, not %u %u", k,
            m, table->wiring, table->columns, group, to, is.p, is.port, p, port);
    }
}

/* The same group, and groups that there are not. */
static void check_none(const struct group_table *table, uint32_t group)
{
  const uint32_t last = table->k * table->m;
  const uint32_t others[][2] = {{group, group}, {group, last + 1}, {last + 1, group}};

  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    const struct group_exit is = group_table_comb(table, others[i][0], others[i][1]);

    CHECK(is.p == 0 && is.port == 0, "K %u M %u: %u to %u by router %u port %u", table->k,
          table->m, others[i][0], others[i][1], is.p, is.port);
  }
}

static void each_table(void (*check)(const struct group_table *table, uint32_t group))
{
  static const uint32_t sizes[][2] = {{1, 2}, {2, 2}, {2, 3},  {3, 2},  {3, 4},
                                      {5, 7}, {1, 6}, {60, 2}, {1, 61}, {31, 31}};

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (uint32_t code = 0; code < 4; code++) {
      const struct group_table table = {
          .k = sizes[i][0], .m = sizes[i][1], .wiring = code / 2, .columns = code % 2};

      /* Of a large table some rows: each takes a search for every group. */
      for (uint32_t group = 0; group <= table.k * table.m;
           group += table.k * table.m > 200 ? 160 : 1)
        check(&table, group);
    }
}

TEST(test_every_entry)
{
  each_table(check_row);
}

TEST(test_no_link_has_no_entry)
{
  each_table(check_none);
}
