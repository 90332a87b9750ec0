# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""lockhop -- the golden model of interconnection-network switches: lockhop.h for Python.

    import lockhop

    with lockhop.Network("hypercube:4") as network:
        header = network.header(source=5, destination=10)
        network.inject(5, lockhop.Packet(header, data=100))
        while network.result().delivered < 1:
            network.tick()
        for delivery in network.deliveries():
            print(delivery.cycle, delivery.terminal, delivery.hops)

The names are those of lockhop.h, which says what every one of them means, without `lockhop_`.
Network has the functions of a network, Switch those of one switch, Judge those of a judge.  The
values of a description are keyword arguments; so are the options of `lockhop run` that are not
among them: data="ones".

The library is the file that the variable LOCKHOP_LIBRARY names; else that of the installation or
the source tree to which this file belongs; else the one that the system's loader finds.

Errors.  Error: what the library says, with its code.  IndexError: there is no such switch, port,
terminal or packet.  OverflowError: a number does not fit its field.  ValueError: the handle is
closed.  The one thing that this file adds to the header: what there is the caller's duty is
checked.
"""
from __future__ import annotations

import ctypes
import functools
import operator
import os
from collections.abc import Callable, Iterable, Iterator
from ctypes import POINTER, c_bool, c_char_p, c_double, c_uint32, c_uint64, c_void_p
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple, Self

VERSION = "1.0.0"  # of lockhop.h

ZERO = ALL = NOWHERE = EACH = 2**32 - 1
HERE = 2**32 - 2
TEXT = 1024
PORTS = 63
LANES = 63
CHANNELS = 64


class Code(IntEnum):
    OK = 0
    USAGE = 2
    ENVIRONMENT = 3


class Outcome(IntEnum):
    RUNNING = 0
    PASS = 1
    LOST = 2
    DEADLOCK = 3
    TIMEOUT = 4
    INTERRUPTED = 5
    DIFFER = 6

    def __str__(self) -> str:
        return self.name


class Error(Exception):
    """What the library says; `code` is the exit code of the command."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = Code(code)


def _fit(name: str, value: int, bits: int) -> int:
    if not 0 <= operator.index(value) < 2**bits:
        raise OverflowError(f"{name} {value}: must be a number in 0..2^{bits} - 1")
    return value


# ---- The structs of lockhop.h ----

class _Struct(ctypes.Structure):
    """ctypes would cut a number that is too large, and take a name that is no field."""

    def __setattr__(self, name: str, value: Any) -> None:
        kind = dict(self._fields_).get(name)  # type: ignore[arg-type]
        if kind is None:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")
        if kind in (c_uint32, c_uint64):
            value = _fit(name, value, 8 * ctypes.sizeof(kind))
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        fields = (f"{name}={getattr(self, name)!r}" for name, *_ in self._fields_)
        return f"{type(self).__name__}({', '.join(fields)})"


class Packet(_Struct):
    """A packet; those in arrays of Inputs and Outputs are parts of these."""
    header: int
    data: int
    _fields_ = [("header", c_uint64), ("data", c_uint64)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Packet) and \
            (self.header, self.data) == (other.header, other.data)

    __hash__ = None  # type: ignore[assignment]


class Inputs(_Struct):
    """The input pins of a switch.  All are 0 at first."""
    rst: bool
    here: int
    seed: int
    phase: int
    in_valid: int
    out_ready: int
    inject_valid: int
    eject_refused: int
    in_packet: ctypes.Array[Packet]
    inject_packet: ctypes.Array[Packet]
    _fields_ = [("rst", c_bool), ("here", c_uint64), ("seed", c_uint64), ("phase", c_uint32),
                ("in_valid", c_uint64), ("out_ready", c_uint64), ("inject_valid", c_uint64),
                ("eject_refused", c_uint64),
                ("in_packet", Packet * PORTS), ("inject_packet", Packet * LANES)]


