/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_design -- what Verilator has read and elaborated, from its lists. */
#include "verilog/simulator/design.h"

#include "tests/unit/unit.h"

#include <sys/stat.h>

static const char xml[] =
    "<?xml version=\"1.0\" ?>\n<verilator_xml>\n  <files>\n"
    "    <file id=\"c\" filename=\"/x/a&lt;&amp;&quot;&#65;.v\" language=\"1800-2017\"/>\n"
    "    <file id=\"a\" filename=\"&lt;built-in&gt;\" language=\"1800-2017\"/>\n"
    "    <file id=\"aa\" filename=\"b.v\" language=\"1800-2017\"/>\n  </files>\n"
    "  <netlist>\n"
    "    <module loc=\"c,1,2,3,4\" name=\"top__P1\" origName=\"top\" topModule=\"1\">\n"
    "    <package loc=\"aa,0,0,0,0\" name=\"p\" origName=\"p\">\n"
    "    <module loc=\"zz,1,2,3,4\" name=\"lost\" origName=\"lost\">\n";

TEST(test_modules)
{
  struct design design;
  struct err err;
  char path[FILE_PATH];

  write_data(data_path(path, "xml"), xml, strlen(xml));
  CHECK(design_open(&design, path, NULL, &err), "%s", err.text);
  assert_int_equal(design.count, 2);
  assert_string_equal(design_file(&design, "top"), "/x/a<&\"A.v");
  assert_string_equal(design_file(&design, "p"), "b.v");
  assert_null(design_file(&design, "top__P1"));
  design_close(&design);
  assert_int_equal(design.count, 0);

  write_data(path, "<verilator_xml>\n", 16);
  assert_false(design_open(&design, path, NULL, &err));
  check_error(&err, ERR_ENVIRONMENT, "no module", path);
  assert_false(design_open(&design, "build/no-such.xml", NULL, &err));
  check_error(&err, ERR_ENVIRONMENT, "no-such.xml", "no XML");
}

/* As Verilator 5.048 prints it, with what does not count cut short. */
static const char json[] =
    "{\"type\":\"NETLIST\",\"name\":\"$root\",\"loc\":\"a,0:0,0:0\",\n"
    " \"modulesp\": [\n"
    "  {\"type\":\"MODULE\",\"name\":\"top__P1\",\"addr\":\"(E)\",\"loc\":\"c,3:8,3:11\","
    "\"origName\":\"top\",\"stmtsp\": [{\"type\":\"MODULE\",\"origName\":\"inner\","
    "\"loc\":\"c,4:1,4:2\"}]},\n"
    "  {\"type\":\"PACKAGE\",\"name\":\"p\",\"loc\":\"aa,1:9,1:11\",\"origName\":\"p\"},\n"
    "  "
    "{\"type\":\"PACKAGE\",\"name\":\"std\",\"loc\":\"d,1:9,1:1\",\"origName\":\"std\"},\n"
    "  "
    "{\"type\":\"MODULE\",\"name\":\"lost\",\"loc\":\"zz,1:2,3:4\",\"origName\":\"lost\"},"
    "\n"
    "  {\"type\":\"CONSTPOOL\",\"name\":\"\",\"loc\":\"c,0:0,0:0\",\"origName\":\"pool\"}\n"
    " ],\"filesp\": []}\n";
static const char meta[] =
    "{\"files\": {\n"
    "  \"d\": {\"filename\":\"<verilated_std>\", \"realpath\":\"/v/std.sv\"},\n"
    "  \"c\": {\"filename\":\"/x/a<&\\\"A\\303\\251\\y.v\", \"language\":\"1800-2023\"},\n"
    "  \"aa\": {\"filename\":\"b.v\"}\n },\"pointers\": {}}\n";

/* What the XML says too. */
TEST(test_modules_as_json)
{
  struct design design;
  struct err err;
  char path[FILE_PATH], beside[FILE_PATH];

  write_data(data_path(path, "json"), json, strlen(json));
  write_data(data_path(beside, "json.meta"), meta, strlen(meta));
  CHECK(design_open(&design, path, NULL, &err), "%s", err.text);
  assert_int_equal(design.count, 2);
  assert_string_equal(design_file(&design, "top"), "/x/a<&\"A\303\251\\y.v");
  assert_string_equal(design_file(&design, "p"), "b.v");
  assert_null(design_file(&design, "top__P1"));
  design_close(&design);

  write_data(path, json, strlen(json) / 2);
  assert_false(design_open(&design, path, NULL, &err));
  check_error(&err, ERR_ENVIRONMENT, "cannot read", path);
  write_data(path, "{}", 2);
  assert_false(design_open(&design, path, NULL, &err));
  check_error(&err, ERR_ENVIRONMENT, "no module", path);
  write_data(path, json, strlen(json));
  assert_int_equal(remove(beside), 0);
  assert_false(design_open(&design, path, NULL, &err));
  check_error(&err, ERR_ENVIRONMENT, "json.meta", beside);
}

