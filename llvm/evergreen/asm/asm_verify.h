/* SPDX-License-Identifier: MIT */
/* asm_verify.h: what the parts of the verifier share. The rules are those of docs/hardware.md. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/hw/isa.h"

struct verify {
    const uint32_t *code;
    size_t qwords;   /* 64-bit units of the program */
    size_t cf_count; /* control-flow instructions, the last of which ends the program */
    unsigned gprs;
    enum hw_vliw vliw;
    bool failed;
    char *error; /* the first rule that is broken */
    size_t error_size;
};

/* Notes the first broken rule, at a dword of the program. */
void verify_fail(struct verify *v, size_t dword, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Constants that a clause may read from each kcache set: 0, 16 or 32. */
struct verify_kcache {
    unsigned constants[4];
};

void verify_alu_clause(struct verify *v, size_t qword, size_t slots,
                       const struct verify_kcache *kcache);
/* The branch stack and loops; each control-flow instruction by itself is right. */
void verify_flow(struct verify *v);
void verify_fetch_clause(struct verify *v, size_t qword, size_t count, bool textures);