class Outputs(_Struct):
    """The output pins of a switch."""
    in_ready: int
    out_valid: int
    inject_ready: int
    eject_valid: int
    out_packet: ctypes.Array[Packet]
    eject_packet: ctypes.Array[Packet]
    _fields_ = [("in_ready", c_uint64), ("out_valid", c_uint64), ("inject_ready", c_uint64),
                ("eject_valid", c_uint64), ("out_packet", Packet * PORTS),
                ("eject_packet", Packet * CHANNELS)]


class _Error(_Struct):
    _fields_ = [("code", ctypes.c_uint), ("text", ctypes.c_char * TEXT)]


class _Description(_Struct):
    _fields_ = [("topology", c_char_p), ("traffic", c_char_p), ("routing", c_char_p),
                ("packets", c_uint32), ("depth", c_uint32), ("vcs", c_uint32),
                ("lanes", c_uint32), ("data_bits", c_uint32), ("store", c_uint32),
                ("sends", c_uint32), ("seed", c_uint64), ("cycles", c_uint64),
                ("pins", c_bool), ("disturb", c_char_p), ("eject_ready", c_bool),
                ("options", c_char_p)]


class _Shape(_Struct):
    _fields_ = [("topology", c_char_p), ("routing", c_char_p),
                *((name, c_uint32) for name in (
                    "switches", "terminals", "ports", "lanes", "vcs", "queues", "channels",
                    "depth", "store", "priority_bits", "arbiter", "sends", "phase_bits",
                    "random", "header_bits", "data_bits", "address_bits")),
                ("packets", c_uint64)]


class _Far(_Struct):
    _fields_ = [("to_switch", c_uint32), ("to_port", c_uint32)]


class _Entry(_Struct):
    _fields_ = [("cycle", c_uint64), ("source", c_uint32), ("destination", c_uint32),
                ("header", c_uint64), ("answers", c_uint64)]


class _Delivery(_Struct):
    _fields_ = [("cycle", c_uint64), ("terminal", c_uint32), ("sw", c_uint32),
                ("hops", c_uint32), ("packet", Packet)]


class _Result(_Struct):
    _fields_ = [("outcome", ctypes.c_uint),
                *((name, c_uint64) for name in (
                    "packets", "deliveries", "delivered", "cycles", "steps", "hops")),
                ("average_delay", c_double), ("undelayed_percent", c_double),
                ("max_output_queue", c_uint32), ("max_buffer", c_uint32),
                ("open_loop", c_bool), ("latency_mean", c_double),
                ("latency_median", c_uint64), ("latency_p99", c_uint64),
                ("accepted_load", c_double), ("timed", c_bool),
                ("link_conflicts", c_uint64), ("conflict_steps", c_uint64),
                ("scheduled_steps", c_uint64), ("mixed", c_bool),
                ("privileged_steps", c_uint64), ("privileged_late", c_uint64),
                ("standard_average_delay", c_double)]


class _Verdict(_Struct):
    _fields_ = [("broken", c_bool), ("ejected", c_bool), ("rule", c_char_p),
                ("cycle", c_uint64), ("sw", c_uint32), ("port", c_uint32), ("vc", c_uint32),
                ("text", c_char_p)]


# ---- What the functions give out: values of Python, which outlive their handle ----

_ShapeFields = NamedTuple("_ShapeFields", [
    ("topology", str), ("routing", str), ("switches", int), ("terminals", int), ("ports", int),
    ("lanes", int), ("vcs", int), ("queues", int), ("channels", int), ("depth", int),
    ("store", int), ("priority_bits", int), ("arbiter", int), ("sends", int),
    ("phase_bits", int), ("random", int), ("header_bits", int), ("data_bits", int),
    ("address_bits", int), ("packets", int)])


