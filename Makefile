# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# Lockhop -- the only Makefile.  `make help` lists the targets.

VERSION = 1.0.0

CC       = gcc
CXX      = g++
AR       = gcc-ar
OPT      = -O3
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
           -Wmissing-prototypes -Wvla $(if $(filter 1,$(WERROR)),-Werror)
# An enumeration constant is a number like others, also for a float.
WARNINGS += $(if $(findstring clang,$(CC)),-Wno-enum-float-conversion)
DEBUG    = -g1
CFLAGS   = -std=gnu11 -pthread $(OPT) $(DEBUG) $(WARNINGS)
CPPFLAGS = -Icmodel -I. -MMD -MP -DLOCKHOP_VERSION='"$(VERSION)"'
LDFLAGS  = $(OPT) -pthread
API_LIBS = $(FST_LIBS) -ljansson -ldl -lm
LDLIBS   = $(API_LIBS)

# FAST, what runs in every cycle or for every packet, is optimised; JOINED, the part of it where
# calls between files cost more than one instruction in a hundred, at link time too in the command.
# Tests, which are a hundred programs, and the library have objects of their own, which are the
# command's too for all that is not JOINED.  BUILD=asan: everything in C with sanitizers, in a
# directory of its own; BUILD=tsan: likewise, with that of threads; BUILD=coverage: likewise, with
# gcov; BUILD=newest: as for the tests, with another Verilator that is first on the PATH;
# BUILD=mutate: in a directory of its own for `make mutate-c`, which replaces parts of the library.
# With asan and mutate all programs share one library, which links them in a fifth of the time.
# O: the command's directory and that of the test programs; T: objects of the tests.
FAST   = base switch network run verilog/simulator
JOINED = base switch/component switch/bank network/topology network/traffic run

# Of the sanitizer of undefined behaviour, not what triples the compile time of the switch's loop:
# that of addresses finds null pointers, and pointers that leave their object when they are used.
# Alignment alone is not checked then.
UNDEFINED = -fno-sanitize=null,alignment,object-size,pointer-overflow
ifeq ($(BUILD),asan)
O    = build/asan
T    = build/asan
OPT  = -Og
TEST_OPT = -O0
OTHER_OPT = -O0
MODE = -fPIC -fsanitize=address,undefined $(UNDEFINED) -fno-sanitize-recover=all
LIBRARY = $(T)/libcmodel.so
LDLIBS += -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../..'
else ifeq ($(BUILD),fuzz)
O    = build/fuzz
T    = build/fuzz
CC   = clang
OPT  = -O1
MODE = -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
else ifeq ($(BUILD),tsan)
O    = build/tsan
T    = build/tsan
OPT  = -Og
TEST_OPT = -O1
MODE = -fsanitize=thread
else ifeq ($(BUILD),coverage)
O    = build/coverage
T    = build/coverage
OPT  = -O0
TEST_OPT = -O0
MODE = --coverage
LDLIBS += $(O)/obj/tests/coverage/exit.o -Wl,--wrap=_exit
else ifeq ($(BUILD),newest)
O    = build/newest
T    = build/newest
TEST_OPT = -O1
else ifeq ($(BUILD),mutate)
O    = build/mutate
T    = build/mutate
OPT  = -O1 -fno-inline
TEST_OPT = -O0
MODE = -fPIC -fsanitize=address
LIBRARY = $(T)/libcmodel.so
# The sanitizer passes on what a design throws when it has found this at the start.
LDLIBS += -Wl,--no-as-needed -lstdc++ -Wl,--as-needed
else
O    = build
T    = build/plain
TEST_OPT = -O1
OTHER_OPT = -O1
MODE = -flto=auto
endif

# `make V=1` shows the commands.  `make WERROR=1`: a warning is an error, as in `make test`; not for
# users, whose compiler may be newer and warn of more.
ifneq ($(V),1)
Q = @
say = @echo "  $(1)"
endif

CORES  = $(shell nproc)
# prefix=DIR on the command line means the same, as in most makefiles.
PREFIX = $(if $(filter command line,$(origin prefix)),$(prefix),/usr/local)
ROOT   = $(DESTDIR)$(PREFIX)
LIB    = lib
SHARE  = $(ROOT)/share/lockhop
SONAME = liblockhop.so.1

# Waveforms: the FST library of GTKWave, where verilator brings it along.  Without it they are
# written by GTKWave's vcd2fst.
VERILATOR_ROOT := $(shell verilator --getenv VERILATOR_ROOT 2>/dev/null || echo "$$VERILATOR_ROOT")
FST_DIR        := $(if $(VERILATOR_ROOT),$(wildcard $(VERILATOR_ROOT)/include/gtkwave))
FST = $(if $(filter newest,$(BUILD)),$(T),build)/fst
ifneq ($(FST_DIR),)
FST_NAMES    = fstapi fastlz lz4
FST_OBJECTS  = $(FST_NAMES:%=$(FST)/%.o)
FST_CPPFLAGS = -isystem $(FST_DIR)
FST_LIBS     = -lz
endif

