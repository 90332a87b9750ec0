/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_payload -- data that tells packets apart, and damage from data. */
#include "network/traffic/payload.h"

#include "tests/unit/support.h"

static uint64_t payload(uint32_t number, uint64_t seed, uint32_t data_bits)
{
  struct packet_format format = {.header_bits = 1, .data_bits = data_bits};

  return payload_data(number, seed, &format);
}

static const struct packet_format all = {.header_bits = 1, .data_bits = 64};

static const uint32_t numbers[] = {0,          1,          2,          255,       256,
                                   0x7ffffffe, 0x7fffffff, 0x80000000, UINT32_MAX};

enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

/* Bits [31:0] are the number, for every width; nothing is above the width. */
TEST(test_number_is_in_the_low_bits)
{
  for (uint32_t bits = 1; bits <= 64; bits++)
    for (size_t i = 0; i < NUMBERS; i++) {
      uint64_t data = payload(numbers[i], 9, bits);
      uint64_t low = bits < 32 ? (UINT64_C(1) << bits) - 1 : UINT32_MAX;

      CHECK(payload_number(data, &all) == (numbers[i] & low), "number %u, %u bits: %u",
            numbers[i], bits, payload_number(data, &all));
      CHECK(bits == 64 || data >> bits == 0, "number %u, %u bits: data %#" PRIx64,
            numbers[i], bits, data);
      CHECK(data == (payload(numbers[i], 9, 64) &
                     (bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1)),
            "number %u: %u bits are not the low bits of 64", numbers[i], bits);
    }
}

/* The number has no more bits than the numbers of a schedule need, the check has the rest:
 * in 200 packets every data bit is 0 and 1, but for a number's bits that they do not need.
 */
TEST(test_every_bit_moves)
{
  for (uint32_t count = 2; count <= 200; count++) {
    const struct packet_format format = {
        .header_bits = 1, .data_bits = 40, .number_bits = payload_bits_for(count)};
    uint64_t ones = 0, zeros = 0;

    for (uint32_t number = 0; number < count; number++) {
      const uint64_t data = payload_data(number, count, &format);

      assert_int_equal(payload_number(data, &format), number);
      ones |= data;
      zeros |= ~data;
    }
    if (count >= 100)
      assert_int_equal(ones & zeros & bits_mask(40), bits_mask(40));
    assert_int_equal(ones & zeros & bits_mask(format.number_bits),
                     bits_mask(format.number_bits));
  }
}

/* The first packet of a schedule has number bits of 0, the last one of 1, and with about
 * half of the seeds nothing else; no other packet is like these, and all can be told apart.
 */
TEST(test_corners)
{
  for (uint32_t count = 2; count <= 70; count++) {
    const struct packet_format format = {.header_bits = 1,
                                         .data_bits = 40,
                                         .number_bits = payload_bits_for(count),
                                         .last_number = count - 1};
    uint32_t zeros = 0, ones = 0;

    for (uint64_t seed = 0; seed < 100; seed++) {
      const uint64_t first = payload_data(0, seed, &format);
      const uint64_t last = payload_data(count - 1, seed, &format);

      zeros += first == 0;
      ones += last == bits_mask(40);
      assert_int_equal(first & bits_mask(format.number_bits), 0);
      assert_int_equal(~last & bits_mask(format.number_bits), 0);
      assert_int_equal(payload_number(first, &format), 0);
      assert_int_equal(payload_number(last, &format), count - 1);
      for (uint32_t number = 1; number < count - 1; number++) {
        const uint64_t data = payload_data(number, seed, &format);

        assert_int_equal(payload_number(data, &format), number);
        assert_true(data != 0 && data != bits_mask(40));
      }
    }
    CHECK(zeros > 25 && zeros < 75 && ones > 25 && ones < 75,
          "%u packets: all 0 with %u of 100 seeds, all 1 with %u", count, zeros, ones);
  }
}

TEST(test_bits_for_a_count)
{
  static const struct {
    size_t count;
    uint32_t bits;
  } rows[] = {{0, 1},
              {1, 1},
              {2, 1},
              {3, 2},
              {4, 2},
              {5, 3},
              {256, 8},
              {257, 9},
              {1 << 20, 20},
              {(1 << 20) + 1, 21},
              {(size_t)1 << 31, 31},
              {(size_t)1 << 32, 32},
              {SIZE_MAX, 32}};

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    assert_int_equal(payload_bits_for(rows[i].count), rows[i].bits);
}

/* Data with any one bit inverted is no packet's. */
TEST(test_one_wrong_bit_is_never_a_payload)
{
  for (uint32_t number = 0; number < 20000; number++)
    for (uint32_t bit = 0; bit < 64; bit++) {
      uint64_t wrong = payload(number, 5, 64) ^ UINT64_C(1) << bit;

      CHECK(wrong != payload(payload_number(wrong, &all), 5, 64),
            "number %u, bit %u, seed 5", number, bit);
    }
}

/* The data of another seed has the same number and another check. */
TEST(test_seed_changes_the_check)
{
  for (uint32_t number = 0; number < 20000; number++) {
    uint64_t a = payload(number, 1, 64), b = payload(number, 2, 64);

    CHECK(a >> 32 != b >> 32 && (uint32_t)a == (uint32_t)b, "number %u, seeds 1 and 2",
          number);
  }
}

