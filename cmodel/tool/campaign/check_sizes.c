/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_sizes -- the sizes of a family with their verdicts, or what one size lacks of its
 * family. */
#include "network/topology/family.h"
#include "tool/campaign/check.h"
#include "tool/console/html.h"

#include <jansson.h>
#include <string.h>

const char *check_routing(const struct check *check)
{
  const char *wanted = check->settings.run.routing;

  return !check->plan.family ? check->plan.members[0].routing : wanted ? wanted : "";
}

static bool has_run(const struct check *check, size_t member)
{
  for (size_t i = 0; i < check->plan.count; i++)
    if (check->plan.shapes[check->plan.runs[i]->shape].member == member &&
        check->results[i].state == CHECK_ENDED && check->results[i].word != CHECK_NOT_MADE)
      return true;
  return false;
}

static const char *verdict_of(const struct check *check, size_t member)
{
  const struct check_verdict verdict = check_member_verdict(check, member);

  return check_member_elsewhere(check, member)        ? "no module of --dut"
         : has_run(check, member) || !verdict.vacuous ? check_verdict_name(&verdict)
                                                      : "NOT MADE";
}

bool check_sizes_find(struct check *check, struct err *err)
{
  const struct check_member *member = check->plan.members;
  TOPOLOGY_OF_BLOCK(t);
  int code;

  check->lacks[0] = '\0';
  check_verdict(check, &code);
  if (check->plan.family || code != 0)
    return true;
  if (!topology_open(&t, member->topology, err))
    return false;
  const struct routing *routing = topology_routing(&t, member->routing, err);

  return routing && family_lacks(&t, routing, check->lacks, err);
}

static size_t widest(const struct check *check, bool routing)
{
  size_t width = 0;

  for (size_t i = 0; i < check->plan.member_count; i++) {
    const struct check_member *member = &check->plan.members[i];
    const size_t length = strlen(routing ? member->routing : member->topology);

    width = length > width ? length : width;
  }
  return width;
}

void check_sizes_print(const struct check *check, FILE *file)
{
  const char *name = check->settings.argument[0];

  if (check->lacks[0] != '\0')
    fprintf(file, "this size has no %s: 'lockhop check %.*s' has them\n", check->lacks,
            (int)strcspn(name, ":,"), name);
  if (!check->plan.family)
    return;
  fprintf(file, "sizes of %s, and what each has first:\n", name);
  for (size_t i = 0; i < check->plan.member_count; i++) {
    const struct check_member *member = &check->plan.members[i];

    fprintf(file, "  %-*s  %-*s  %-8s  %s\n", (int)widest(check, false), member->topology,
            (int)widest(check, true), member->routing, verdict_of(check, i),
            member->reason);
  }
}

json_t *check_sizes_json(const struct check *check)
{
  json_t *sizes = json_array();

  for (size_t i = 0; i < check->plan.member_count; i++) {
    const struct check_member *member = &check->plan.members[i];

    json_array_append_new(
        sizes, json_pack("{s:s, s:s, s:s, s:s*, s:s*}", "topology", member->topology,
                         "routing", member->routing, "outcome", verdict_of(check, i),
                         "reason", check->plan.family ? member->reason : NULL, "lacks",
                         check->lacks[0] != '\0' ? check->lacks : NULL));
  }
  return sizes;
}

void check_sizes_html(const struct check *check, FILE *file)
{
  static const char *const columns[] = {"outcome", "network", "routing",
                                        "what it has first", NULL};

  if (check->lacks[0] != '\0') {
    fprintf(file, "<p>This size has no ");
    html_text(check->lacks, file);
    fprintf(file, ".</p>\n");
  }
  if (!check->plan.family)
    return;
  fprintf(file, "<h2>Sizes</h2>\n");
  html_table("Sizes", columns, file);
  for (size_t i = 0; i < check->plan.member_count; i++) {
    const struct check_member *member = &check->plan.members[i];
    const struct check_verdict verdict = check_member_verdict(check, i);

    fprintf(file, "<tr class=\"%s\"><td>%s</td><td>",
            check_member_elsewhere(check, i) ? "none"
            : check_failed(verdict.word)     ? "bad"
                                             : "good",
            verdict_of(check, i));
    html_text(member->topology, file);
    fprintf(file, "</td><td>");
    html_text(member->routing, file);
    fprintf(file, "</td><td>");
    html_text(member->reason, file);
    fprintf(file, "</td></tr>\n");
  }
  html_table_end(file);
}
