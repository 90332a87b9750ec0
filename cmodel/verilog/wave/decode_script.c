/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* decode_script -- a small Python program that shows packets as words in GTKWave. */
#include "verilog/wave/decode_script.h"

#include "base/file.h"
#include "network/traffic/payload.h"

#include <inttypes.h>
#include <sys/stat.h>

enum { FIELDS_MAX = 32 };

/* The part of the program that is the same for all packets. */
static const char program[] =
    "PACKET_BITS = HEADER_BITS + DATA_BITS\n"
    "WORD = (1 << 64) - 1\n"
    "\n"
    "\n"
    "def mix(word):\n"
    "    word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & WORD\n"
    "    word = ((word ^ word >> 27) * 0x94D049BB133111EB) & WORD\n"
    "    return word ^ word >> 31\n"
    "\n"
    "\n"
    "def payload(number, resets):\n"
    "    \"\"\"The data that packet `number` has when nothing has damaged it.\"\"\"\n"
    "    check = mix(SEED ^ resets ^ number << 32)\n"
    "    low = number\n"
    "    if LAST and number in (0, LAST):\n"
    "        same = WORD if number else 0\n"
    "        low = same & NUMBER_MASK\n"
    "        check = same if check >> 63 else check\n"
    "    return (check << NUMBER_BITS | low) & ((1 << DATA_BITS) - 1)\n"
    "\n"
    "\n"
    "def packet_words(packet):\n"
    "    header = packet & ((1 << HEADER_BITS) - 1)\n"
    "    data = packet >> HEADER_BITS\n"
    "    number = data & NUMBER_MASK\n"
    "    if not NUMBER_BITS:\n"
    "        return \"data=%#x\" % data + \"\".join(\n"
    "            \" %s=%d\" % (name, header >> lsb & ((1 << bits) - 1))\n"
    "            for name, lsb, bits in FIELDS)\n"
    "    if LAST and number == NUMBER_MASK:\n"
    "        number = LAST\n"
    "    words = [\"#%d\" % number]\n"
    "    for name, lsb, bits in FIELDS:\n"
    "        words.append(\"%s=%d\" % (name, header >> lsb & ((1 << bits) - 1)))\n"
    "    if VALUES:\n"
    "        return \" \".join(words + [\"value=%#x\" % (data >> NUMBER_BITS)])\n"
    "    if all(data != payload(number, resets) for resets in range(RESETS + 1)):\n"
    "        return \"?dark red?\" + \" \".join(words) + \" DAMAGED\"\n"
    "    return \" \".join(words)\n"
    "\n"
    "\n"
    "def words_of(value):\n"
    "    \"\"\"Text for a value; the value itself when it is none of the kinds "
    "above.\"\"\"\n"
    "    digits = value.lower()\n"
    "    if digits and set(digits) == {\"z\"}:\n"
    "        return NOTHING\n"
    "    valid, packet = digits[:-PACKET_BITS], digits[-PACKET_BITS:]\n"
    "    if 1 <= len(valid) <= VCS and set(digits) <= set(\"01xz\"):\n"
    "        if set(valid) == {\"0\"}:\n"
    "            return NOTHING\n"
    "        if \"1\" in valid and set(digits) <= set(\"01\"):\n"
    "            return packet_words(int(packet, 2))\n"
    "    elif len(digits) == PACKET_BITS and set(digits) <= set(\"01\"):\n"
    "        return packet_words(int(digits, 2))\n"
    "    elif len(digits) == (PACKET_BITS + 3) // 4:\n"
    "        if set(digits) <= set(\"0123456789abcdef\"):\n"
    "            return packet_words(int(digits, 16))\n"
    "    return value or NOTHING\n"
    "\n"
    "\n"
    "def main():\n"
    "    for line in iter(sys.stdin.buffer.readline, b\"\"):\n"
    "        value = line.decode(\"latin-1\").strip()\n"
    "        try:\n"
    "            print(words_of(value).encode(\"ascii\", \"replace\").decode(), "
    "flush=True)\n"
    "        except BrokenPipeError:\n"
    "            os._exit(0)  # the viewer was closed\n"
    "\n"
    "\n"
    "main()\n";

static void write_program(FILE *out, const struct shape *shape, uint64_t seed,
                          size_t resets, bool values)
{
  const struct packet_format *format = &shape->format;
  struct field fields[FIELDS_MAX];
  size_t count = routing_fields(shape->routing, shape->topology, fields, FIELDS_MAX - 1);

  /* The terminal field is just above the header: it reads like one field more of it. */
  if (format->terminal_bits)
    fields[count++] = (struct field){
        .name = "terminal", .lsb = format->header_bits, .bits = format->terminal_bits};

  fprintf(out,
          "#!/usr/bin/env python3\n"
          "\"\"\"Packets as words, for GTKWave: one value per line in, one text out.\n"
          "\n"
          "Written by lockhop for %s, routing %s.  A value is a packet in binary\n"
          "or hexadecimal digits, or in binary digits with its valid bit in front, or\n"
          "with one for each virtual channel.\n"
          "\"\"\"\n"
          "import os\n"
          "import sys\n"
          "\n"
          "# Name, lowest bit in the header, bits.\n"
          "FIELDS = [\n",
          shape->topology->spec, shape->routing->name);
  for (size_t i = 0; i < count; i++)
    fprintf(out, "    (\"%s\", %u, %u),\n", fields[i].name, fields[i].lsb, fields[i].bits);
  fprintf(out,
          "]\n"
          "HEADER_BITS = %u\n"
          "DATA_BITS = %u\n"
          "VCS = %u\n"
          "NUMBER_BITS = %u  # of the data; the bits above are a check; 0: no number\n"
          "NUMBER_MASK = (1 << NUMBER_BITS) - 1\n"
          "LAST = %u  # packet whose number bits are all 1; 0: none\n"
          "SEED = %" PRIu64 "\n"
          "RESETS = %zu  # in mid-run: each changes the check\n"
          "VALUES = %s  # packets carry values in place of checks\n"
          "NOTHING = \"?black? \"  # an empty box: no packet\n",
          format->header_bits + format->terminal_bits, payload_bits(format), shape->vcs,
          payload_is_numbered(format) ? payload_number_bits(format) : 0,
          format->last_number, PAYLOAD_SALT ^ seed, resets, values ? "True" : "False");
  fputs(program, out);
}

/* Make the program executable for everyone who can read it. */
static bool make_executable(FILE *file)
{
  struct stat status;

  return fstat(fileno(file), &status) == 0 &&
         fchmod(fileno(file), status.st_mode | (status.st_mode & 0444) >> 2) == 0;
}

bool decode_script_write(const char *path, const struct shape *shape, uint64_t seed,
                         size_t resets, bool values, struct err *err)
{
  struct output_file out;

  if (!file_open(&out, path, err))
    return false;
  write_program(out.stream, shape, seed, resets, values);
  if (!make_executable(out.stream)) {
    file_abandon(&out);
    return err_set(err, ERR_ENVIRONMENT, "cannot make '%.500s' executable", path);
  }
  return file_commit(&out, err);
}
