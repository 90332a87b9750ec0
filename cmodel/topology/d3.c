/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* d3 -- d3:K,M, the swapped dragonfly D3(K,M). */
#include "topology/d3.h"

#include "base/bits.h"
#include "base/text.h"
#include "route/sync_table.h"
#include "route/sync_vector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  CABINETS, /* keys of a spec */
  ROUTERS,
  SUM_MAX = 62 /* K + M of the whole network: K + M + 1 ports are at most 63 */
};

/* --- the spec --- */

/* All coordinates of a network that is not a part. */
static void choose_all(struct topology *t, size_t key, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    t->chosen[key][i] = t->index[key][i] = (uint8_t)i;
}

/* "1-2-5-8/9": `count` numbers below the last one, which is the size of the whole. */
static bool choose(struct topology *t, size_t key, uint32_t count, const char *list,
                   uint32_t *whole, struct err *err)
{
  const char *name = t->row->keys[key];
  const char *slash = strchr(list, '/');
  const char *item = list;
  uint64_t value;
  uint32_t listed = 0;

  if (!slash || !text_u64(slash + 1, SUM_MAX, &value) || value < 1)
    return err_set(err, ERR_USAGE,
                   "%.100s: %s must be a list and the size of the whole network, as in "
                   "%s=0-1-3/4",
                   t->spec, name, name);
  *whole = (uint32_t)value;
  memset(t->index[key], UINT8_MAX, sizeof t->index[key]);
  while (item < slash) {
    char text[TOPOLOGY_SPEC];
    size_t length = strcspn(item, "-/");

    snprintf(text, sizeof text, "%.*s", (int)length, item);
    if (!text_u64(text, *whole - 1, &value))
      return err_set(err, ERR_USAGE, "%.100s: %s: '%.40s' must be in 0..%u", t->spec, name,
                     text, *whole - 1);
    if (t->index[key][value] != UINT8_MAX)
      return err_set(err, ERR_USAGE, "%.100s: %s: %s is listed twice", t->spec, name, text);
    t->chosen[key][listed] = (uint8_t)value;
    t->index[key][value] = (uint8_t)listed++;
    item += length + 1;
  }
  return listed == count ||
         err_set(err, ERR_USAGE, "%.100s: %s lists %u; %u are needed, one for each of %s",
                 t->spec, name, listed, count, key == CABINETS ? "K" : "M");
}

static bool d3_open(struct topology *t, const struct topology_spec *spec, struct err *err)
{
  const uint64_t k = t->number[0], m = t->number[1];

  if (spec->numbers != 2)
    return err_set(err, ERR_USAGE, "%.100s: needs K and M, as in d3:3,4", t->spec);
  if (k < 1 || m < 2 || k > SUM_MAX || m > SUM_MAX || k + m > SUM_MAX)
    return err_set(err, ERR_USAGE,
                   "%.100s: K must be at least 1, M at least 2, and K + M at most %d",
                   t->spec, SUM_MAX);
  t->size[0] = (uint32_t)k;
  t->size[1] = (uint32_t)m;
  choose_all(t, CABINETS, (uint32_t)k);
  choose_all(t, ROUTERS, (uint32_t)m);
  if ((spec->value[CABINETS] &&
       !choose(t, CABINETS, (uint32_t)k, spec->value[CABINETS], &t->size[0], err)) ||
      (spec->value[ROUTERS] &&
       !choose(t, ROUTERS, (uint32_t)m, spec->value[ROUTERS], &t->size[1], err)))
    return false;
  if (t->size[0] + t->size[1] > SUM_MAX)
    return err_set(err, ERR_USAGE,
                   "%.100s: the whole network is D3(%u,%u); K + M must be at most %d",
                   t->spec, t->size[0], t->size[1], SUM_MAX);
  t->switches = (uint32_t)(k * m * m);
  t->ports = t->size[0] + t->size[1] + 1;
  t->address_bits = bits_index(t->size[0]) + 2 * bits_index(t->size[1]);
  return true;
}

/* --- the network --- */

struct d3_router d3_whole(const struct topology *t, uint32_t sw)
{
  struct d3_router r = d3_router(t, sw);

