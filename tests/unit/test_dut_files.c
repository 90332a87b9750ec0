/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_dut_files -- which files of the user are tested; their order does not count. */
#include "verilog/simulator/dut_files.h"

#include "tests/unit/unit.h"

/* Each by its first letter; of all, the design has `switch` of s and `part` of p. */
static const struct {
  const char *name, *text;
} sources[] = {
    {"s.v", "module switch; endmodule"}, {"p.v", "module part; endmodule"},
    {"h.v", "module helper; endmodule"}, {"w.v", "module waiting_store; endmodule"},
    {"k.sv", "package pk; endpackage"},  {"n.sv", "package needed; endpackage"},
    {"c.v", "// module c; \n"},
};

enum { SOURCES = sizeof sources / sizeof sources[0], FILES_MAX = 3 };

static char paths[SOURCES][FILE_PATH];
static const char *const *asked;

static bool is_needed(const void *self, size_t file)
{
  const char *slash = strrchr(asked[file], '/');

  (void)self;
  return slash[1] == 'n';
}

static bool try_files(const char *letters, bool *elsewhere, struct err *err)
{
  static const struct dut_question question = {is_needed, NULL};
  struct design_module modules[] = {
      {(char[]){"switch"}, paths[0], false},
      {(char[]){"part"}, paths[1], false},
      {(char[]){"pk"}, paths[4], true},
  };
  const struct design design = {.modules = modules,
                                .count = sizeof modules / sizeof modules[0]};
  const char *files[FILES_MAX];
  struct plugin_request request = {
      .dut_files = files, .dut_count = strlen(letters), .elsewhere = elsewhere};

  for (size_t i = 0; i < strlen(letters); i++)
    for (size_t k = 0; k < SOURCES; k++)
      if (sources[k].name[0] == letters[i])
        files[i] = paths[k];
  asked = files;
  *elsewhere = false;
  return dut_files_elaborated(&request, files, &design, &question, ".", err);
}

TEST(test_order_means_nothing)
{
  static const struct {
    const char *files;
    const char *reason; /* NULL: all are tested */
    bool elsewhere;
  } rows[] = {
      {"s", NULL, false},
      {"sp", NULL, false},
      {"h", "h.v' is not tested: it defines no module 'switch'", false},
      {"sh", "h.v' is not tested", false},
      {"w", "has no module 'waiting_store'", true},
      {"wh", "has no module 'waiting_store'", true},
      {"swh", "has no module 'waiting_store'", true},
      {"sn", NULL, false},
      {"sk", "k.sv' is not tested: it defines no module, and nothing", false},
      {"wk", "has no module 'waiting_store'", true},
      {"c", "c.v' is not tested", false},
  };
  struct err err;
  bool elsewhere;

  for (size_t k = 0; k < SOURCES; k++)
    write_data(data_path(paths[k], sources[k].name), sources[k].text,
               strlen(sources[k].text));
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const size_t count = strlen(rows[i].files);
    char letters[FILES_MAX + 1] = "";

    for (size_t turn = 0; turn < 2 * count; turn++) { /* every order of three */
      for (size_t k = 0; k < count; k++)
        letters[turn < count ? (turn + k) % count : (turn + count - k) % count] =
            rows[i].files[k];
      const bool good = try_files(letters, &elsewhere, &err);
      CHECK(good == !rows[i].reason, "%s: %s", letters, good ? "tested" : err.text);
      CHECK(elsewhere == rows[i].elsewhere, "%s: elsewhere %d", letters, elsewhere);
      if (!good)
        check_error(&err, ERR_USAGE, rows[i].reason, letters);
    }
  }
}
