/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_tables -- section 4: the tables that translate vectors to a larger network. */
#include "papers/dragonfly.h"

/* --- vectors --- */

static const char *const specs[] = {
    "d3:4,3,cabinets=1-2-5-8/9", "d3:5,2,cabinets=0-3-4-6-7/9",
    "d3:2,3,cabinets=1-3/4,routers=0-2-3/4", "d3:2,4,routers=0-2-3-5/6",
    "d3:3,2,cabinets=2-0-1/3,routers=3-1/5"};
enum { SPECS = sizeof specs / sizeof specs[0] };

/* The network of which it is a part. */
static bool open_whole(struct finding *f, struct topology *whole,
                       const struct topology *part)
{
  return dragonfly_open(f, whole,
                        (struct lab_size){part->parameters[0], part->parameters[1]});
}

static void judge_vectors(struct finding *f)
{
  uint32_t vectors = 0, wrong = 0;
  struct survey parts SURVEY_OF_BLOCK = survey_specs(f, specs, SPECS);

  while (survey_next(&parts)) {
    const struct topology *part = &parts.t;
    TOPOLOGY_OF_BLOCK(whole);

    if (!open_whole(f, &whole, part))
      break;
    for (uint32_t sw = 0; sw < part->switches; sw++)
      for (uint32_t code = 0; code < part->switches; code++, vectors++) {
        /* Every (gamma, pi, delta) is some router's (c, d, p). */
        struct d3_router r = d3_router(part, code);
        struct d3_vector v = {.gamma = r.c, .pi = r.d, .delta = r.p};
        uint32_t from = d3_switch(&whole, d3_whole(part, sw));
        uint32_t to = d3_switch(&whole, d3_whole(part, d3_end(part, sw, v)));

        wrong += lab_end(&whole, from, d3_translate(part, sw, v)) != to;
      }
  }
  reading(f, wrong == 0, "all %u vectors of all routers of %d parts: %u misrouted", vectors,
          SPECS, wrong);
}

/* --- the tables --- */

enum { CABINETS_MAX = 5 };

/* A table of the paper is of a part; each of its cabinets has a row of ports. */
static const char *const rows_of_4[] = {"i=0, k_i=1", "i=1, k_i=2", "i=2, k_i=5",
                                        "i=3, k_i=8"};
static const char *const rows_of_5[] = {"i=0, k_i=0", "i=1, k_i=3", "i=2, k_i=4",
                                        "i=3, k_i=6", "i=4, k_i=7"};
static const char *const columns[] = {"j=0", "j=1", "j=2", "j=3", "j=4"};
static const char *const ports_of_4[] = {
    "0", "1", "4", "7", /**/
    "3", "0", "6", "8", /**/
    "5", "6", "0", "3", /**/
    "3", "6", "5", "0", /**/
};
static const char *const ports_of_5[] = {
    "0", "3", "4", "6", "7", /**/
    "8", "0", "1", "3", "4", /**/
    "5", "8", "0", "2", "3", /**/
    "3", "6", "7", "0", "1", /**/
    "2", "5", "6", "8", "0", /**/
};

static void judge_cell(struct finding *f, const struct table_cell *cell);

const struct claim_table dragonfly_table_4a = {
    .name = "4a",
    .title = "cabinets and global ports of a D3(4,M) in D3(9,M)",
    .place = "section 4, left table",
    .row_count = 4,
    .column_count = 4,
    .rows = rows_of_4,
    .columns = columns,
    .printed = ports_of_4,
    .judge = judge_cell,
    .with = "d3:4,2,cabinets=1-2-5-8/9",
};

const struct claim_table dragonfly_table_4b = {
    .name = "4b",
    .title = "cabinets and global ports of the complementary D3(5,M) in D3(9,M)",
    .place = "section 4, right table",
    .row_count = 5,
    .column_count = 5,
    .rows = rows_of_5,
    .columns = columns,
    .printed = ports_of_5,
    .judge = judge_cell,
    .with = "d3:5,2,cabinets=0-3-4-6-7/9",
};

static const struct claim_table *const printed[] = {&dragonfly_table_4a,
                                                    &dragonfly_table_4b};
enum { TABLES = sizeof printed / sizeof printed[0] };

/* The global port of the whole network that leads from cabinet `from` to `to`. */
static uint32_t port_between(const struct topology *whole, uint32_t from, uint32_t to)
{
  uint32_t sw = d3_switch(whole, (struct d3_router){from, 0, 0}), g = 0;

  while (g + 1 < d3_k(whole) && d3_router(whole, lab_global(whole, sw, g)).c != to)
    g++;
  return g;
}

/* The ports between all cabinets of a part. */
static bool find_ports(struct finding *f, const struct claim_table *table,
                       struct topology *part, uint32_t ports[CABINETS_MAX][CABINETS_MAX])
{
  TOPOLOGY_OF_BLOCK(whole);

  if (!lab_open(f, part, "%s", (const char *)table->with) || !open_whole(f, &whole, part))
    return false;
  for (uint32_t i = 0; i < table->row_count; i++)
    for (uint32_t j = 0; j < table->row_count; j++)
      ports[i][j] = port_between(&whole, d3_chosen(part, D3_CABINETS, i),
                                 d3_chosen(part, D3_CABINETS, j));
  return true;
}

