/* SPDX-License-Identifier: MIT */
/* look.h: how recompiled programs look at the time: what the simulator writes, and the compiler
 * proves. */
#ifndef ROOTLE_BASE_LOOK_H
#define ROOTLE_BASE_LOOK_H

/* A program that is to be recompiled, as LLVM IR, has a function of this name, an i1 of three
 * arguments: false where the program has to stop. Each cycle of the program asks it, at one of some
 * turns, in the form that llvm/recompile/cycles.h says. */
#define NATIVE_LOOK "look"

#endif
