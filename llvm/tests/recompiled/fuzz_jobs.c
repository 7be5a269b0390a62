/* SPDX-License-Identifier: MIT */
/* fuzz_jobs.c: fuzz target: any bytes that the compiler is sent as a program to be recompiled
 * become a sound module, or are refused with a reason. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/binary.h"
#include "driver/fuzz/fuzz.h"
#include "driver/hw/chips.h"
#include "llvm/ir/shim.h"
#include "llvm/recompile/cycles.h"
#include "llvm/recompile/emit.h"

/* Whether a module comes of it. The library is read once. */
static bool build(const uint8_t *data, size_t size)
{
    static const struct recompiler_host host = {"v4", "x86-64-v4", ""};
    static struct recompiler recompiler = {.host = &host};
    char *text = NULL;
    size_t length;
    FILE *log = open_memstream(&text, &length);
    assert(log);
    if (!recompiler.context) {
        recompiler.context = LLVMContextCreate();
        recompiler.library =
            shim_open_bitcode(recompiler.context, BLOCK_FOLDER "/block-v4.bc", stderr);
    }
    LLVMModuleRef module = recompile_build(&recompiler, data, size, log);
    if (module)
        cycles_poll(module, log);
    fclose(log);
    assert(module || *text);
    assert(!strstr(text, "dominate") && !strstr(text, "Instruction")); /* LLVM's own complaints */
    free(text);
    if (module)
        LLVMDisposeModule(module);
    return module != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    build(data, size);
    return 0;
}

/* A state in which all fetches and stores are carried out by code. */
static void fill(struct recompile_state *state, const struct sim_program *program)
{
    const struct sim_texel_format format = {.bytes = 16, .dwords = 4, .kind = SIM_TEXEL_FLOAT4};
    state->rows = 1;
    state->blocks = 4;
    state->line = 1;
    state->scratch_dwords = 64;
    for (unsigned i = 0; i < HW_RATS; i++)
        state->stores[i] =
            (struct recompile_store_state){.typed = true,
                                           .dwords = true,
                                           .returns = true,
                                           .how = {.format = format, .coordinates = 3, .quads = 1}};
    for (uint32_t i = 0; i < program->fetch_count; i++) {
        struct recompile_fetch_state *fetch = &state->fetches[i];
        fetch->stride = 4;
        fetch->texture.how =
            (struct sim_sample_how){.format = format, .dim = HW_DIM_2D, .load = true, .quads = 1};
        fetch->kind = program->fetches[i].kind == SIM_FETCH_BUFFER ? RECOMPILE_FETCH_PLAIN
                      : program->fetches[i].kind == SIM_FETCH_LOAD ||
                              program->fetches[i].kind == SIM_FETCH_SAMPLE
                          ? RECOMPILE_FETCH_SAMPLE
                          : RECOMPILE_FETCH_ASKED;
    }
}

static size_t write_job(const struct rootle_kernel *kernel, const struct hw_chip *chip,
                        uint8_t seed[FUZZ_SEED_MAX])
{
    char error[256];
    struct recompile_job job = {.chip = chip,
                                .mode = {.gprs = 124, .stack_entries = 4, .double_denormals = true},
                                .code = kernel->code,
                                .code_bytes = kernel->code_bytes};
    struct sim_program *program = sim_program_decode(job.code, job.code_bytes / 4, &job.mode, chip,
                                                     recompile_lanes(), error, sizeof(error));
    assert(program);
    size_t size;
    job.state_bytes = (uint32_t)recompile_state_bytes(program);
    job.state = calloc(1, job.state_bytes);
    assert(job.state);
    fill(job.state, program);
    void *bytes = recompile_job_write(&job, &size);
    assert(bytes && size <= FUZZ_SEED_MAX && build(bytes, size));
    memcpy(seed, bytes, size);
    free(bytes);
    free(job.state);
    sim_program_destroy(program);
    return size;
}

/* The kernels of a compiled program. */
size_t fuzz_seed(unsigned n, uint8_t seed[FUZZ_SEED_MAX])
{
    static uint8_t image[1 << 20];
    char error[256];
    FILE *file = fopen(ROOTLE_FUZZ_SEEDS "-cypress.bin", "rb");
    assert(file);
    const size_t size = fread(image, 1, sizeof(image), file);
    fclose(file);
    struct rootle_binary *binary = rootle_binary_read(image, size, error, sizeof(error));
    assert(binary);
    const size_t bytes = n < binary->kernel_count
                             ? write_job(&binary->kernels[n], hw_chip_find("cypress"), seed)
                             : 0;
    rootle_binary_destroy(binary);
    return bytes;
}
