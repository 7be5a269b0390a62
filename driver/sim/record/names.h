/* SPDX-License-Identifier: MIT */
/* names.h: which variables' values registers have, as the program's binary says it
 * (docs/debugging.md). */
#pragma once

#include <stdint.h>
#include <stdio.h>

struct sim_launch;
struct sim_wave;

struct sim_names;

/* NULL: the binary says nothing, or is damaged, or memory is short. */
struct sim_names *sim_names_read(const struct sim_launch *launch);
void sim_names_free(struct sim_names *names); /* NULL is legal */

/* A group begins, whose registers have no variables. */
void sim_names_begin(struct sim_names *names);
/* Before the instruction at a 64-bit word, and behind it: it wrote `count` vectors from `vector`
 * on. All of these take NULL for no names. */
void sim_names_enter(struct sim_names *names, const struct sim_wave *wave, uint32_t word);
void sim_names_leave(struct sim_names *names, const struct sim_wave *wave, uint32_t word,
                     uint32_t vector, uint32_t count);
/* The variables that have the value of a vector somewhere in the kernel, with commas between; "":
 * there are none. */
const char *sim_names_of(const struct sim_names *names, const struct sim_wave *wave,
                         uint32_t vector);
/* Likewise, of the value that the instruction at a word writes there. */
const char *sim_names_made(const struct sim_names *names, uint32_t word, uint32_t vector);

/* Prints them as a line of ROOTLE_TRACE. */
void sim_names_print(const struct sim_names *names, FILE *out);