/* Parameters and ports of one module, not of another, nor of a function; none are derived.
 */
static const char xml_ports[] =
    "<?xml version=\"1.0\" ?>\n"
    "    <file id=\"c\" filename=\"a.v\" language=\"1800-2017\"/>\n"
    "    <module loc=\"c,1,8,1,9\" name=\"other\" origName=\"other\">\n"
    "      <var loc=\"c\" name=\"x\" dir=\"input\" vartype=\"logic\" origName=\"x\"/>\n"
    "    </module>\n"
    "    <module loc=\"c,3,8,3,9\" name=\"top\" origName=\"top\" topModule=\"1\">\n"
    "      <var loc=\"c\" name=\"P\" vartype=\"int\" origName=\"P\" param=\"true\">\n"
    "        <const loc=\"c\" name=\"32&apos;h5\" dtype_id=\"2\"/>\n"
    "      </var>\n"
    "      <var loc=\"c\" name=\"Q\" vartype=\"int\" origName=\"Q\" localparam=\"true\">\n"
    "      <func loc=\"c\" name=\"f\" dtype_id=\"2\">\n"
    "        <var loc=\"c\" name=\"f\" dir=\"output\" vartype=\"int\" origName=\"f\"/>\n"
    "        <var loc=\"c\" name=\"y\" dir=\"input\" vartype=\"int\" origName=\"y\"/>\n"
    "      </func>\n"
    "      <task loc=\"c\" name=\"t\">\n"
    "        <var loc=\"c\" name=\"z\" dir=\"inout\" vartype=\"int\" origName=\"z\"/>\n"
    "      </task>\n"
    "      <task loc=\"c\" name=\"empty\"/>\n"
    "      <var loc=\"c\" name=\"a\" dir=\"input\" pinIndex=\"1\" origName=\"a\"/>\n"
    "      <var loc=\"c\" name=\"b\" dir=\"output\" pinIndex=\"2\" origName=\"b\"/>\n"
    "      <var loc=\"c\" name=\"c\" dir=\"inout\" pinIndex=\"3\" origName=\"c\"/>\n"
    "      <var loc=\"c\" name=\"own\" vartype=\"logic\" origName=\"own\"/>\n"
    "    </module>\n";
static const char json_ports[] =
    "{\"modulesp\": [\n"
    "  {\"type\":\"MODULE\",\"loc\":\"c,1:8,1:9\",\"origName\":\"other\",\"stmtsp\": [\n"
    "    {\"type\":\"VAR\",\"origName\":\"x\",\"direction\":\"INPUT\"}]},\n"
    "  {\"type\":\"MODULE\",\"loc\":\"c,3:8,3:9\",\"origName\":\"top\",\"stmtsp\": [\n"
    "    "
    "{\"type\":\"VAR\",\"origName\":\"P\",\"direction\":\"NONE\",\"varType\":\"GPARAM\"},\n"
    "    "
    "{\"type\":\"VAR\",\"origName\":\"Q\",\"direction\":\"NONE\",\"varType\":\"LPARAM\"},\n"
    "    "
    "{\"type\":\"VAR\",\"origName\":\"a\",\"direction\":\"INPUT\",\"varType\":\"PORT\"},\n"
    "    "
    "{\"type\":\"VAR\",\"origName\":\"b\",\"direction\":\"OUTPUT\",\"varType\":\"PORT\"},\n"
    "    "
    "{\"type\":\"VAR\",\"origName\":\"c\",\"direction\":\"INOUT\",\"varType\":\"WIRE\"},\n"
    "    {\"type\":\"ALWAYS\"},\n"
    "    {\"type\":\"FUNC\",\"stmtsp\": [{\"type\":\"VAR\",\"origName\":\"y\","
    "\"direction\":\"INPUT\",\"varType\":\"PORT\"}]},\n"
    "    "
    "{\"type\":\"VAR\",\"origName\":\"own\",\"direction\":\"NONE\",\"varType\":\"VAR\"}]}]}"
    "\n";

static void check_ports(const char *path)
{
  static const struct design_name names[] = {{DESIGN_PARAMETER, (char *)"P"},
                                             {DESIGN_INPUT, (char *)"a"},
                                             {DESIGN_OUTPUT, (char *)"b"},
                                             {DESIGN_INOUT, (char *)"c"}};
  struct design design;
  struct err err;

  CHECK(design_open(&design, path, "top", &err), "%s", err.text);
  assert_int_equal(design.name_count, 4);
  for (size_t i = 0; i < design.name_count; i++) {
    assert_int_equal(design.names[i].kind, names[i].kind);
    assert_string_equal(design.names[i].name, names[i].name);
  }
  design_close(&design);
  CHECK(design_open(&design, path, NULL, &err), "%s", err.text);
  assert_int_equal(design.name_count, 0);
  design_close(&design);
}

