/* SPDX-License-Identifier: MIT */
/* compiler.h: how the driver has programs compiled: rootle-cc in a process of its own, with a cache
 * on disk.
 *
 * The compiler process is started at the first build that the cache cannot answer, shared by the
 * whole process, and restarted when it dies. A compiler that crashes, runs away or eats memory is a
 * failed build with a log. Nothing here links LLVM. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/abi/binary.h"

enum compiler_action {
    COMPILER_BUILD,   /* source to an executable */
    COMPILER_COMPILE, /* source and headers to an object */
    COMPILER_LINK, /* objects and libraries to an executable, or, with -create-library, a library */
    COMPILER_RECOMPILE, /* a program that is simulated (sim/recompile/job.h) to an object for the
                           host */
    COMPILER_ACTION_COUNT
};

/* A header, under the name that #include gives, or an object or library: a serialised binary. */
struct compiler_input {
    char *name; /* NULL counts as "" */
    void *data;
    uint32_t size;
};

struct compiler_request {
    enum compiler_action action;
    const char *source; /* OpenCL C, not necessarily NUL-terminated; "" for COMPILER_LINK */
    size_t source_size;
    bool is_il; /* the source is a module of SPIR-V instead, in the host's byte order */
    const struct compiler_input *inputs;
    uint32_t input_count;
    const char *options; /* as given to clBuildProgram, clCompileProgram or clLinkProgram; of
                            COMPILER_RECOMPILE, the host: v2, v3 or v4; never NULL */
    const char *chip;    /* hw_chip.name */
    /* The rows of hw_extensions that the device lists, 1 << row each: programs find these as
     * macros, and no others. 0: all that the chip carries. */
    uint32_t extensions;
    /* How it is to be made; all may be 0. */
    bool background;     /* nobody waits for it: builds go before it */
    bool kept_only;      /* from the cache, or COMPILER_UNAVAILABLE */
    double seconds;      /* limits, where they are lower than ROOTLE_CC_TIMEOUT's and */
    uint32_t memory_mib; /* ROOTLE_CC_MEMORY's */
    const int *unwanted; /* a descriptor that can be read once the answer is not wanted any more: it
                            is then COMPILER_TIMEOUT, at once */
};

enum compiler_status {
    COMPILER_OK,
    COMPILER_BUILD_FAILED,    /* the program is wrong or cannot be carried: see the log */
    COMPILER_INVALID_OPTIONS, /* CL_INVALID_BUILD_OPTIONS: see the log */
    COMPILER_CRASHED,         /* the compiler died; the log has its last words */
    COMPILER_TIMEOUT,
    COMPILER_UNAVAILABLE, /* the compiler program is missing or cannot be started: see the log */
    COMPILER_NO_MEMORY,
};

struct compiler_result {
    enum compiler_status status;
    struct rootle_binary *binary; /* on COMPILER_OK, but of COMPILER_RECOMPILE; the caller's */
    void *image;                  /* the serialised binary (CL_PROGRAM_BINARIES), or the object;
                                     malloc'ed */
    size_t image_size;
    char *log; /* malloc'ed, NUL-terminated; may be empty; NULL only when memory is short */
    bool cached;
};

/* Does what is asked, or answers from the cache. Thread-safe; calls may run at once. */
void compiler_build(const struct compiler_request *request, struct compiler_result *result);
void compiler_result_finish(struct compiler_result *result);
/* COMPILER_OK if OpenCL 1.2 has these options for the action. COMPILER_INVALID_OPTIONS if it has
 * not: *log then says what is wrong with them (malloc'ed; else NULL). Or COMPILER_NO_MEMORY.
 * *arg_info: -cl-kernel-arg-info is among them. */
enum compiler_status compiler_check_options(enum compiler_action action, const char *options,
                                            bool *arg_info, char **log);
/* Whether a compiler can be found (CL_DEVICE_COMPILER_AVAILABLE). */
bool compiler_available(void);
/* Whether it takes programs in SPIR-V: llvm-spirv is there, too (CL_DEVICE_IL_VERSION). */
bool compiler_takes_il(void);
