#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""python_laws -- lockhop.py is lockhop.h, and its values are those of the C library.

Usage: python_laws.py SCRATCH, from the root of the tree; prints TAP.
"""
import copy
import ctypes
import itertools
import pickle
import random
import sys
import threading
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = ["tb/python", "tests/system"]
import lockhop  # noqa: E402
import python_header  # noqa: E402

SCRATCH = Path(sys.argv[1])
HEADER = Path("include/lockhop.h")
GOLDEN = Path("tests/golden")
RANDOM = {"routing": "drand-trans-ooo", "depth": 2, "lanes": 2, "vcs": 3}  # LFSRs of channels


class Header(unittest.TestCase):
    def changed(self, old, new):
        """The header with one change: where it differs from the binding."""
        folder = SCRATCH / "changed"
        folder.mkdir(exist_ok=True)
        text = HEADER.read_text()
        self.assertEqual(text.count(old), 1, old)
        (folder / "lockhop.h").write_text(text.replace(old, new))
        return python_header.of_header(folder / "lockhop.h", folder) \
            ^ python_header.of_binding(lockhop)

    def test_binding_has_every_constant_struct_field_and_function_of_the_header(self):
        header = python_header.of_header(HEADER, SCRATCH)
        binding = python_header.of_binding(lockhop)
        self.assertEqual(sorted(header - binding), [], "not in lockhop.py")
        self.assertEqual(sorted(binding - header), [], "not in lockhop.h")
        self.assertGreater(len(header), 130)

    def test_a_change_of_the_header_is_found(self):
        for old, new, found in (
                ("  bool pins;", "  bool extra;\n  bool pins;", "field lockhop_description.extra"),
                ("  uint32_t to_switch;\n  uint32_t to_port;",
                 "  uint32_t to_port;\n  uint32_t to_switch;", "field lockhop_far.to_port 0"),
                ("  double latency_mean;", "  uint64_t latency_mean;",
                 "field lockhop_result.latency_mean"),
                ("LOCKHOP_TEXT = 1024", "LOCKHOP_TEXT = 1025", "constant LOCKHOP_TEXT 1025"),
                ("LOCKHOP_API void lockhop_phase(struct lockhop_network *network, uint32_t phase);",
                 "LOCKHOP_API void lockhop_phase(struct lockhop_network *network, uint64_t phase);",
                 "function lockhop_phase void handle uint64_t"),
                ("typedef bool lockhop_watch(void *self,", "typedef bool lockhop_watch(",
                 "function lockhop_watch bool uint64_t uint64_t uint64_t")):
            differ = self.changed(old, new)
            self.assertTrue(any(line.startswith(found) for line in differ), (found, differ))

    def test_records_have_the_fields_of_their_structs(self):
        for name in ("Shape", "Far", "Entry", "Delivery", "Result", "Verdict"):
            struct = getattr(lockhop, "_" + name)
            self.assertEqual(list(getattr(lockhop, name)._fields),
                             [field for field, _ in struct._fields_])


class Values(unittest.TestCase):
    def test_example_of_a_network_says_what_the_one_in_c_says(self):
        said = []
        with lockhop.Network("hypercube:4") as network:
            for number in range(3):
                packet = lockhop.Packet(network.header(5, 10), 100 + number)
                network.inject(5, packet)
            while network.result().delivered < 3:
                network.tick()
                said += [f"cycle {d.cycle}: terminal {d.terminal} takes packet {d.packet.data} "
                         f"after {d.hops} hops" for d in network.deliveries()]
        with lockhop.Network("hypercube:6", traffic="random") as network:
            result, shape = network.run(), network.shape
            said.append(
                f"{shape.topology}, {shape.routing} routing: {result.delivered} of "
                f"{result.packets} packets in {result.cycles} cycles, average delay "
                f"{result.average_delay:.4f}: {result.outcome.name}")
        self.assertEqual(said, (GOLDEN / "example-network.txt").read_text().splitlines())

    def test_example_of_a_switch_says_what_the_one_in_c_says(self):
        said = []
        with lockhop.Network("hypercube:3") as network, \
                lockhop.Switch("hypercube:3", depth=2) as golden:
            pins = lockhop.Inputs(seed=1, here=network.here(5))
            pins.in_packet[1] = lockhop.Packet(network.header(7, 4), 71)
            pins.in_packet[2] = lockhop.Packet(network.header(1, 4), 12)
            for cycle in range(8):
                pins.rst = cycle == 0
                pins.in_valid = 6 if cycle == 1 else 0
                pins.out_ready = 0 if cycle < 4 else 7
                out = golden.outputs()
                line = f"cycle {cycle}: in_ready {out.in_ready:x} out_valid {out.out_valid:x}"
                if out.out_valid & 1:
                    line += f" packet {out.out_packet[0].data}"
                    line += "" if pins.out_ready & 1 else ", which waits"
                said.append(line)
                golden.tick(pins)
        self.assertEqual(said, (GOLDEN / "example-switch.txt").read_text().splitlines())

    def test_switch_with_the_pins_of_a_network_shows_what_is_there(self):
        with lockhop.Network("hypercube:3", traffic="random", packets=lockhop.ZERO, seed=7,
                             pins=True, **RANDOM) as network:
            shape, cycles, shown = network.shape, 0, 0
            switches = [lockhop.Switch("hypercube:3", **RANDOM) for _ in range(8)]
            self.assertEqual(switches[0].shape.parameters(), shape.parameters())
            for sw, switch in enumerate(switches):
                for index in reversed(range(shape.channels)):
                    switch.tick(lockhop.Inputs(rst=True, here=network.here(sw),
                                               seed=network.seed(sw, index)))
            while network.running:
                for sw, switch in enumerate(switches):
                    self.assertEqual(bytes(switch.outputs()), bytes(network.outputs(sw)),
                                     f"cycle {cycles}, switch {sw}")
                    shown += bin(network.outputs(sw).out_valid).count("1")
                network.tick()
                cycles += 1
                for sw, switch in enumerate(switches):
                    switch.tick(network.inputs(sw))
            self.assertGreater(shown, 30)
            self.assertEqual(network.result().outcome, lockhop.Outcome.PASS)

    def test_judge_finds_what_a_switch_of_a_network_does_wrong(self):
        run = {"traffic": "random", "packets": 4, "depth": 2, "seed": 3}
        for wrong in False, True:
            with lockhop.Network("hypercube:3", pins=True, **run) as network, \
                    lockhop.Judge("hypercube:3", lockhop.EACH, capacity=1000, **run) as judge:
                changed = None
                while network.running:
                    shown = [network.outputs(sw) for sw in range(8)]
                    network.tick()
                    for sw, outputs in enumerate(shown):
                        if wrong and outputs.eject_valid & 4 and changed is None:
                            outputs.eject_packet[2].data ^= 1 << 39
                            changed = sw
                        judge.pins(network.inputs(sw), outputs, sw)
                    judge.tick()
                verdict = judge.end()
                self.assertEqual((verdict.broken, verdict.rule),
                                 (wrong, "corrupt" if wrong else None), verdict.text)
                if wrong:
                    self.assertEqual((verdict.sw, verdict.ejected), (changed, True))
                    self.assertIn("different in bit 39", verdict.text)
                self.assertRaises(IndexError, judge.pins, lockhop.Inputs(), lockhop.Outputs(), 8)
        self.assertRaises(lockhop.Error, lockhop.Judge, "hypercube:3", 8)
        self.assertRaises(OverflowError, lockhop.Judge, "hypercube:3", -1)

    def test_switches_of_the_caller_are_judged(self):
        run = {"routing": "deterministic", "depth": 2, "lanes": 2}
        for wrong in False, True:
            with lockhop.Network("hypercube:2", traffic="random", packets=4, compare="flow",
                                 pins=True, **run) as network:
                switches = [lockhop.Switch("hypercube:2", **run) for _ in range(4)]
                for sw, switch in enumerate(switches):
                    switch.tick(lockhop.Inputs(rst=True, here=network.here(sw)))
                while network.running:
                    for sw, switch in enumerate(switches):
                        shown = switch.outputs()
                        if wrong and sw == 3:
                            shown.eject_packet[0].data ^= 1 << 39
                        network.show(sw, shown)
                    network.tick()
                    for sw, switch in enumerate(switches):
                        switch.tick(network.inputs(sw))
                verdict = network.verdict()
                self.assertEqual((network.result().outcome.name, verdict.rule),
                                 ("DIFFER", "corrupt") if wrong else ("PASS", None))
                self.assertRaises(lockhop.Error, network.run)
        with lockhop.Network("hypercube:2") as network:
            self.assertRaises(lockhop.Error, network.show, 0, lockhop.Outputs())

    def test_links_lead_from_outputs_to_inputs(self):
        crossed = 0
        with lockhop.Network("d3:2,2", traffic="random", pins=True, depth=1, lanes=1,
                             vcs=1) as network:
            while network.running:
                shown = [network.outputs(sw) for sw in range(network.shape.switches)]
                network.tick()
                for sw, port in itertools.product(range(len(shown)), range(network.shape.ports)):
                    if shown[sw].out_valid >> port & 1:
                        far = network.link(sw, port)
                        came = network.inputs(far.to_switch)
                        self.assertTrue(came.in_valid >> far.to_port & 1)
                        self.assertEqual(came.in_packet[far.to_port],
                                         shown[sw].out_packet[port])
                        crossed += 1
        self.assertGreater(crossed, 8)

    def test_schedule_is_the_traffic(self):
        with lockhop.Network("hypercube:3", traffic="bit-complement") as network:
            self.assertEqual([(e.cycle, e.source, e.destination, e.header)
                              for e in network.schedule()],
                             [(0, t, 7 - t, network.header(t, 7 - t)) for t in range(8)])
            self.assertEqual([network.source(t) for t in range(8)], list(range(8)))
            self.assertEqual([network.sink(t) for t in range(8)], list(range(8)))

    def test_reset_starts_the_run_again(self):
        with lockhop.Network("hypercube:3", traffic="random", seed=3) as network:
            first = network.run()
            network.reset()
            self.assertTrue(network.running)
            self.assertEqual(network.result().cycles, 0)
            self.assertEqual(network.run(), first)
        with lockhop.Network("hypercube:3", traffic="random", seed=3) as network:
            while network.running:
                network.tick()
            self.assertEqual(network.result(), first)

    def test_phase_is_that_of_the_next_cycle(self):
        with lockhop.Network("mesh:3", routing="phases", pins=True) as network:
            network.phase(1)
            network.tick()
            self.assertEqual(network.inputs(0).phase, 1)

    def test_buses_are_those_of_the_library(self):
        numbers = random.Random(1)
        library = lockhop._library()
        for header_bits, data_bits in ((1, 1), (5, 40), (33, 64), (64, 64)):
            shape = lockhop.Shape(*[0] * 20)._replace(header_bits=header_bits, data_bits=data_bits)
            bus, words = 0, (ctypes.c_uint32 * 32)()
            packets = [lockhop.Packet(numbers.getrandbits(header_bits),
                                      numbers.getrandbits(data_bits)) for _ in range(7)]
            for index, packet in enumerate(packets):
                bus |= shape.bus_put(index, packet)
                library.bus_put(words, index, header_bits, data_bits, packet)
            self.assertEqual(bus, int.from_bytes(bytes(words), sys.byteorder))
            self.assertEqual([shape.bus_get(bus, index) for index in range(7)], packets)
        self.assertEqual(shape.bus_get(shape.bus_put(1, packets[0]), 0), lockhop.Packet())


class Endings(unittest.TestCase):
    def test_error_has_text_and_code_of_the_library(self):
        with self.assertRaises(lockhop.Error) as caught:
            lockhop.Network("hypercube:4", vcs=9)
        self.assertEqual(str(caught.exception), "--vcs '9': must be a number in 1..8")
        self.assertEqual(caught.exception.code, lockhop.Code.USAGE)
        with self.assertRaisesRegex(lockhop.Error, "traffic"):
            lockhop.Switch("hypercube:3", traffic="random")
        with lockhop.Network("hypercube:2") as network:
            with self.assertRaisesRegex(lockhop.Error, "2 bits of header and 40 of data"):
                network.inject(0, lockhop.Packet(4, 0))
            with self.assertRaisesRegex(lockhop.Error, "traffic"):
                network.run()
            with self.assertRaisesRegex(lockhop.Error, "pins=True"):
                network.inputs(0)
        with lockhop.Network("hypercube:2", traffic="random") as network:
            with self.assertRaisesRegex(lockhop.Error, "phase"):
                network.phase(1)

    def test_numbers_out_of_range_are_refused(self):
        with lockhop.Network("hypercube:2", traffic="random") as network:
            for call in (lambda: network.outputs(4), lambda: network.outputs(-1),
                         lambda: network.link(0, 2), lambda: network.here(4),
                         lambda: network.seed(0, 64), lambda: network.header(0, 4),
                         lambda: network.header(4, 0), lambda: network.source(4),
                         lambda: network.sink(4), lambda: network.traffic(4)):
                self.assertRaises(IndexError, call)
        for call in (lambda: lockhop.Network("hypercube:2", depth=2**32),
                     lambda: lockhop.Network("hypercube:2", seed=-1),
                     lambda: lockhop.Packet(2**64, 0)):
            self.assertRaises(OverflowError, call)
        self.assertRaises(ValueError, lockhop.Network, "hypercube:2\0:3")
        self.assertRaises(TypeError, lockhop.Network, "hypercube:2", depth="2")

    def test_a_wrong_name_of_a_pin_is_refused(self):
        self.assertRaises(AttributeError, lockhop.Inputs, in_vaild=1)
        with self.assertRaises(AttributeError):
            lockhop.Inputs().inpacket = 1

    def test_closed_is_closed(self):
        with lockhop.Network("hypercube:2") as network:
            shape = network.shape
        network.close()
        self.assertRaises(ValueError, network.tick)
        self.assertRaises(ValueError, network.outputs, 0)
        self.assertEqual(shape.topology, "hypercube:2")
        with lockhop.Switch("hypercube:2") as switch:
            pass
        self.assertRaises(ValueError, switch.tick, lockhop.Inputs())

    def test_watch_sees_the_run_and_ends_it(self):
        seen = []
        uniform = {"traffic": "uniform,load=0.2"}
        with lockhop.Network("hypercube:3", **uniform) as network:
            result = network.run(lambda *numbers: seen.append(numbers) or True)
            self.assertEqual(result.outcome, lockhop.Outcome.PASS)
            self.assertGreater(len(seen), 3)
        with lockhop.Network("hypercube:3", **uniform) as network:
            self.assertEqual(network.run(lambda *_: False).outcome, lockhop.Outcome.INTERRUPTED)

        def interrupted(*_):
            raise KeyboardInterrupt

        with lockhop.Network("hypercube:3", **uniform) as network:
            self.assertRaises(KeyboardInterrupt, network.run, interrupted)
            self.assertLess(network.result().delivered, result.delivered)

    def test_watch_may_look_and_close(self):
        def refused(call):
            with self.assertRaisesRegex(lockhop.Error, "watch"):
                call()

        def look(*_):
            for call in (network.tick, network.reset, network.run):
                refused(call)
            return network.result().outcome == lockhop.Outcome.RUNNING

        def close(*_):
            network.close()
            return True

        def close_and_raise(*_):
            network.close()
            raise KeyError("mine")

        with lockhop.Network("hypercube:3", traffic="random") as network:
            self.assertEqual(network.run(look).outcome, lockhop.Outcome.PASS)
        network = lockhop.Network("hypercube:3", traffic="random")
        with self.assertRaisesRegex(lockhop.Error, "closed the network"):
            network.run(close)
        with self.assertRaisesRegex(ValueError, "closed"):
            network.result()
        network = lockhop.Network("hypercube:3", traffic="random")
        with self.assertRaisesRegex(KeyError, "mine"):
            network.run(close_and_raise)

    def test_handles_are_not_copied(self):
        with lockhop.Network("hypercube:2") as network, \
                lockhop.Switch("hypercube:2") as switch, \
                lockhop.Judge("hypercube:2", 0) as judge:
            for handle in network, switch, judge:
                for copies in copy.copy, copy.deepcopy, pickle.dumps:
                    with self.assertRaisesRegex(TypeError, "cannot be copied"):
                        copies(handle)
            network.tick()

    def test_two_service_levels(self):
        run = {"traffic": "all-to-all+uniform,load=0.4", "depth": 4}
        with lockhop.Network("d3:2,3", **run) as network:
            free = network.run()
        with lockhop.Network("d3:2,3", vcs=1, **run) as network:
            shared = network.run()
        self.assertTrue(free.mixed and shared.mixed)
        self.assertEqual(free.privileged_late, 0)
        self.assertGreater(shared.privileged_late, 0)
        self.assertGreater(shared.privileged_steps, free.privileged_steps)
        self.assertGreater(free.standard_average_delay, 0)
        with lockhop.Network("d3:2,3", traffic="all-to-all") as network:
            plain = network.run()
        self.assertEqual(plain[-4:], (False, 0, 0, 0))
        self.assertEqual(plain.steps, free.privileged_steps)

    def test_what_a_collective_does_not_count_is_none(self):
        with lockhop.Network("hypercube:2", traffic="one-to-all-broadcast") as network:
            before = network.result()
            after = network.run()
        for result in before, after:
            for name in ("steps", "average_delay", "undelayed_percent", "max_output_queue",
                         "max_buffer"):
                self.assertIsNone(getattr(result, name), name)
        self.assertEqual((before.outcome, before.delivered), (lockhop.Outcome.RUNNING, 0))
        self.assertEqual((after.outcome, after.delivered, after.deliveries),
                         (lockhop.Outcome.PASS, 4, 4))
        with lockhop.Network("hypercube:2", traffic="random") as network:
            result = network.run()
        self.assertIsNone(result.max_buffer)
        self.assertGreater(result.steps, 0)

    def test_threads_have_handles_of_their_own(self):
        results = []

        def work():
            with lockhop.Network("hypercube:5", traffic="uniform,load=0.2") as network:
                results.append(network.run())

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, results[:1] * 4)


class Tap(unittest.TestResult):
    """One line for a test, its reason below it."""

    def startTest(self, test):
        super().startTest(test)
        self.bad = len(self.failures) + len(self.errors)

    def stopTest(self, test):
        told = self.failures + self.errors
        text = test.id().rpartition(".test_")[2].replace("_", " ")
        print("ok" if len(told) == self.bad else "not ok", self.testsRun, "-", text)
        for line in told[-1][1].splitlines() if len(told) > self.bad else []:
            print("#", line)


tap = Tap()
unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]).run(tap)
print(f"1..{tap.testsRun}")
sys.exit(not tap.wasSuccessful())
