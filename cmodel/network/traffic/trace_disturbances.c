/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trace_disturbances -- the lines of a trace that say what happens beside the packets. */
#include "network/traffic/trace_disturbances.h"

#include "network/traffic/take.h"

#include <inttypes.h>

enum { QUEUES = 63, CHANNELS = 64 /* of a switch, at most */ };

static const struct form {
  const char *name;  /* as the line begins */
  const char *usage; /* the whole line */
  size_t numbers;    /* behind FROM and TO */
} forms[DISTURBANCE_KINDS] = {
    [DISTURBANCE_STALL] = {"# stall ", "# stall FROM TO SWITCH QUEUE", 2},
    [DISTURBANCE_HOLD] = {"# hold ", "# hold FROM TO TERMINAL", 1},
    [DISTURBANCE_RESET] = {"# reset ", "# reset FROM TO", 0},
    [DISTURBANCE_REFUSAL] = {"# refuse ", "# refuse FROM TO SWITCH CHANNEL", 2},
};

static const char noise_name[] = "# noise ";

void trace_print_disturbance(const struct disturbance *one, FILE *file)
{
  fprintf(file, "%s%" PRIu32 " %" PRIu32, forms[one->kind].name, one->from, one->to);
  if (forms[one->kind].numbers > 0)
    fprintf(file, " %" PRIu32, one->at);
  if (forms[one->kind].numbers > 1)
    fprintf(file, " %" PRIu32, one->queue);
}

void trace_print_disturbances(const struct disturbances *disturbances, FILE *file)
{
  for (size_t i = 0; i < disturbances->count && !ferror(file); i++) {
    trace_print_disturbance(&disturbances->list[i], file);
    fputc('\n', file);
  }
  if (disturbances->noise)
    fprintf(file, "%s%" PRIu64 "\n", noise_name, disturbances->noise);
}

/* FROM, TO and what follows, each with a space before it but the first; 0 where nothing
 * does. */
static bool take_numbers(const char *text, uint64_t *numbers, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if ((i > 0 && !take_text(&text, " ")) ||
        !take_number(&text, 10, UINT32_MAX, &numbers[i]))
      return false;
  return *text == '\0';
}

static bool check_place(const struct disturbance *one, const struct lines *lines,
                        const struct topology *t, struct err *err)
{
  const bool of_switch = one->kind == DISTURBANCE_STALL || one->kind == DISTURBANCE_REFUSAL;

  if (of_switch && one->at >= t->switches)
    return lines_error(lines, err,
                       "switch %" PRIu32 " is out of range; %s has switches 0 to %" PRIu32,
                       one->at, t->spec, t->switches - 1);
  if (one->kind == DISTURBANCE_STALL && one->queue >= QUEUES)
    return lines_error(lines, err,
                       "queue %" PRIu32 " is out of range; no switch has more than %d",
                       one->queue, QUEUES);
  if (one->kind == DISTURBANCE_REFUSAL && one->queue >= CHANNELS)
    return lines_error(lines, err,
                       "channel %" PRIu32 " is out of range; no switch has more than %d",
                       one->queue, CHANNELS);
  if (one->kind == DISTURBANCE_HOLD && one->at >= t->terminals)
    return lines_error(
        lines, err, "terminal %" PRIu32 " is out of range; %s has terminals 0 to %" PRIu32,
        one->at, t->spec, t->terminals - 1);
  return true;
}

static bool check_order(const struct disturbances *d, const struct disturbance *one,
                        const struct lines *lines, struct err *err)
{
  if (d->noise)
    return lines_error(lines, err, "'%s' after the line of '%s', which is the last",
                       lines->text, "# noise SEED");
  if (d->count > 0 && disturbance_compare(&d->list[d->count - 1], one) >= 0)
    return lines_error(lines, err,
                       "'%s' is out of order; lines must ascend by FROM, then stalls by "
                       "switch and queue, holds by terminal, the reset, refusals by "
                       "switch and channel",
                       lines->text);
  for (size_t i = d->count; one->kind == DISTURBANCE_RESET && i-- > 0;)
    if (d->list[i].kind == DISTURBANCE_RESET)
      return d->list[i].to < one->from ||
             lines_error(lines, err,
                         "'%s' begins before the reset of cycles %" PRIu32 " to %" PRIu32
                         " has been over for a cycle",
                         lines->text, d->list[i].from, d->list[i].to - 1);
  return true;
}

static bool take_noise(struct disturbances *d, const char *text, const struct lines *lines,
                       struct err *err)
{
  uint64_t seed = 0;

  if (d->noise)
    return lines_error(lines, err, "'%s' is the second line of noise", lines->text);
  if (!take_number(&text, 10, UINT64_MAX, &seed) || *text != '\0' || seed == 0)
    return lines_error(lines, err, "'%s' is not '# noise SEED', SEED in 1..2^64-1",
                       lines->text);
  d->noise = seed;
  return true;
}

bool trace_take_disturbance(struct disturbances *d, size_t *capacity, bool *found,
                            const struct lines *lines, const struct topology *t,
                            struct err *err)
{
  const char *text = lines->text;
  uint64_t numbers[4] = {0};
  int kind = 0;

  *found = true;
  if (take_text(&text, noise_name))
    return take_noise(d, text, lines, err);
  while (kind < DISTURBANCE_KINDS && !take_text(&text, forms[kind].name))
    kind++;
  *found = kind < DISTURBANCE_KINDS;
  if (!*found)
    return true;
  if (!take_numbers(text, numbers, 2 + forms[kind].numbers) || numbers[0] >= numbers[1])
    return lines_error(lines, err, "'%s' is not '%s', FROM less than TO", lines->text,
                       forms[kind].usage);
  const struct disturbance one = {.kind = (enum disturbance_kind)kind,
                                  .from = (uint32_t)numbers[0],
                                  .to = (uint32_t)numbers[1],
                                  .at = (uint32_t)numbers[2],
                                  .queue = (uint32_t)numbers[3]};
  if (!check_place(&one, lines, t, err) || !check_order(d, &one, lines, err))
    return false;
  if (d->count == 0)
    d->line = lines->number;
  return disturbances_append(d, capacity, &one, err);
}