/* Each bit of the check is 1 about as often as 0: of 20000, within 5 deviations of 10000.
 */
TEST(test_check_is_like_random_bits)
{
  for (uint32_t bit = 32; bit < 64; bit++) {
    uint32_t ones = 0;

    for (uint32_t number = 0; number < 20000; number++)
      ones += (uint32_t)(payload(number, 3, 64) >> bit & 1);
    CHECK(ones > 9646 && ones < 10354, "bit %u is 1 in %u of 20000, seed 3", bit, ones);
  }
}

/* A printed seed means the same data for ever. */
TEST(test_known_values)
{
  assert_int_equal(payload(0, 0, 64), UINT64_C(0x8de5787000000000));
  assert_int_equal(payload(1, 0, 64), UINT64_C(0x5306e46100000001));
  assert_int_equal(payload(7, 42, 64), UINT64_C(0xe648498000000007));
  assert_int_equal(payload(7, 42, 40), UINT64_C(0x8000000007));
}

/* Exactly the counts whose numbers the width can tell apart. */
TEST(test_fits_exactly_what_can_be_told_apart)
{
  for (uint32_t bits = 1; bits <= 64; bits++) {
    struct packet_format format = {.header_bits = 1, .data_bits = bits};
    size_t most = bits < 32 ? (size_t)1 << bits : SIZE_MAX;

    CHECK(payload_fits(0, &format) && payload_fits(most, &format), "%u bits", bits);
    CHECK(bits >= 32 || !payload_fits(most + 1, &format), "%u bits: %zu packets", bits,
          most + 1);
    if (bits <= 12)
      for (uint32_t number = 0; number < most; number++)
        CHECK(payload_number(payload(number, 1, bits), &all) == number,
              "%u bits: number %u", bits, number);
  }
}

/* Data of other kinds: in their form, in their width, equal for several packets, and never
 * with a number. */
TEST(test_data_without_numbers)
{
  static const uint32_t widths[] = {1, 8, 33, 40, 64};

  for (uint32_t kind = PAYLOAD_FIRST_OTHER; payload_list(kind); kind++)
    for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
      const char *name = payload_list(kind);
      const uint32_t bits = widths[w];
      const struct packet_format format = {
          .header_bits = 1, .data_bits = bits, .data_kind = kind};
      uint64_t before = 0;
      uint32_t equal = 0;

      for (uint32_t number = 0; number < 400; number++) {
        const uint64_t data = payload_data(number, 5, &format);
        const uint64_t two = UINT64_C(0x5555555555555555) & bits_mask(bits);
        const uint32_t top = bits < 20 ? bits : 20;

        CHECK((data & ~bits_mask(bits)) == 0, "%s: %u bits: %" PRIx64, name, bits, data);
        CHECK(data == payload_data(number, 5, &format), "%s", name);
        assert_true(payload_number(data, &format) == UINT32_MAX);
        CHECK(strcmp(name, "one-hot") != 0 || (data && !(data & (data - 1))), "%" PRIx64,
              data);
        CHECK(strcmp(name, "small") != 0 || data < 16, "%" PRIx64, data);
        CHECK(strcmp(name, "alternating") != 0 || data == two ||
                  data == (~two & bits_mask(bits)),
              "%" PRIx64, data);
        CHECK(strcmp(name, "ones") != 0 || data >> (bits - top) == bits_mask(top),
              "%" PRIx64, data);
        equal += number > 0 && data == before;
        CHECK(strcmp(name, "constant") != 0 || number == 0 || data == before, "%" PRIx64,
              data);
        before = data;
      }
      CHECK(equal > 0 || strcmp(name, "ones") == 0 || bits == 64, "%s: none is equal",
            name);
      assert_true(payload_fits(1000, &format));
    }
}

TEST(test_kinds_of_data)
{
  struct err err;
  uint32_t kind = 99;

  assert_true(payload_read(&kind, "number", &err) && kind == PAYLOAD_NUMBERS);
  for (size_t i = 0; payload_list(i); i++)
    assert_true(payload_read(&kind, payload_list(i), &err) && kind == i && payload_text(i));
  assert_false(payload_read(&kind, "ON", &err));
  check_error(&err, ERR_USAGE, "is none of number, constant", "ON");
}

/* The payload in few steps is the payload. */
TEST(test_inner_packets)
{
  for (uint32_t count = 1; count <= 70; count++)
    for (uint32_t bits = payload_bits_for(count); bits <= 64; bits += 7) {
      const struct packet_format format = {.header_bits = 1,
                                           .data_bits = bits,
                                           .number_bits = payload_bits_for(count),
                                           .last_number = count > 1 ? count - 1 : 0};
      const struct payload_form form = payload_form(count ^ bits, &format);

      for (uint32_t number = 0; number < count + 3; number++) {
        const bool inner = number > 0 && number + 1 < count;

        CHECK(payload_is_inner(&form, number) == inner, "%u of %u", number, count);
        CHECK(!inner || payload_inner(&form, number) ==
                            payload_data(number, count ^ bits, &format),
              "packet %u of %u, %u bits", number, count, bits);
      }
    }
}