# One run by several ranks, lockhop-mpi: where Open MPI is (MPI=mpich: another one, by its name for
# pkg-config; MPI= : none).
MPI         = ompi-c
MPI_LIBS   := $(if $(MPI),$(shell pkg-config --libs $(MPI) 2>/dev/null))
COMMAND_MPI = $(if $(and $(MPI_LIBS),$(MPI_SOURCES)),$(O)/lockhop-mpi)
MPI_CFLAGS := $(if $(MPI_LIBS),$(patsubst -I%,-isystem %,$(shell pkg-config --cflags $(MPI))))

CLI_SOURCES = $(wildcard cmodel/tool/cli/*.c)
MPI_SOURCES = $(wildcard cmodel/tool/mpi/*.c)
LIB_SOURCES = $(filter-out $(CLI_SOURCES) $(MPI_SOURCES),$(wildcard cmodel/*/*.c cmodel/*/*/*.c))
CLI_OBJECTS = $(CLI_SOURCES:%.c=obj/%.o)
# Texts of base/template.h.
TEMPLATES   = $(wildcard cmodel/*/*/templates/*.txt)
LIB_OBJECTS = $(LIB_SOURCES:%.c=obj/%.o) $(TEMPLATES:%.txt=obj/%.o)
# The plain form of the switch, with which tests alone compare.
REFERENCE = obj/cmodel/switch/reference/%
FAST_OBJECTS = $(filter $(FAST:%=obj/cmodel/%/%),$(LIB_OBJECTS))
OTHER_OBJECTS = $(filter-out $(FAST_OBJECTS),$(CLI_OBJECTS) $(LIB_OBJECTS))
JOINED_OBJECTS = $(filter $(JOINED:%=obj/cmodel/%/%),$(LIB_OBJECTS))
ifdef LIBRARY
SHARED  = 1
COMMAND = $(CLI_OBJECTS:%=$(O)/%) $(LIBRARY)
else
LIBRARY = $(T)/libcmodel.a
COMMAND = $(JOINED_OBJECTS:%=$(O)/%) $(FST_OBJECTS) $(addprefix $(T)/,\
            $(filter-out $(JOINED_OBJECTS) $(REFERENCE),$(CLI_OBJECTS) $(LIB_OBJECTS)))
endif

.DEFAULT_GOAL := all

all: $(O)/lockhop build/lib/libtwins.a $(COMMAND_MPI) ## build the command, build/lockhop

# Before anything is compiled, and once: without what packages.txt calls `build` nothing can be.
build/packages: packages.txt scripts/install_packages.sh
	@mkdir -p $(@D)
	@scripts/install_packages.sh --look "$(CC)" jansson.h $(if $(FST_DIR),zlib.h)
	@touch $@

library: build/lib/liblockhop.a build/lib/$(SONAME) ## build the libraries, in build/lib

$(O)/lockhop: $(COMMAND)
	$(call say,LINK $@)
	$(Q)$(CC) $(LDFLAGS) $(MODE) -o $@ $^ $(LDLIBS)

MPI_OBJECTS = $(MPI_SOURCES:%.c=$(T)/obj/%.o)
$(MPI_OBJECTS): CPPFLAGS += $(MPI_CFLAGS)

# Not optimised at link time, which takes as long as to compile half of the command: it needs 6 of a
# hundred instructions more.
$(O)/lockhop-mpi: $(filter-out %/cli/main.o,$(CLI_OBJECTS:%=$(T)/%)) $(MPI_OBJECTS) $(LIBRARY)
	$(call say,LINK $@)
	$(Q)$(CC) $(TEST_FLAGS) -o $@ $^ $(LDLIBS) $(MPI_LIBS)

# objects DIRECTORY FLAGS: the library, and the objects of everything in C.
define objects
$(1)/libcmodel.a: $(LIB_OBJECTS:%=$(1)/%) $(FST_OBJECTS)
	@rm -f $$@
	$(Q)$(AR) rcs $$@ $$^

$(1)/libcmodel.so: $(LIB_OBJECTS:%=$(1)/%) $(FST_OBJECTS)
	$(call say,LINK $$@)
	$(Q)$(CC) -shared $(MODE) -Wl,-Bsymbolic-functions,-soname,$$(@F) -o $$@ $$^ $(LDLIBS)

$(1)/obj/%.o: %.c Makefile | build/packages
	@mkdir -p $$(@D)
	$$(call say,CC   $$<)
	$(Q)$(CC) $$(CPPFLAGS) $$(CFLAGS) $(2) -c -o $$@ $$<

$(1)/obj/%.o: %.txt Makefile | build/packages
	@mkdir -p $$(@D)
	$$(call say,TEXT $$<)
	$(Q){ echo 'const char template_$$(notdir $$*)[] ='; \
	  sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $$<; echo ';'; } | \
	  $(CC) $(CFLAGS) -Wno-overlength-strings $(2) -x c -c -o $$@ -

# These alone see the library of waveforms, and one of them is empty.
$(1)/obj/cmodel/verilog/wave/fst_sink_%.o: CPPFLAGS += $(FST_CPPFLAGS)
$(1)/obj/cmodel/verilog/wave/fst_sink_c.o: $(FST)/found
$(1)/obj/cmodel/verilog/wave/fst_sink_vcd.o: $(FST)/found
endef

# Changes when verilator comes, goes, or becomes another.
$(FST)/found: FORCE
	@mkdir -p $(@D)
	@echo '$(FST_DIR)' | cmp -s - $@ || echo '$(FST_DIR)' >$@

# Third-party code: without our warnings and sanitizers, one for all builds.
$(FST)/%.o: $(FST_DIR)/%.c $(FST)/found Makefile | build/packages
	$(call say,CC   $(notdir $<))
	$(Q)$(CC) -std=gnu11 -O2 -w -fPIC -fvisibility=hidden $(FST_CPPFLAGS) \
	  -DFST_CONFIG_INCLUDE='"fst_config.h"' -c -o $@ $<

# A test program runs for less time than the compiler would take to make it fast.
$(T)/obj/tests/%: OPT = $(TEST_OPT)

# What does not run in every cycle takes longer to compile than it would save; the papers' programs
# are in between.
ifdef OTHER_OPT
$(OTHER_OBJECTS:%=$(T)/%): OPT = $(OTHER_OPT)
endif

$(eval $(call objects,$(O),$(MODE)))
ifneq ($(T),$(O))
$(eval $(call objects,$(T),-fPIC -fvisibility=hidden))

$(filter $(T)/obj/cmodel/papers/%,$(OTHER_OBJECTS:%=$(T)/%)): OPT = -O2

# What a bench of tests/twin is linked with, for `lockhop check`.
TWIN_OBJECTS = $(filter $(addprefix obj/cmodel/,base/% switch/% network/topology/%),\
                 $(LIB_OBJECTS))

build/lib/libtwins.a: $(TWIN_OBJECTS:%=$(T)/%)
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,AR   $@)
	$(Q)$(AR) rcs $@ $^

# What others link with: lockhop.h and all below it.  Its own names stay inside.
API_OBJECTS = $(filter-out $(REFERENCE) obj/cmodel/papers/% obj/cmodel/tool/draw/% \
                obj/cmodel/tool/console/% obj/cmodel/tool/jobs/% obj/cmodel/tool/campaign/%, \
                $(LIB_OBJECTS))

$(T)/lockhop.o: $(API_OBJECTS:%=$(T)/%) $(FST_OBJECTS)
	$(Q)$(CC) -r -nostdlib -o $@ $^
	$(Q)objcopy --wildcard --keep-global-symbol='lockhop_*' --strip-debug $@

build/lib/liblockhop.a: $(T)/lockhop.o
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,AR   $@)
	$(Q)$(AR) rcs $@ $^

build/lib/$(SONAME): $(T)/lockhop.o
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(CC) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs -o $@ $^ $(API_LIBS)
	@ln -sf $(SONAME) build/lib/liblockhop.so
else
build/lib/libtwins.a: FORCE
	@$(MAKE) --no-print-directory BUILD= $@
endif

# Tests.  One program per C file: tests/unit/test_NAME.c; and per twin: tests/twin/test_NAME.cpp.
UNIT_TESTS = $(patsubst %.c,$(O)/%,$(wildcard tests/unit/test_*.c))
TWIN_TESTS = $(patsubst %.cpp,$(W)/%,$(wildcard tests/twin/test_*.cpp))
SHORT      = $(if $(ALL),,--short)
# Of what takes long and seldom breaks; with ALL=1 alone.
NIGHT      = $(addprefix tests/system/test_,coverage.sh dpi.sh foreign.sh make.sh monitor.sh \
               mutate.sh mutate_c.sh newest_verilator.sh packages.sh states_can_fail.sh systemc.sh \
               twins_can_fail.sh wheel.sh)
# Of each target half a minute; `make test FUZZ=1`, as CI does, and ALL=1 run it.  The seed is the
# same in CI, so that a text which fails there fails again.
FUZZING = "scripts/fuzz.py --tap $(if $(ALL),,--seed 1)"
# Of `make prove`, the longest first; `make test PROVE=1`, as CI does, and ALL=1 run them too.
PROOFS = "scripts/prove.py --self-test --json build/proofs-units.json" \
         "scripts/prove_components.py --self-test --json build/proofs.json" \
         "scripts/prove_properties.py --self-test --json build/properties.json" \
         "scripts/prove_adapters.sh $(if $(ALL),,--self-test)" \
         "scripts/prove_forms.sh $(if $(ALL),,--self-test)"
CHECKS     = scripts/check_layers.py scripts/check_dead.py "scripts/check_dead.py --self-test" \
             "scripts/check_twins.py --self-test" \
             scripts/check_pins.py "scripts/check_pins.py --self-test" \
             scripts/check_links.py "scripts/check_links.py --self-test" \
             "scripts/check_site.py --self-test" \
             scripts/check_route_units.sh \
             "scripts/draw_switches.py --check" "scripts/draw_schedules.py --check" \
             "scripts/draw_topologies.py --check" \
             "scripts/draw_papers.py --check $(if $(ALL),--measure)" \
             "scripts/draw_paper_figures.py --check" "scripts/draw_images.py --check" \
             "scripts/check_rtl.sh $(SHORT)" \
             "scripts/check_moore.sh --self-test $(if $(ALL),,--brief)" scripts/check_style.sh \
             "scripts/check_independent.py --self-test" "scripts/check_routings.py --self-test" \
             "scripts/check_structures.py --self-test $(if $(ALL),--whole)" \
             "scripts/check_collectives.py --self-test $(if $(ALL),--whole)" \
             "scripts/check_traffic.py --self-test" \
             "scripts/agreement.py --check" "scripts/agreement.py --self-test" \
             "scripts/counts.py --check" "scripts/counts.py --self-test" \
             "scripts/bench_booksim.py --check" "scripts/fuzz.py --self-test" \
             "scripts/trust.py --check" "scripts/trust.py --self-test" \
             "scripts/states.py --check $(if $(ALL),--all)" "scripts/states.py --self-test" \
             "scripts/check_network.py --self-test hypercube:1 hypercube:4 hypercube:7 \
               $(if $(ALL),hypercube:10)"
# First, where nothing is known of a run before, so that no core waits for them at the end.
LONGEST    = $(addprefix tests/system/,test_documents.sh test_mpi.sh test_lockstep.sh \
               test_twins_can_fail.sh test_newest_verilator.sh test_hostile.sh test_check.sh \
               test_planted_bugs.sh test_dpi.sh test_own_switch.sh test_supervise.sh \
               test_cocotb.sh test_install.sh test_flow.sh test_sweep.sh test_jobs.sh \
               test_allocations.sh test_judge.sh test_claims.sh test_evaluation.sh)
SYSTEM     = $(filter-out $(LONGEST),$(wildcard tests/system/test_*.sh)) \
             $(wildcard tests/wave/test_*.sh)

# The other linker of the same package takes a third of the time, where there is one.
TEST_FLAGS = $(LDFLAGS) $(if $(BUILD),$(MODE)) $(if $(shell command -v ld.gold),-fuse-ld=gold)

# Where twin tests are made.
ifeq ($(BUILD),coverage)
W        = $(O)
COUNTING = TWIN_COVERAGE=1
else
W = build
endif

$(O)/tests/unit/%: $(T)/obj/tests/unit/%.o $(T)/obj/tests/unit/main.o $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(CC) $(TEST_FLAGS) -o $@ $(filter %.o,$^) $(LIBRARY) -lcmocka $(LDLIBS)

# A C component beside its Verilog twin: tests/twin/build_twin.sh says how they are joined.
$(W)/tests/twin/%: tests/twin/%.cpp tests/twin/build_twin.sh scripts/route_units.sh \
                   $(wildcard rtl/*/*.v tests/twin/*.h tests/twin/*.v tests/twin/*.sh) \
                   tests/unit/state_set.h $(T)/libcmodel.a \
                   | $(W)/lockhop
	$(call say,TWIN $@)
	$(Q)LOCKHOP=$(W)/lockhop $(COUNTING) tests/twin/build_twin.sh $@ $< "$(CXX)" "$(TEST_FLAGS)" \
	  "$(T)/libcmodel.a $(LDLIBS)"

# Calls to the allocator that tests/unit/failing.h lets fail; those of a shared library go past the
# linker.
FAILING  = malloc calloc realloc aligned_alloc strdup strndup open_memstream
WRAPS    = $(FAILING:%=-Wl,--wrap=%)
WRAPPED  = $(addprefix $(O)/tests/unit/test_,short_memory short_memory_plans hamiltonian \
             node_disjoint)
$(WRAPPED): TEST_FLAGS += $(WRAPS)
ifdef SHARED
$(WRAPPED): LIBRARY = $(LIB_OBJECTS:%=$(T)/%) $(FST_OBJECTS)
endif

# Targets of fuzzing in one program: fed by libFuzzer, or with the texts of tests/fuzz.
FUZZ_OBJECTS = $(patsubst %.c,$(T)/obj/%.o,$(wildcard tests/fuzz/target_*.c) tests/fuzz/fuzz.c) \
               $(filter-out %/cli/main.o,$(CLI_OBJECTS:%=$(T)/%)) $(LIBRARY)

$(O)/tests/fuzz/replay: $(T)/obj/tests/fuzz/replay.o $(FUZZ_OBJECTS)
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(CC) $(TEST_FLAGS) -o $@ $^ $(LDLIBS)

$(O)/tests/fuzz/fuzz: $(T)/obj/tests/fuzz/libfuzzer.o $(FUZZ_OBJECTS)
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(CC) $(filter-out -fuse-ld=gold,$(TEST_FLAGS)) -fsanitize=fuzzer -o $@ $^ $(LDLIBS)

unit: $(UNIT_TESTS) ## build the unit tests

twin: $(TWIN_TESTS)

packages:
	@scripts/install_packages.sh

# In a make of their own, because what is found depends on what packages has installed.
test: packages ## install what is missing and run the tests; PROVE=1: proofs; FUZZ=1: fuzzing
	@$(MAKE) --no-print-directory WERROR=1 check

# docs/architecture.md says what ALL=1 adds.
test-all: packages ## more shapes of what is tested, and fuzzing, for a night or a release
	@ALL=1 $(MAKE) --no-print-directory WERROR=1 ALL=1 check

# Unit tests run with sanitizers.  PLAIN, those that leave something out there or measure memory,
# run without them too; with ALL=1 so do those that do less there, and those that compile Verilog.
# Only with ALL=1 LOGIC, those of the papers' numbers, run with them.
LESS  = $(if $(ALL),|_SANITIZE_|_with_sanitizers|verilated_unit)
PLAIN = $(sort $(LOGIC) $(patsubst %.c,$(O)/%,$(shell grep -lE \
          'skip\(\); /\*|skip_where|unit/failing|ru_maxrss$(LESS)' tests/unit/test_*.c)))
LOGIC = $(patsubst %.c,$(O)/%,$(shell grep -l 'of logic, not of memory' tests/unit/test_*.c))
SANE  = $(patsubst build/%,build/asan/%,$(filter-out $(if $(ALL),,$(LOGIC)),$(UNIT_TESTS)))
# The stored texts of tests/fuzz, each once.
REPLAY = build/asan/tests/fuzz/replay
# With ALL=1: these run with the sanitizer of threads too.
THREADED = $(addprefix build/tsan/tests/unit/test_,team golden_parts run_threads verilated_threads)
check:
	@$(MAKE) --no-print-directory -j$(CORES) all library $(PLAIN) twin
	@$(MAKE) --no-print-directory -j$(CORES) BUILD=asan $(SANE) $(REPLAY)
	@$(if $(ALL),$(MAKE) --no-print-directory -j$(CORES) BUILD=tsan $(THREADED))
	@$(if $(ALL)$(FUZZ),$(MAKE) --no-print-directory fuzzer)
	@scripts/run_tests.pl $(if $(ALL)$(FUZZ),$(FUZZING)) \
	  $(filter-out $(if $(ALL),,$(NIGHT)),$(LONGEST) $(SYSTEM)) $(CHECKS) \
	  $(PLAIN) $(SANE) $(REPLAY) $(if $(ALL),$(THREADED)) $(TWIN_TESTS) \
	  $(if $(ALL)$(PROVE),$(PROOFS))

# Of every kind of test some, see docs/architecture.md.  SLOW: unit tests of more than 3 s.
SLOW = $(addprefix $(O)/tests/unit/test_,moore plugin verilated verilated_coverage \
         claims_dragonfly claims_dual_nets claims_grids claims_grids_mesh claims_hypercube \
         all_to_all check_plan measure bitfix_mask dual_net)
quick: ## run a choice of the tests, at most a minute after `make all unit twin`
	@$(MAKE) --no-print-directory -j$(CORES) all unit twin
	@QUICK=1 PLANTED="priority_order duplicate stale_after_stall vector_keeps_gamma" \
	  scripts/run_tests.pl tests/system/test_lockstep.sh tests/system/test_planted_bugs.sh \
  tests/system/test_collectives.sh \
	  scripts/check_layers.py "scripts/check_twins.py --self-test" scripts/check_style.sh \
	  "scripts/check_network.py hypercube:4" "scripts/check_documents.py --check README.md" \
	  tests/system/test_golden_text.sh tests/system/test_command_line.sh \
	  $(TWIN_TESTS) $(filter-out $(SLOW),$(UNIT_TESTS))

test-newest-verilator: all $(T)/libcmodel.a ## run every lock-step row with the newest Verilator
	@ALL=1 tests/system/test_newest_verilator.sh

test-c: all unit ## run the tests that need a C compiler alone
	@scripts/run_tests.pl $(UNIT_TESTS)

# Of the commit that is checked out; as root, with debootstrap.
test-debian13: ## `make demo` and `make test` on a bare Debian 13, as root
	@scripts/test_debian.sh trixie

test-debian12: ## the same on Debian 12
	@scripts/test_debian.sh bookworm

# What no test reaches, of C and of Verilog: docs/coverage.md.  Checks have whole switches; as twin
# tests these take ten minutes to compile when they count.
COUNTED = $(patsubst build/%,build/coverage/%,$(UNIT_TESTS) \
            $(filter-out %/test_switch %/test_switch_states,$(TWIN_TESTS)))
coverage: packages ## one page of what the tests reach, build/coverage/index.html
	@$(MAKE) --no-print-directory -j$(CORES) BUILD=coverage all $(COUNTED)
	scripts/coverage.py $(COUNTED)

ifeq ($(BUILD),coverage)
$(O)/lockhop $(UNIT_TESTS) $(TWIN_TESTS): | $(O)/obj/tests/coverage/exit.o
endif

mutate: packages ## test the tests with every mutant of rtl/, see docs/mutation.md, hours
	@$(MAKE) --no-print-directory -j$(CORES) all $(T)/libcmodel.a
	scripts/mutate.py twin
	scripts/mutate.py check
	scripts/mutate.py flow

MUTANTS = 60
SEED    = 1
mutate-c: ## test the tests with MUTANTS=60 mutants of the C code, drawn by SEED=1, half an hour
	@scripts/mutate_c.py --count $(MUTANTS) --seed $(SEED)

# How a mutant is compiled and linked, the tests of which few are worth their time, and those that
# are linked in another way.
mutate-commands:
	$(info $(CC) $(CPPFLAGS) $(CFLAGS) -w $(MODE))
	$(info $(CC) $(TEST_FLAGS))
	$(info $(LDLIBS))
	$(info $(SLOW))
	$(info $(WRAPPED))
	$(info $(WRAPS))
	@:

STATES = $(addprefix $(O)/tests/unit/test_,network_states switch_states) \
         $(W)/tests/twin/test_switch_states

# Two targets at a time.  TARGET=NAME: one; REPRODUCE=FILE: one text, with what it breaks.
SECONDS = 30
fuzz: ## feed texts made up by libFuzzer to all that reads texts, SECONDS=30 each, see docs/fuzz.md
	@! scripts/fuzz.py --can || { $(MAKE) --no-print-directory fuzzer && \
	  scripts/fuzz.py --seconds $(SECONDS) $(if $(TARGET),--target $(TARGET)) \
	    $(if $(REPRODUCE),--reproduce $(REPRODUCE)); }

# The program, where clang can make it.
fuzzer:
	@! scripts/fuzz.py --can >/dev/null || \
	  $(MAKE) --no-print-directory -j$(CORES) BUILD=fuzz CC=clang build/fuzz/tests/fuzz/fuzz

prove: ## prove C = RTL of route units and components, laws of components and adapters, minutes
	@$(MAKE) --no-print-directory -j$(CORES) all
	@ALL=$(ALL) scripts/run_tests.pl $(PROOFS)

prove-all: ## the same with the proofs that `make prove` names and leaves out, half an hour
	@$(MAKE) --no-print-directory ALL=1 prove

states: ## visit all states of small networks, and print the tables of docs/states.md, minutes
	@$(MAKE) --no-print-directory -j$(CORES) $(STATES)
	@for program in $(STATES); do ALL=1 STATES=1 $$program || exit 1; done

synth: all ## measure the size of every module in gates, beside docs/synth.md; WRITE=1 writes it
	@scripts/synth.py $(if $(WRITE),--write)

broken: ## write the switches with one bug each of tests/broken into build/broken
	@tests/broken/make.sh build/broken

demo: packages ## install what is missing, build, and show a lock-step run
	@$(MAKE) --no-print-directory run-demo

run-demo:
	@$(MAKE) --no-print-directory -j$(CORES) all
	@scripts/demo.sh

demo-systemc: packages ## the same with switches in SystemC, beside a bench of their own
	@$(MAKE) --no-print-directory -j$(CORES) all library
	@scripts/demo_systemc.sh

bench: all ## measure speed and compare with docs/bench.md; BOOKSIM=PROGRAM: with BookSim2 too
	@scripts/bench.py
	@$(if $(BOOKSIM),scripts/bench_booksim.py)

counts-update: packages ## rewrite the instructions per hop of docs/bench.md; WHY='...' if some rise
	@$(MAKE) --no-print-directory -j$(CORES) all
	@scripts/counts.py --update $(if $(WHY),"$(WHY)")

docs: packages ## the documentation as a site, build/site/html; MkDocs from PyPI, or Debian's
	@$(MAKE) --no-print-directory -j$(CORES) all
	@scripts/site.sh

evaluation: packages ## run that of the hypercube into build/evaluation, in rounds, hours in all
	@$(MAKE) --no-print-directory all
	scripts/evaluation.sh docs/evaluation/hypercube.plan build/evaluation 5 \
	  docs/evaluation/hypercube-cells.csv

evaluation-latency: packages ## latency against load under the standard traffic, half a minute
	@$(MAKE) --no-print-directory -j$(CORES) all
	@mkdir -p build/evaluation
	build/lockhop sweep docs/evaluation/latency.plan -o build/evaluation/latency.csv --force \
	  $$(test ! -e build/evaluation/latency.csv.partial || echo --resume)
	scripts/evaluation_latency.py build/evaluation/latency.csv build/evaluation

evaluation-dragonfly: packages ## run that of adaptive routing on the swapped dragonfly, minutes
	@$(MAKE) --no-print-directory -j$(CORES) all
	@mkdir -p build/evaluation
	build/lockhop sweep docs/evaluation/dragonfly.plan -o build/evaluation/dragonfly.csv --force \
	  $$(test ! -e build/evaluation/dragonfly.csv.partial || echo --resume)
	scripts/evaluation_dragonfly.py build/evaluation/dragonfly.csv build/evaluation
	build/lockhop sweep docs/evaluation/dragonflies.plan -o build/evaluation/dragonflies.csv --force \
	  $$(test ! -e build/evaluation/dragonflies.csv.partial || echo --resume)
	scripts/evaluation_dragonflies.py build/evaluation/dragonflies.csv build/evaluation

GOLDEN_TESTS = $(addprefix $(O)/tests/unit/test_,exercise_marks save_file)
golden-update: all $(GOLDEN_TESTS) ## rewrite the expected texts of tests/golden
	@tests/system/test_golden_text.sh --update
	@for program in $(GOLDEN_TESTS); do GOLDEN_UPDATE=1 $$program || exit 1; done

# Makes and names what all plug-ins have in common, compiled.
PRINT_RUNTIME = $(T)/print_runtime

$(PRINT_RUNTIME): $(T)/obj/sim/verilator/print_runtime.o $(LIBRARY)
	$(call say,LINK $@)
	$(Q)$(CC) $(TEST_FLAGS) -o $@ $^ $(LDLIBS)

# The manual page and the completion for shells are what the command prints.
MAN_PAGE    = build/share/lockhop.1
COMPLETIONS = build/share/lockhop.bash build/share/lockhop.zsh
MAN_DIR     = $(ROOT)/share/man/man1
CMAKE_DIR   = $(ROOT)/$(LIB)/cmake/lockhop
BASH_DIR    = $(ROOT)/share/bash-completion/completions
ZSH_DIR     = $(ROOT)/share/zsh/site-functions

$(MAN_PAGE): build/lockhop
	@mkdir -p $(@D)
	$(Q)build/lockhop help --man >$@.part && mv $@.part $@

build/share/lockhop.%: build/lockhop
	@mkdir -p $(@D)
	$(Q)build/lockhop help --completion $* >$@.part && mv $@.part $@

# What the benches of modules include and are linked with, where they look for it.
TWIN_HEADERS = $(wildcard $(addsuffix /*.h, \
                 $(addprefix cmodel/,base switch/* network/topology)))

# Where a file list is read from makes no difference to -F of Verilator.  What all plug-ins have in
# common is used with the Verilator and the compiler that made it; with others, or where it cannot
# be made, the first run makes it.
install: all library $(MAN_PAGE) $(COMPLETIONS) $(PRINT_RUNTIME) ## install in PREFIX=/usr/local
	install -d $(ROOT)/bin $(ROOT)/include $(ROOT)/$(LIB)/pkgconfig $(CMAKE_DIR) $(SHARE) $(MAN_DIR) \
	  $(BASH_DIR) $(ZSH_DIR)
	install -m 755 build/lockhop $(ROOT)/bin/lockhop
	$(if $(COMMAND_MPI),install -m 755 $(COMMAND_MPI) $(ROOT)/bin/lockhop-mpi)
	install -m 644 include/lockhop.h $(ROOT)/include/lockhop.h
	install -m 644 build/lib/liblockhop.a $(ROOT)/$(LIB)/liblockhop.a
	install -m 644 build/lib/$(SONAME) $(ROOT)/$(LIB)/$(SONAME)
	ln -sf $(SONAME) $(ROOT)/$(LIB)/liblockhop.so
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIB@|$(LIB)|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(API_LIBS)|' \
	  include/lockhop.pc.in >$(ROOT)/$(LIB)/pkgconfig/lockhop.pc
	for file in lockhop-config lockhop-config-version; do \
	  sed 's|@LIB@|$(LIB)|; s|@VERSION@|$(VERSION)|; s|@SONAME@|$(SONAME)|' \
	    include/$$file.cmake.in >$(CMAKE_DIR)/$$file.cmake; done
	install -m 644 $(MAN_PAGE) $(MAN_DIR)/lockhop.1
	install -m 644 build/share/lockhop.bash $(BASH_DIR)/lockhop
	install -m 644 build/share/lockhop.zsh $(ZSH_DIR)/_lockhop
	cp -R rtl sim waves docs examples $(wildcard tb) LICENSE README.md CONTRIBUTING.md $(SHARE)/
	cd rtl && LC_ALL=C ls */*.v >$(SHARE)/rtl/files.f
	install -d $(SHARE)/scripts
	install -m 644 $(wildcard scripts/plot*.py scripts/report*) scripts/whole_files.py $(SHARE)/scripts
	install -d $(SHARE)/tests/twin $(ROOT)/lib/lockhop
	install -m 644 $(wildcard tests/twin/*.cpp tests/twin/*.h) tests/twin/models.sh $(SHARE)/tests/twin
	install -m 755 $(filter-out %/models.sh,$(wildcard tests/twin/*.sh)) $(SHARE)/tests/twin
	cp --parents $(TWIN_HEADERS) $(SHARE)/
	install -m 644 build/lib/libtwins.a $(ROOT)/lib/lockhop/libtwins.a
	rm -f $(ROOT)/lib/lockhop/runtime-*.a
	@library=$$(LOCKHOP_CACHE=build/runtime $(PRINT_RUNTIME)) && \
	  install -m 644 "$$library" $(ROOT)/lib/lockhop/ || \
	  echo "The first run with Verilog will compile Verilator's run-time library."

uninstall: ## remove everything that install has put there
	rm -rf $(SHARE) $(ROOT)/lib/lockhop $(CMAKE_DIR)
	rm -f $(ROOT)/bin/lockhop $(ROOT)/bin/lockhop-mpi $(ROOT)/include/lockhop.h \
	  $(ROOT)/$(LIB)/liblockhop.a $(ROOT)/$(LIB)/liblockhop.so $(ROOT)/$(LIB)/$(SONAME) \
	  $(ROOT)/$(LIB)/pkgconfig/lockhop.pc $(MAN_DIR)/lockhop.1 $(BASH_DIR)/lockhop \
	  $(ZSH_DIR)/_lockhop

DEB       = build/deb
DEB_LEVEL = 6
deb: all library ## make Debian packages in build/deb
	@rm -rf $(DEB)
	@mkdir -p $(DEB)/source
	@cp -R debian CHANGELOG.md $(DEB)/source/
	$(Q)cd $(DEB)/source && DH_QUIET=1 debian/rules -s binary TREE=$(CURDIR) \
	  INCLUDE="$(VERILATOR_ROOT)/include" FST_DIR="$(FST_DIR)" DEB_LEVEL=$(DEB_LEVEL) >/dev/null
	@rm -r $(DEB)/source
	@ls $(DEB)/*.deb

# Every file in C, as CC reads it: in seconds, and nothing is made.
syntax:
	@$(CC) $(filter-out -MMD -MP,$(CPPFLAGS)) $(CFLAGS) $(FST_CPPFLAGS) $(MPI_CFLAGS) -fsyntax-only \
	  $(LIB_SOURCES) $(CLI_SOURCES) $(if $(MPI_LIBS),$(MPI_SOURCES))

# LINT: as the preprocessor needs them.
LINT = -std=gnu11 $(filter-out -MMD -MP -DLOCKHOP_VERSION=%,$(CPPFLAGS)) $(FST_CPPFLAGS) \
       $(MPI_CFLAGS) -DLOCKHOP_VERSION=__FILE__
lint: ## cppcheck and clang-tidy over the C code, a minute
	@scripts/lint.sh $(CORES) $(LINT)

format: ## format the C code
	clang-format -i $$(git ls-files -c -o --exclude-standard '*.c' '*.h' '*.cpp')

clean: ## remove everything that was built
	rm -rf build

test-foreign: all ## judge routers of others, from PyPI, and every mutant of them
	@ALL=1 tests/system/test_foreign.sh

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 30

-include $(shell find $(sort $(O)/obj $(T)/obj) -name '*.d' 2>/dev/null)

FORCE:

.PHONY: all library unit twin packages test check quick fuzz fuzzer prove prove-all states test-c \
        test-debian12 test-debian13 test-newest-verilator test-foreign coverage mutate mutate-c \
        mutate-commands broken synth demo run-demo demo-systemc bench counts-update \
        docs evaluation evaluation-dragonfly evaluation-latency \
        golden-update install uninstall deb syntax lint format clean help FORCE
.SECONDARY:
