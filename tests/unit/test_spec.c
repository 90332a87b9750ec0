/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_spec -- specs of all forms are read piece by piece, and printed again. */
#include "network/topology/spec.h"

#include "tests/unit/unit.h"

enum { FACTORS = 4, LEVELS = 3 };

/* "hdn:2x3x5:2x3,3x5": a base, then a product for each level. */
struct hdn {
  uint32_t base[FACTORS], level[LEVELS][FACTORS];
  size_t factors, level_factors[LEVELS], levels;
};

static bool read_hdn(struct spec *spec, struct hdn *h, struct err *err)
{
  char separator = ':';

  h->levels = 0;
  if (!spec_product(spec, ':', h->base, FACTORS, &h->factors, err))
    return false;
  do {
    if (h->levels == LEVELS)
      return err_set(err, ERR_USAGE, "too many levels");
    if (!spec_product(spec, separator, h->level[h->levels], FACTORS,
                      &h->level_factors[h->levels], err))
      return false;
    h->levels++;
    separator = '\0';
  } while (spec_next(spec, ','));
  return spec_end(spec, err);
}

static struct spec start(const char *text, const char *form)
{
  struct spec spec;

  spec_start(&spec, text, strcspn(text, ":,"), form);
  return spec;
}

TEST(test_levels_of_products)
{
  struct spec spec = start("hdn:2x03x5:2x3,3x5,1", "hdn:BASE:S1,S2,...");
  struct hdn h;
  struct err err = {.kind = ERR_NONE};

  CHECK(read_hdn(&spec, &h, &err), "%s", err.text);
  assert_int_equal(h.factors, 3);
  assert_memory_equal(h.base, ((uint32_t[]){2, 3, 5}), 3 * sizeof h.base[0]);
  assert_int_equal(h.levels, 3);
  assert_int_equal(h.level_factors[0], 2);
  assert_memory_equal(h.level[0], ((uint32_t[]){2, 3}), 2 * sizeof h.base[0]);
  assert_memory_equal(h.level[1], ((uint32_t[]){3, 5}), 2 * sizeof h.base[0]);
  assert_int_equal(h.level_factors[2], 1);
  assert_int_equal(h.level[2][0], 1);
  assert_string_equal(spec.canonical, "hdn:2x3x5:2x3,3x5,1");
}

TEST(test_a_product_of_any_length_that_fits)
{
  static const struct {
    const char *text;
    uint32_t factors[FACTORS];
    size_t count;
    const char *canonical;
  } good[] = {
      {"mesh:16", {16}, 1, "mesh:16"},
      {"mesh:8x8x8", {8, 8, 8}, 3, "mesh:8x8x8"},
      {"torus:10x10x10", {10, 10, 10}, 3, "torus:10x10x10"},
      {"torus:1x2x3x4", {1, 2, 3, 4}, 4, "torus:1x2x3x4"},
      {"torus:0x0007", {0, 7}, 2, "torus:0x7"},
      {"torus:4294967295x4294967296",
       {UINT32_MAX, UINT32_MAX},
       2,
       "torus:4294967295x4294967295"},
      {"torus:99999999999999999999999", {UINT32_MAX}, 1, "torus:4294967295"},
  };

  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    struct spec spec = start(good[i].text, "NAME:AxB");
    uint32_t factors[FACTORS];
    size_t count;
    struct err err = {.kind = ERR_NONE};

    CHECK(spec_product(&spec, ':', factors, FACTORS, &count, &err) && spec_end(&spec, &err),
          "%s: %s", good[i].text, err.text);
    CHECK(count == good[i].count, "%s: %zu factors", good[i].text, count);
    assert_memory_equal(factors, good[i].factors, count * sizeof factors[0]);
    assert_string_equal(spec.canonical, good[i].canonical);
  }
}

/* Factors with places are read, and nothing is printed of them. */
TEST(test_factors_and_their_places)
{
  struct spec spec = start("hdn:2@2x03x5@1,7", "hdn:BASE:S1,S2,..");
  struct spec_factor factors[3];
  struct err err;
  size_t count;

  assert_true(spec_factors(&spec, ':', factors, 3, &count, &err));
  assert_int_equal(count, 3);
  assert_true(factors[0].number == 2 && factors[0].place == 2);
  assert_true(factors[1].number == 3 && factors[1].place == 0);
  assert_true(factors[2].number == 5 && factors[2].place == 1);
  assert_string_equal(spec.canonical, "hdn:");
  spec_print(&spec, "%u", 5U);
  assert_true(spec_factors(&spec, ',', factors, 3, &count, &err));
  assert_true(count == 1 && factors[0].number == 7 && spec_end(&spec, &err));
  assert_string_equal(spec.canonical, "hdn:5,");
  spec = start("hdn:2x3x5x7", "hdn:BASE:S1,S2,..");
  assert_false(spec_factors(&spec, ':', factors, 3, &count, &err));
  check_error(&err, ERR_USAGE, "more than 3 factors", "hdn:2x3x5x7");
}

/* A spec that is not accepted, and what the error says. */
struct refused_spec {
  const char *spec, *error;
};

