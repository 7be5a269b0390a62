/* SPDX-License-Identifier: MIT */
/* parts.h: what the compiler has beside its core: main.c puts it together. */
#pragma once

struct guard;
struct host_compiler;
struct il_reader;
struct ir_variable_reader;

/* NULL: it has none. */
struct compiler_parts {
    const struct host_compiler *host;           /* makes code for the host */
    const struct il_reader *il;                 /* reads SPIR-V */
    const struct guard *guard;                  /* guards programs for ROOTLE_CHECK */
    const struct ir_variable_reader *variables; /* reads debug information of variables */
};
