/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* engine_programs -- encodes the programs of collective engines. */
#include "run/machine/engine_programs.h"

#include "base/bits.h"
#include "switch/component/collective_engine.h"

#include <stdlib.h>

enum {
  LIST_BITS = 32,       /* of an entry of the send list */
  MOST_WORDS = 1 << 24, /* of PROGRAM and of MEMORY, at most */
  LEAST_WORDS = 1 << 4, /* of PROGRAM and of MEMORY, at least */
  RECEIVE_PORT_LSB = 6, /* of a step */
  SENDS_LSB = 12,
  RECEIVES_LSB = 36,
  LAST_LSB = 16, /* of the head */
  STARTUP_LSB = 32,
  GAP_LSB = 48
};

static size_t words_of(const struct program *p)
{
  return ENGINE_HEAD + p->step_count +
         ((size_t)p->flag_count + ENGINE_RECEIVES - 1) / ENGINE_RECEIVES +
         ((size_t)p->send_count + ENGINE_SENDS - 1) / ENGINE_SENDS;
}

/* Check that the user's numbers fit their fields. */
static bool check_numbers(const struct programs *programs, struct err *err)
{
  const struct {
    const char *name;
    uint32_t value;
    uint64_t most;
  } numbers[] = {
      {"startup", programs->startup, bits_mask(ENGINE_STARTUP_BITS)},
      {"word", programs->word, bits_mask(ENGINE_GAP_BITS) + 1},
      {"words", programs->words, bits_mask(ENGINE_WORD_BITS) + 1},
  };

  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    if (numbers[i].value > numbers[i].most)
      return err_set(err, ERR_USAGE, "%s=%u: a collective engine counts to %llu; give less",
                     numbers[i].name, numbers[i].value,
                     (unsigned long long)numbers[i].most);
  return true;
}

static bool check_program(const struct program *p, struct err *err)
{
  bool fits = p->step_count <= bits_mask(ENGINE_STEP_BITS) && words_of(p) <= MOST_WORDS &&
              p->memory_words <= MOST_WORDS;

  for (uint32_t i = 0; i < p->step_count; i++)
    fits = fits && p->steps[i].sends <= bits_mask(ENGINE_COUNT_BITS) &&
           p->steps[i].receives <= bits_mask(ENGINE_COUNT_BITS);
  return fits ||
         err_set(err, ERR_USAGE,
                 "a node would have %u steps, %zu program words and %u words of memory; a "
                 "collective engine has at most %llu, %d and %d; give fewer words=M or a "
                 "smaller network",
                 p->step_count, words_of(p), p->memory_words,
                 (unsigned long long)bits_mask(ENGINE_STEP_BITS), MOST_WORDS, MOST_WORDS);
}

static uint64_t step_word(const struct program_step *step)
{
  const uint64_t send = step->sends ? step->send_port : 0;
  const uint64_t receive = step->receives ? step->receive_port : 0;

  return send | receive << RECEIVE_PORT_LSB | (uint64_t)step->sends << SENDS_LSB |
         (uint64_t)step->receives << RECEIVES_LSB;
}

/* Encode the steps, then the receive list, then the send list. */
static void encode(uint64_t *words, const struct program *p,
                   const struct programs *programs)
{
  const uint64_t receive_at = ENGINE_HEAD + p->step_count;
  const uint64_t send_at =
      receive_at + (p->flag_count + ENGINE_RECEIVES - 1) / ENGINE_RECEIVES;

  words[0] = ENGINE_FIRST | (uint64_t)(programs->word - 1) << GAP_LSB |
             (uint64_t)programs->startup << STARTUP_LSB |
             (uint64_t)(programs->words - 1) << LAST_LSB | p->step_count;
  words[1] = send_at | receive_at << LIST_BITS;
  for (uint32_t i = 0; i < p->step_count; i++)
    words[ENGINE_HEAD + i] = step_word(&p->steps[i]);
  for (uint32_t i = 0; i < p->flag_count; i++)
    words[receive_at + i / ENGINE_RECEIVES] |= (uint64_t)p->flags[i]
                                               << i % ENGINE_RECEIVES * 2;
  for (uint32_t i = 0; i < p->send_count; i++)
    words[send_at + i / ENGINE_SENDS] |= (uint64_t)p->sends[i]
                                         << i % ENGINE_SENDS * LIST_BITS;
}

/* Round up to a power of two. */
static uint32_t rounded(size_t words)
{
  uint32_t power = LEAST_WORDS;

  while (power < words)
    power *= 2;
  return power;
}

/* Sum of the cycles of the steps of a program. */
static uint64_t work_of(const struct program *p, const struct programs *programs)
{
  const uint64_t message = (uint64_t)programs->words * programs->word;

  return (uint64_t)p->step_count * (programs->startup + 1) + p->send_count * message;
}

/* Set where the programs and memories begin.  False: *err is set. */
static bool place(struct engine_programs *encoded, const struct programs *programs,
                  struct err *err)
{
  size_t largest = 0, memory = 0;

  for (uint32_t i = 0; i < programs->count; i++) {
    const struct program *p = &programs->nodes[i];

    if (!check_program(p, err))
      return false;
    encoded->first[i + 1] = encoded->first[i] + words_of(p);
    encoded->memory_first[i + 1] = encoded->memory_first[i] + p->memory_words;
    encoded->work += work_of(p, programs);
    largest = words_of(p) > largest ? words_of(p) : largest;
    memory = p->memory_words > memory ? p->memory_words : memory;
  }
  encoded->program_words = rounded(largest);
  encoded->memory_words = rounded(memory);
  return true;
}

bool engine_programs_encode(struct engine_programs *encoded,
                            const struct programs *programs, struct err *err)
{
  const size_t ends = (size_t)programs->count + 1;

  *encoded = (struct engine_programs){
      .count = programs->count, .startup = programs->startup, .word = programs->word};
  if (!check_numbers(programs, err))
    return false;
  encoded->first = calloc(ends, sizeof *encoded->first);
  encoded->memory_first = calloc(ends, sizeof *encoded->memory_first);
  if (encoded->first && encoded->memory_first) {
    if (!place(encoded, programs, err)) {
      engine_programs_free(encoded);
      return false;
    }
    encoded->words = calloc(encoded->first[programs->count], sizeof *encoded->words);
  }
  if (!encoded->words) {
    engine_programs_free(encoded);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u programs",
                   programs->count);
  }
  for (uint32_t i = 0; i < programs->count; i++)
    encode(encoded->words + encoded->first[i], &programs->nodes[i], programs);
  return true;
}

void engine_programs_free(struct engine_programs *programs)
{
  free(programs->words);
  free(programs->first);
  free(programs->memory_first);
  *programs = (struct engine_programs){.count = 0};
}
