/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_file_text -- a network as lines: an edge list, or the anynet text of BookSim. */
#include "network/topology/network_file.h"

#include "base/text.h"
#include "network/topology/topology.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  WORDS = 4,       /* of a line of an edge list: one more than it can have */
  NODES = 1 << 16, /* of an anynet text, at most */
  SHOWN = 40
};

#define BLANKS " \t\r"

/* A word of a line. */
struct word {
  const char *text;
  size_t length;
};

/* The text of a file, line by line. */
struct lines {
  const char *at; /* the next line; at its end the last is read */
  uint32_t line;  /* the one that was read, counted from 1 */
};

/* The next word before `end`; false: there is none. */
static bool next_word(const char **at, const char *end, struct word *word)
{
  *at += strspn(*at, BLANKS);
  if (*at >= end)
    return false;
  word->text = *at;
  word->length = strcspn(*at, BLANKS "\n");
  if (word->text + word->length > end)
    word->length = (size_t)(end - word->text);
  *at += word->length;
  return true;
}

/* The next line without what is behind a #; false: there is none. */
static bool next_line(struct lines *lines, const char **begin, const char **end)
{
  if (*lines->at == '\0')
    return false;
  *begin = lines->at;
  lines->at += strcspn(lines->at, "\n");
  *end = *begin + strcspn(*begin, "#\n");
  lines->at += *lines->at == '\n';
  lines->line++;
  return true;
}

static bool is(const struct word *word, const char *text)
{
  return strlen(text) == word->length && strncmp(word->text, text, word->length) == 0;
}

static int shown(const struct word *word)
{
  return word->length < SHOWN ? (int)word->length : SHOWN;
}

/* A decimal number of at most `most`. */
static bool number_of(const struct word *word, uint64_t most, uint32_t *number)
{
  char text[SHOWN];
  uint64_t value;

  if (word->length == 0 || word->length >= sizeof text ||
      strspn(word->text, "0123456789") < word->length)
    return false;
  memcpy(text, word->text, word->length);
  text[word->length] = '\0';
  if (!text_u64(text, most, &value))
    return false;
  *number = (uint32_t)value;
  return true;
}

/* --- edge lists --- */

static bool end_of_edge(struct network_file *f, const struct word *word, uint32_t line,
                        uint32_t *sw, struct err *err)
{
  *sw = network_find(f, word->text, word->length);
  if (*sw != UINT32_MAX)
    return true;
  *sw = f->switch_count;
  return network_add_switch(f, word->text, word->length, line, err);
}

static bool read_edge(struct network_file *f, const struct word *words, uint32_t count,
                      uint32_t line, struct err *err)
{
  const bool one_way = count == 3 && is(&words[1], ">");
  struct network_link link = {.from_port = NETWORK_NOT_SAID,
                              .to_port = NETWORK_NOT_SAID,
                              .one_way = one_way,
                              .line = line};

  if (count != 2 && !one_way)
    return network_refuse(f, line, err,
                          "a line of an edge list is 'A B', or 'A > B' for a link one way");
  return end_of_edge(f, &words[0], line, &link.from, err) &&
         end_of_edge(f, &words[one_way ? 2 : 1], line, &link.to, err) &&
         network_add_link(f, &link, err);
}

/* If the names are the numbers 0 to n-1, they become the numbers of the switches. */
static bool sort_by_number(struct network_file *f, struct err *err)
{
  uint32_t *to = calloc(2 * (size_t)f->switch_count, sizeof *to), *seen = to;
  struct network_switch *sorted = calloc(f->switch_count, sizeof *sorted);
  bool all = to && sorted && f->switch_count > 0;
  const bool short_of_memory = (!to || !sorted) && f->switch_count > 0;

  if (to)
    seen = to + f->switch_count;
  for (uint32_t i = 0; i < f->switch_count && all; i++) {
    const struct word name = {f->switches[i].name, strlen(f->switches[i].name)};

    all = number_of(&name, f->switch_count - 1, &to[i]) && !seen[to[i]]++ &&
          (name.length == 1 || name.text[0] != '0');
  }
  for (uint32_t i = 0; i < f->switch_count && all; i++)
    sorted[to[i]] = f->switches[i];
  for (uint32_t i = 0; i < f->link_count && all; i++) {
    f->links[i].from = to[f->links[i].from];
    f->links[i].to = to[f->links[i].to];
  }
  if (all)
    memcpy(f->switches, sorted, f->switch_count * sizeof *sorted);
  free(sorted);
  free(to);
  return !short_of_memory ||
         err_set(err, ERR_ENVIRONMENT, "%.200s: not enough memory", f->path);
}

bool network_read_edges(struct network_file *f, struct err *err)
{
  struct lines lines = {.at = f->text};
  const char *at, *end;

  while (next_line(&lines, &at, &end)) {
    struct word words[WORDS];
    uint32_t count = 0;

    while (count < WORDS && next_word(&at, end, &words[count]))
      count++;
    if (count > 0 && !read_edge(f, words, count, lines.line, err))
      return false;
  }
  return sort_by_number(f, err);
}

/* --- anynet --- */

struct anynet {
  struct network_file *f;
  uint32_t *router_of; /* [NODES] + 1; 0: the node is not there */
  uint32_t nodes;      /* the highest, and 1 */
  uint32_t line;
  struct err *err;
};

/* "router 3" or "node 5". */
struct end {
  bool router;
  uint32_t number;
};

