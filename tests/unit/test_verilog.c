/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_verilog -- the generated network: every link is there, and the same bytes come
 * twice.  What the text means to a synthesis tool is checked by scripts/check_network.py.
 */
#include "verilog/generate/verilog.h"

#include "tests/unit/unit.h"

#include <inttypes.h>

/* With the named routing and its VCs. */
static struct shape shape_of(const struct topology *t, const char *routing, uint32_t lanes)
{
  const struct routing *found = routing_of(t, routing);

  return (struct shape){
      .topology = t,
      .routing = found,
      .lanes = lanes,
      .depth = 3,
      .vcs = found->vcs,
      .store = found->phases.ends_at ? 5 : 0,
      .format = {.header_bits = found->header_bits(t), .data_bits = 40},
  };
}

static char *read_in(const char *directory, const char *name)
{
  char path[2 * FILE_PATH];
  struct err err;
  size_t size;

  snprintf(path, sizeof path, "%s/%s", directory, name);
  char *text = file_read(path, &size, &err);
  CHECK(text, "%s", err.text);
  return text;
}

static void write_routed(const char *spec, const char *routing, uint32_t lanes,
                         const char *directory)
{
  struct topology t = topology_of(spec);
  struct shape shape = shape_of(&t, routing, lanes);
  struct err err;

  CHECK(verilog_write(&shape, directory, NULL, &err), "%s: %s", spec, err.text);
}

static void write_network(const char *spec, uint32_t lanes, const char *directory)
{
  write_routed(spec, NULL, lanes, directory);
}

/* For each link: valid and packet forwards, ready backwards, once each, and its addresses;
 * and the address of each switch. */
TEST(test_every_link)
{
  static const char *const specs[] = {
      "hypercube:1", "hypercube:2", "hypercube:5",
      "d3:1,2",      "d3:2,3",      "d3:2,3,cabinets=1-3/4,routers=0-2-3/4"};
  char directory[FILE_PATH], line[256], from[ADDRESS_TEXT], to[ADDRESS_TEXT];

  data_path(directory, "links");
  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);

    write_network(specs[i], 1, directory);
    char *text = read_in(directory, "network.v");
    for (uint32_t a = 0; a < t.switches; a++) {
      snprintf(line, sizeof line, "    .here_i          (%u'd%" PRIu64 "),\n",
               t.address_bits, topology_here(&t, a));
      CHECK(occurrences(text, line) == 1, "%s: %s", specs[i], line);
      for (uint32_t p = 0; p < t.ports; p++) {
        struct link link = topology_link(&t, a, p);
        uint32_t b = link.to_switch, q = link.to_port;

        snprintf(line, sizeof line,
                 "  assign s%u_in_valid[%u*VCS +: VCS]"
                 " = s%u_out_valid[%u*VCS +: VCS];\n",
                 b, q, a, p);
        CHECK(occurrences(text, line) == 1, "%s: %s", specs[i], line);
        snprintf(line, sizeof line,
                 "  assign s%u_out_ready[%u*VCS +: VCS]"
                 " = s%u_in_ready[%u*VCS +: VCS];\n",
                 a, p, b, q);
        CHECK(occurrences(text, line) == 1, "%s: %s", specs[i], line);
        snprintf(line, sizeof line,
                 "  assign s%u_in_packet[%u*PACKET_BITS +: PACKET_BITS]\n"
                 "    = s%u_out_packet[%u*PACKET_BITS +: PACKET_BITS];\n",
                 b, q, a, p);
        CHECK(occurrences(text, line) == 1, "%s: %s", specs[i], line);
        t.row->print_address(&t, a, from);
        t.row->print_address(&t, b, to);
        snprintf(line, sizeof line, "  // %s port %u -> %s port %u\n", from, p, to, q);
        CHECK(occurrences(text, line) == 1, "%s: %s", specs[i], line);
      }
    }
    CHECK(occurrences(text, "  assign ") == (size_t)3 * t.switches * t.ports,
          "%s: there are other assignments than those of its links", specs[i]);
    CHECK(occurrences(text, "  switch #(") == t.switches, "%s: instances", specs[i]);
    free(text);
  }
}