static void append_row(char *text, size_t size, const uint32_t *row, uint32_t count,
                       uint32_t first)
{
  for (uint32_t j = 0; j < count; j++)
    claims_append(text, size, "%s%u", j ? "," : "(", row[(first + j) % count]);
  claims_append(text, size, ")");
}

static bool has(const uint32_t *row, uint32_t count, uint32_t port)
{
  bool found = false;

  for (uint32_t j = 0; j < count; j++)
    found |= row[j] == port;
  return found;
}

/* What is wrong with a printed row. */
static void say_row(struct finding *f, uint32_t cabinet, const uint32_t *is,
                    const uint32_t *should, uint32_t count)
{
  char text[CLAIM_TEXT] = "";
  bool same = true, order = true;

  for (uint32_t j = 0; j < count; j++) {
    same &= is[j] == should[j];
    order &= has(should, count, is[j]);
    if (!has(should, count, is[j]))
      claims_append(text, sizeof text, "%s %u is wrong", text[0] ? "," : "", is[j]);
    if (!has(is, count, should[j]))
      claims_append(text, sizeof text, "%s %u is missing", text[0] ? "," : "", should[j]);
  }
  if (!same)
    note(f, "cabinet %u:%s", cabinet, order ? " in another order" : text);
}

static void judge_cell(struct finding *f, const struct table_cell *cell)
{
  uint32_t ports[CABINETS_MAX][CABINETS_MAX];
  TOPOLOGY_OF_BLOCK(part);

  if (find_ports(f, cell->table, &part, ports))
    cell_reads(f, cell, "%u", ports[cell->row][cell->column]);
}

static void judge_table(struct finding *f)
{
  const struct claim_table *table = f->with;
  uint32_t ports[CABINETS_MAX][CABINETS_MAX], good = 0;
  TOPOLOGY_OF_BLOCK(part);
  char text[CLAIM_TEXT] = "";

  if (!find_ports(f, table, &part, ports))
    return;
  for (uint32_t i = 0; i < table->row_count; i++) {
    bool same = true;

    for (uint32_t j = 0; j < table->row_count; j++)
      same &= table_holds(f, table, i, j);
    good += same;
    append_row(text, sizeof text, ports[i], table->row_count, 0);
  }
  reading(f, good == table->row_count, "%u of %u rows are right, by j: %s", good,
          table->row_count, text);
  for (uint32_t i = 0; i < table->row_count; i++) {
    uint32_t is[CABINETS_MAX];

    for (uint32_t j = 0; j < table->row_count; j++)
      is[j] = (uint32_t)table_number(table, i, j);
    say_row(f, d3_chosen(&part, D3_CABINETS, i), is, ports[i], table->row_count);
  }
}

/* 4.9: element gamma of row i of the right table; rows in the printed order have the port
 * to cabinet j in place j. */
static void judge_element(struct finding *f)
{
  uint32_t entries = 0, plain = 0, turned = 0;

  for (size_t n = 0; n < TABLES; n++) {
    uint32_t ports[CABINETS_MAX][CABINETS_MAX];
    TOPOLOGY_OF_BLOCK(part);
    char text[CLAIM_TEXT] = "";

    if (!find_ports(f, printed[n], &part, ports))
      return;
    const uint32_t k = printed[n]->row_count, m = d3_m(&part);
    for (uint32_t i = 0; i < k; i++) {
      for (uint32_t gamma = 0; gamma < k; gamma++, entries++) {
        uint32_t should =
            d3_translate(&part, i * m * m, (struct d3_vector){.gamma = gamma}).gamma;

        plain += ports[i][gamma] == should;
        turned += ports[i][(i + gamma) % k] == should;
      }
      append_row(text, sizeof text, ports[i], k, i);
    }
    note(f, "rows by gamma: %s", text);
  }
  reading(f, plain == entries, "rows by j: element gamma is right in %u of %u", plain,
          entries);
  note(f, "element (i + gamma) mod K in %u", turned);
}

static void judge_in_kappa(struct finding *f)
{
  uint32_t entries = 0, in = 0;

  for (size_t n = 0; n < TABLES; n++) {
    uint32_t ports[CABINETS_MAX][CABINETS_MAX];
    TOPOLOGY_OF_BLOCK(part);

    if (!find_ports(f, printed[n], &part, ports))
      return;
    for (uint32_t i = 0; i < printed[n]->row_count; i++)
      for (uint32_t j = 0; j < printed[n]->row_count; j++, entries++)
        in += d3_index(&part, D3_CABINETS, ports[i][j]) != UINT8_MAX;
  }
  reading(f, in == entries,
          "of the %u ports of both tables %u are in kappa; a port is the "
          "difference of two of its members",
          entries, in);
}

static const struct claim_row rows[] = {
    {"4.6", "vectors, translated at the source, run on the part", "a host does",
     .judge = judge_vectors},
    {"4.7", "the table of D3(4,M) in D3(9,M)", "4 rows", judge_table,
     .with = &dragonfly_table_4a},
    {"4.8", "the table of D3(5,M) in D3(9,M)", "5 rows", judge_table,
     .with = &dragonfly_table_4b},
    {"4.9", "the port for gamma is element gamma of row i", "gamma",
     .judge = judge_element},
    {"4.10", "the translated gamma is a member of kappa", "in kappa",
     .judge = judge_in_kappa},
};

const struct claim_part dragonfly_tables = CLAIM_PART(rows, "section 4, Theorem 1");
