/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_decode_script -- the script beside a save file shows packets as words.
 *
 * GTKWave sends it a value a line, and shows the answer.
 */
#include "verilog/wave/decode_script.h"

#include "tests/unit/save_unit.h"

#include "base/bits.h"
#include "base/rng.h"
#include "network/traffic/payload.h"

enum { SAMPLES = 200, ANSWER = 256 };

static const struct packet_format format = {.header_bits = 3, .data_bits = 40};
static struct scene f;

/* What the script answers to each line of `input`: answers[count]. */
static void ask(const char *script, const char *input, char answers[][ANSWER], size_t count)
{
  char command[FILE_PATH * 3], path[FILE_PATH];
  FILE *pipe;

  write_data(data_path(path, "decode.txt"), input, strlen(input));
  snprintf(command, sizeof command, "%s <%s", script, path);
  pipe = popen(command, "r");
  assert_non_null(pipe);
  for (size_t i = 0; i < count; i++) {
    CHECK(fgets(answers[i], ANSWER, pipe), "%zu answers to %zu values", i, count);
    answers[i][strcspn(answers[i], "\n")] = '\0';
  }
  CHECK(fgetc(pipe) == EOF, "more answers than values");
  assert_int_equal(pclose(pipe), 0);
}

static void append_binary(char *text, uint64_t word, uint32_t bits)
{
  size_t length = strlen(text);

  for (uint32_t i = bits; i-- > 0;)
    text[length++] = (char)('0' + (word >> i & 1));
  text[length] = '\0';
}

static const char *script_for(char path[FILE_PATH], struct scene *x,
                              struct packet_format widths)
{
  struct err err;

  scene_prepare(x, "hypercube:3", SAVE_GOLDEN, "decode");
  x->shape.format = widths;
  data_path(path, "decode.py");
  CHECK(decode_script_write(path, &x->shape, SEED, 0, false, &err), "%s", err.text);
  return path;
}

/* Random packets, each as binary, with a valid bit, and as hexadecimal digits. */
static void check_words(struct packet_format widths)
{
  static char input[SAMPLES * 3 * 160], answers[SAMPLES * 3][ANSWER];
  static char expected[SAMPLES][ANSWER];
  struct rng rng = rng_seed(SEED, widths.data_bits);
  char path[FILE_PATH];
  const char *script = script_for(path, &f, widths);

  input[0] = '\0';
  for (size_t i = 0; i < SAMPLES; i++) {
    uint64_t header = rng_next(&rng) & bits_mask(widths.header_bits);
    uint32_t number = (uint32_t)(rng_next(&rng) & bits_mask(widths.data_bits) &
                                 bits_mask(payload_number_bits(&widths)));

    if (widths.last_number)
      number = i < 2 ? (i ? widths.last_number : 0) : number % (widths.last_number + 1);
    const uint64_t data = payload_data(number, SEED, &widths);
    char bits[160] = "", digits[64] = "";

    append_binary(bits, data, widths.data_bits);
    append_binary(bits, header, widths.header_bits);
    for (size_t k = strlen(bits); k > 0; k -= k < 4 ? k : 4) {
      char nibble[8] = "";

      snprintf(nibble, sizeof nibble, "%.*s", (int)(k < 4 ? k : 4),
               bits + (k < 4 ? 0 : k - 4));
      memmove(digits + 1, digits, strlen(digits) + 1);
      digits[0] = "0123456789ABCDEF"[strtoul(nibble, NULL, 2)];
    }
    sprintf(input + strlen(input), "%s\n1%s\n%s\n", bits, bits, digits);
    snprintf(expected[i], ANSWER, "#%u destination=%u", number,
             (unsigned)(header & bits_mask(3)));
  }
  ask(script, input, answers, SAMPLES * 3);
  for (size_t i = 0; i < SAMPLES * 3; i++)
    CHECK(strcmp(answers[i], expected[i / 3]) == 0, "value %zu: '%s' instead of '%s'", i,
          answers[i], expected[i / 3]);
}

TEST(test_packets_become_words)
{
  static const struct packet_format widths[] = {
      {3, 40, 0, 0, 0, 0, 0},    {3, 32, 0, 0, 0, 0, 0},  {3, 10, 0, 0, 0, 0, 0},
      {3, 64, 0, 0, 0, 0, 0},    {20, 33, 0, 0, 0, 0, 0}, {3, 40, 1, 0, 0, 0, 0},
      {3, 40, 9, 0, 0, 0, 0},    {3, 10, 10, 0, 0, 0, 0}, {3, 40, 1, 1, 0, 0, 0},
      {3, 40, 9, 300, 0, 0, 0},  {3, 64, 9, 1, 0, 0, 0},  {3, 10, 4, 9, 0, 0, 0},
      {3, 10, 10, 1023, 0, 0, 0}};

  for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
    check_words(widths[i]);
}

/* In front of a packet is a valid bit, or one for each VC. */
TEST(test_valid_bits_of_vcs)
{
  static char answers[6][ANSWER];
  char path[FILE_PATH], packet[64] = "", input[512];
  struct err err;

  scene_prepare(&f, "hypercube:3", SAVE_GOLDEN, "decode");
  f.shape.vcs = 3;
  data_path(path, "decode.py");
  CHECK(decode_script_write(path, &f.shape, SEED, 0, false, &err), "%s", err.text);
  append_binary(packet, payload_data(12, SEED, &format), 40);
  append_binary(packet, 5, 3);
  snprintf(input, sizeof input, "%s\n1%s\n010%s\n000%s\n1x0%s\n0000%s\n", packet, packet,
           packet, packet, packet, packet);
  ask(path, input, answers, 6);
  for (int i = 0; i < 3; i++)
    assert_string_equal(answers[i], "#12 destination=5");
  assert_string_equal(answers[3], "?black? ");
  assert_string_not_equal(answers[4], "#12 destination=5");
  assert_true(strlen(answers[5]) > 40);
}