/* The same bytes, wherever and whenever; also over an older network of another size. */
TEST(test_same_bytes)
{
  static const char *const files[] = {"network.v", "route.v", "files.f", "README.md",
                                      "rtl/switch/switch.v"};
  char one[FILE_PATH], other[FILE_PATH];

  data_path(one, "one");
  data_path(other, "other");
  write_network("hypercube:3", 2, one);
  write_network("hypercube:4", 1, other);
  write_network("hypercube:3", 2, other);
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    char *a = read_in(one, files[i]), *b = read_in(other, files[i]);
    CHECK(strcmp(a, b) == 0 && a[0] != '\0', "%s", files[i]);
    free(a);
    free(b);
  }
}

/* Every file that files.f names is there, and among them all that define what is used. */
TEST(test_file_list)
{
  char directory[FILE_PATH];

  data_path(directory, "list");
  write_network("hypercube:2", 1, directory);
  char *list = read_in(directory, "files.f");
  for (char *name = strtok(list, "\n"); name; name = strtok(NULL, "\n"))
    free(read_in(directory, name));
  free(list);
  list = read_in(directory, "files.f");
  assert_int_equal(occurrences(list, "rtl/switch/switch.v\n"), 1);
  assert_int_equal(occurrences(list, "rtl/route/bitfix.v\n"), 1);
  assert_int_equal(occurrences(list, "route.v\n"), 1);
  assert_int_equal(occurrences(list, "\nnetwork.v\n"), 1);
  assert_int_equal(occurrences(list, "/"), 2 * (occurrences(list, "\n") - 2));
  assert_null(strstr(list, "sync"));
  free(list);

  write_routed("d3:3,4", "destination", 1, directory);
  list = read_in(directory, "files.f");
  assert_int_equal(occurrences(list, "rtl/route/sync_table.v\n"), 1);
  assert_int_equal(occurrences(list, "rtl/component/port_table.v\n"), 1);
  assert_int_equal(occurrences(list, "rtl/component/sync_"), 2);
  assert_null(strstr(list, "bitfix"));
  free(list);
}

/* The parameters and the sizes of all ports are told. */
TEST(test_readme)
{
  char directory[FILE_PATH];

  data_path(directory, "readme");
  write_network("hypercube:3", 2, directory); /* 43-bit packets, 5 channels */
  char *text = read_in(directory, "README.md");
  assert_non_null(strstr(text, "# hypercube:3\n"));
  assert_non_null(strstr(text, "| `inject_valid_i` | 16 |"));
  assert_non_null(strstr(text, "| `inject_packet_i` | 688 |"));
  assert_non_null(strstr(text, "| `inject_ready_o` | 16 |"));
  assert_non_null(strstr(text, "| `eject_valid_o` | 40 |"));
  assert_non_null(strstr(text, "| `eject_packet_o` | 1720 |"));
  assert_non_null(strstr(text, "| `DEPTH` | 3 |"));
  assert_non_null(strstr(text, "| `seed_i` | 512 |"));
  assert_int_equal(occurrences(text, "unused by this routing"), 2);
  free(text);

  write_routed("hypercube:3", "drand-trans-ooo", 2, directory); /* 46 bits, 11 channels */
  text = read_in(directory, "README.md");
  assert_non_null(strstr(text, "| `VCS` | 3 |"));
  assert_non_null(strstr(text, "| `RANDOM` | 1 |"));
  assert_non_null(strstr(text, "| `CHANNELS` | 11 |"));
  assert_non_null(strstr(text, "| `eject_packet_o` | 4048 |"));
  assert_non_null(strstr(text, "`CHANNELS` (11) cycles"));
  assert_int_equal(occurrences(text, "unused by this routing"), 1);
  free(text);

  write_routed("hypercube:3", "rand-sync", 2, directory);
  text = read_in(directory, "README.md");
  assert_non_null(strstr(text, "| `STORE` | 5 |"));
  assert_non_null(strstr(text, "`phase_i` is the phase of the next cycle"));
  free(text);
}

