/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hdn_base -- reads the base of a dual-net. */
#include "network/topology/hdn_base.h"

#include <inttypes.h>

enum { RING_MAX = 65535, COMPLETE_MIN = 4, COMPLETE_MAX = 32 };

uint32_t hdn_base_ports(const struct dual_net *net)
{
  const uint32_t last = net->rings - 1;

  return net->port[last] + factor_ports(dual_net_factor(net, last));
}

/* One factor more, as the highest dimension. */
static bool add_factor(struct dual_net *net, struct factor factor, const struct spec *spec,
                       struct err *err)
{
  const uint32_t i = net->rings;
  const uint64_t nodes = (uint64_t)net->nodes[0] * factor.size;

  if (factor.kind == FACTOR_RING && (factor.size < 2 || factor.size > RING_MAX))
    return err_set(err, ERR_USAGE, "%.100s: a ring has 2 to %d switches, not %" PRIu32,
                   spec->text, RING_MAX, factor.size);
  if (factor.kind == FACTOR_COMPLETE &&
      (factor.size < COMPLETE_MIN || factor.size > COMPLETE_MAX))
    return err_set(err, ERR_USAGE,
                   "%.100s: a complete graph has %d to %d switches, not %" PRIu32
                   "; K2 and K3 are the rings 2 and 3",
                   spec->text, COMPLETE_MIN, COMPLETE_MAX, factor.size);
  if (nodes > UINT64_C(1) << HDN_SWITCHES_BITS)
    return err_set(err, ERR_USAGE, "%.100s: more than 2^%d switches", spec->text,
                   HDN_SWITCHES_BITS);
  net->port[i] = i > 0 ? hdn_base_ports(net) : 0;
  net->rings = i + 1;
  net->size[i] = factor.size;
  net->kind[i] = factor.kind;
  net->stride[i] = net->nodes[0];
  net->nodes[0] = (uint32_t)nodes;
  if (hdn_base_ports(net) + DUAL_NET_LEVELS > TOPOLOGY_PORTS)
    return err_set(err, ERR_USAGE, "%.100s: a switch of the base has more than %d ports",
                   spec->text, TOPOLOGY_PORTS - DUAL_NET_LEVELS);
  return true;
}

bool hdn_set_base(struct dual_net *net, const struct factor *factors, size_t count,
                  const struct spec *spec, struct err *err)
{
  net->nodes[0] = 1;
  for (size_t i = count; i-- > 0;)
    if (!add_factor(net, factors[i], spec, err))
      return false;
  return true;
}

static bool too_many(const struct spec *spec, struct err *err)
{
  return err_set(err, ERR_USAGE, "'%.100s': more than %d factors; the form is %s",
                 spec->text, DUAL_NET_RINGS, spec->form);
}

/* A factor of the text; a cube is several. */
static bool read_factor(struct spec *spec, struct factor *factors, size_t *count,
                        struct err *err)
{
  struct factor factor = {.kind = FACTOR_RING};
  uint32_t cube = 1;

  if (*count == DUAL_NET_RINGS)
    return too_many(spec, err);
  if (spec_word(spec, "petersen")) {
    factors[(*count)++] =
        (struct factor){.kind = FACTOR_PETERSEN, .size = FACTOR_PETERSEN_SIZE};
    spec_print(spec, "petersen");
    return true;
  }
  if (spec_word(spec, "Q")) {
    if (!spec_factor_number(spec, &cube, err))
      return false;
    factor.size = 2;
    if (cube < 1 || cube > DUAL_NET_RINGS)
      return err_set(err, ERR_USAGE, "%.100s: a cube Qn has n in 1..%d, not %" PRIu32,
                     spec->text, DUAL_NET_RINGS, cube);
  } else {
    factor.kind = spec_word(spec, "K") ? FACTOR_COMPLETE : FACTOR_RING;
    if (!spec_factor_number(spec, &factor.size, err))
      return false;
  }
  for (uint32_t i = 0; i < cube; i++) {
    if (*count == DUAL_NET_RINGS)
      return too_many(spec, err);
    factors[(*count)++] = factor;
    spec_print(spec, "%s%s%" PRIu32, i ? "x" : "",
               factor.kind == FACTOR_COMPLETE ? "K" : "", factor.size);
  }
  return true;
}

bool hdn_read_base(struct dual_net *net, struct spec *spec, struct err *err)
{
  struct factor factors[DUAL_NET_RINGS];
  size_t count = 0;

  if (!spec_separator(spec, ':', err))
    return false;
  do {
    if (count > 0)
      spec_print(spec, "x");
    if (!read_factor(spec, factors, &count, err))
      return false;
  } while (spec_word(spec, "x"));
  return hdn_set_base(net, factors, count, spec, err);
}
