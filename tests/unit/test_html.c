/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_html -- the links of a page lead from its folder to what they name. */
#include "tool/console/html.h"

#include "tests/unit/unit.h"

/* Folders a/b, a/bc, "a/c d", and the files a/b/1 and "a/c d/#2". */
static void make_tree(char root[FILE_PATH])
{
  static const char *const folders[] = {"a/b", "a/bc", "a/c d"};
  static const char *const files[] = {"a/b/1", "a/c d/#2"};
  char path[FILE_PATH];
  struct err err;

  for (size_t i = 0; i < 3; i++)
    CHECK(file_make_directory(data_path(path, folders[i]), &err), "%s", err.text);
  for (size_t i = 0; i < 2; i++)
    write_data(data_path(path, files[i]), "x", 1);
  data_path(root, "");
}

TEST(test_links_are_relative_to_the_page)
{
  static const struct {
    const char *page, *target, *link;
  } rows[] = {
      {"a/b/page.html", "a/b/1", "1"},
      {"a/b/page.html", "a/b", "."},
      {"a/page.html", "a/b/1", "b/1"},
      {"page.html", "a/b", "a/b"},
      {"a/bc/page.html", "a/b/1", "../b/1"},
      {"a/b/page.html", "a/bc", "../bc"},
      {"a/b/page.html", "a", "../"},
      {"a/b/page.html", "a/c d/#2", "../c%20d/%232"},
      {"a/b/../bc/./page.html", "a//b/../b/1", "../b/1"},
  };
  char root[FILE_PATH], page[FILE_PATH], target[FILE_PATH], link[HTML_LINK];

  make_tree(root);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    data_path(page, rows[i].page);
    data_path(target, rows[i].target);
    CHECK(html_link(link, page, target), "%s: %s", page, target);
    CHECK(strcmp(link, rows[i].link) == 0, "%s: %s: %s, not %s", page, target, link,
          rows[i].link);
  }
  CHECK(!html_link(link, page, data_path(target, "a/no-such")), "%s", link);
  CHECK(!html_link(link, data_path(page, "no-such/page.html"), root), "%s", link);
}

/* A page on standard output, or of a name alone, is in the working directory; one in the
 * root of all folders goes down to everything. */
TEST(test_pages_without_a_folder)
{
  char root[FILE_PATH], target[FILE_PATH], link[HTML_LINK], real[FILE_PATH];

  make_tree(root);
  data_path(target, "a/b");
  assert_true(html_link(link, "-", target));
  assert_string_equal(link, target);
  assert_true(html_link(link, NULL, target));
  assert_string_equal(link, target);
  assert_true(html_link(link, "page.html", target));
  assert_string_equal(link, target);
  assert_true(html_link(link, "/page.html", target));
  assert_non_null(realpath(target, real));
  assert_string_equal(link, real + 1);
}

TEST(test_an_anchor_without_a_target_is_text)
{
  char *text = NULL;
  size_t size;
  FILE *file = open_memstream(&text, &size);

  assert_non_null(file);
  html_anchor("-", "no-such<", "<x>", file);
  fclose(file);
  assert_string_equal(text, "&lt;x&gt;");
  free(text);
}
