# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""plot_interval -- intervals of 95 % of means and of ratios, by Student's t, of independent
samples."""
import math
import statistics

# 97.5 % quantile of Student's distribution by degrees of freedom, from 1; beyond the table its
# expansion in the quantile of the normal distribution, good to 0.001 there.
QUANTILES = [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281]
NORMAL = 1.959964


def quantile(freedom):
    if freedom <= len(QUANTILES):
        return QUANTILES[freedom - 1]
    z = NORMAL
    return (z + (z ** 3 + z) / (4 * freedom) +
            (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
            (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3))


def error_of(squares, count):
    """Half of the interval of a mean of `count` samples; squares: the sum of those of their
    differences from it.  None: one sample says nothing of it."""
    if count < 2:
        return None
    return quantile(count - 1) * math.sqrt(squares / (count - 1) / count)


def mean_of(values):
    """(mean, half of its interval or None) of a list that is not empty."""
    mean = statistics.fmean(values)
    return mean, error_of(math.fsum((value - mean) ** 2 for value in values), len(values))


def ratio_of(pairs):
    """(mean of the first over mean of the second, half of its interval or None) of a list of
    pairs: the interval is that of first - ratio * second, over the mean of the second.  None: the
    second ones are all 0."""
    first, second = (math.fsum(column) for column in zip(*pairs))
    if second == 0:
        return None
    ratio, mean = first / second, second / len(pairs)
    return ratio, error_of(math.fsum(((a - ratio * b) / mean) ** 2 for a, b in pairs), len(pairs))