TEST(test_ports)
{
  static const char files[] = "{\"files\": {\"c\": {\"filename\":\"a.v\"}}}\n";
  char path[FILE_PATH], beside[FILE_PATH];

  write_data(data_path(path, "ports.xml"), xml_ports, strlen(xml_ports));
  check_ports(path);
  write_data(data_path(path, "ports.json"), json_ports, strlen(json_ports));
  write_data(data_path(beside, "ports.json.meta"), files, strlen(files));
  check_ports(path);
}

TEST(test_same_file)
{
  static const struct {
    const char *told, *file;
    bool same;
  } rows[] = {
      {"/a/b.v", "/a/b.v", true},   {"/a/b", "/a/b c.v", true},
      {"/a", "/a b/c.v", true},     {"/a/b c.v", "/a/b c.v", true},
      {"/a b", "/a b c.v", false},  {"/a/b", "/a/b.v", false},
      {"/a/bc", "/a/b c.v", false}, {"/a/b.v", "/a/b", false},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    CHECK(design_same_file(rows[i].told, rows[i].file) == rows[i].same, "%s %s",
          rows[i].told, rows[i].file);
}

/* The hash of a list of two files, one of them in the work directory `work`, or the error.
 * `before` is in each line before the path: nothing, or in newer lists a hash. */
static bool hash_list_with(struct hash *hash, const char *before, const char *work,
                           const char *file, struct err *err)
{
  char list[FILE_PATH], text[3 * FILE_PATH];

  snprintf(text, sizeof text,
           "# comment\nC \"--cc\"\n"
           "S 1 2 3 4 5 6 %s\"/usr/bin/verilator_bin\"\n"
           "S 1 2 3 4 5 6 %s\"%s/unit.v\"\nS 1 2 3 4 5 6 %s\"%s/apart.vlt\"\n"
           "S 1 2 3 4 5 6 %s\"%s\"\nS 1 2 3 4 5 6 %s\"/skipped/this/x.v\"\n"
           "T 1 2 3 4 5 6 %s\"out.cpp\"\n",
           before, before, work, before, work, before, file, before, before);
  write_data(data_path(list, "list"), text, strlen(text));
  *hash = hash_start();
  return design_hash_files(
      hash, list, &(struct design_scope){.work = work, .skipped = {NULL, "/skipped"}}, err);
}

static bool hash_list(struct hash *hash, const char *work, const char *file,
                      struct err *err)
{
  return hash_list_with(hash, "", work, file, err);
}

/* Names and contents count; the work directory's own name, times and tools do not. */
TEST(test_hash)
{
  char work[2][FILE_PATH], unit[3 * FILE_PATH], file[FILE_PATH], other[FILE_PATH];
  struct hash hash[2];
  struct err err;

  data_path(file, "file.v");
  data_path(other, "other.v");
  for (int i = 0; i < 2; i++) {
    data_path(work[i], i ? "work-one" : "work-other");
    assert_true(file_make_directory(work[i], &err));
    snprintf(unit, sizeof unit, "%s/unit.v", work[i]);
    write_data(unit, "unit", 4);
  }
  write_data(file, "one", 3);
  write_data(other, "one", 3);
  assert_true(hash_list(&hash[0], work[0], file, &err));
  CHECK(hash_list(&hash[1], work[1], file, &err), "%s", err.text);
  assert_memory_equal(&hash[0], &hash[1], sizeof hash[0]);
  assert_true(hash_list_with(&hash[1], "\"un/hashed\" ", work[1], file, &err));
  assert_memory_equal(&hash[0], &hash[1], sizeof hash[0]);
  assert_true(hash_list(&hash[1], work[1], other, &err));
  assert_memory_not_equal(&hash[0], &hash[1], sizeof hash[0]);
  write_data(file, "two", 3);
  assert_true(hash_list(&hash[1], work[1], file, &err));
  assert_memory_not_equal(&hash[0], &hash[1], sizeof hash[0]);
  write_data(file, "one", 3);
  write_data(unit, "tinu", 4);
  assert_true(hash_list(&hash[1], work[1], file, &err));
  assert_memory_not_equal(&hash[0], &hash[1], sizeof hash[0]);
}

TEST(test_refused)
{
  char work[FILE_PATH], list[FILE_PATH];
  struct hash hash;
  struct err err;

  data_path(work, "work-one");
  assert_false(hash_list(&hash, work, "/dev/null", &err));
  check_error(&err, ERR_USAGE, "not a regular file", "/dev/null");
  assert_false(hash_list(&hash, work, "a\tb.v", &err));
  check_error(&err, ERR_USAGE, "control character", "tab");
  assert_false(hash_list(&hash, work, "a\nb.v", &err));
  check_error(&err, ERR_USAGE, "line break", "line break");
  write_data(data_path(list, "empty"), "", 0);
  assert_false(design_hash_files(&hash, list, &(struct design_scope){.work = work}, &err));
  check_error(&err, ERR_ENVIRONMENT, "empty", list);
  assert_false(
      design_hash_files(&hash, "build/none", &(struct design_scope){.work = work}, &err));
  check_error(&err, ERR_ENVIRONMENT, "build/none", "no list");
}
