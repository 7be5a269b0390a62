/* SPDX-License-Identifier: MIT */
/* emit.h: kernels of legal IR become machine code in the binary. */
#ifndef ROOTLE_LLVM_EMIT_H
#define ROOTLE_LLVM_EMIT_H

struct compile_job;
struct pass_state;

/* Compiles every kernel of the module. -1 with what cannot be carried in the log. */
int emit_kernels(struct pass_state *state, const struct compile_job *job);

#endif