TEST(test_wrong_products_are_refused_with_the_place)
{
  static const struct refused_spec bad[] = {
      {"hdn", "'hdn': a number is missing at the end; the form is hdn:BASE:S1,S2,..."},
      {"hdn:2x3x5", "a number is missing at the end"},
      {"hdn:2x3x5:", "'hdn:2x3x5:': a number is missing at the end"},
      {"hdn:2x3x:2", "':2' at character 9 is not a number"},
      {"hdn:2xx5:2", "'x5' at character 7 is not a number"},
      {"hdn:x2:2", "'x2' at character 5 is not a number"},
      {"hdn:2X3:2", "'2X3' at character 5 is not a number"},
      {"hdn:2x3 :2", "'3 ' at character 7 is not a number"},
      {"hdn:2x-3:2", "'-3' at character 7 is not a number"},
      {"hdn::2", "':2' at character 5 is not a number"},
      {"hdn:2,3:4", "',3' at character 6 is not a number"},
      {"hdn:2:3:4", "':4' at character 8 is not expected"},
      {"hdn:2:3,,4", "',4' at character 9 is not a number"},
      {"hdn:2:3,", "'hdn:2:3,': a number is missing at the end"},
      {"hdn:2:3,x", "'x' at character 9 is not a number"},
      {"hdn:1x2x3x4x5:2", "more than 4 factors"},
      {"hdn:2:3,deep=1", "unknown key 'deep'"},
      {"hdn:2:3,=1", "unknown key ''"},
      {"hdn:2:3,deep=1,4", "unknown key 'deep'"},
      {"hdn:deep=1", "':deep=1' at character 4 is not a number"},
      {"hdn:2:"
       "3aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
       "'3aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' at character 7 is not a number"},
  };

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct spec spec = start(bad[i].spec, "hdn:BASE:S1,S2,...");
    struct err err = {.kind = ERR_NONE};
    struct hdn h;

    CHECK(!read_hdn(&spec, &h, &err), "'%s' is read", bad[i].spec);
    check_error(&err, ERR_USAGE, bad[i].error, bad[i].spec);
  }
}

static const char *const wraps[] = {"0", "1", "both"};

/* "butterfly:d[,wrap=...][,name=...]", keys in any order. */
static bool read_keys(struct spec *spec, uint64_t *number, size_t *wrap,
                      char name[SPEC_TEXT], struct err *err)
{
  return spec_number(spec, ':', number, err) &&
         spec_choice(spec, "wrap", wraps, 3, wrap, err) &&
         spec_value(spec, "name", name, err) && spec_end(spec, err);
}

TEST(test_keys_in_any_order)
{
  static const struct {
    const char *text;
    size_t wrap;
    const char *name, *canonical;
  } good[] = {
      {"butterfly:4", 0, "", "butterfly:4"},
      {"butterfly:4,wrap=1", 1, "", "butterfly:4,wrap=1"},
      {"butterfly:004,name=x=y,wrap=both", 2, "x=y", "butterfly:4,wrap=both,name=x=y"},
      {"butterfly:4,wrap=0,name=a:b", 0, "a:b", "butterfly:4,wrap=0,name=a:b"},
  };

  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    struct spec spec = start(good[i].text, "butterfly:d");
    char name[SPEC_TEXT];
    uint64_t number;
    size_t wrap;
    struct err err = {.kind = ERR_NONE};

    CHECK(read_keys(&spec, &number, &wrap, name, &err), "%s: %s", good[i].text, err.text);
    assert_int_equal(number, 4);
    assert_int_equal(wrap, good[i].wrap);
    assert_string_equal(name, good[i].name);
    assert_string_equal(spec.canonical, good[i].canonical);
  }
}

TEST(test_wrong_keys_are_refused)
{
  static const struct refused_spec bad[] = {
      {"butterfly:4,wrap=2", "butterfly:4,wrap=2: wrap must be 0, 1 or both"},
      {"butterfly:4,wrap=", "wrap has no value; the form is butterfly:d"},
      {"butterfly:4,wrap=1,wrap=1", "wrap is given twice"},
      {"butterfly:4,name=a,wrap=1,name=b", "name is given twice"},
      {"butterfly:4,wrapped=1", "unknown key 'wrapped'"},
      {"butterfly:4,wra=1", "unknown key 'wra'"},
      {"butterfly:4,wrap", "',wrap' at character 12 is not expected"},
      {"butterfly:4,name=a,5", "',5' at character 19 is not expected"},
      {"butterfly:4,name=a,", "',' at character 19 is not expected"},
      {"butterfly,name=a", "',name=a' at character 10 is not a number"},
  };

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct spec spec = start(bad[i].spec, "butterfly:d");
    char name[SPEC_TEXT];
    uint64_t number;
    size_t wrap;
    struct err err = {.kind = ERR_NONE};

    CHECK(!read_keys(&spec, &number, &wrap, name, &err), "'%s' is read", bad[i].spec);
    check_error(&err, ERR_USAGE, bad[i].error, bad[i].spec);
  }
}

TEST(test_numbers_to_the_largest)
{
  static const struct {
    const char *text;
    uint64_t number;
  } good[] = {{"x:0", 0},
              {"x:18446744073709551615", UINT64_MAX},
              {"x:18446744073709551616", UINT64_MAX},
              {"x:99999999999999999999999999999999", UINT64_MAX}};

  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    struct spec spec = start(good[i].text, "x:N");
    struct err err = {.kind = ERR_NONE};
    uint64_t number;

    CHECK(spec_number(&spec, ':', &number, &err) && spec_end(&spec, &err), "%s", err.text);
    CHECK(number == good[i].number, "%s", good[i].text);
  }
}