/* Header fields, addresses, and one packet from the first terminal to the last. */
TEST(test_readme_packets)
{
  static const struct {
    const char *spec, *routing, *has[8];
  } rows[] = {
      {"hypercube:3",
       NULL,
       {"| `destination` | `2:0` |\n", "| 5 | 101 | 5 |\n",
        "From terminal 0 (000) to terminal 7 (111) the header is `3'h7`:\n",
        "    inject_packet_i[0 +: 43] = {40'h1, 3'h7}\n",
        "| 3 | 3 | 011 | port 2 | `0x7` |\n", "| 4 | 7 | 111 | eject | `0x7` |\n",
        "channel 2 of switch 7: `eject_valid_o[30]`"}},
      {"d3:2,2",
       "source-vector",
       {"| `b` | `5:3` |\n", "| 6 | 1.1.0 | 6 |\n", "{40'h1, 8'h1f}",
        "| 2 | 1 | 0.0.1 | port 3 (global 1) | `0x17` |\n"}},
      {"benes:3",
       NULL,
       {"to terminal 7 (7)", "| terminal | injects into switch |", "| eject |"}},
      {"mesh:4x4", NULL, {"Where and when it waits depends on the phase"}},
      {"hypercube:3", "drand-trans-ooo", {"The switches choose at random"}},
      {"hypercube:9", NULL, {"These are the first of 512;"}},
  };
  char directory[FILE_PATH];

  data_path(directory, "packets");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    write_routed(rows[i].spec, rows[i].routing, 1, directory);
    char *text = read_in(directory, "README.md");

    for (size_t k = 0; k < 8 && rows[i].has[k]; k++)
      CHECK(strstr(text, rows[i].has[k]), "%s: %s not in %s", rows[i].spec, rows[i].has[k],
            text);
    free(text);
  }
}

/* The route unit is joined with its own parameters and the ports that it has; what it does
 * not have is 0. */
TEST(test_route_unit)
{
  static const struct {
    const char *spec, *routing;
    const char *has[4], *lacks[4];
  } rows[] = {
      {"hypercube:3",
       "deterministic",
       {"  bitfix #(\n    .PORTS  ", "phase_i, random_i};", "wait_o     = 1'b0;",
        "priority_o = 16'd0;"},
       {"(phase_i", "(random_i)", "(wait_o)", "(vc_o)"}},
      {"hypercube:3",
       "rand-sync",
       {".SYNC         (1)", "(wait_o)", "(phase_i[0:0])", "(vc_o)"},
       {"(random_i)", "assign wait_o", "assign vc_o"}},
      {"hypercube:3",
       "rand-trans",
       {".SYNC         (0)", "(priority_o[0:0])", "priority_o[15:1] = 15'd0;"},
       {"(random_i)"}},
      {"hypercube:3",
       "drand-trans-ooo,forced=0",
       {".FORCED       (0)", ".SHARED       (0)", "(random_i)", "wait_o           = 1'b0;"},
       {"(phase_i", "(wait_o)"}},
      {"hypercube:3",
       "drand-trans-ooo,random=shared",
       {".FORCED       (1)", ".SHARED       (1)", "(vc_o)"},
       {"random_i}"}},
      {"d3:3,4",
       "source-vector",
       {"  sync_vector #(\n    .HOLDS        (1),\n    .K            (3),\n"
        "    .M            (4),\n    .PORTS  ",
        "phase_i, random_i};", "(priority_o[0:0])", "wait_o           = 1'b0;"},
       {"(phase_i", "(random_i)", "(wait_o)", "assign vc_o"}},
      {"d3:2,3,cabinets=1-3/9,routers=0-2-3/4",
       "destination,holds=0",
       {"  sync_table #(", ".HOLDS        (0)", ".K            (9)", ".M            (4)"},
       {"(phase_i", "(random_i)", "(wait_o)", "assign vc_o"}},
  };
  char directory[FILE_PATH];

  data_path(directory, "unit");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    write_routed(rows[i].spec, rows[i].routing, 1, directory);
    char *text = read_in(directory, "route.v");
    for (size_t k = 0; k < 4; k++) {
      CHECK(!rows[i].has[k] || strstr(text, rows[i].has[k]), "%s: no '%s'", rows[i].routing,
            rows[i].has[k]);
      CHECK(!rows[i].lacks[k] || !strstr(text, rows[i].lacks[k]), "%s: '%s'",
            rows[i].routing, rows[i].lacks[k]);
    }
    free(text);
  }
}