class Shape(_ShapeFields):
    __slots__ = ()

    @property
    def packet_bits(self) -> int:
        return self.header_bits + self.data_bits

    def parameters(self) -> dict[str, int]:
        """The parameters of rtl/switch/switch.v."""
        return {name.upper(): getattr(self, name) for name in (
            "ports", "lanes", "vcs", "depth", "store", "priority_bits", "arbiter", "sends",
            "phase_bits", "random", "header_bits", "data_bits", "address_bits")}

    def bus_get(self, bus: int, index: int) -> Packet:
        """Packet `index` of a bus of packets."""
        bits = bus >> index * self.packet_bits
        return Packet(bits & (1 << self.header_bits) - 1,
                      bits >> self.header_bits & (1 << self.data_bits) - 1)

    def bus_put(self, index: int, packet: Packet) -> int:
        """A bus on which all but packet `index` is 0: what is to be put together by |."""
        bits = packet.data << self.header_bits | packet.header & (1 << self.header_bits) - 1
        return (bits & (1 << self.packet_bits) - 1) << index * self.packet_bits


Far = NamedTuple("Far", [("to_switch", int), ("to_port", int)])
Entry = NamedTuple("Entry", [
    ("cycle", int), ("source", int), ("destination", int), ("header", int), ("answers", int)])
Delivery = NamedTuple("Delivery", [
    ("cycle", int), ("terminal", int), ("sw", int), ("hops", int), ("packet", Packet)])
Result = NamedTuple("Result", [
    ("outcome", Outcome), ("packets", int), ("deliveries", int), ("delivered", int),
    ("cycles", int), ("steps", int | None), ("hops", int), ("average_delay", float | None),
    ("undelayed_percent", float | None), ("max_output_queue", int | None),
    ("max_buffer", int | None),
    ("open_loop", bool), ("latency_mean", float), ("latency_median", int),
    ("latency_p99", int), ("accepted_load", float), ("timed", bool), ("link_conflicts", int),
    ("conflict_steps", int), ("scheduled_steps", int), ("mixed", bool),
    ("privileged_steps", int), ("privileged_late", int), ("standard_average_delay", float)])

Verdict = NamedTuple("Verdict", [
    ("broken", bool), ("ejected", bool), ("rule", str | None), ("cycle", int), ("sw", int),
    ("port", int), ("vc", int), ("text", str | None)])


# Of a result: what is not counted is None.
_UNCOUNTED = {"steps": 2**64 - 1, "average_delay": -1, "undelayed_percent": -1,
              "max_output_queue": 2**32 - 1, "max_buffer": 2**32 - 1}


def _values(struct: _Struct) -> Iterator[Any]:
    for name, *_ in struct._fields_:
        value = getattr(struct, name)
        yield value.decode() if isinstance(value, bytes) else \
            Outcome(value) if name == "outcome" else \
            None if value == _UNCOUNTED.get(name) else value


# ---- The library ----

