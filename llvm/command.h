/* SPDX-License-Identifier: MIT */
/* command.h: the command line of rootle-cc. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "driver/compiler/settings.h"
#include "driver/hw/chips.h"

enum emit { EMIT_DEFAULT, EMIT_LL, EMIT_ASM, EMIT_BIN, EMIT_PSTAT, EMIT_PLACES };

struct command {
    const char *input;
    const char *output;
    const char *disassemble;
    const char *code;
    const char *compare;
    const char *run_pass;
    const struct hw_chip *chip;
    enum emit emit;
    bool server, help, version, list_passes, source;
    char **options; /* clBuildProgram's, pointing into argv */
    size_t option_count;
    struct compiler_settings settings;
};

extern const char command_usage[];

/* Returns 0, or -1 after a message. In both cases `options` is to be freed and `settings` to be
 * finished. */
int command_parse(struct command *command, int argc, char **argv);
