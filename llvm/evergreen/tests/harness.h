/* SPDX-License-Identifier: MIT */
/* harness.h: compiles LLVM IR text and runs it on the simulated device, for tests. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HARNESS_MAX_BUFFERS = 6, HARNESS_ERROR = 1024 };

struct harness_launch {
    const char *ir;         /* the module; its first defined function is the kernel */
    uint32_t local, groups; /* work-items of a group, and groups; one dimension */
    uint32_t lds_bytes;
    uint32_t without; /* passes, see evergreen.h */
    bool structurise; /* run LLVM's passes that give structured control flow first */
    /* Arguments from byte 36 on: the buffers' addresses in order, then `extra` dwords. */
    void *buffer[HARNESS_MAX_BUFFERS]; /* contents before, and after */
    size_t buffer_bytes[HARNESS_MAX_BUFFERS];
    const uint32_t *extra;
    unsigned extra_count;
};

struct evg_program;

/* Opens the device of that chip. Fails the test when it cannot. */
void harness_open(const char *chip);
void harness_close(void);
/* Compiles and runs. 0, or -1 with the message. */
int harness_run(struct harness_launch *launch, char error[HARNESS_ERROR]);
/* Compiles only. */
int harness_compile(const struct harness_launch *launch, struct evg_program *program,
                    char error[HARNESS_ERROR]);
