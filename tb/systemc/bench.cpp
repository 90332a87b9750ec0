// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Lockhop authors

// bench -- a network of Verilated switches in SystemC, beside each of them the golden
// switch at the same pins, and beside all of them a golden network that says what terminals
// send.
//
//     bench [--golden] [--alone SWITCH] [--vcd NAME] [+PLUSARG...]
//           --run 'SPEC TRAFFIC OPTIONS...'
//
// --golden: the network is of golden switches alone.  --alone: one switch, and the golden
// network is all around it.  --vcd: record NAME.vcd.  +PLUSARG is for the Verilog.  --run:
// in the words of tb/common/description.h; with --compare flow or delivery in it nothing
// golden is there, and the network is judged.  Exit codes: those of `lockhop cosim`.

#include "compare.h"
#include "golden_switch.h"
#include "links.h"

#ifdef VERILATED_SWITCH
#include "Vswitch.h"
#endif

extern "C" {
#include "../common/description.h"
#include "../common/judged.h"
}

#include <cstdlib>
#include <memory>

using namespace sc_core;

namespace
{

struct Options {
  std::string run, vcd;
  bool golden = false;
  int64_t alone = -1;
};

// One switch, and what checks it.
struct Place {
  uint32_t number;
  Inputs in;
  Outputs dut, golden;         // with --golden there is no dut
  sc_signal<uint64_t> stalled; // queues of which nothing crosses the link in this cycle
  lockhop_outputs expected;    // of the golden network; what it shows, when it is judged
  std::unique_ptr<sc_module> switch_dut;
  std::unique_ptr<GoldenSwitch> switch_golden;
  std::unique_ptr<Links> links;
};

[[noreturn]] void stop(int code, const std::string &text)
{
  std::fprintf(code == 2 || code == 3 ? stderr : stdout, "%s\n", text.c_str());
  std::fflush(nullptr);
  std::exit(code);
}

class Bench
{
public:
  explicit Bench(const Options &options);
  ~Bench()
  {
    judged_close(&judge);
    lockhop_close(network);
  }
  int run();

private:
  Options options;
  std::string words; // of options.run
  lockhop_description description{};
  lockhop_error error{};
  lockhop_network *network = nullptr;
  lockhop_shape shape{};
  bool is_judged = false; // by `judge`; else compared with the golden switches
  judged judge{};
  sc_clock clk{"clk", sc_time(10, SC_NS), 0.5, sc_time(5, SC_NS)};
  sc_signal<uint64_t> cycle{"cycle"};
  std::vector<std::unique_ptr<Place>> places;
  sc_trace_file *file = nullptr;

