/* SPDX-License-Identifier: MIT */
/* command.c: the command line of rootle-cc. */
#include "llvm/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/base/env.h"
#include "driver/hw/image_access.h"

const char command_usage[] =
    "usage: rootle-cc KERNEL.cl [OPTION]... [BUILD OPTION]...\n"
    "\n"
    "  KERNEL.cl           the program, or a module of it in SPIR-V; -: standard input\n"
    "  --chip CHIP         cedar, redwood, juniper, cypress, caicos, turks, barts,\n"
    "                      cayman or rv515; default: ROOTLE_CHIP or cypress\n"
    "  -o FILE             write there instead of standard output\n"
    "  --emit=KIND         ll: IR as the code generator gets it; asm: machine code as text;\n"
    "                      bin: what clGetProgramInfo gives (the default with -o); pstat: counts;\n"
    "                      places: where variables are, with ROOTLE_DEBUG=variables\n"
    "  --source            print the lines of the source between those of machine code\n"
    "  BUILD OPTION        as for clBuildProgram: -D, -I, -cl-..., -w, -Werror\n"
    "\n"
    "Instead of compiling:\n"
    "  --disassemble FILE  print the machine code of a file made with -o\n"
    "  --disassemble-code FILE\n"
    "                      print machine code as it lies in memory, behind numbers of 64-bit "
    "words\n"
    "  --compare BEFORE AFTER\n"
    "                      print statistics of two such files side by side\n"
    "  --run-pass=PASS[,PASS...] FILE\n"
    "                      run passes over LLVM IR (.ll; one pass) or machine IR as text (.mir)\n"
    "  --list-passes       print their names, and what they do\n"
    "  --server            serve the driver\n"
    "  --version           print the version\n"
    "  --help              print this\n"
    "\n"
    "ROOTLE_DEBUG=help lists debugging flags. Exit status: 0 compiled, 1 the program cannot be\n"
    "compiled, 2 wrong usage or unreadable input.\n";

static const struct {
    const char *name;
    enum emit emit;
} emit_names[] = {{"ll", EMIT_LL},
                  {"asm", EMIT_ASM},
                  {"bin", EMIT_BIN},
                  {"pstat", EMIT_PSTAT},
                  {"places", EMIT_PLACES}};

static int bad_usage(const char *what, const char *word)
{
    fprintf(stderr, "rootle-cc: %s%s%s\n%s", what, word ? ": " : "", word ? word : "",
            command_usage);
    return -1;
}

static int set_emit(struct command *command, const char *value)
{
    for (size_t i = 0; i < COUNT(emit_names); i++) {
        if (!strcmp(value, emit_names[i].name)) {
            command->emit = emit_names[i].emit;
            return 0;
        }
    }
    return bad_usage("unknown kind", value);
}

static int set_chip(struct command *command, const char *value)
{
    command->chip = hw_chip_find(value);
    return command->chip ? 0 : bad_usage("unknown chip", value);
}

/* Options with a value, in the next word or behind '=': it is kept as it is, or `set` looks at it.
 */
static const struct {
    const char *name;
    int (*set)(struct command *command, const char *value);
    size_t kept; /* offset of a const char * in struct command; without `set` */
} valued[] = {
    {"--chip", .set = set_chip},
    {"--emit", .set = set_emit},
    {"-o", .kept = offsetof(struct command, output)},
    {"--disassemble-code", .kept = offsetof(struct command, code)},
    {"--disassemble", .kept = offsetof(struct command, disassemble)},
    {"--run-pass", .kept = offsetof(struct command, run_pass)},
    {"--compare", .kept = offsetof(struct command, compare)},
};

/* 1: it was one; 0: it is none of them; -1: it was wrong. */
static int parse_valued(struct command *command, int argc, char **argv, int *at)
{
    for (size_t i = 0; i < COUNT(valued); i++) {
        size_t length = strlen(valued[i].name);
        const char *word = argv[*at], *value = NULL;
        if (strncmp(word, valued[i].name, length))
            continue;
        if (word[length] == '=')
            value = word + length + 1;
        else if (word[length])
            continue;
        else if (*at + 1 < argc)
            value = argv[++*at];
        else
            return bad_usage("a value is missing", word);
        if (valued[i].set)
            return valued[i].set(command, value) ? -1 : 1;
        memcpy((char *)command + valued[i].kept, &value, sizeof(value));
        return 1;
    }
    return 0;
}

static int parse_word(struct command *command, int argc, char **argv, int *at)
{
    int valued_result = parse_valued(command, argc, argv, at);
    char *word = argv[*at];
    if (valued_result)
        return valued_result < 0 ? -1 : 0;
    if (!strcmp(word, "--server"))
        command->server = true;
    else if (!strcmp(word, "--help"))
        command->help = true;
    else if (!strcmp(word, "--version"))
        command->version = true;
    else if (!strcmp(word, "--source"))
        command->source = true;
    else if (!strcmp(word, "--list-passes"))
        command->list_passes = true;
    else if (!strncmp(word, "--", 2))
        return bad_usage("unknown option", word);
    else if (word[0] == '-' && word[1]) {
        command->options[command->option_count++] = word;
        if ((!strcmp(word, "-D") || !strcmp(word, "-I")) && *at + 1 < argc)
            command->options[command->option_count++] = argv[++*at];
    } else if (command->input)
        return bad_usage("more than one file", word);
    else
        command->input = word;
    return 0;
}

int command_parse(struct command *command, int argc, char **argv)
{
    struct hw_image_choice images;
    char why[256];
    *command = (struct command){.chip = hw_chip_find(env_get(ENV_CHIP))};
    command->options = calloc((size_t)argc + 1, sizeof(*command->options));
    if (!command->options || compiler_settings_read(&command->settings))
        return bad_usage("out of memory", NULL);
    for (int i = 1; i < argc; i++)
        if (parse_word(command, argc, argv, &i))
            return -1;
    if (!command->chip)
        return bad_usage("unknown chip in ROOTLE_CHIP", env_get(ENV_CHIP));
    if (command->input && !hw_image_access_read(env_get(ENV_FORMATS), &images, why, sizeof(why)))
        return bad_usage(why, NULL);
    bool no_input = command->server || command->help || command->version || command->disassemble ||
                    command->code || command->list_passes;
    return command->input || no_input ? 0 : bad_usage("no file to compile", NULL);
}
