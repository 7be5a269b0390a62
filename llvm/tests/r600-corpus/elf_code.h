/* SPDX-License-Identifier: MIT */
/* elf_code.h: one kernel's machine code out of an object file of LLVM's R600 backend. */
#ifndef ROOTLE_CORPUS_ELF_CODE_H
#define ROOTLE_CORPUS_ELF_CODE_H

#include <stddef.h>
#include <stdint.h>

struct elf_code {
    uint32_t *dwords; /* the kernel's, malloc'ed */
    size_t count;
    void *section; /* the whole section, malloc'ed: constants lie in it behind the code */
    size_t section_bytes;
    uint32_t gprs, stack_entries, lds_bytes;
};

/* 0, or -1 with `error` filled. Expects one kernel in the file: its configuration is the file's. */
int elf_code_read(const char *path, const char *kernel, struct elf_code *code, char *error,
                  size_t error_size);
void elf_code_finish(struct elf_code *code);

#endif