_Watch = ctypes.CFUNCTYPE(c_bool, c_void_p, c_uint64, c_uint64, c_uint64)
_E = POINTER(_Error)
_FUNCTIONS: dict[str, tuple[Any, ...]] = {  # name: result, arguments
    "version": (c_char_p,),
    "open": (c_void_p, POINTER(_Description), _E),
    "close": (None, c_void_p),
    "shape_of": (_Shape, c_void_p),
    "reset": (c_bool, c_void_p, _E),
    "link": (_Far, c_void_p, c_uint32, c_uint32),
    "here": (c_uint64, c_void_p, c_uint32),
    "seed": (c_uint64, c_void_p, c_uint32, c_uint32),
    "source": (c_uint32, c_void_p, c_uint32),
    "sink": (c_uint32, c_void_p, c_uint32),
    "header": (c_uint64, c_void_p, c_uint32, c_uint32, c_uint64),
    "data": (c_uint64, c_void_p, c_uint32, c_uint64),
    "inject": (c_bool, c_void_p, c_uint32, POINTER(Packet), _E),
    "traffic": (_Entry, c_void_p, c_uint64),
    "tick": (c_bool, c_void_p, _E),
    "phase": (None, c_void_p, c_uint32),
    "outputs_of": (None, c_void_p, c_uint32, POINTER(Outputs)),
    "inputs_of": (None, c_void_p, c_uint32, POINTER(Inputs)),
    "deliver": (c_bool, c_void_p, POINTER(_Delivery)),
    "show": (None, c_void_p, c_uint32, POINTER(Outputs)),
    "verdict_of": (_Verdict, c_void_p),
    "run": (c_bool, c_void_p, _Watch, c_void_p, _E),
    "outcome_name": (c_char_p, ctypes.c_uint),
    "result_of": (_Result, c_void_p),
    "switch_open": (c_void_p, POINTER(_Description), _E),
    "switch_close": (None, c_void_p),
    "switch_shape": (_Shape, c_void_p),
    "switch_outputs": (None, c_void_p, POINTER(Outputs)),
    "switch_tick": (None, c_void_p, POINTER(Inputs)),
    "judge_open": (c_void_p, POINTER(_Description), c_uint32, _E),
    "judge_close": (None, c_void_p),
    "judge_shape": (_Shape, c_void_p),
    "judge_pins": (None, c_void_p, c_uint32, POINTER(Inputs), POINTER(Outputs)),
    "judge_tick": (c_bool, c_void_p, _E),
    "judge_end": (c_bool, c_void_p, _E),
    "judge_verdict_of": (_Verdict, c_void_p),
    "bus_get": (Packet, POINTER(c_uint32), c_uint32, c_uint32, c_uint32),
    "bus_put": (None, POINTER(c_uint32), c_uint32, c_uint32, c_uint32, POINTER(Packet)),
}


def library_path() -> str:
    """Of the library that is loaded: see above."""
    tree = Path(__file__).resolve().parents[2]
    places = [Path(__file__).resolve().parent / "prefix/lib/liblockhop.so.1",  # of a wheel
              tree / "build/lib/liblockhop.so.1"]
    if tree.parts[-2:] == ("share", "lockhop"):
        places.insert(0, tree.parents[1] / "lib/liblockhop.so.1")
    return os.environ.get("LOCKHOP_LIBRARY") or \
        next((str(place) for place in places if place.exists()), "liblockhop.so.1")


@functools.cache
def _library() -> ctypes.CDLL:
    path = library_path()
    remedy = "run 'make library' or 'make install', or name the library in LOCKHOP_LIBRARY"
    try:
        library = ctypes.CDLL(path)
        library.lockhop_version.restype = c_char_p
        found = library.lockhop_version().decode()
        if found != VERSION:
            raise OSError(f"{path} has version {found}, lockhop.py is for {VERSION}")
        for name, (result, *arguments) in _FUNCTIONS.items():
            function = library["lockhop_" + name]
            function.restype, function.argtypes = result, arguments
            setattr(library, name, function)
    except (OSError, AttributeError) as error:
        raise Error(Code.ENVIRONMENT, f"{error}; {remedy}") from None
    return library


def version() -> str:
    return _library().version().decode()


def frame(results: str | os.PathLike[str] | Iterable[Result]) -> Any:
    """A pandas.DataFrame, where pandas is installed: of a table of `lockhop sweep` or `compare`
    by its path, or of Results, a row each with their names as columns."""
    import pandas  # pylint: disable=import-outside-toplevel
    if isinstance(results, (str, os.PathLike)):
        return pandas.read_csv(results)
    return pandas.DataFrame(list(results), columns=list(Result._fields))


def _words(options: dict[str, str | int]) -> str | None:
    """As on a command line: data="ones" is --data ones."""
    for name, value in options.items():
        if str(value) == "" or " " in str(value):
            raise ValueError(f"{name} {value!r}: must be one word")
    return " ".join(f"--{name.replace('_', '-')} {value}"
                    for name, value in options.items()) or None


