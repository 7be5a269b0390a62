/* SPDX-License-Identifier: MIT */
/* catalyst.c: fuzz target: a program binary of AMD's driver is read or refused, and what is read
 * can be bound. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "driver/catalyst/catalyst.h"
#include "driver/fuzz/fuzz.h"

enum { ERROR_SIZE = 512 };

static bool read_binary(const uint8_t *data, size_t size)
{
    char error[ERROR_SIZE] = "";
    struct rootle_binary *binary = catalyst_read(data, size, error, sizeof(error));
    bool read = binary != NULL;
    assert(read || error[0]);
    for (uint32_t i = 0; read && i < binary->kernel_count; i++)
        (void)rootle_kernel_fault(&binary->kernels[i]);
    rootle_binary_destroy(binary);
    return read;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_binary(data, size);
    return 0;
}

/* Binaries of one kernel each. */
size_t fuzz_seed(unsigned n, uint8_t seed[FUZZ_SEED_MAX])
{
    static const char *const names[] = {"sum", "reverse", "count", "private", "dump"};
    char path[4096];
    if (n >= sizeof(names) / sizeof(names[0]))
        return 0;
    snprintf(path, sizeof(path), "%s/one-%s.elf", CATALYST_ELFS, names[n]);
    FILE *file = fopen(path, "rb");
    assert(file);
    size_t size = fread(seed, 1, FUZZ_SEED_MAX, file);
    fclose(file);
    assert(size < FUZZ_SEED_MAX && read_binary(seed, size));
    return size;
}
