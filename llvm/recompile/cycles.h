/* SPDX-License-Identifier: MIT */
/* cycles.h: proves of a program that is to be recompiled that it cannot run without polling the
 * time, whatever whoever wrote it believed of its control flow. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdio.h>

/* The function that polls: an i1 of three arguments, false where the program has to stop. */
#define NATIVE_POLL "poll"

/* Whether each cycle of the module's functions ends or polls the time. For modules as they are
 * written, before the library is linked, whose functions end. A cycle passes the test if it has
 *
 * - a block that polls: it steps a counter by 1, and goes to a block which calls NATIVE_POLL and
 *   returns if that is false, where the counter's low bits are all zero; or
 * - an edge that is taken so many times at the most: its block steps a counter, and takes the edge
 *   where the result is below a constant, and perhaps more holds.
 *
 * A counter is an alloca of an integer that is set to a constant in the entry block, and else only
 * stepped: loaded, added a constant to, and stored, by three instructions in a row. One of limited
 * edges may be set to anything, too, where nobody comes but from a block that polls, or calls
 * NATIVE_POLL and returns if that is false, or by one block more from there. Functions that
 * call one another in a circle, and blocks that end in `unreachable` and can be reached, do not
 * pass. False with a line in `log` that names a block. */
bool cycles_poll(LLVMModuleRef module, FILE *log);
