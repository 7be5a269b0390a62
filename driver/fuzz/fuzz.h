/* SPDX-License-Identifier: MIT */
/* fuzz.h: what a fuzz target is: a function that takes any bytes, as libFuzzer has it, and inputs
 * that are good, which damage.c damages where there is no libFuzzer. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { FUZZ_SEED_MAX = 16384 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Good input number `n`; returns its size, 0 behind the last. */
size_t fuzz_seed(unsigned n, uint8_t seed[FUZZ_SEED_MAX]);
