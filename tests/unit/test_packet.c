/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_packet -- the fields of a header. */
#include "switch/component/packet.h"

#include "tests/unit/unit.h"

static const struct field fields[] = {
    {.name = "destination", .lsb = 0, .bits = 4},
    {.name = "mask", .lsb = 4, .bits = 4},
    {.name = "phase", .lsb = 63, .bits = 1},
};

TEST(test_value_is_the_bits_of_the_field)
{
  const uint64_t header = UINT64_C(0x80000000000000a5);

  assert_int_equal(field_value(&fields[0], header), 0x5);
  assert_int_equal(field_value(&fields[1], header), 0xa);
  assert_int_equal(field_value(&fields[2], header), 1);
}

/* Every position and width that 64 bits allow. */
TEST(test_value_inverts_placing)
{
  const uint64_t pattern = UINT64_C(0x9e3779b97f4a7c15);

  for (uint32_t lsb = 0; lsb < 64; lsb++) {
    for (uint32_t bits = 1; lsb + bits <= 64; bits++) {
      const struct field field = {.name = "x", .lsb = lsb, .bits = bits};
      uint64_t value = pattern >> (64 - bits);

      CHECK(field_value(&field, value << lsb) == value, "lsb %u bits %u", lsb, bits);
      CHECK(field_value(&field, ~(value << lsb)) == (~value & ~UINT64_C(0) >> (64 - bits)),
            "inverted, lsb %u bits %u", lsb, bits);
    }
  }
}

TEST(test_print_shows_all_fields)
{
  char buffer[64];

  assert_string_equal(field_print(buffer, sizeof buffer, fields, 3, 0xa5),
                      "destination=5 mask=10 phase=0");
  assert_string_equal(field_print(buffer, sizeof buffer, fields, 1, 0xa5), "destination=5");
  assert_string_equal(field_print(buffer, sizeof buffer, fields, 0, 0xa5), "");
}

/* A short buffer holds the beginning, ends in 0, and is not overrun. */
TEST(test_print_keeps_to_the_buffer)
{
  const char *whole = "destination=5 mask=10 phase=0";

  for (size_t size = 1; size <= strlen(whole) + 1; size++) {
    char buffer[64];

    memset(buffer, '!', sizeof buffer);
    field_print(buffer, size, fields, 3, 0xa5);
    CHECK(strlen(buffer) == size - 1, "size %zu: '%s'", size, buffer);
    CHECK(strncmp(buffer, whole, size - 1) == 0, "size %zu: '%s'", size, buffer);
    CHECK(buffer[size] == '!', "size %zu is overrun", size);
  }
}
