/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_block -- the blocks of a sweep's plan as words: lines `keyword value...`. */
#include "tool/campaign/sweep_block.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* Which blocks must have a line. */
enum needed { NEVER, SWITCHES, ALWAYS };

static const struct {
  const char *name;
  bool many; /* takes several values */
  enum needed needed;
} keywords[SWEEP_KEYWORDS] = {
    [SWEEP_TOPOLOGY] = {"topology", true, ALWAYS},
    [SWEEP_PACKETS] = {"packets", true, SWITCHES},
    [SWEEP_TRAFFIC] = {"traffic", true, ALWAYS},
    [SWEEP_ROUTING] = {"routing", true, SWITCHES},
    [SWEEP_TRIALS] = {"trials", false, ALWAYS},
    [SWEEP_SEED] = {"seed", false, ALWAYS},
    [SWEEP_DEPTH] = {"depth", true, NEVER},
    [SWEEP_VCS] = {"vcs", true, NEVER},
    [SWEEP_LANES] = {"lanes", false, NEVER},
};

enum { NAMES = 64 /* fields that a line can say, at most */ };

const char *sweep_keyword_name(enum sweep_keyword keyword)
{
  return keywords[keyword].name;
}

bool sweep_keyword_many(enum sweep_keyword keyword)
{
  return keywords[keyword].many;
}

bool sweep_blocks_open(struct sweep_blocks *blocks, const char *path, struct err *err)
{
  char text[ERR_TEXT];

  blocks->next.number = 0;
  if (lines_open(&blocks->lines, path, err))
    return true;
  snprintf(text, sizeof text, "%s", err->text);
  return err_set(err, err->kind,
                 "%s; give a plan, a file as in docs/sweep.md, or SPEC and TRAFFIC", text);
}

void sweep_blocks_close(struct sweep_blocks *blocks)
{
  lines_close(&blocks->lines);
}

bool sweep_blocks_error(const struct sweep_blocks *blocks, uint64_t number, struct err *err)
{
  if (err->kind != ERR_USAGE || !blocks->lines.path)
    return false;
  return err_set(err, ERR_USAGE, "%.400s:%" PRIu64 ": %.500s", blocks->lines.path, number,
                 err->text);
}

/* The keyword of a name; or *field, of one that has no line of its own. */
static bool find_keyword(const struct lines *lines, const char *name, size_t *keyword,
                         const struct run_field **field, struct err *err)
{
  const char *names[SWEEP_KEYWORDS + NAMES];
  char near[128];
  size_t count, known = SWEEP_KEYWORDS;
  const struct run_field *fields = run_fields(&count);

  for (*keyword = 0; *keyword < SWEEP_KEYWORDS; ++*keyword) {
    names[*keyword] = keywords[*keyword].name;
    if (strcmp(name, names[*keyword]) == 0)
      return true;
  }
  *field = sweep_options_field(name);
  if (*field)
    return true;
  for (size_t i = 0; i < count && known < SWEEP_KEYWORDS + NAMES; i++)
    if (sweep_options_field(fields[i].name))
      names[known++] = fields[i].name;
  text_did_you_mean(near, sizeof near, name, names, known);
  return lines_error(lines, err, "there is no keyword '%.100s'%s", name,
                     near[0] ? near : "; docs/sweep.md lists them");
}

/* Words up to one that begins with '#': the first, the keyword, is returned ("" when there
 * is none), the others are the values. */
static const char *split(struct sweep_line *line, const struct lines *lines)
{
  static const char blank[] = " \t";
  const char *first = "";
  char *next = line->text;

  memcpy(line->text, lines->text, sizeof line->text);
  line->number = lines->number;
  line->count = 0;
  for (next += strspn(next, blank); *next != '\0' && *next != '#';
       next += strspn(next, blank)) {
    if (*first == '\0')
      first = next;
    else
      line->word[line->count++] = next;
    next += strcspn(next, blank);
    if (*next != '\0')
      *next++ = '\0';
  }
  return first;
}

/* Words point into the text beside them. */
static void copy_line(struct sweep_line *to, const struct sweep_line *from)
{
  *to = *from;
  for (size_t i = 0; i < to->count; i++)
    to->word[i] = to->text + (from->word[i] - from->text);
}