class _Handle:
    """What is opened and closed."""
    _functions: tuple[str, str, str]  # open, close, shape
    _pointer: int | None = None
    _which: tuple[int, ...] = ()  # arguments of open

    def __init__(self, topology: str, *, traffic: str | None = None,
                 routing: str | None = None, packets: int = 0, depth: int = 0, vcs: int = 0,
                 lanes: int = 0, data_bits: int = 0, store: int = 0, sends: int = 0,
                 seed: int = 1, cycles: int = 0, pins: bool = False,
                 disturb: str | None = None, eject_ready: bool = False,
                 **options: str | int) -> None:
        self._library = _library()
        description = _Description(
            packets=packets, depth=depth, vcs=vcs, lanes=lanes, data_bits=data_bits,
            store=store, sends=sends, seed=seed, cycles=cycles, pins=pins,
            eject_ready=eject_ready)
        for name, text in (("topology", topology), ("traffic", traffic), ("routing", routing),
                           ("disturb", disturb), ("options", _words(options))):
            if text is not None and "\0" in text:
                raise ValueError(f"{name} {text!r}: a byte 0 in it")
            setattr(description, name, None if text is None else os.fsencode(text))
        error = _Error()
        opens, closes, shape = (getattr(self._library, name) for name in self._functions)
        self._pointer = opens(description, *self._which, error)
        if not self._pointer:
            raise Error(error.code, error.text.decode(errors="replace"))
        self._pins = pins
        self._has_traffic = traffic is not None
        self._shown = options.get("compare", "cycle") != "cycle"
        self._closes = closes
        self.shape = Shape(*_values(shape(self._pointer)))

    def close(self) -> None:
        """Any number of times."""
        if self._pointer:
            self._closes(self._pointer)
        self._pointer = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    __del__ = close

    def __reduce__(self) -> Any:
        """copy, deepcopy, pickle: two objects would close one handle."""
        raise TypeError(f"a {type(self).__name__} cannot be copied: open another one")

    @property
    def _self(self) -> int:
        if not self._pointer:
            raise ValueError(f"the {type(self).__name__} is closed")
        return self._pointer

    def _try(self, name: str, *arguments: Any) -> None:
        """A function that can fail."""
        error = _Error()
        if not getattr(self._library, name)(self._self, *arguments, error):
            raise Error(error.code, error.text.decode(errors="replace"))


def _one_of(what: str, value: int, count: int) -> int:
    if not 0 <= operator.index(value) < count:
        raise IndexError(f"{what} {value}: there are {count}, from 0 on")
    return value