  return (struct d3_router){.c = t->chosen[CABINETS][r.c],
                            .d = t->chosen[ROUTERS][r.d],
                            .p = t->chosen[ROUTERS][r.p]};
}

static uint32_t d3_ports_local(const struct topology *t)
{
  return t->size[1];
}

/* The coordinate `by` further in the whole, as one of the part; UINT8_MAX: not in it. */
static uint32_t further(const struct topology *t, size_t key, uint32_t from, uint32_t by)
{
  return t->index[key][(t->chosen[key][from] + by) % t->size[key]];
}

static struct link d3_link(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  const uint32_t local = t->size[1], global = t->size[0];
  const struct link self = {.to_switch = from_switch, .to_port = port};
  struct d3_router r = d3_router(t, from_switch);
  uint32_t end;

  if (port == 0 || port == local + global)
    return self;
  if (port < local) {
    end = further(t, ROUTERS, r.p, port);
    return end == UINT8_MAX ? self
                            : (struct link){.to_switch = from_switch - r.p + end,
                                            .to_port = local - port};
  }
  end = further(t, CABINETS, r.c, port - local);
  if (end == UINT8_MAX)
    return self;
  return (struct link){.to_switch =
                           d3_switch(t, (struct d3_router){.c = end, .d = r.p, .p = r.d}),
                       .to_port = local + (global - (port - local)) % global};
}

static enum port_kind d3_port_kind(const struct topology *t, uint32_t sw, uint32_t port)
{
  const uint32_t local = d3_ports_local(t);
  struct d3_router r = d3_router(t, sw);

  if (port == 0 || port == local + t->size[0])
    return PORT_HOLD;
  if (port < local)
    return further(t, ROUTERS, r.p, port) == UINT8_MAX ? PORT_UNUSED : PORT_LOCAL;
  return further(t, CABINETS, r.c, port - local) == UINT8_MAX ? PORT_UNUSED : PORT_GLOBAL;
}

static uint64_t here(const struct topology *t, uint32_t sw)
{
  const uint32_t bits = bits_index(t->size[1]);
  struct d3_router r = d3_whole(t, sw);

  return ((uint64_t)r.c << bits | r.d) << bits | r.p;
}

static void print_address(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT])
{
  struct d3_router r = d3_router(t, sw);

  snprintf(text, ADDRESS_TEXT, "%u.%u.%u", r.c, r.d, r.p);
}

static bool parse_address(const struct topology *t, const char *text, uint32_t *sw)
{
  const uint64_t sizes[3] = {d3_k(t), d3_m(t), d3_m(t)};
  uint64_t parts[3];

  for (size_t i = 0; i < 3; i++) {
    char part[ADDRESS_TEXT];
    size_t length = strcspn(text, ".");

    if (length >= sizeof part || text[length] != (i < 2 ? '.' : '\0') ||
        strspn(text, "0123456789") != length)
      return false;
    memcpy(part, text, length);
    part[length] = '\0';
    if (!text_u64(part, sizes[i] - 1, &parts[i]))
      return false;
    text += length + 1;
  }
  *sw = d3_switch(t, (struct d3_router){.c = (uint32_t)parts[0],
                                        .d = (uint32_t)parts[1],
                                        .p = (uint32_t)parts[2]});
  return true;
}

static void print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT])
{
  const uint32_t local = t->size[1];

  if (port == 0)
    snprintf(text, PORT_TEXT, "hold");
  else if (port < local)
    snprintf(text, PORT_TEXT, "local %u", port);
  else if (port < local + t->size[0])
    snprintf(text, PORT_TEXT, "global %u", port - local);
  else
    snprintf(text, PORT_TEXT, "last hold");
}

/* --- headers --- */

static uint32_t difference(uint32_t to, uint32_t from, uint32_t size)
{
  return to >= from ? to - from : to + size - from;
}

static uint64_t vector_header(const struct topology *t, uint32_t b, struct d3_vector v)
{
  const struct sync_vector_format f = sync_vector_format(t->size);

  return (uint64_t)b << f.count | (uint64_t)v.gamma << f.gamma |
         (uint64_t)v.delta << f.delta | v.pi;
}

static uint64_t vector_path(const struct topology *t, enum d3_path path,
                            struct d3_router from, struct d3_router to)
{
  const uint32_t m = t->size[1];
  const uint32_t gamma = difference(to.c, from.c, t->size[0]);

