/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_destinations -- file:PATH, destinations one a line. */
#include "tests/unit/traffic_unit.h"

/* "file:PATH" of a file of these bytes. */
static const char *file_of(char traffic[FILE_PATH + 8], const char *bytes, size_t size)
{
  char path[FILE_PATH];

  write_data(data_path(path, "destinations"), bytes, size);
  snprintf(traffic, FILE_PATH + 8, "file:%s", path);
  return traffic;
}

static void check_destinations(const char *spec, uint32_t packets, const char *text,
                               const uint32_t *expected)
{
  struct topology t = topology_of(spec);
  char traffic[FILE_PATH + 8];
  struct schedule schedule =
      schedule_of(&t, file_of(traffic, text, strlen(text)), packets, 1);

  assert_int_equal(schedule.count, t.switches * packets);
  check_schedule(&schedule, &t);
  for (size_t i = 0; i < schedule.count; i++) {
    CHECK(schedule.entries[i].source == i / packets && schedule.entries[i].cycle == 0,
          "entry %zu", i);
    CHECK(schedule.entries[i].destination == expected[i], "'%s': entry %zu goes to %u",
          text, i, schedule.entries[i].destination);
  }
  schedule_free(&schedule);
}

TEST(test_one_line_per_switch)
{
  check_destinations("hypercube:2", 1, "3\n1\n0\n2\n", (uint32_t[]){3, 1, 0, 2});
  check_destinations("hypercube:2", 3, "3\n1\n0\n2\n",
                     (uint32_t[]){3, 3, 3, 1, 1, 1, 0, 0, 0, 2, 2, 2});
}

TEST(test_one_line_per_packet)
{
  check_destinations("hypercube:2", 2, "3\n1\n0\n2\n1\n1\n2\n0\n",
                     (uint32_t[]){3, 1, 1, 1, 0, 2, 2, 0});
}

TEST(test_any_form_of_address)
{
  check_destinations("hypercube:2", 1, "11\n0b1\n0x2\n0", (uint32_t[]){3, 1, 2, 0});
}

TEST(test_comments_are_skipped)
{
  check_destinations("hypercube:1", 1, "# two switches\n#\n1\n# gr\xc3\xbc\xc3\x9f\n0\n#",
                     (uint32_t[]){1, 0});
}

TEST(test_hot_spots_are_allowed)
{
  check_destinations("hypercube:2", 1, "2\n2\n2\n2\n", (uint32_t[]){2, 2, 2, 2});
}

TEST(test_malformed_files_are_refused)
{
  static const struct {
    const char *text;
    uint32_t packets;
    const char *error;
  } bad[] = {
      {"", 1, "destinations:1: the file ends after 0 destinations; hypercube:2 needs 4"},
      {"# nothing\n", 1, "destinations:2: the file ends after 0 destinations"},
      {"0\n1\n2\n", 1,
       "destinations:4: the file ends after 3 destinations; hypercube:2 "
       "needs 4"},
      {"0\n1\n2", 1, "destinations:4: the file ends after 3 destinations"},
      {"0\n1\n2\n", 2,
       "destinations:4: the file ends after 3 destinations; hypercube:2 "
       "needs 4, or 8 for 2 packets per terminal"},
      {"0\n1\n2\n3\n0\n", 2, "destinations:6: the file ends after 5 destinations"},
      {"0\n1\n2\n3\n0\n", 1,
       "destinations:5: one destination too many; hypercube:2 with 1 "
       "packets per terminal takes 4"},
      {"0\n1\n2\n3\n0\n1\n2\n3\n# end\n0\n", 2,
       "destinations:10: one destination too many"},
      {"0\n1\n2\n3\n\n", 1, "destinations:5: one destination too many"},
      {"0\n\n1\n2\n3\n", 1,
       "destinations:2: the line is blank; give a destination, or a # "
       "comment"},
      {"0\n1\ntwo\n3\n", 1,
       "destinations:3: destination 'two' is not a terminal of "
       "hypercube:2; give an address such as 11, or a number in 0..3"},
      {"0\n1\n4\n3\n", 1,
       "destinations:3: destination '4' is out of range; hypercube:2 has "
       "terminals 0 to 3"},
      {"0\n-1\n2\n3\n", 1, "destinations:2: destination '-1' is not a terminal"},
      {"0\n1.0\n2\n3\n", 1, "destinations:2: destination '1.0' is not a terminal"},
      {"0 1\n2\n3\n", 1, "destinations:1: destination '0 1' is not a terminal"},
      {" 0\n1\n2\n3\n", 1, "destinations:1: destination ' 0' is not a terminal"},
      {"0\n1 \n2\n3\n", 1, "destinations:2: destination '1 ' is not a terminal"},
      {"0\n1\n2 # two\n3\n", 1, "destinations:3: destination '2 # two' is not a terminal"},
      {"0\n1\n99999999999999999999999\n3\n", 1,
       "destinations:3: destination "
       "'99999999999999999999999' is out of range"},
      {"0\r\n1\r\n2\r\n3\r\n", 1,
       "destinations:1: a carriage return; line ends must be LF"},
      {"\xef\xbb\xbf"
       "0\n1\n2\n3\n",
       1, "destinations:1: byte 0xef is not text"},
      {"0\n1\n2\n\x7f\n", 1, "destinations:4: byte 0x7f is not text"},
  };
  struct topology t = topology_of("hypercube:2");

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char traffic[FILE_PATH + 8];

    check_refused(&t, file_of(traffic, bad[i].text, strlen(bad[i].text)), bad[i].packets,
                  ERR_USAGE, bad[i].error);
  }
}

TEST(test_long_lines_and_binary_files_are_refused)
{
  struct topology t = topology_of("hypercube:2");
  char traffic[FILE_PATH + 8], text[4000];

  check_refused(&t, file_of(traffic, "0\n1\n\0\n3\n", 8), 1, ERR_USAGE,
                "destinations:3: byte 0x00 is not text");
  memset(text, '0', sizeof text);
  check_refused(&t, file_of(traffic, text, sizeof text), 1, ERR_USAGE,
                "destinations:1: the line is longer than 255 bytes");
  check_refused(&t, "file:/dev/zero", 1, ERR_USAGE, "/dev/zero:1: byte 0x00 is not text");
}

TEST(test_unreadable_files_are_refused)
{
  struct topology t = topology_of("hypercube:2");

  check_refused(&t, "file:build/test-data/none", 1, ERR_USAGE,
                "cannot read 'build/test-data/none': No such file");
  check_refused(&t, "file:build", 1, ERR_USAGE, "cannot read 'build': it is a directory");
  check_refused(&t, "file:", 1, ERR_USAGE, "needs a path");
}

TEST(test_too_many_packets_are_refused)
{
  struct topology t = topology_of("hypercube:20");
  char traffic[FILE_PATH + 8];

  check_refused(&t, file_of(traffic, "0\n", 2), 2048, ERR_USAGE,
                "at most 2047 per terminal");
}
