/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_verdict -- the outcome of each run in a word, and the verdict on all. */
#include "tool/campaign/check.h"
#include "tool/campaign/check_units.h"

const char *check_word_name(enum check_word word)
{
  static const char *const names[CHECK_WORDS] = {
      [CHECK_PASS] = "PASS",   [CHECK_AGREED] = "AGREED",   [CHECK_NOT_MADE] = "NOT MADE",
      [CHECK_ERROR] = "ERROR", [CHECK_TIMEOUT] = "TIMEOUT", [CHECK_DEADLOCK] = "DEADLOCK",
      [CHECK_LOST] = "LOST",   [CHECK_DIFFER] = "DIFFER",
  };

  return names[word];
}

static enum check_word word_of(const struct cosim_summary *summary)
{
  switch (summary->outcome) {
  case OUTCOME_PASS:
  case OUTCOME_VACUOUS:
    return CHECK_PASS;
  case OUTCOME_DIFFER:
    return CHECK_DIFFER;
  case OUTCOME_LOST:
  case OUTCOME_MISROUTED: /* of Verilog alone */
    return CHECK_LOST;
  case OUTCOME_DEADLOCK:
    return summary->can_deadlock ? CHECK_AGREED : CHECK_DEADLOCK;
  case OUTCOME_TIMEOUT:
  case OUTCOME_INTERRUPTED:
    return CHECK_TIMEOUT;
  }
  return CHECK_ERROR;
}

void check_judge(struct check_result *result, const struct run_end *run)
{
  const struct job_end *end = &run->end;
  const struct cosim_summary *summary = &run->found.summary;

  result->state = CHECK_ENDED;
  result->line[0] = '\0';
  if (end->late) {
    result->word = CHECK_TIMEOUT;
    snprintf(result->line, sizeof result->line,
             "the run takes more than %d s, and was ended", CHECK_RUN_SECONDS);
  } else if (end->hung[0] != '\0') {
    result->word = CHECK_TIMEOUT;
    snprintf(result->line, sizeof result->line, "%s", end->hung);
  } else if (end->err.kind != ERR_NONE || !end->worked || !summary->ended) {
    result->word = CHECK_ERROR;
    snprintf(result->line, sizeof result->line, "%.1000s",
             end->err.kind ? end->err.text : "the run has no result");
  } else {
    result->summary = *summary;
    result->word = word_of(summary);
    snprintf(result->line, sizeof result->line, "%s", summary->line);
  }
}

int check_word_code(enum check_word word)
{
  static const int codes[CHECK_WORDS] = {
      [CHECK_ERROR] = ERR_ENVIRONMENT,     [CHECK_TIMEOUT] = EXIT_NO_PROGRESS,
      [CHECK_DEADLOCK] = EXIT_NO_PROGRESS, [CHECK_LOST] = EXIT_WRONG,
      [CHECK_DIFFER] = EXIT_WRONG,
  };

  return codes[word];
}

/* Why a shape of a member could not be built; ERR_NONE: all could. */
static enum err_kind broken_of(const struct check *check, size_t member)
{
  enum err_kind broken = ERR_NONE;

  for (size_t i = 0; i < check->plan.shape_count; i++)
    if (check->plan.shapes[i].member == member && check->built[i].state == CHECK_BROKEN &&
        broken != ERR_ENVIRONMENT)
      broken = check->built[i].err.kind;
  return broken;
}

struct check_verdict check_member_verdict(const struct check *check, size_t member)
{
  struct check_verdict verdict = {.word = CHECK_PASS};
  enum err_kind broken = broken_of(check, member);
  uint64_t crossed = 0;

  if (broken != ERR_NONE)
    verdict.word = CHECK_ERROR;
  for (size_t i = 0; i < check->plan.count; i++) {
    const struct check_result *r = &check->results[i];

    if ((check->plan.member_count > 0 &&
         check->plan.shapes[check->plan.runs[i]->shape].member != member) ||
        r->state != CHECK_ENDED)
      continue;
    if (check_failed(r->word) && r->word >= verdict.word) {
      verdict.word = r->word;
      broken = r->word == CHECK_ERROR ? ERR_ENVIRONMENT : broken;
    } else if (r->word == CHECK_PASS) {
      crossed += r->summary.activity.count[ACTIVITY_LINK];
    }
  }
  verdict.vacuous = verdict.word == CHECK_PASS && crossed == 0;
  verdict.of_files = verdict.word == CHECK_ERROR && broken == ERR_USAGE;
  return verdict;
}

const char *check_verdict_name(const struct check_verdict *verdict)
{
  return verdict->vacuous ? "VACUOUS" : check_word_name(verdict->word);
}

bool check_member_elsewhere(const struct check *check, size_t member)
{
  for (size_t i = 0; i < check->plan.shape_count; i++)
    if (check->plan.shapes[i].member == member &&
        !check_build_absent(check->built[i].state))
      return false;
  return true;
}

/* VACUOUS is worse than PASS and better than every failure. */
static bool is_worse(const struct check_verdict *a, const struct check_verdict *b)
{
  if (a->word != b->word)
    return a->word > b->word;
  return a->word == CHECK_ERROR ? b->of_files && !a->of_files : a->vacuous && !b->vacuous;
}

const char *check_verdict(const struct check *check, int *code)
{
  struct check_verdict worst = {.word = CHECK_PASS, .vacuous = true};
  bool any = false;

  /* A single run, of shrink or --repeat, belongs to no member. */
  for (size_t i = 0; i < check->plan.member_count || i == 0; i++) {
    const struct check_verdict own = check_member_verdict(check, i);

    if (check->plan.member_count > 0 && check_member_elsewhere(check, i))
      continue;
    if (!any || is_worse(&own, &worst))
      worst = own;
    any = true;
  }
  if (check_units_word(check) > worst.word)
    worst = (struct check_verdict){.word = check_units_word(check)};
  *code = worst.vacuous    ? EXIT_WRONG
          : worst.of_files ? ERR_USAGE
                           : check_word_code(worst.word);
  return check_verdict_name(&worst);
}
