/* SPDX-License-Identifier: MIT */
/* process.h: the compiler process as its client sees it: found, started, asked, restarted, ended.
 */
#pragma once

#include <limits.h>
#include <stdbool.h>

#include "driver/compiler/protocol.h"

struct sha256;

/* The compiler's path: ROOTLE_CC, else beside this library, else where it was installed. false when
 * there is none that can be executed; `path` then holds the first place looked at. */
bool process_find(char path[PATH_MAX]);
/* Adds what distinguishes this build of the compiler from others that may answer such a request in
 * another way: the program's mark, or its path, size and time if it has none or recompiles; and
 * names, sizes and times of the builtins beside it and of the libraries that it uses. False when
 * not all of it can be found out now. */
bool process_hash_identity(struct sha256 *sha, const char *path, enum compiler_action action);
/* The path of llvm-spirv, which translates SPIR-V: ROOTLE_LLVM_SPIRV. NULL when there is none that
 * can be executed. */
const char *process_translator(void);
/* Adds what distinguishes a file from others. False when it cannot be found out. */
bool process_hash_file(struct sha256 *sha, const char *path);
/* Has the request compiled and fills the reply, whatever happens. Starts the process when needed.
 * The request's limits are set here, as `asked` and the environment say. */
void process_compile(const char *path, const struct compiler_request *asked,
                     struct protocol_request *request, struct protocol_reply *reply);
