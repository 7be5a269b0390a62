/* SPDX-License-Identifier: MIT */
/* random_group.h: groups of ALU instructions by chance, for random programs. */
#pragma once

#include "llvm/tests/recompiled/random_program.h"

/* Registers: two of floats from FLOATS on, two of integers from INTEGERS on. */
enum { FLOATS = 4, INTEGERS = 6, GPRS = 16, STACK = 24, NAN_BITS = 0x7fc00000 };

/* A program in the making. */
struct maker {
    struct program *p;
    struct chance *chance;
    const struct hw_chip *chip;
    unsigned depth, loops;
    bool uniform;           /* all lanes run here */
    bool known[5], real[5]; /* what the last group left in PV.xyzw and PS, and whether floats */
};

bool one_in(struct maker *k, uint32_t count);
/* Numbers near borders more often than others. */
uint32_t number(struct chance *chance);
/* A channel of one of two registers from the first on. */
struct src register_of(struct maker *k, unsigned first);

void begin_clause(struct maker *k);
/* A group of one or more instructions. One that the decoder refuses is thrown away and made again.
 */
void random_group(struct maker *k, unsigned predicate);
/* One instruction that is not by chance: what PV and PS hold behind it is not used. */
void own(struct maker *k, int alu_op, unsigned gpr, unsigned chan, struct src a, struct src b,
         struct src c);
