# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""page_laws -- scripts/coverage.py on small files: page_laws.py FOLDER, where it may write."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import coverage  # noqa: E402
import coverage_read  # noqa: E402


def point(file, line, column, page, name, count):
    return (f"C '\1f\2{file}\1l\2{line}\1n\2{column}\1page\2{page}\1o\2{name}' {count}\n")


def verilog(at):
    """Points of two files are added up; names, kinds and places are what was written."""
    head = "# SystemC::Coverage-3\n"
    first, second = at / "first.dat", at / "second.dat"
    first.write_text(head + point("/r/a.v", 9, 1, "v_branch/m", "if", 0)
                     + point("/r/a.v", 9, 2, "v_branch/m", "else", 3)
                     + point("/r/a.v", 2, 1, "v_toggle/m", "q[0]", 0)
                     + point("/r/a.v", 2, 1, "v_toggle/m", "q[1]", 0)
                     + point("/other/b.v", 5, 1, "v_line/m", "block", 0))
    second.write_text(head + point("/r/a.v", 9, 1, "v_branch/m__W2", "if", 1)
                      + point("/r/a.v", 2, 1, "v_toggle/m__W2", "q[1]", 2)
                      + point("/r/a.v", 4, 1, "v_user/m", "c_full", 0))
    one = coverage_read.verilog(coverage_read.read_points([first]), "/r")
    assert [f.name for f in one] == ["/other/b.v", "a.v"], one
    assert one[0].never == [(5, 5, "the block never runs")]
    assert one[1].never == [(9, 9, "'if' is never taken"), (2, 2, "q: 2 bits do not toggle")], one
    both = coverage_read.verilog(coverage_read.read_points([first, second]), "/r")
    assert both[1].shares == {"lines and branches": (2, 2), "toggles": (1, 2),
                              "cover properties": (0, 1)}, both
    assert both[1].never == [(4, 4, "c_full is never covered"), (2, 2, "q[0] does not toggle")]
    return both


def refuses(at):
    for text in "", "something\n", "# SystemC::Coverage-3\nC 'x' 1\n", \
            "# SystemC::Coverage-3\n" + point("a", 1, 1, "v_new/m", "x", 1):
        (at / "bad.dat").write_text(text)
        try:
            coverage_read.read_points([at / "bad.dat"])
        except coverage_read.Unreadable as error:
            assert "bad.dat" in str(error)
        else:
            raise AssertionError(repr(text))


SOURCE = """static int twice(int x)
{
  if (x > 5)
    return 0;
  return 2 * x;
}

static int never(int x)
{
  x++;
  return x;
}

int main(int count, char **words)
{
  (void)words;
  return count > 5 ? never(count) : twice(count) - 2;
}
"""


def c(at):
    """A program with gcov: what did not run."""
    folder = at / "cmodel"
    folder.mkdir(exist_ok=True)
    (folder / "small.c").write_text(SOURCE)
    subprocess.run(["gcc", "--coverage", "-O0", "-c", "cmodel/small.c", "-o", "cmodel/small.o"],
                   cwd=at, check=True)
    subprocess.run(["gcc", "--coverage", "cmodel/small.o", "-o", "small"], cwd=at, check=True)
    for before in folder.glob("*.gcda"):
        before.unlink()
    subprocess.run([at / "small"], check=True)
    files = coverage_read.c_files(coverage_read.read_gcov(folder, at), at, "cmodel/")
    assert [f.name for f in files] == ["cmodel/small.c"], files
    assert files[0].never == [(4, 4, "never runs"), (8, 11, "never runs")], files
    assert files[0].shares["lines"] == (5, 9), files
    assert files[0].shares["branches"] == (2, 4), files
    return files


def items():
    kind = {"reached": 1, "reachable": 2, "items": 3, "not_reached": ["port 0: fill 2"]}
    result = {"shapes": [{"name": "engines", "exercise": None},
                         {"name": "depth 2", "exercise": {"reached": 1, "reachable": 2,
                                                          "kinds": {"fill": kind}}}]}
    files = coverage_read.exercise("torus:4", result)
    assert files == [coverage_read.File("torus:4; depth 2", {"items": (1, 2)},
                                        [(None, None, "fill: port 0: fill 2")])], files
    return files


def page(parts):
    text = coverage.page(parts)
    for expected in "<td>Verilog</td><td>toggles</td><td class=\"n\">1</td><td class=\"n\">2</td>" \
            "<td class=\"n\">50.0 %</td>", "<td>cmodel/small.c:8-11</td><td>never runs</td>", \
            "torus:4; depth 2: 1 of 2 items", "<td>a.v:2</td><td>q[0] does not toggle</td>":
        assert expected in text, (expected, text)
    assert "<script" not in text and "http" not in text
    lines = coverage.never(parts)
    assert "a.v:2: q[0] does not toggle" in lines and "cmodel/small.c:4: never runs" in lines
    assert "torus:4; depth 2: fill: port 0: fill 2" in lines and len(lines) == 6, lines


def main():
    at = pathlib.Path(sys.argv[1]).resolve() / "page"
    at.mkdir(exist_ok=True)
    refuses(at)
    page([("Verilog", "v", verilog(at)), ("C", "c", c(at)), ("Items", "i", items())])
    assert coverage_read.ranges([1, 2, 5, 9], [3, 7]) == [(1, 2), (5, 5), (9, 9)]
    assert coverage.percent(999, 1000) == "99.9 %" and coverage.percent(0, 0) == "-"
    checks = {" ".join(words) for words in coverage.checks()}
    assert "hypercube:1" in checks and len(checks) > 5


if __name__ == "__main__":
    main()
