/* SPDX-License-Identifier: MIT */
/* kernel_code.c: files, and kernels out of rootle-cc's binaries. */
#include "kernel_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/binary.h"

uint8_t *kernel_code_load(const char *path, size_t *size)
{
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return NULL;
    fseek(stream, 0, SEEK_END);
    *size = (size_t)ftell(stream);
    rewind(stream);
    uint8_t *bytes = malloc(*size + 1);
    size_t got = bytes ? fread(bytes, 1, *size, stream) : 0;
    fclose(stream);
    if (got == *size)
        return bytes;
    free(bytes);
    return NULL;
}

static void take_kernel(struct kernel_code *code, struct rootle_binary *binary,
                        struct rootle_kernel *kernel)
{
    *code = (struct kernel_code){.dwords = kernel->code,
                                 .count = kernel->code_bytes / sizeof(uint32_t),
                                 .constants = binary->rodata,
                                 .constant_bytes = binary->rodata_bytes,
                                 .gprs = kernel->gprs,
                                 .stack_entries = kernel->stack_entries,
                                 .lds_bytes = kernel->lds_bytes,
                                 .scratch_bytes = kernel->scratch_bytes};
    kernel->code = NULL;
    binary->rodata = NULL;
}

int kernel_code_from_binary(const char *path, const char *kernel, struct kernel_code *code,
                            char *error, size_t error_size)
{
    size_t size = 0;
    uint8_t *bytes = kernel_code_load(path, &size);
    *code = (struct kernel_code){0};
    snprintf(error, error_size, "%s cannot be read", path);
    struct rootle_binary *binary =
        bytes ? rootle_binary_read(bytes, size, error, error_size) : NULL;
    free(bytes);
    if (!binary)
        return -1;
    for (uint32_t i = 0; i < binary->kernel_count && !code->dwords; i++)
        if (!strcmp(binary->kernels[i].name, kernel))
            take_kernel(code, binary, &binary->kernels[i]);
    rootle_binary_destroy(binary);
    if (code->dwords)
        return 0;
    snprintf(error, error_size, "%s does not hold the kernel", path);
    return -1;
}

void kernel_code_finish(struct kernel_code *code)
{
    free(code->dwords);
    free(code->constants);
    *code = (struct kernel_code){0};
}
