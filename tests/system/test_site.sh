#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_site -- the pages that scripts/site.py makes for MkDocs; with ALL=1 the whole site too.
set -u
. tests/system/tap.sh

lockhop=$(realpath "$lockhop")
tree=$scratch/tree
mkdir "$tree"
git ls-files --cached --others --exclude-standard |
  tar -cf - --ignore-failed-read -T - 2>/dev/null | tar -xf - -C "$tree"
git -C "$tree" init -q

site() { # what scripts/site.py says of the changed tree
  run sh -c "cd $tree && scripts/site.py $scratch/site $lockhop"
}

site
expect "pages" 0
pages=$scratch/site/pages
law "the README is the first page, with links into the site" \
  grep -q '(own-switch.md)' "$pages/index.md"
law "a source file that a page names is a page" \
  grep -q '^module' "$pages/tree/rtl/switch/switch.v.md"
law "a folder that a page names is a list" \
  grep -q '\[pipelined.v\](pipelined.v.md)' "$pages/tree/examples/routers/index.md"
options=$("$lockhop" cosim --help | grep -c '^  -')
law "a command's page has a row for each option" \
  test "$(grep -c '^| <code>-' "$pages/reference/lockhop-cosim.md")" -eq "$options"
count='import json, sys; print(len(json.load(sys.stdin)["properties"]))'
keys=$(python3 -c "$count" <docs/schema/result.json)
law "and that of the result for each key" \
  test "$(grep -c '^| <code>' "$pages/reference/result-json.md")" -eq "$keys"
law "the pages of a folder are in nav" grep -q 'decisions/0001-' "$scratch/site/mkdocs.yml"

echo '# New' >"$tree/docs/new.md"
site
refused "a page that nav does not have" "page 'new.md' is not in nav"
rm "$tree/docs/new.md"
sed -i 's/      - tutorial.md/&\n      - flow.md/' "$tree/docs/site/site.yml"
site
refused "a page that nav has twice" "'flow.md' is twice in nav"
sed -i 's/      - flow.md/      - none.md/' "$tree/docs/site/site.yml"
site
refused "a page that is not there" "'none.md' in nav is no page"

if [ -n "${ALL:-}" ]; then
  run scripts/site.sh "$scratch/whole"
  expect "the whole site, with every link and anchor" 0 "html/index.html"
fi
finish
