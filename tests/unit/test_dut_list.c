/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_dut_list -- what --dut names: files, lists in lists, options; and what it refuses.
 */
#include "verilog/simulator/dut_list.h"

#include "base/file.h"
#include "tests/unit/unit.h"

static char folder[FILE_PATH];

static void write_list(const char *name, const char *text)
{
  char path[FILE_PATH];

  write_data(data_path(path, name), text, strlen(text));
}

static void check_words(const struct dut_words *words, const char *wanted)
{
  char text[FILE_PATH] = "";

  for (size_t i = 0; i < words->count; i++) {
    const char *word = words->text[i];
    const size_t length = strlen(folder), used = strlen(text);
    const char *below = folder[0] ? strstr(word, folder) : NULL;

    /* What is below the folder is written as @. */
    if (below)
      snprintf(text + used, sizeof text - used, "%s%.*s@%s", used ? " " : "",
               (int)(below - word), word, below + length);
    else
      snprintf(text + used, sizeof text - used, "%s%s", used ? " " : "", word);
  }
  assert_string_equal(text, wanted);
}

TEST(test_words)
{
  static const char *const words[] = {"a.v", "b c.sv", "+incdir+inc+other", "-y lib -G N=8",
                                      "--top my_switch"};
  struct dut_list list;
  struct err err;

  CHECK(dut_list_open(&list, words, 5, &err), "%s", err.text);
  check_words(&list.files, "a.v b c.sv");
  check_words(&list.named, "a.v b c.sv");
  check_words(&list.options, "+incdir+inc +incdir+other -y lib");
  check_words(&list.sets, "N=8");
  assert_string_equal(list.top, "my_switch");
  assert_false(dut_list_is_plain(&list));
  dut_list_close(&list);

  CHECK(dut_list_open(&list, words, 2, &err), "%s", err.text);
  assert_true(dut_list_is_plain(&list));
  dut_list_close(&list);
}

/* Names are relative to the list that they stand in; what is listed twice counts once. */
TEST(test_lists)
{
  char all[FILE_PATH], sub[FILE_PATH];
  const char *const words[] = {data_path(all, "all.f"), "last.v"};
  struct dut_list list;
  struct err err;

  data_path(folder, "");
  folder[strlen(folder) - 1] = '\0';
  CHECK(file_make_directory(data_path(sub, "sub"), &err), "%s", err.text);
  write_list("sub/part.f", "part.v // the part\n-f ../all.f\n");
  write_list("all.f", "# everything\n"
                      "+define+WIDTH=8+FAST\n"
                      "-f sub/part.f sub/part.f\n"
                      "/* not\nthis.v */ \"with blank.sv\"\n"
                      "-Iinc -v cells.v -D DEEP=2 /far/away.v sub/part.v\n"
                      "--verilator-args --x-assign 0 # of Verilator\n"
                      "-Wno-WIDTH");
  CHECK(dut_list_open(&list, words, 2, &err), "%s", err.text);
  check_words(&list.files, "@/sub/part.v @/with blank.sv /far/away.v last.v");
  check_words(&list.named, "last.v");
  check_words(&list.lists, "@/all.f @/sub/part.f");
  check_words(&list.options, "+define+WIDTH=8 +define+FAST -I @/inc -v @/cells.v -DDEEP=2 "
                             "--x-assign "
                             "0 -Wno-WIDTH");
  dut_list_close(&list);
}

TEST(test_refused)
{
  static const struct {
    const char *word, *reason;
  } rows[] = {
      {"--fast", "option '--fast' is not known"},
      {"-y", "-y: its argument is missing"},
      {"-G N", "must be NAME=VALUE"},
      {"-G =3", "must be NAME=VALUE"},
      {"+incl+x", "'+incl+x' is not known"},
      {"--top a --top b", "the top is 'a' already"},
      {"-f no/such.f", "no/such.f"},
      {"--verilator-args --Mdir x", "Lockhop sets that"},
  };
  char path[FILE_PATH];
  const char *word = data_path(path, "bad.f");
  struct dut_list list;
  struct err err;

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    CHECK(!dut_list_open(&list, &rows[i].word, 1, &err), "%s", rows[i].word);
    check_error(&err, ERR_USAGE, rows[i].reason, rows[i].word);
    check_error(&err, ERR_USAGE, "--dut: ", rows[i].word);
    dut_list_close(&list);
  }
  write_list("bad.f", "a.v\n\n  -fast\n");
  CHECK(!dut_list_open(&list, &word, 1, &err), "a list");
  check_error(&err, ERR_USAGE, "bad.f:3: ", "the place");
  dut_list_close(&list);
}

/* A list, and each file of it, counts in the hash. */
TEST(test_hash)
{
  char path[FILE_PATH];
  const char *word = data_path(path, "hash.f");
  const char *const texts[][2] = {{"one.v\n", "module a; endmodule\n"},
                                  {"one.v\n", "module b; endmodule\n"},
                                  {"one.v +define+X\n", "module a; endmodule\n"}};
  struct hash hashes[3];
  struct err err;

  for (size_t i = 0; i < 3; i++) {
    write_list("hash.f", texts[i][0]);
    write_list("one.v", texts[i][1]);
    hashes[i] = hash_start();
    CHECK(dut_list_hash(&hashes[i], &word, 1, &err), "%s", err.text);
    for (size_t k = 0; k < i; k++)
      assert_true(memcmp(&hashes[i], &hashes[k], sizeof hashes[i]) != 0);
  }
}
