/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_lines -- text files line by line, and where they go wrong. */
#include "network/traffic/lines.h"

#include "tests/unit/unit.h"

/* Read all lines; the number of them, or SIZE_MAX with the error of the first bad one. */
static size_t read_all(const char *text, size_t size, char joined[1000], struct err *err)
{
  char path[FILE_PATH];
  struct lines lines;
  enum lines_result result;
  size_t count = 0, used = 0;

  write_data(data_path(path, "lines"), text, size);
  CHECK(lines_open(&lines, path, err), "%s", err->text);
  joined[0] = '\0';
  while ((result = lines_next(&lines, err)) == LINES_GOT) {
    count++;
    CHECK(lines.number == count, "line %zu has number %zu", count, (size_t)lines.number);
    used += (size_t)snprintf(joined + used, 1000 - used, "[%s%s]", lines.text,
                             lines.ended ? "" : "...");
  }
  CHECK(result == LINES_ERROR || lines.number == count + 1, "number after the last");
  lines_close(&lines);
  return result == LINES_ERROR ? SIZE_MAX : count;
}

TEST(test_lines_are_taken_apart)
{
  static const struct {
    const char *text;
    const char *lines;
  } cases[] = {
      {"", ""},
      {"a", "[a...]"},
      {"a\n", "[a]"},
      {"a\nb", "[a][b...]"},
      {"\n", "[]"},
      {"\n\n", "[][]"},
      {"a b\n\tc\n", "[a b][\tc]"},
      {"# gr\xc3\xbc\xc3\x9f\n1\n", "[# gr\xc3\xbc\xc3\x9f][1]"},
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char joined[1000];
    struct err err;

    assert_int_not_equal(read_all(cases[i].text, strlen(cases[i].text), joined, &err),
                         SIZE_MAX);
    assert_string_equal(joined, cases[i].lines);
  }
}

TEST(test_bytes_that_are_no_text)
{
  for (int byte = 0; byte < 256; byte++) {
    bool text = byte == '\t' || byte == '\n' || (byte >= 0x20 && byte < 0x7f);
    char data[] = {'1', '\n', '2', (char)byte, '\n'}, joined[1000], place[64];
    struct err err;
    size_t count = read_all(data, sizeof data, joined, &err);

    CHECK((count != SIZE_MAX) == text, "byte %#x: %zu lines", byte, count);
    if (text)
      continue;
    if (byte == '\r')
      snprintf(place, sizeof place, "lines:2: a carriage return; line ends must be LF");
    else
      snprintf(place, sizeof place, "lines:2: byte 0x%02x is not text", (unsigned)byte);
    check_error(&err, ERR_USAGE, place, "a byte");
  }
}

TEST(test_control_characters_in_comments)
{
  char joined[1000];
  struct err err;

  assert_int_equal(read_all("# a\0b\n", 6, joined, &err), SIZE_MAX);
  check_error(&err, ERR_USAGE, "lines:1: byte 0x00 is not text", "comment");
}

TEST(test_length_has_a_limit)
{
  char text[LINES_TEXT + 1], joined[1000];
  struct err err;

  memset(text, 'x', sizeof text);
  text[LINES_TEXT - 1] = '\n';
  assert_int_equal(read_all(text, LINES_TEXT, joined, &err), 1);
  assert_int_equal(strlen(joined), LINES_TEXT + 1); /* with the brackets */
  text[LINES_TEXT - 1] = 'x';
  text[LINES_TEXT] = '\n';
  assert_int_equal(read_all(text, LINES_TEXT + 1, joined, &err), SIZE_MAX);
  check_error(&err, ERR_USAGE, "lines:1: the line is longer than 255 bytes", "long line");
}

TEST(test_open_names_what_is_wrong)
{
  struct lines lines;
  struct err err;

  assert_false(lines_open(&lines, "build/test-data/none", &err));
  check_error(&err, ERR_USAGE, "cannot read 'build/test-data/none': No such file", "none");
  assert_false(lines_open(&lines, "build", &err));
  check_error(&err, ERR_USAGE, "cannot read 'build': it is a directory", "build");
  lines_close(&lines);
}

/* Opening the memory of this process works, reading its first byte does not. */
TEST(test_unreadable_file_is_reported)
{
  struct lines lines;
  struct err err;

  CHECK(lines_open(&lines, "/proc/self/mem", &err), "%s", err.text);
  assert_int_equal(lines_next(&lines, &err), LINES_ERROR);
  check_error(&err, ERR_USAGE, "/proc/self/mem:1: cannot read on: Input/output error",
              "mem");
  lines_close(&lines);
}
