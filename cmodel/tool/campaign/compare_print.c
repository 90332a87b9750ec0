/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* compare_print -- a comparison as a table, as CSV, and as JSON. */
#include "base/file.h"
#include "tool/campaign/check.h"
#include "tool/campaign/compare.h"
#include "tool/console/fold.h"

#include <inttypes.h>
#include <string.h>

enum {
  NAME_LEAST = 6, /* letters of the column of names */
  CELL = 24,
  NUMBERS = 87 /* columns of a row behind the name */
};

/* --- the table --- */

size_t compare_common_load(const struct compare *c)
{
  const struct compare_numbers *designs[COMPARE_DESIGNS];
  size_t count = 0;

  for (size_t i = 0; i < c->count; i++)
    if (compare_passed(c, i))
      designs[count++] = c->designs[i].numbers;
  return compare_common(designs, count, c->loads.count);
}

static int name_width(const struct compare *c)
{
  size_t width = NAME_LEAST;

  for (size_t i = 0; i < c->count; i++)
    if (compare_passed(c, i) && strlen(c->designs[i].name) > width)
      width = strlen(c->designs[i].name);
  return (int)width;
}

/* "0.9", ">= 0.9" */
static const char *saturation_text(const struct compare *c, size_t design, char text[CELL])
{
  bool beyond;
  const double most =
      compare_saturation(c->designs[design].numbers, c->loads.count, &beyond);

  snprintf(text, CELL, "%s%.3f", beyond ? ">= " : "", most);
  return text;
}

static const char *share_text(const struct service_shares *shares, double share,
                              char text[CELL])
{
  snprintf(text, CELL, shares->inputs < 2 ? "-" : "%.2f", share);
  return text;
}

static void print_row(const struct compare *c, size_t design, int width, FILE *file)
{
  const struct compare_design *d = &c->designs[design];
  const struct compare_numbers *at = &d->numbers[compare_common_load(c)];
  const struct compare_numbers *full = &d->numbers[c->loads.count - 1];
  const struct service_shares *shares = &full->service.shares;
  char saturation[CELL], least[CELL], most[CELL], jain[CELL];

  fprintf(file,
          "%-*s  %10s  %6.4g  %7.2f %6" PRIu64 " %5" PRIu64 " %5" PRIu64 "  %9" PRIu64
          "  %6u  %5s %5s %6s\n",
          width, d->name, saturation_text(c, design, saturation),
          d->numbers[0].cycles_per_hop, at->mean, at->median, at->p99, at->most,
          full->service.head_wait, full->service.most_inside,
          share_text(shares, shares->least, least), share_text(shares, shares->most, most),
          share_text(shares, shares->jain, jain));
}

/* A design as lines, for a terminal that is too narrow for the table. */
static void print_lines(const struct compare *c, size_t design, FILE *file)
{
  const struct compare_design *d = &c->designs[design];
  const struct compare_numbers *at = &d->numbers[compare_common_load(c)];
  const struct compare_numbers *full = &d->numbers[c->loads.count - 1];
  const struct service_shares *shares = &full->service.shares;
  char saturation[CELL], least[CELL], most[CELL], jain[CELL];

  fprintf(file, "%s\n", d->name);
  fprintf(file, "  saturation        %s\n", saturation_text(c, design, saturation));
  fprintf(file, "  cycles a hop      %.4g\n", d->numbers[0].cycles_per_hop);
  fprintf(file,
          "  latency at %-6s mean %.2f, median %" PRIu64 ", p99 %" PRIu64 ", max %" PRIu64
          "\n",
          c->loads.word[compare_common_load(c)], at->mean, at->median, at->p99, at->most);
  fprintf(file, "  at %-14s head wait %" PRIu64 ", inside %u\n",
          c->loads.word[c->loads.count - 1], full->service.head_wait,
          full->service.most_inside);
  fprintf(file, "  shares            least %s, most %s, Jain %s\n",
          share_text(shares, shares->least, least), share_text(shares, shares->most, most),
          share_text(shares, shares->jain, jain));
}

static void print_all_lines(const struct compare *c, FILE *file)
{
  fputc('\n', file);
  for (size_t i = 0; i < c->count; i++)
    if (compare_passed(c, i))
      print_lines(c, i, file);
}

static void print_table(const struct compare *c, FILE *file)
{
  const int width = name_width(c);
  char common[CELL + 16], full[CELL + 16];

  snprintf(common, sizeof common, "latency at %s", c->loads.word[compare_common_load(c)]);
  snprintf(full, sizeof full, "at %s", c->loads.word[c->loads.count - 1]);
  fprintf(file, "\n%-*s  %10s  %6s  %-26s  %-17s  %s\n", width, "", "", "cycles", common,
          full, "shares");
  fprintf(file, "%-*s  %10s  %6s  %7s %6s %5s %5s  %9s  %6s  %5s %5s %6s\n", width,
          "design", "saturation", "a hop", "mean", "median", "p99", "max", "head wait",
          "inside", "least", "most", "Jain");
  for (size_t i = 0; i < c->count; i++)
    if (compare_passed(c, i))
      print_row(c, i, width, file);
}