/* The verification top looks at every switch, and nothing of it stays behind. */
TEST(test_top)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape = shape_of(&t, NULL, 1);
  char directory[FILE_PATH], line[64];
  struct err err;

  data_path(directory, "top");
  CHECK(verilog_write_top(&shape, "switch", directory, &err), "%s", err.text);
  char *text = read_in(directory, "network_top.v");
  for (uint32_t sw = 0; sw < t.switches; sw++) {
    snprintf(line, sizeof line, "u_network.s%u_out_packet;", sw);
    CHECK(occurrences(text, line) == 1, "%s", line);
  }
  free(text);
  free(read_in(directory, "network.v"));
  verilog_remove_top(directory);
  assert_int_not_equal(access(directory, F_OK), 0);
}

/* What is said before a large network is written is close to what is written, and exact
 * where all switches are looked at but for rounding. */
TEST(test_size_is_known_before)
{
  static const struct {
    const char *spec;
    double within;
  } rows[] = {{"hypercube:1", 1}, {"hypercube:6", 1}, {"hypercube:11", 1.02},
              {"d3:1,2", 1},      {"d3:9,12", 1.05},  {"d3:2,3,cabinets=1-3/4", 1},
              {"mdf:2,3", 1},     {"mdf:20,4", 1.05}};
  char directory[FILE_PATH];

  data_path(directory, "size");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct topology t = topology_of(rows[i].spec);
    struct shape shape = shape_of(&t, NULL, 1);
    struct err err = {.kind = ERR_NONE};
    uint64_t said;

    CHECK(network_text_size(&shape, &said, &err), "%s", err.text);
    CHECK(verilog_write(&shape, directory, NULL, &err), "%s", err.text);
    char *text = read_in(directory, "network.v");
    double ratio = (double)said / (double)strlen(text);
    CHECK(ratio <= rows[i].within && ratio * rows[i].within >= 1,
          "%s: %" PRIu64 " said, %zu written", rows[i].spec, said, strlen(text));
    free(text);
  }
}

/* Ends it when `left` switches are printed. */
static bool count_down(void *self, uint32_t done, uint32_t switches)
{
  uint32_t *left = self;

  assert_int_equal(switches, 32);
  assert_true(done < switches);
  return *left > 0 && (*left)--;
}

/* A network that is ended leaves the file before it, no list of files, and no rest. */
TEST(test_ended_by_the_watch)
{
  struct topology t = topology_of("hypercube:5");
  struct shape shape = shape_of(&t, NULL, 1);
  char directory[FILE_PATH], path[2 * FILE_PATH];
  struct err err;

  data_path(directory, "ended");
  write_network("hypercube:2", 1, directory);
  char *before = read_in(directory, "network.v");
  for (uint32_t after = 0; after <= 32; after++) {
    uint32_t left = after;
    const struct network_watch watch = {.go_on = count_down, .self = &left};

    err = (struct err){.kind = ERR_NONE};
    CHECK(verilog_write(&shape, directory, &watch, &err) == (after == 32), "%u", after);
    assert_int_equal(err.kind, ERR_NONE);
    snprintf(path, sizeof path, "%s/files.f", directory);
    assert_int_equal(access(path, F_OK) == 0, after == 32);
    char *now = read_in(directory, "network.v");
    assert_int_equal(strcmp(before, now) == 0, after < 32);
    free(now);
  }
  free(before);
}

TEST(test_unwritable)
{
  struct topology t = topology_of("hypercube:1");
  struct shape shape = shape_of(&t, NULL, 1);
  char file[FILE_PATH], under[2 * FILE_PATH];
  struct err err;

  data_path(file, "file");
  write_data(file, "", 0);
  snprintf(under, sizeof under, "%s/network", file);
  assert_false(verilog_write(&shape, under, NULL, &err));
  check_error(&err, ERR_USAGE, file, under);
  assert_false(verilog_write_top(&shape, "switch", under, &err));
  check_error(&err, ERR_USAGE, file, under);
}