  void check() const;
  void place(uint32_t sw);
  void wire();
  void trace();
  void close_trace();
  void reset();
  void compare();
  void show();
  void settled();
  [[noreturn]] void ends();
  [[noreturn]] void differs(const Place &place, const std::string &what);
  uint64_t stalled_at(uint32_t sw, uint64_t out_ready) const;
  void clock();
};

Bench::Bench(const Options &given) : options(given), words(given.run)
{
  if (!description_read(&description, &words[0], &error))
    stop(error.code, error.text);
  network = lockhop_open(&description, &error);
  if (!network)
    stop(error.code, error.text);
  shape = lockhop_shape_of(network);
  is_judged = judged_asked(&description);
  if (is_judged && !judged_open(&judge, network, &error))
    stop(error.code, error.text);
  check();
  for (uint32_t sw = 0; sw < shape.switches; sw++)
    if (options.alone < 0 || options.alone == sw)
      place(sw);
  if (options.alone < 0)
    wire();
}

// What was compiled, and what can be done.
void Bench::check() const
{
  const uint32_t numbers[][2] = {
      {shape.ports, SWITCH_PORTS},
      {shape.lanes, SWITCH_LANES},
      {shape.vcs, SWITCH_VCS},
      {shape.depth, SWITCH_DEPTH},
      {shape.store, SWITCH_STORE},
      {shape.sends, SWITCH_SENDS},
      {shape.random, SWITCH_RANDOM},
      {shape.priority_bits, SWITCH_PRIORITY_BITS},
      {shape.arbiter, SWITCH_ARBITER},
      {shape.phase_bits, SWITCH_PHASE_BITS},
      {shape.header_bits, SWITCH_HEADER_BITS},
      {shape.data_bits, SWITCH_DATA_BITS},
      {shape.address_bits, SWITCH_ADDRESS_BITS},
  };

  for (const auto &pair : numbers)
    if (pair[0] != pair[1])
      stop(2, "--run '" + options.run + "': needs another switch; build the bench for it");
  if (options.alone >= shape.switches)
    stop(2, "--alone: there are " + std::to_string(shape.switches) + " switches");
  if (options.alone >= 0 && is_judged)
    stop(2, "--alone: --compare flow and delivery judge a whole network");
}

void Bench::place(uint32_t sw)
{
  const lockhop_description one = {.topology = shape.topology,
                                   .traffic = nullptr,
                                   .routing = shape.routing,
                                   .packets = 0,
                                   .depth = shape.depth,
                                   .vcs = shape.vcs,
                                   .lanes = shape.lanes,
                                   .data_bits = shape.data_bits,
                                   .store = shape.store,
                                   .sends = shape.sends};
  const std::string name = "s" + std::to_string(sw);

  places.push_back(std::make_unique<Place>());
  Place &p = *places.back();
  p.number = sw;
#ifdef VERILATED_SWITCH
  if (!options.golden) {
    auto dut = std::make_unique<Vswitch>((name + "_dut").c_str());

    bind(*dut, clk, p.in, p.dut);
    p.switch_dut = std::move(dut);
  }
#endif
  if (is_judged && p.switch_dut)
    return;
  p.switch_golden = std::make_unique<GoldenSwitch>((name + "_golden").c_str(), one);
  if (p.switch_golden->store() != shape.store)
    stop(2, options.run + ": needs a waiting store here; give --store");
  bind(*p.switch_golden, clk, p.in, p.golden);
}

// The links of the network, from lockhop_link.
void Bench::wire()
{
  std::vector<Far> from(shape.switches * ports), to(shape.switches * ports);

  const auto shows = [this](uint32_t sw) {
    return options.golden ? &places[sw]->golden : &places[sw]->dut;
  };
  for (uint32_t sw = 0; sw < shape.switches; sw++)
    for (int port = 0; port < ports; port++) {
      const lockhop_far far = lockhop_link(network, sw, port);

      to[sw * ports + port] = {shows(far.to_switch), static_cast<int>(far.to_port),
                               &places[far.to_switch]->stalled};
      from[far.to_switch * ports + far.to_port] = {shows(sw), port, &places[sw]->stalled};
    }
  for (uint32_t sw = 0; sw < shape.switches; sw++)
    places[sw]->links =
        std::make_unique<Links>(("links" + std::to_string(sw)).c_str(), places[sw]->in,
                                &from[sw * ports], &to[sw * ports], places[sw]->stalled);
}

void Bench::trace()
{
  file = sc_create_vcd_trace_file(options.vcd.c_str());
  file->set_time_unit(1, SC_NS);
  sc_trace(file, clk, "clk");
  sc_trace(file, cycle, "cycle");
  for (const auto &p : places) {
    const std::string name = "s" + std::to_string(p->number);

    if (p->switch_golden)
      p->golden.trace(file, name + ".golden");
    if (p->switch_dut)
      p->dut.trace(file, name + ".dut");
  }
}

// What has changed last is written when time goes on.
void Bench::close_trace()
{
  if (!file)
    return;
  sc_start(1, SC_NS);
  sc_close_vcd_trace_file(file);
}

// As docs/switch.md says: an address, and a seed for each LFSR.
void Bench::reset()
{
  const uint32_t edges = shape.random % 2 == 1 ? shape.channels : 1;

  for (uint32_t left = edges; left > 0; left--) {
    for (auto &p : places) {
      lockhop_inputs in = {};

      in.rst = true;
      in.here = lockhop_here(network, p->number);
      in.seed = lockhop_seed(network, p->number, left - 1);
      p->in.drive(in);
      if (options.alone >= 0)
        p->in.drive_links(0, in.in_packet, 0);
    }
    sc_start(10, SC_NS);
  }
  for (auto &p : places)
    p->in.rst = false;
  sc_start(SC_ZERO_TIME);
}

void Bench::differs(const Place &place, const std::string &what)
{
  close_trace();
  stop(1, "first difference: cycle " + std::to_string(cycle.read()) + ", switch " +
              std::to_string(place.number) + ", " + what + "\nDIFFER");
}

// Everything has settled: what do the switches show in this cycle?
void Bench::compare()
{
  for (const auto &p : places) {
    const lockhop_outputs &expected = p->expected;

    lockhop_outputs_of(network, p->number, &p->expected);
    const lockhop_outputs golden = p->golden.read();
    const Compare wrong(expected, golden), different(expected, p->dut.read());

    if (p->switch_dut && !different.difference.empty())
      differs(*p, different.difference);
    if (!wrong.difference.empty())
      differs(*p, "the golden switch at the pins: " + wrong.difference);
  }
}

// What the judge is to know of this cycle.
void Bench::show()
{
  for (const auto &p : places) {
    p->expected = p->switch_dut ? p->dut.read() : p->golden.read();
    judged_show(&judge, p->number, &p->expected);
  }
}

// The inputs are there, and the clock has not risen yet.
void Bench::settled()
{
  char line[JUDGED_TEXT];

  for (const auto &p : places) {
    const lockhop_outputs now = p->switch_dut ? p->dut.read() : p->golden.read();

    if (judged_settled(&judge, p->number, &now, line))
      continue;
    close_trace();
    stop(1, std::string(line) + "\nDIFFER");
  }
}

// A queue whose far end is ready, and which the traffic keeps from sending all the same.
uint64_t Bench::stalled_at(uint32_t sw, uint64_t out_ready) const
{
  uint64_t ready = 0;

  for (int q = 0; q < queues; q++) {
    const lockhop_far far = lockhop_link(network, sw, q / vcs);
    const uint32_t far_queue = far.to_port * vcs + q % vcs;

    ready |= (places[far.to_switch]->expected.in_ready >> far_queue & 1) << q;
  }
  return ready & ~out_ready;
}

// A cycle: what it brings to the pins, and the rising edge.
void Bench::clock()
{
  if (!(is_judged ? judged_tick(&judge, &error) : lockhop_tick(network, &error)))
    stop(error.code, error.text);
  for (auto &p : places) {
    lockhop_inputs in;

    lockhop_inputs_of(network, p->number, &in);
    p->in.drive(in);
    if (options.alone >= 0)
      p->in.drive_links(in.in_valid, in.in_packet, in.out_ready);
    else
      p->stalled = stalled_at(p->number, in.out_ready);
  }
  sc_start(4, SC_NS);
  if (is_judged)
    settled();
  sc_start(6, SC_NS);
  cycle = cycle.read() + 1;
  sc_start(SC_ZERO_TIME);
}

void Bench::ends()
{
  const lockhop_outcome outcome = lockhop_result_of(network).outcome;
  char *text = judged_ending(&judge);

  stop(judged_code(outcome), text ? text : lockhop_outcome_name(outcome));
}

int Bench::run()
{
  if (!options.vcd.empty())
    trace();
  reset();
  for (; lockhop_result_of(network).outcome == LOCKHOP_RUNNING; clock())
    is_judged ? show() : compare();
  close_trace();
  if (is_judged)
    ends();
  const lockhop_outcome outcome = lockhop_result_of(network).outcome;

  std::printf("%" PRIu64 " cycles of %zu %s agree\n%s\n", cycle.read(), places.size(),
              places.size() == 1 ? "switch" : "switches", lockhop_outcome_name(outcome));
  return judged_code(outcome);
}

} // namespace

int sc_main(int argc, char **argv)
{
  Options options;

  for (int i = 1; i < argc; i++) {
    const std::string name = argv[i];
    const bool value = i + 1 < argc;

    if (name == "--golden")
      options.golden = true;
    else if (name == "--alone" && value)
      options.alone = std::strtol(argv[++i], nullptr, 10);
    else if (name == "--vcd" && value)
      options.vcd = argv[++i];
    else if (name == "--run" && value)
      options.run = argv[++i];
    else if (name[0] != '+')
      stop(2, "bench: '" + name + "': no such option, or its value is missing");
  }
  sc_report_handler::set_actions(SC_INFO, SC_DO_NOTHING);
#ifdef VERILATED_SWITCH
  Verilated::commandArgs(argc, argv);
#else
  options.golden = true;
#endif
  try {
    Bench bench(options);

    return bench.run();
  } catch (const std::exception &wrong) {
    stop(3, wrong.what());
  }
}