  if (path == D3_L)
    return vector_header(t, 1, (struct d3_vector){.pi = difference(to.p, from.p, m)});
  if (path == D3_LGL)
    return vector_header(t, 3,
                         (struct d3_vector){.gamma = gamma,
                                            .pi = difference(to.p, from.d, m),
                                            .delta = difference(to.d, from.p, m)});
  return vector_header(t, 4,
                       (struct d3_vector){.gamma = gamma,
                                          .pi = difference(to.p, from.p, m),
                                          .delta = difference(to.d, from.d, m)});
}

static uint64_t table_header(const struct topology *t, uint32_t b, struct d3_router from,
                             struct d3_router to, uint32_t via_c, uint32_t via_p)
{
  return sync_table_pack(&(struct sync_table_header){.to_p = to.p,
                                                     .to_d = to.d,
                                                     .to_c = to.c,
                                                     .at_p = from.p,
                                                     .at_d = from.d,
                                                     .at_c = from.c,
                                                     .via_p = via_p,
                                                     .via_c = via_c,
                                                     .count = b},
                         t->size);
}

bool d3_has_vectors(const struct routing *routing)
{
  return routing->unit == &sync_vector || routing->unit == &sync_vector_free;
}

uint64_t d3_header(const struct topology *t, const struct routing *routing,
                   enum d3_path path, uint32_t source, uint32_t destination)
{
  struct d3_router from = d3_whole(t, source), to = d3_whole(t, destination);

  if (d3_has_vectors(routing))
    return vector_path(t, path, from, to);
  return table_header(t,
                      path == D3_L     ? 1
                      : path == D3_LGL ? 3
                                       : 4,
                      from, to, path == D3_GLGL ? to.c : 0, 0);
}

uint64_t d3_broadcast(const struct topology *t, bool skip_self)
{
  const struct sync_vector_format f = sync_vector_format(t->size);

  return UINT64_C(3) << f.count | UINT64_C(1) << f.broadcast |
         (uint64_t)skip_self << f.skip_self;
}

uint32_t d3_end(const struct topology *t, uint32_t source, struct d3_vector v)
{
  struct d3_router r = d3_router(t, source);

  return d3_switch(t, (struct d3_router){.c = (r.c + v.gamma) % d3_k(t),
                                         .d = (r.p + v.delta) % d3_m(t),
                                         .p = (r.d + v.pi) % d3_m(t)});
}

struct d3_vector d3_translate(const struct topology *t, uint32_t source, struct d3_vector v)
{
  struct d3_router from = d3_whole(t, source), to = d3_whole(t, d3_end(t, source, v));

  return (struct d3_vector){.gamma = difference(to.c, from.c, t->size[0]),
                            .pi = difference(to.p, from.d, t->size[1]),
                            .delta = difference(to.d, from.p, t->size[1])};
}

static uint64_t source_vector(const struct topology *t, uint32_t source,
                              uint32_t destination, uint64_t random)
{
  (void)random;
  return vector_path(t, D3_LGL, d3_whole(t, source), d3_whole(t, destination));
}

static uint64_t four_hops(const struct topology *t, uint32_t source, uint32_t destination,
                          uint64_t random)
{
  (void)random;
  return vector_path(t, D3_GLGL, d3_whole(t, source), d3_whole(t, destination));
}

static uint64_t minimal(const struct topology *t, uint32_t source, uint32_t destination,
                        uint64_t random)
{
  (void)random;
  return table_header(t, 3, d3_whole(t, source), d3_whole(t, destination), 0, 0);
}

/* Cabinet and router of the deflection, uniform over those of the network. */
static uint64_t deflected(const struct topology *t, uint32_t b, uint32_t source,
                          uint32_t destination, uint64_t random)
{
  return table_header(t, b, d3_whole(t, source), d3_whole(t, destination),
                      t->chosen[CABINETS][random % d3_k(t)],
                      b == 5 ? t->chosen[ROUTERS][random / d3_k(t) % d3_m(t)] : 0);
}

static uint64_t valiant(const struct topology *t, uint32_t source, uint32_t destination,
                        uint64_t random)
{
  return deflected(t, 4, source, destination, random);
}

