/* SPDX-License-Identifier: MIT */
/* service.h: compiles for the driver: rootle-cc --server. */
#ifndef ROOTLE_LLVM_SERVICE_H
#define ROOTLE_LLVM_SERVICE_H

struct compile_job;
struct rootle_binary;

/* Sets what ROOTLE_DEBUG asks of a compile, and prints what it asks to see of the result, on
 * stderr. */
void service_apply_debug(struct compile_job *job);
void service_print_debug(const struct rootle_binary *binary);

/* Serves requests on PROTOCOL_CONTROL_FD until it is closed. Returns the exit status. */
int service_run(void);

#endif
