/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_hash -- equal contents have equal hashes, different ones differ. */
#include "base/hash.h"

#include "tests/unit/unit.h"

#include <inttypes.h>

static struct hash of(const char *bytes, size_t size)
{
  struct hash hash = hash_start();

  hash_bytes(&hash, bytes, size);
  return hash;
}

static bool same(struct hash a, struct hash b)
{
  return a.lane[0] == b.lane[0] && a.lane[1] == b.lane[1];
}

/* Lane 0 is FNV-1a: published values. */
TEST(test_known_values)
{
  static const struct {
    const char *text;
    uint64_t value;
  } known[] = {
      {"", UINT64_C(0xcbf29ce484222325)},
      {"a", UINT64_C(0xaf63dc4c8601ec8c)},
      {"foobar", UINT64_C(0x85944171f73967e8)},
  };

  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    CHECK(of(known[i].text, strlen(known[i].text)).lane[0] == known[i].value, "'%s'",
          known[i].text);
}

/* A text is hashed alike in one piece and in any two. */
TEST(test_pieces)
{
  const char text[] = "the quick brown fox";

  for (size_t cut = 0; cut < sizeof text; cut++) {
    struct hash hash = of(text, cut);

    hash_bytes(&hash, text + cut, sizeof text - cut);
    CHECK(same(hash, of(text, sizeof text)), "cut at %zu", cut);
  }
}

/* Every single bit counts, in both lanes. */
TEST(test_every_bit)
{
  char bytes[64] = {0};
  struct hash zero = of(bytes, sizeof bytes);

  for (size_t bit = 0; bit < 8 * sizeof bytes; bit++) {
    bytes[bit / 8] = (char)(1 << bit % 8);
    struct hash hash = of(bytes, sizeof bytes);
    CHECK(hash.lane[0] != zero.lane[0] && hash.lane[1] != zero.lane[1], "bit %zu", bit);
    bytes[bit / 8] = 0;
  }
}

/* Zeros at the end count, and where one text ends and the next begins. */
TEST(test_lengths)
{
  const char zeros[8] = {0};
  struct hash one = hash_start(), other = hash_start();

  for (size_t i = 1; i <= sizeof zeros; i++) {
    struct hash longer = of(zeros, i), shorter = of(zeros, i - 1);

    CHECK(longer.lane[1] != shorter.lane[1], "%zu zeros", i);
  }
  hash_text(&one, "ab");
  hash_text(&one, "c");
  hash_text(&other, "a");
  hash_text(&other, "bc");
  CHECK(!same(one, other), "ab c and a bc");
}

TEST(test_files)
{
  char path[FILE_PATH], text[HASH_TEXT], again[HASH_TEXT];
  struct hash one = hash_start(), other = hash_start();
  struct err err;

  data_path(path, "hashed");
  write_data(path, "a\0b", 3);
  assert_true(hash_file(&one, path, &err));
  assert_true(hash_file(&other, path, &err));
  CHECK(same(one, other), "the same file twice");
  hash_print(&one, text);
  hash_print(&other, again);
  assert_int_equal(strlen(text), HASH_TEXT - 1);
  assert_int_equal(strspn(text, "0123456789abcdef"), HASH_TEXT - 1);
  assert_string_equal(text, again);
  write_data(path, "a\0c", 3);
  other = hash_start();
  assert_true(hash_file(&other, path, &err));
  CHECK(!same(one, other), "the changed file");

  /* Of files of any length, every byte and where the zeros at the end stop. */
  char bytes[21] = {0};
  for (size_t size = 1; size <= sizeof bytes; size++) {
    write_data(path, bytes, size - 1);
    one = hash_start();
    assert_true(hash_file(&one, path, &err));
    for (size_t i = 0; i < size; i++) {
      bytes[i] = (char)0x80;
      write_data(path, bytes, size);
      bytes[i] = 0;
      other = hash_start();
      assert_true(hash_file(&other, path, &err));
      CHECK(one.lane[0] != other.lane[0] && one.lane[1] != other.lane[1], "byte %zu of %zu",
            i, size);
    }
    write_data(path, bytes, size);
    other = hash_start();
    assert_true(hash_file(&other, path, &err));
    CHECK(one.lane[0] != other.lane[0] && one.lane[1] != other.lane[1], "%zu zeros", size);
  }
  data_path(path, "missing");
  assert_false(hash_file(&one, path, &err));
  check_error(&err, ERR_USAGE, "cannot read", path);
}