static bool read_end(struct anynet *a, const char **at, const char *end, struct end *one)
{
  struct word kind = {.text = ""}, number = {.text = ""};
  const bool known =
      next_word(at, end, &kind) && (is(&kind, "router") || is(&kind, "node"));

  if (!known)
    return network_refuse(a->f, a->line, a->err,
                          "'%.*s' is neither 'router' nor 'node'; a line is 'router R' and "
                          "what it is joined to",
                          shown(&kind), kind.text);
  one->router = is(&kind, "router");
  if (next_word(at, end, &number) &&
      number_of(&number, one->router ? NETWORK_SWITCHES - 1 : NODES - 1, &one->number))
    return true;
  return network_refuse(a->f, a->line, a->err,
                        "'%.*s%s%.*s': a number from 0 to %d must follow", shown(&kind),
                        kind.text, number.length ? " " : "", shown(&number), number.text,
                        one->router ? NETWORK_SWITCHES - 1 : NODES - 1);
}

/* A latency, if a number comes next. */
static bool read_latency(struct anynet *a, const char **at, const char *end)
{
  const char *ahead = *at;
  struct word word;
  uint32_t latency;

  if (!next_word(&ahead, end, &word) || is(&word, "router") || is(&word, "node"))
    return true;
  *at = ahead;
  const bool number = number_of(&word, UINT32_MAX, &latency);

  if (number && latency == 1)
    return true;
  if (!number)
    return network_refuse(a->f, a->line, a->err,
                          "'%.*s' is neither 'router' nor 'node' nor a latency",
                          shown(&word), word.text);
  return network_refuse(a->f, a->line, a->err,
                        "latency '%.*s': a link takes one cycle; write 1, or leave it out",
                        shown(&word), word.text);
}

static bool has_link(const struct network_file *f, uint32_t from, uint32_t to)
{
  for (uint32_t i = 0; i < f->link_count; i++)
    if ((f->links[i].from == from && f->links[i].to == to) ||
        (f->links[i].from == to && f->links[i].to == from))
      return true;
  return false;
}

/* The routers up to this number are there. */
static bool need_router(struct anynet *a, uint32_t number)
{
  while (a->f->switch_count <= number) {
    char name[NETWORK_NAME];
    const int length = snprintf(name, sizeof name, "r%" PRIu32, a->f->switch_count);

    if (!network_add_switch(a->f, name, (size_t)length, 0, a->err))
      return false;
    a->f->switches[a->f->switch_count - 1].terminals = 0;
  }
  if (!a->f->switches[number].line)
    a->f->switches[number].line = a->line;
  return true;
}

static bool join_node(struct anynet *a, uint32_t node, uint32_t router)
{
  if (a->router_of[node] && a->router_of[node] != router + 1)
    return network_refuse(a->f, a->line, a->err,
                          "node %" PRIu32 " is joined to router %" PRIu32
                          " already; a node has one",
                          node, a->router_of[node] - 1);
  if (!a->router_of[node])
    a->f->switches[router].terminals++;
  a->router_of[node] = router + 1;
  a->nodes = node >= a->nodes ? node + 1 : a->nodes;
  return true;
}

static bool join(struct anynet *a, const struct end *one, const struct end *other)
{
  struct network_link link = {.from = one->number,
                              .to = other->number,
                              .from_port = NETWORK_NOT_SAID,
                              .to_port = NETWORK_NOT_SAID,
                              .line = a->line};

  if (!one->router && !other->router)
    return network_refuse(a->f, a->line, a->err,
                          "two nodes cannot be joined; join each to a router");
  if ((one->router && !need_router(a, one->number)) ||
      (other->router && !need_router(a, other->number)))
    return false;
  if (!one->router)
    return join_node(a, one->number, other->number);
  if (!other->router)
    return join_node(a, other->number, one->number);
  return has_link(a->f, link.from, link.to) || network_add_link(a->f, &link, a->err);
}

static bool read_line(struct anynet *a, const char *at, const char *end)
{
  const char *ahead = at;
  struct word word;
  struct end one, other;

  if (!next_word(&ahead, end, &word))
    return true;
  if (!read_end(a, &at, end, &one) || (one.router && !need_router(a, one.number)))
    return false;
  while (next_word((ahead = at, &ahead), end, &word))
    if (!read_end(a, &at, end, &other) || !read_latency(a, &at, end) ||
        !join(a, &one, &other))
      return false;
  return true;
}

/* Numbers have no gaps. */
static bool whole(struct anynet *a)
{
  const uint32_t last = a->f->switch_count - 1;

  for (uint32_t i = 0; i < a->f->switch_count; i++)
    if (!a->f->switches[i].line)
      return network_refuse(a->f, a->f->switches[last].line, a->err,
                            "router %" PRIu32 ", but there is no router %" PRIu32
                            "; routers are numbered from 0 without gaps",
                            last, i);
  for (uint32_t i = 0; i < a->nodes; i++)
    if (!a->router_of[i])
      return network_refuse(a->f, 0, a->err,
                            "node %" PRIu32
                            " is missing; nodes are numbered from 0 without "
                            "gaps",
                            i);
  return true;
}

bool network_read_anynet(struct network_file *f, struct err *err)
{
  struct anynet a = {.f = f, .err = err, .router_of = calloc(NODES, sizeof *a.router_of)};
  struct lines lines = {.at = f->text};
  const char *at, *end;
  bool good = true;

  if (!a.router_of)
    return err_set(err, ERR_ENVIRONMENT, "%.200s: not enough memory", f->path);
  f->says_terminals = true;
  while (good && next_line(&lines, &at, &end)) {
    a.line = lines.line;
    good = read_line(&a, at, end);
  }
  good = good && whole(&a);
  free(a.router_of);
  return good;
}