class Network(_Handle):
    """A network; `shape` is what it has become.  Without traffic the caller injects."""
    _functions = ("open", "close", "shape_of")

    def _switch(self, sw: int) -> int:
        return _one_of("switch", sw, self.shape.switches)

    def _terminal(self, terminal: int) -> int:
        return _one_of("terminal", terminal, self.shape.terminals)

    def reset(self) -> None:
        self._try("reset")

    # What it is wired like.

    def link(self, sw: int, port: int) -> Far:
        port = _one_of("port", port, self.shape.ports)
        return Far(*_values(self._library.link(self._self, self._switch(sw), port)))

    def here(self, sw: int) -> int:
        return self._library.here(self._self, self._switch(sw))

    def seed(self, sw: int, index: int) -> int:
        index = _one_of("index", index, CHANNELS)
        return self._library.seed(self._self, self._switch(sw), index)

    def source(self, terminal: int) -> int:
        return self._library.source(self._self, self._terminal(terminal))

    def sink(self, terminal: int) -> int:
        return self._library.sink(self._self, self._terminal(terminal))

    # Packets.

    def header(self, source: int, destination: int, random: int = 0) -> int:
        return self._library.header(self._self, self._terminal(source),
                                    self._terminal(destination), _fit("random", random, 64))

    def data(self, destination: int, payload: int) -> int:
        return self._library.data(self._self, self._terminal(destination),
                                  _fit("payload", payload, 64))

    def inject(self, source: int, packet: Packet) -> None:
        self._try("inject", self._terminal(source), packet)

    def traffic(self, number: int) -> Entry:
        number = _one_of("packet", number, self.shape.packets)
        return Entry(*_values(self._library.traffic(self._self, number)))

    def schedule(self) -> Iterator[Entry]:
        """All packets of the traffic."""
        return map(self.traffic, range(self.shape.packets))

    # A cycle.

    def tick(self) -> None:
        self._try("tick")

    def phase(self, phase: int) -> None:
        if self._has_traffic:
            raise Error(Code.USAGE, "a network with traffic drives its phase itself")
        self._library.phase(self._self, _fit("phase", phase, 32))

    def outputs(self, sw: int) -> Outputs:
        outputs = Outputs()
        self._library.outputs_of(self._self, self._switch(sw), outputs)
        return outputs

    def inputs(self, sw: int) -> Inputs:
        """Of the latest tick; the network is described with pins=True."""
        if not self._pins:
            raise Error(Code.USAGE, "inputs are told of a network that is opened with pins=True")
        inputs = Inputs()
        self._library.inputs_of(self._self, self._switch(sw), inputs)
        return inputs

    # What arrives.

    def deliver(self) -> Delivery | None:
        delivery = _Delivery()
        if not self._library.deliver(self._self, delivery):
            return None
        return Delivery(*_values(delivery))

    def deliveries(self) -> Iterator[Delivery]:
        """All that have arrived and were not told yet."""
        return iter(self.deliver, None)

    # A design in the place of the switches.

    def show(self, sw: int, outputs: Outputs) -> None:
        """Of a network with compare="flow" or "delivery"."""
        if not self._shown:
            raise Error(Code.USAGE, "a design is shown to a network that is opened with "
                                    "compare='flow' or 'delivery'")
        self._library.show(self._self, self._switch(sw), outputs)

    def verdict(self) -> Verdict:
        return Verdict(*_values(self._library.verdict_of(self._self)))

    # A run with traffic.

    def run(self, watch: Callable[[int, int, int], bool] | None = None) -> Result:
        """watch(cycle, delivered, deliveries); what it raises ends the run and is raised here.
        It can close the network, which then ends the run with an Error."""
        raised: list[BaseException] = []

        def told(_: Any, *numbers: int) -> bool:
            try:
                return watch is None or bool(watch(*numbers))
            except BaseException as error:  # pylint: disable=broad-exception-caught
                raised.append(error)
                return False

        try:
            self._try("run", _Watch(told), None)
        finally:
            if raised:
                raise raised[0] from None
        return self.result()

    @property
    def running(self) -> bool:
        """Its run with traffic is not over; always true without traffic."""
        return self.result().outcome == Outcome.RUNNING

    def result(self) -> Result:
        return Result(*_values(self._library.result_of(self._self)))


class Switch(_Handle):
    """One switch; which of the network that is described, says the pin `here`."""
    _functions = ("switch_open", "switch_close", "switch_shape")

    def outputs(self) -> Outputs:
        outputs = Outputs()
        self._library.switch_outputs(self._self, outputs)
        return outputs

    def tick(self, inputs: Inputs) -> None:
        self._library.switch_tick(self._self, inputs)


class Judge(_Handle):
    """Of the design in the place of switch `sw`, of the one that the pin `here` shows (HERE), or of
    every switch (EACH)."""
    _functions = ("judge_open", "judge_close", "judge_shape")

    def __init__(self, topology: str, sw: int, **description: Any) -> None:
        self._which = (_fit("sw", sw, 32),)
        super().__init__(topology, **description)

    def pins(self, inputs: Inputs, outputs: Outputs, sw: int = 0) -> None:
        """`sw`: with EACH."""
        self._library.judge_pins(self._self, _one_of("switch", sw, self.shape.switches),
                                 inputs, outputs)

    def tick(self) -> Verdict:
        """The rising edge, after the pins of all switches."""
        self._try("judge_tick")
        return self.verdict()

    def end(self) -> Verdict:
        self._try("judge_end")
        return self.verdict()

    def verdict(self) -> Verdict:
        return Verdict(*_values(self._library.judge_verdict_of(self._self)))