/* What the two-phase switch and the mask switch have in their headers. */
TEST(test_fields_of_other_routings)
{
  static const struct {
    const char *routing, *expected;
  } cases[] = {
      {"rand-trans", "#3 immediate=5 final=6"},
      {"drand-trans-ooo", "#3 destination=5 mask=6"},
  };
  static const struct packet_format widths = {.header_bits = 6, .data_bits = 40};

  for (size_t i = 0; i < 2; i++) {
    char path[FILE_PATH], input[128] = "", answers[1][ANSWER];
    struct err err;

    scene_prepare(&f, "hypercube:3", SAVE_GOLDEN, "decode");
    f.routing = *topology_routing(&f.topology, cases[i].routing, &err);
    f.shape.format = widths;
    data_path(path, "decode.py");
    CHECK(decode_script_write(path, &f.shape, SEED, 0, false, &err), "%s", err.text);
    append_binary(input, payload_data(3, SEED, &widths), 40);
    strcat(input, "110101\n");
    ask(path, input, answers, 1);
    assert_string_equal(answers[0], cases[i].expected);
  }
}

/* Any damage to the data is seen. */
TEST(test_damaged_data_is_marked)
{
  static char input[40 * 64], answers[41][ANSWER];
  char path[FILE_PATH];
  const char *script = script_for(path, &f, format);

  input[0] = '\0';
  for (uint32_t bit = 0; bit < 40; bit++) {
    append_binary(input, payload_data(12, SEED, &format) ^ UINT64_C(1) << bit, 40);
    strcat(input, "101\n");
  }
  ask(script, input, answers, 40);
  for (uint32_t bit = 0; bit < 40; bit++)
    CHECK(strstr(answers[bit], " destination=5 DAMAGED") && answers[bit][0] == '?',
          "bit %u: %s", bit, answers[bit]);
}

/* The script answers everything, with a line each, and goes on. */
TEST(test_other_values_are_answered)
{
  static char answers[10][ANSWER];
  char path[FILE_PATH], input[1024] = "";
  const char *script = script_for(path, &f, format);

  strcat(input, "0");
  append_binary(input, 5, 43); /* not valid */
  strcat(input, "\n");
  for (int i = 0; i < 43; i++)
    strcat(input, "z");
  strcat(input, "\nX");
  append_binary(input, 5, 43);
  strcat(input, "\n1x");
  append_binary(input, 5, 42);
  strcat(input, "\n\nhello, world\n\xff\xfe\n?red?text\n-1\n1");
  append_binary(input, payload_data(12, SEED, &format), 40);
  strcat(input, "101"); /* without newline */
  ask(script, input, answers, 10);
  assert_string_equal(answers[0], "?black? ");
  assert_string_equal(answers[1], "?black? ");
  assert_int_equal(answers[2][0], 'X');
  assert_int_equal(answers[3][1], 'x');
  assert_string_equal(answers[4], "?black? ");
  assert_string_equal(answers[5], "hello, world");
  assert_true(strlen(answers[6]) > 0);
  assert_string_equal(answers[7], "?red?text");
  assert_string_equal(answers[8], "-1");
  assert_string_equal(answers[9], "#12 destination=5");
}

/* Every field of a header, wherever it lies. */
static size_t two_fields(const struct topology *t, struct field *fields, size_t capacity)
{
  (void)t;
  assert_true(capacity >= 2);
  fields[0] = (struct field){.name = "phase", .lsb = 7, .bits = 1};
  fields[1] = (struct field){.name = "destination", .lsb = 2, .bits = 5};
  return 2;
}

TEST(test_every_field_is_shown)
{
  static const struct packet_format widths = {.header_bits = 8, .data_bits = 40};
  static char answers[1][ANSWER];
  char path[FILE_PATH], input[128] = "";
  struct err err;

  scene_prepare(&f, "hypercube:3", SAVE_GOLDEN, "decode");
  f.routing.fields = two_fields;
  f.shape.format = widths;
  data_path(path, "decode.py");
  CHECK(decode_script_write(path, &f.shape, SEED, 0, false, &err), "%s", err.text);
  append_binary(input, payload_data(3, SEED, &widths), 40);
  append_binary(input, 1u << 7 | 21u << 2 | 3, 8);
  strcat(input, "\n");
  ask(path, input, answers, 1);
  assert_string_equal(answers[0], "#3 phase=1 destination=21");
}

/* GTKWave waits for the answer to one value before it sends the next. */
TEST(test_answers_come_at_once)
{
  char path[FILE_PATH], fifo[FILE_PATH], command[FILE_PATH * 5 + 256], value[64] = "";
  const char *script = script_for(path, &f, format);
  FILE *pipe;
  char answer[ANSWER] = "";

  append_binary(value, payload_data(12, SEED, &format), 40);
  append_binary(value, 5, 3);
  data_path(fifo, "decode.fifo");
  /* The input stays open until the answer was read. */
  snprintf(command, sizeof command,
           "unset PYTHONUNBUFFERED; rm -f %s && mkfifo %s && { %s <%s & } | "
           "{ exec 3>%s; echo %s >&3; timeout 20 head -n 1; }",
           fifo, fifo, script, fifo, fifo, value);
  pipe = popen(command, "r");
  assert_non_null(pipe);
  assert_non_null(fgets(answer, sizeof answer, pipe));
  pclose(pipe);
  assert_string_equal(answer, "#12 destination=5\n");
}
