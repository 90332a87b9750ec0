#!/usr/bin/env perl
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# run_tests -- run test programs that print TAP, one more at once than there are cores, the slowest
# of the last run first, and new ones before them; print, as they end, a line per program with its
# seconds, what failed, and lines `# note: ...`; the last line is `N passed, N failed`.  Usage:
# run_tests.pl PROGRAM...; a program may be followed by arguments when the whole is quoted.  The
# output of each program is kept in build/test-logs/.  Perl's TAP::Harness decides what fails: also
# a crash, a plan that is not kept, and no plan at all.
use strict;
use warnings;
use File::Path qw(make_path remove_tree);
use TAP::Harness;

my ($logs, $last_times) = ('build/test-logs', 'build/test-times');
my ($all_passed, $all_failed) = (0, 0);
my %seconds;    # by program, of the last run, then of this one

# $1, a program with arguments, writes TAP; $2 is a log of it and of what it took.  A test that is
# skipped is `not ok` to cmocka.
my $shell = <<'END';
set -o pipefail
TIMEFORMAT='# %0R s, processor %0U + %0S s'
{ time $1 2>&1 </dev/null | sed -u 's/^not ok \(.*# SKIP\)/ok \1/'; } 2>&1 | tee "$2"
END

sub log_of {
  return "$logs/" . ($_[0] =~ s{^build/}{}r =~ s/[^\w.-]/-/gr) . '.log';
}

sub report {
  my ($program, $parser) = @_;
  my $log = log_of($program);
  open my $file, '<', $log or die "$log: $!";
  my @lines = <$file>;
  my ($took) = map { /^# (\d+ s, processor .*)/ } reverse @lines;
  my $skipped = $parser->skipped + grep { /^1\.\.0 # SKIP \S/ } @lines;
  my $passed = $parser->passed - $parser->skipped;
  # A program that tests nothing, and does not say why, has failed too.
  my $failed = $parser->failed || ($parser->has_problems || $passed + $skipped == 0 ? 1 : 0);
  $all_passed += $passed;
  $all_failed += $failed;
  $seconds{$program} = $parser->end_time - $parser->start_time;
  printf '%-44s %5d passed%s%s  (%s)' . "\n", $log =~ m{.*/(.*)\.log}, $passed,
    $skipped ? ", $skipped skipped" : '', $failed ? ", $failed FAILED" : '', $took // '';
  print map { s/^# /  /r } grep { /^# note: / } @lines;
  return if !$failed;
  my @telling = grep { !/^ok/ } @lines;
  print splice(@telling, @telling > 60 ? -60 : 0), map { "  $_\n" } $parser->parse_errors,
    'exit status ' . $parser->exit, "see $log";
}

# A python3 that is a script, which looks for the interpreter at every call, is asked once.
my $python = `python3 -c 'import os, sys; print(os.path.dirname(sys.executable), end="")'`;
$ENV{PATH} = "$python:$ENV{PATH}" if $python && `which python3` ne "$python/python3\n";
$ENV{CMOCKA_MESSAGE_OUTPUT} = 'TAP';

if (open my $file, '<', $last_times) {
  %seconds = map { /^(\S+) (.*)/ } <$file>;
}
remove_tree($logs);
make_path($logs);
$| = 1;
my $harness = TAP::Harness->new({
  jobs => 1 + `nproc`,    # some programs wait for designs that hang
  verbosity => -3,        # report prints
  exec => sub { ['bash', '-c', $shell, 'bash', $_[1], log_of($_[1])] },
});
$harness->callback(after_test => sub { report($_[0][0], $_[1]) });
$harness->runtests(sort { ($seconds{$b} // 'inf') <=> ($seconds{$a} // 'inf') } @ARGV);

# Quick runs do less.
if (!$ENV{QUICK} && open my $file, '>', $last_times) {
  print $file "$seconds{$_} $_\n" for sort keys %seconds;
}
my (undef, undef, $user, $system) = times;
printf "%d s of processor time\n%d passed, %d failed\n", $user + $system, $all_passed, $all_failed;
exit($all_failed > 0 || $all_passed == 0);
