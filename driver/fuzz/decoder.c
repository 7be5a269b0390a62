/* SPDX-License-Identifier: MIT */
/* decoder.c: fuzz target: the simulator decodes any machine code to a program, or says what is
 * wrong with it. The first byte is the mode, the second the chip, two are nothing, the rest are
 * dwords. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/binary.h"
#include "driver/base/count.h"
#include "driver/fuzz/fuzz.h"
#include "driver/hw/chips.h"
#include "driver/sim/decode/program.h"

enum { HEADER_BYTES = 4, ERROR_SIZE = 512 };

/* Whether it is a program. */
static bool decode(const uint8_t *data, size_t size)
{
    char error[ERROR_SIZE] = "";
    const struct sim_program_mode mode = {.gprs = data[0] & 0x40 ? 124 : 10,
                                          .stack_entries = 4,
                                          .dx10_clamp = data[0] & 8,
                                          .flush_in = data[0] & 0x10,
                                          .flush_out = data[0] & 0x20,
                                          .double_denormals = !(data[0] & 0x80)};
    const struct hw_chip *chip = &hw_chips[data[1] % hw_chip_count];
    if (chip->family != HW_FAMILY_EVERGREEN)
        return false;
    uint32_t dwords = (uint32_t)(size - HEADER_BYTES) / 4;
    uint32_t *code = malloc(dwords * sizeof(*code) + 1);
    assert(code);
    memcpy(code, data + HEADER_BYTES, dwords * sizeof(*code));
    struct sim_program *program =
        sim_program_decode(code, dwords, &mode, chip, sim_lanes_select(), error, sizeof(error));
    bool decoded = program != NULL;
    assert(decoded || error[0]);
    sim_program_destroy(program);
    free(code);
    return decoded;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size >= HEADER_BYTES)
        decode(data, size);
    return 0;
}

/* The kernels of a compiled program, of either kind of chips turn by turn. */
size_t fuzz_seed(unsigned n, uint8_t seed[FUZZ_SEED_MAX])
{
    static const char *const files[][2] = {{"cypress", ROOTLE_FUZZ_SEEDS "-cypress.bin"},
                                           {"cayman", ROOTLE_FUZZ_SEEDS "-cayman.bin"}};
    static uint8_t image[1 << 20];
    char error[ERROR_SIZE];
    const char *const *of = files[n % COUNT(files)];
    FILE *file = fopen(of[1], "rb");
    assert(file);
    size_t size = fread(image, 1, sizeof(image), file);
    fclose(file);
    struct rootle_binary *binary = rootle_binary_read(image, size, error, sizeof(error));
    assert(binary);
    size_t bytes = 0;
    if (n / COUNT(files) < binary->kernel_count) {
        const struct rootle_kernel *kernel = &binary->kernels[n / COUNT(files)];
        bytes = kernel->code_bytes;
        bytes = bytes < FUZZ_SEED_MAX - HEADER_BYTES ? bytes : FUZZ_SEED_MAX - HEADER_BYTES;
        memset(seed, 0, HEADER_BYTES);
        seed[0] = 0x40;
        seed[1] = (uint8_t)(hw_chip_find(of[0]) - hw_chips);
        memcpy(seed + HEADER_BYTES, kernel->code, bytes);
        bytes += HEADER_BYTES;
        assert(decode(seed, bytes));
    }
    rootle_binary_destroy(binary);
    return bytes;
}