static uint64_t valiant_local(const struct topology *t, uint32_t source,
                              uint32_t destination, uint64_t random)
{
  return deflected(t, 5, source, destination, random);
}

/* UGAL: the schedule has a deflected header; the node takes the minimal path instead unless
 * that has more waiting at its first global link, hops counted in.  The links compared are
 * both of the source's drawer, so this is the -G of the paper, section 10. */
static uint64_t choose_at_launch(const struct topology *t, uint32_t source, uint64_t header,
                                 const struct queue_view *queues)
{
  enum { MINIMAL_HOPS = 3, DEFLECTED_HOPS = 5 };
  struct sync_table_header h = sync_table_unpack(header, t->size);
  const uint32_t drawer = source - d3_router(t, source).p;
  const uint32_t local = d3_ports_local(t);
  uint64_t minimal_queue = queues->packets(queues->self, drawer + t->index[ROUTERS][h.to_d],
                                           local + difference(h.to_c, h.at_c, t->size[0]));
  uint64_t deflected_queue =
      queues->packets(queues->self, drawer + t->index[ROUTERS][h.via_p],
                      local + difference(h.via_c, h.at_c, t->size[0]));

  if (deflected_queue * DEFLECTED_HOPS < minimal_queue * MINIMAL_HOPS)
    return header;
  h.via_c = h.via_p = 0;
  h.count = 3;
  return sync_table_pack(&h, t->size);
}

bool d3_is_minimal(const struct routing *routing)
{
  return (routing->header == source_vector && routing->unit == &sync_vector) ||
         (routing->header == minimal && routing->unit == &sync_table);
}

static uint32_t vector_bits(const struct topology *t)
{
  return sync_vector_bits(t->size);
}

static uint32_t table_bits(const struct topology *t)
{
  return sync_table_bits(t->size);
}

/* A field of a header: 'L' local, 'G' global, or its number of bits. */
struct field_row {
  const char *name;
  char bits;
};

static size_t lay_out(const struct topology *t, const struct field_row *rows, size_t count,
                      struct field *fields, size_t capacity)
{
  uint32_t lsb = 0;

  if (count > capacity)
    count = capacity;
  for (size_t i = 0; i < count; i++) {
    uint32_t bits = rows[i].bits == 'L'   ? bits_index(t->size[1])
                    : rows[i].bits == 'G' ? bits_index(t->size[0])
                                          : (uint32_t)rows[i].bits;

    fields[i] = (struct field){.name = rows[i].name, .lsb = lsb, .bits = bits};
    lsb += bits;
  }
  return count;
}

static size_t vector_fields(const struct topology *t, struct field *fields, size_t capacity)
{
  static const struct field_row rows[] = {{"pi", 'L'}, {"delta", 'L'},   {"gamma", 'G'},
                                          {"b", 3},    {"broadcast", 1}, {"skip_self", 1}};

  return lay_out(t, rows, sizeof rows / sizeof rows[0], fields, capacity);
}

static size_t table_fields(const struct topology *t, struct field *fields, size_t capacity)
{
  static const struct field_row rows[] = {{"to_p", 'L'},  {"to_d", 'L'},  {"to_c", 'G'},
                                          {"at_p", 'L'},  {"at_d", 'L'},  {"at_c", 'G'},
                                          {"via_p", 'L'}, {"via_c", 'G'}, {"b", 3}};

  return lay_out(t, rows, sizeof rows / sizeof rows[0], fields, capacity);
}

/* --- the table --- */

static size_t d3_formulas(const struct topology *t, struct formula *formulas,
                          size_t capacity)
{
  const double k = d3_k(t), m = d3_m(t);
  const struct formula all[] = {
      {"switches", "K M^2", k * m * m},
      {"diameter", "3", 3},
  };
  size_t count = sizeof all / sizeof all[0];

  if (count > capacity)
    count = capacity;
  memcpy(formulas, all, count * sizeof all[0]);
  return count;
}

/* Walking every packet of every deflection takes time like K^3 M^5. */
static void small_d3(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  snprintf(spec, TOPOLOGY_SPEC, "d3:%u,%u", d3_k(t) < 2 ? d3_k(t) : 2,
           d3_m(t) < 3 ? d3_m(t) : 3);
}