/* "golden: saturation 0.9, 1 cycle a hop"; a design beside the golden one. */
static void print_sentence(const struct compare *c, size_t design, FILE *file)
{
  const struct compare_design *d = &c->designs[design], *golden = &c->designs[0];
  const bool beside = design > 0 && compare_passed(c, 0);
  const double a_hop = d->numbers[0].cycles_per_hop;
  char saturation[CELL], ours[CELL];

  fprintf(file, "%s: saturation %s", d->name, saturation_text(c, design, saturation));
  if (beside)
    fprintf(file, " (golden %s)", saturation_text(c, 0, ours));
  fprintf(file, ", %.4g cycle%s a hop", a_hop, a_hop == 1 ? "" : "s");
  if (beside)
    fprintf(file, " (golden %.4g)", golden->numbers[0].cycles_per_hop);
  fputc('\n', file);
}

static void print_failure(const struct compare *c, size_t design, FILE *file)
{
  const struct compare_design *d = &c->designs[design];
  const struct compare_run *run = &d->runs[d->failed];
  const struct description description = compare_describe(c, design, d->failed);
  char command[CHECK_COMMAND], program[CHECK_COMMAND];

  check_program(program, c->settings);
  check_command(command, program, &description);
  fprintf(file, "%s: no figures, %s at load %s%s%s\n  repeat with: %s\n", d->name,
          run->word, c->loads.word[d->failed], run->line[0] != '\0' ? ": " : "", run->line,
          command);
}

void compare_print(const struct compare *c, FILE *file)
{
  const struct description *run = &c->settings->run;
  const size_t loads = c->loads.count;
  size_t passed = 0;

  for (size_t i = 0; i < c->count; i++)
    passed += compare_passed(c, i);
  if (!c->settings->quiet)
    fprintf(file,
            "%s %s: routing %s, depth %u, %u VC%s, %u lane%s, seed %" PRIu64
            "; %zu load%s, %s to %s\n",
            run->topology, run->traffic, c->shape.routing, c->shape.depth, c->shape.vcs,
            c->shape.vcs == 1 ? "" : "s", c->shape.lanes, c->shape.lanes == 1 ? "" : "s",
            run->seed, loads, loads == 1 ? "" : "s", c->loads.word[0],
            c->loads.word[loads - 1]);
  if (!c->settings->quiet && passed > 0) {
    if (fold_margin(file) > 0 && fold_margin(file) < (size_t)name_width(c) + NUMBERS)
      print_all_lines(c, file);
    else
      print_table(c, file);
    fputc('\n', file);
  }
  for (size_t i = 0; i < c->count && !c->settings->quiet; i++)
    if (compare_passed(c, i))
      print_sentence(c, i, file);
    else
      print_failure(c, i, file);
  fprintf(file, "%s\n", compare_word(c));
}

/* --- files --- */

static void print_csv_word(const char *word, FILE *file)
{
  const bool quoted = strpbrk(word, ",\"") != NULL;

  if (quoted)
    fputc('"', file);
  for (; *word; word++)
    fprintf(file, *word == '"' ? "\"\"" : "%c", *word);
  if (quoted)
    fputc('"', file);
}

static void print_csv_row(const struct compare *c, size_t design, size_t load, FILE *file)
{
  const struct compare_design *d = &c->designs[design];
  const struct compare_numbers *n = &d->numbers[load];
  const struct service_shares *shares = &n->service.shares;

  print_csv_word(d->name, file);
  fprintf(file, ",%s,", c->loads.word[load]);
  if (!compare_passed(c, design)) {
    fprintf(file, ",,,,,,,,,,,%s\n", d->runs[load].word ? d->runs[load].word : "SKIPPED");
    return;
  }
  fprintf(file, "%.10g,%.10g,%.10g,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%u,",
          n->offered, n->accepted, n->mean, n->median, n->p99, n->most,
          n->service.head_wait, n->service.most_inside);
  if (shares->inputs < 2)
    fputs(",,", file);
  else
    fprintf(file, "%.10g,%.10g,%.10g", shares->least, shares->most, shares->jain);
  fprintf(file, ",%s\n", d->runs[load].word);
}

bool compare_write_csv(const struct compare *c, const char *path, struct err *err)
{
  struct output_file file;

  if (!file_open(&file, path, err))
    return false;
  fputs("design,load,offered_load,accepted_load,latency_mean,latency_median,latency_p99,"
        "latency_max,head_wait,most_inside,share_least,share_most,share_jain,outcome\n",
        file.stream);
  for (size_t i = 0; i < c->count; i++)
    for (size_t load = 0; load < c->loads.count; load++)
      print_csv_row(c, i, load, file.stream);
  return file_commit(&file, err);
}
