# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# Lockhop -- the only Makefile.  `make help` lists the targets.

CC       = gcc
OPT      = -O2
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
           -Wmissing-prototypes -Wvla -Werror
CFLAGS   = -std=gnu11 $(OPT) -g $(WARNINGS)
CPPFLAGS = -Icmodel -I. -MMD -MP
LDLIBS   = -ljansson -ldl -lm

# BUILD=asan make test-c: the C parts with sanitizers, in a directory of their own.
ifeq ($(BUILD),asan)
O       = build/asan
CFLAGS += -fsanitize=address,undefined -fno-sanitize-recover=all -O1
LDFLAGS += -fsanitize=address,undefined
else
O       = build
CFLAGS += -flto=auto
LDFLAGS += -flto=auto $(OPT)
endif

CLI_SOURCES = $(wildcard cmodel/cli/*.c)
LIB_SOURCES = $(filter-out $(CLI_SOURCES),$(wildcard cmodel/*/*.c))
LIB_OBJECTS = $(LIB_SOURCES:%.c=$(O)/obj/%.o)
CLI_OBJECTS = $(CLI_SOURCES:%.c=$(O)/obj/%.o)

.DEFAULT_GOAL := all

all: $(O)/lockhop ## build the command build/lockhop

$(O)/lockhop: $(CLI_OBJECTS) $(LIB_OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(O)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# One test program per file tests/unit/test_<c file>.c.
UNIT_SOURCES = $(wildcard tests/unit/*.c)
UNIT_TESTS   = $(UNIT_SOURCES:%.c=$(O)/%)

$(O)/tests/unit/%: $(O)/obj/tests/unit/%.o $(LIB_OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka $(LDLIBS)

unit: $(UNIT_TESTS)

clean: ## remove everything that was built
	rm -rf build

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

-include $(shell find $(O)/obj -name '*.d' 2>/dev/null)

.PHONY: all unit clean help
.SECONDARY:
