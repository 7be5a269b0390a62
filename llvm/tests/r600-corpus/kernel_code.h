/* SPDX-License-Identifier: MIT */
/* kernel_code.h: one kernel's machine code, whoever compiled it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kernel_code {
    bool llvm_abi;    /* inputs and constants where LLVM's backend reads them */
    uint32_t *dwords; /* malloc'ed */
    size_t count;
    void *constants; /* malloc'ed; of LLVM's: the section that they and the code lie in */
    size_t constant_bytes;
    uint32_t gprs, stack_entries, lds_bytes, scratch_bytes;
};

/* 0, or -1 with `error` filled. */
/* An object file of LLVM's R600 backend, with one kernel: its configuration is the file's. */
int kernel_code_from_elf(const char *path, const char *kernel, struct kernel_code *code,
                         char *error, size_t error_size);
/* Reads a kernel from a binary that rootle-cc wrote. */
int kernel_code_from_binary(const char *path, const char *kernel, struct kernel_code *code,
                            char *error, size_t error_size);
void kernel_code_finish(struct kernel_code *code);

/* The whole file, malloc'ed, or NULL. */
uint8_t *kernel_code_load(const char *path, size_t *size);