static bool take(const struct lines *lines, struct sweep_block *block, size_t keyword,
                 const struct sweep_line *line, struct err *err)
{
  const char *name = keywords[keyword].name;

  if (block->number == 0 && keyword != SWEEP_TOPOLOGY)
    return lines_error(lines, err, "'%s' before 'topology', which begins a block", name);
  if (block->line[keyword].number)
    return lines_error(lines, err, "'%s' is in line %" PRIu64 " of this block already",
                       name, block->line[keyword].number);
  if (line->count == 0)
    return lines_error(lines, err, "'%s' needs a value", name);
  if (line->count > 1 && !keywords[keyword].many)
    return lines_error(lines, err, "'%s' takes one value, not %zu", name, line->count);
  if (block->number == 0)
    block->number = line->number;
  copy_line(&block->line[keyword], line);
  return true;
}

/* A line that says a field of the runs. */
static bool take_option(const struct lines *lines, struct sweep_block *block,
                        const struct run_field *field, const struct sweep_line *line,
                        struct err *err)
{
  if (block->number == 0)
    return lines_error(lines, err, "'%s' before 'topology', which begins a block",
                       field->name);
  for (size_t i = 0; i < block->more_count; i++)
    if (block->more[i].field == field)
      return lines_error(lines, err, "'%s' is in line %" PRIu64 " of this block already",
                         field->name, block->more[i].number);
  if (line->count == 0)
    return lines_error(lines, err, "'%s' needs a value", field->name);
  if (line->count > 1)
    return lines_error(lines, err, "'%s' takes one value, not %zu", field->name,
                       line->count);
  if (block->more_count == SWEEP_OPTIONS)
    return lines_error(lines, err, "'%s': a block has at most %d such lines", field->name,
                       SWEEP_OPTIONS);
  struct sweep_option_line *more = &block->more[block->more_count++];

  *more = (struct sweep_option_line){.number = line->number, .field = field};
  snprintf(more->value, sizeof more->value, "%s", line->word[0]);
  return true;
}

bool sweep_blocks_has(const struct sweep_blocks *blocks, const struct sweep_block *block,
                      enum sweep_keyword keyword, struct err *err)
{
  if (keywords[keyword].needed == NEVER || block->line[keyword].number)
    return true;
  err_set(err, ERR_USAGE,
          "the block that begins here has no line '%s'; a blank line ends it",
          keywords[keyword].name);
  return sweep_blocks_error(blocks, block->number, err);
}

static bool is_whole(const struct sweep_blocks *blocks, const struct sweep_block *block,
                     struct err *err)
{
  for (size_t k = 0; block->number && k < SWEEP_KEYWORDS; k++)
    if (keywords[k].needed == ALWAYS &&
        !sweep_blocks_has(blocks, block, (enum sweep_keyword)k, err))
      return false;
  return true;
}

bool sweep_blocks_next(struct sweep_blocks *blocks, struct sweep_block *block,
                       struct err *err)
{
  struct lines *lines = &blocks->lines;
  enum lines_result got;

  *block = (struct sweep_block){.number = blocks->next.number};
  if (block->number)
    copy_line(&block->line[SWEEP_TOPOLOGY], &blocks->next.line[SWEEP_TOPOLOGY]);
  blocks->next = (struct sweep_block){.number = 0};
  while ((got = lines_next(lines, err)) == LINES_GOT) {
    const struct run_field *field = NULL;
    struct sweep_line line;
    size_t keyword;
    const char *name = split(&line, lines);

    if (name[0] == '\0') {
      if (block->number && strchr(lines->text, '#') == NULL)
        break; /* a blank line, not a comment */
      continue;
    }
    if (!find_keyword(lines, name, &keyword, &field, err))
      return false;
    if (keyword == SWEEP_KEYWORDS) {
      if (!take_option(lines, block, field, &line, err))
        return false;
      continue;
    }
    bool begins = keyword == SWEEP_TOPOLOGY && block->number;
    if (!take(lines, begins ? &blocks->next : block, keyword, &line, err))
      return false;
    if (begins)
      break;
  }
  return got != LINES_ERROR && is_whole(blocks, block, err);
}