#define LGL_CLASSES                                                                        \
  "the local hop before the global one and that after it have a class each"
#define GLGL_CLASSES                                                                       \
  "the hops before, between and after the two global hops have a class each"

#define VECTOR .header_bits = vector_bits, .fields = vector_fields, .timed = true
#define TABLE .header_bits = table_bits, .fields = table_fields, .timed = true
#define LGL .classes = 2, .why = LGL_CLASSES
#define GLGL .classes = 3, .why = GLGL_CLASSES

#define HOLDS_0 "; local port 0 takes no step"

static const struct routing routings[] = {
    {.name = "source-vector",
     .text = "the packet carries its ports: local, global, local",
     .unit = &sync_vector,
     .header = source_vector,
     VECTOR,
     LGL},
    {.name = "source-vector,holds=0",
     .text = "as source-vector" HOLDS_0,
     .unit = &sync_vector_free,
     .header = source_vector,
     VECTOR,
     LGL},
    {.name = "source-vector,queue=lifo",
     .text = "as source-vector; of two packets at a port the one launched later goes first",
     .unit = &sync_vector,
     .key_bits = 1,
     .header = source_vector,
     VECTOR,
     LGL},
    {.name = "destination",
     .text = "the packet carries its destination; port tables give the same path",
     .unit = &sync_table,
     .header = minimal,
     TABLE,
     LGL},
    {.name = "destination,holds=0",
     .text = "as destination" HOLDS_0,
     .unit = &sync_table_free,
     .header = minimal,
     TABLE,
     LGL},
    {.name = "glgl",
     .text = "source vector of four hops: first to the destination's cabinet",
     .unit = &sync_vector,
     .header = four_hops,
     VECTOR,
     GLGL},
    {.name = "glgl,holds=0",
     .text = "as glgl" HOLDS_0,
     .unit = &sync_vector_free,
     .header = four_hops,
     VECTOR,
     GLGL},
    {.name = "valiant",
     .text = "to a random cabinet first: b = 4",
     .unit = &sync_table,
     .header = valiant,
     TABLE,
     GLGL},
    {.name = "valiant,holds=0",
     .text = "as valiant" HOLDS_0,
     .unit = &sync_table_free,
     .header = valiant,
     TABLE,
     GLGL},
    {.name = "valiant,b=5",
     .text = "to a random router of the drawer and a random cabinet first: b = 5",
     .unit = &sync_table,
     .header = valiant_local,
     TABLE,
     GLGL},
    {.name = "valiant,b=5,holds=0",
     .text = "as valiant,b=5" HOLDS_0,
     .unit = &sync_table_free,
     .header = valiant_local,
     TABLE,
     GLGL},
    {.name = "ugal",
     .text = "minimal or as valiant,b=5, by the queues when the packet is launched",
     .unit = &sync_table,
     .header = valiant_local,
     .launch = choose_at_launch,
     .header_bits = table_bits,
     .fields = table_fields,
     GLGL},
    {.name = "ugal,holds=0",
     .text = "as ugal" HOLDS_0,
     .unit = &sync_table_free,
     .header = valiant_local,
     .launch = choose_at_launch,
     .header_bits = table_bits,
     .fields = table_fields,
     GLGL},
};

static const char *const examples[] = {
    "d3:1,2", "d3:2,2", "d3:2,3", "d3:3,4", "d3:2,3,cabinets=1-3/4,routers=0-2-3/4", NULL};

const struct topology_row d3 = {
    .name = "d3",
    .usage = "d3:K,M[,cabinets=I-J-../N][,routers=I-J-../N]",
    .text = "swapped dragonfly D3(K,M), K M^2 switches, K >= 1, M >= 2, K + M <= 62",
    .examples = examples,
    .keys = {"cabinets", "routers"},
    .small = small_d3,
    .routings = routings,
    .routing_count = sizeof routings / sizeof routings[0],
    .open = d3_open,
    .link = d3_link,
    .port_kind = d3_port_kind,
    .here = here,
    .formulas = d3_formulas,
    .print_address = print_address,
    .parse_address = parse_address,
    .print_port = print_port,
};
