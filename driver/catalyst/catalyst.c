/* SPDX-License-Identifier: MIT */
/* catalyst.c: reads the program binaries of AMD's Catalyst driver for Evergreen chips, and tells in
 * the terms of driver/abi what their code wants where (docs/catalyst.md). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/catalyst/cal.h"
#include "driver/catalyst/catalyst.h"
#include "driver/catalyst/metadata.h"
#include "driver/hw/registers.h"

enum { SCRATCH_REGISTER_BYTES = 16, LOOP_COUNT_MAX = 4095 };

struct machine {
    const char *chip;
    uint32_t elf;  /* e_machine of the program */
    uint32_t code; /* of a kernel's dictionary */
};

/* Both count AMD's targets (rocclr's caltarget.h, where Cypress is 8): from 1001, and from 1. */
static const struct machine machines[] = {
    {"cypress", 1009, 9}, {"juniper", 1010, 10}, {"redwood", 1011, 11}, {"cedar", 1012, 12},
    {"barts", 1018, 18},  {"turks", 1019, 19},   {"caicos", 1020, 20},  {"cayman", 1016, 16}};

struct reading {
    struct elf32 elf;
    struct elf32_section symbols;
    const struct machine *machine;
    struct rootle_binary *binary;
    char *error;
    size_t error_size;
    bool no_memory;
};

bool catalyst_is(const void *image, size_t size)
{
    return size >= 4 && memcmp(image,
                               "\x7f"
                               "ELF",
                               4) == 0;
}

static bool fail(struct reading *r, const char *kernel, const char *why)
{
    snprintf(r->error, r->error_size, "kernel %s: %s", kernel, why);
    return false;
}

static bool no_memory(struct reading *r)
{
    r->no_memory = true;
    return false;
}

/* The layout of the launch's constant buffer, by vectors of 16 bytes (rocclr's MetadataOffsets).
 * The rest of it, about memory that is emulated, stays zero. */
static const struct {
    uint32_t kind, vector, dword, size;
    float literal;
} launch_block[] = {
    {ROOTLE_ARG_GLOBAL_SIZE, 0, 0, 12, 0},   {ROOTLE_ARG_WORK_DIM, 0, 3, 4, 0},
    {ROOTLE_ARG_LOCAL_SIZE, 1, 0, 12, 0},    {ROOTLE_ARG_GROUPS, 2, 0, 12, 0},
    {ROOTLE_ARG_LITERAL, 5, 1, 4, 0.5f},     {ROOTLE_ARG_LITERAL, 5, 2, 4, 1.0f},
    {ROOTLE_ARG_LITERAL, 5, 3, 4, 2.0f},     {ROOTLE_ARG_GLOBAL_OFFSET, 6, 0, 12, 0},
    {ROOTLE_ARG_GLOBAL_OFFSET, 9, 0, 12, 0},
};

static bool add_launch_block(struct metadata *m)
{
    for (size_t i = 0; i < COUNT(launch_block); i++) {
        const struct rootle_arg arg = {.kind = launch_block[i].kind,
                                       .offset = CATALYST_LAUNCH + 16 * launch_block[i].vector +
                                                 4 * launch_block[i].dword,
                                       .size = launch_block[i].size,
                                       .slot = float_bits(launch_block[i].literal)};
        if (!metadata_add(m, &arg))
            return false;
    }
    return true;
}

static void bind(struct rootle_kernel *kernel, uint32_t kind, uint32_t slot, uint32_t value)
{
    kernel->bindings[kernel->binding_count++] = (struct rootle_binding){kind, slot, value};
}

enum { BINDINGS_OF_UAV = 5 };

static void bind_uav(struct rootle_kernel *kernel, const struct cal_uav *uav)
{
    const uint32_t fetches[][2] = {
        {uav->uncached, 4}, {uav->cached, 4}, {uav->cached64, 8}, {uav->cached128, 16}};

    bind(kernel, ROOTLE_BIND_POOL_STORE, uav->rat, 0);
    for (size_t i = 0; i < COUNT(fetches); i++)
        if (fetches[i][0])
            bind(kernel, ROOTLE_BIND_POOL_FETCH, fetches[i][0], fetches[i][1]);
}

static uint32_t loop_register(const struct cal_loop *loop)
{
    uint32_t count = loop->count < LOOP_COUNT_MAX ? loop->count : LOOP_COUNT_MAX;

    return REG_SET(SQ_LOOP_CONST, COUNT, count) |
           REG_SET(SQ_LOOP_CONST, INIT, loop->start & 0xfff) |
           REG_SET(SQ_LOOP_CONST, INC, loop->step & 0xff);
}

static bool add_bindings(struct rootle_kernel *kernel, const struct cal_program *program)
{
    kernel->bindings = calloc(CAL_UAVS * BINDINGS_OF_UAV + CAL_LOOPS + CAL_CONSTANT_BUFFERS,
                              sizeof *kernel->bindings);
    if (!kernel->bindings)
        return false;
    bind(kernel, ROOTLE_BIND_INPUTS, 0, CATALYST_LAUNCH);
    bind(kernel, ROOTLE_BIND_INPUTS, 1, CATALYST_ARGUMENTS);
    for (size_t i = 0; i < CAL_UAVS; i++)
        if (program->uavs[i].used)
            bind_uav(kernel, &program->uavs[i]);
    for (uint32_t i = 0; i < CAL_LOOPS; i++)
        if (program->loops[i].used)
            bind(kernel, ROOTLE_BIND_LOOP, i, loop_register(&program->loops[i]));
    return true;
}

static uint32_t bytes_to_offset(uint32_t offset)
{
    return offset - ABI_INPUT_ARGUMENTS;
}

/* Constant buffer 1 is as large as the code says, and holds all arguments; the launch's always has
 * its place. */
static bool size_inputs(struct reading *r, struct rootle_kernel *kernel,
                        const struct cal_program *program)
{
    uint32_t end = CATALYST_ARGUMENTS + 16;

    if (program->constants[0] > (CATALYST_ARGUMENTS - CATALYST_LAUNCH) / 16 ||
        program->constants[1] > ABI_MAX_INPUT_BYTES / 16)
        return fail(r, kernel->name, "its constant buffers are too large");
    if (program->constants[1])
        end = CATALYST_ARGUMENTS + 16 * program->constants[1];
    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        uint32_t arg_end = kernel->args[i].offset + (kernel->args[i].size + 3) / 4 * 4;
        end = arg_end > end ? arg_end : end;
    }
    kernel->input_bytes = bytes_to_offset(end);
    return true;
}

static bool copy_code(struct rootle_kernel *kernel, struct elf32_bytes text)
{
    kernel->code = malloc(text.size);
    if (!kernel->code)
        return false;
    memcpy(kernel->code, text.at, text.size);
    kernel->code_bytes = text.size;
    return true;
}

static void set_needs(struct rootle_kernel *kernel, const struct cal_program *program)
{
    kernel->gprs = program->gprs;
    kernel->stack_entries = program->stack_entries;
    kernel->scratch_bytes = SCRATCH_REGISTER_BYTES * program->scratch_registers;
    kernel->without_denormals =
        !REG_GET(program->modes, SQ_PGM_RESOURCES_LS_2, ALLOW_SINGLE_DENORM_OUT);
}

static bool fill_kernel(struct reading *r, struct rootle_kernel *kernel, struct elf32_bytes image,
                        struct elf32_bytes description)
{
    char error[256] = "";
    struct metadata m = {kernel, error, sizeof error, false};
    struct cal_program program;
    const char *wrong = cal_read(&program, image, r->machine->code);

    if (wrong)
        return fail(r, kernel->name, wrong);
    if (program.scratch_registers > UINT32_MAX / SCRATCH_REGISTER_BYTES)
        return fail(r, kernel->name, "it needs too much private memory");
    if (!metadata_read(&m, description) || !add_launch_block(&m))
        return m.no_memory ? no_memory(r) : fail(r, kernel->name, error);
    set_needs(kernel, &program);
    if (!size_inputs(r, kernel, &program))
        return false;
    return (add_bindings(kernel, &program) && copy_code(kernel, program.text)) || no_memory(r);
}

/* The symbol __OpenCL_NAME_SUFFIX. */
static bool find_symbol(const struct reading *r, const char *name, const char *suffix,
                        struct elf32_bytes *contents)
{
    char wanted[512];
    struct elf32_symbol symbol;

    snprintf(wanted, sizeof wanted, "__OpenCL_%s%s", name, suffix);
    for (uint32_t i = 0; i < elf32_symbol_count(&r->symbols); i++) {
        if (elf32_symbol(&r->elf, &r->symbols, i, &symbol) && strcmp(symbol.name, wanted) == 0) {
            *contents = symbol.contents;
            return true;
        }
    }
    return false;
}

/* The NAME of __OpenCL_NAME_kernel, malloc'ed; "" when the symbol is another, NULL when memory is
 * short. */
static char *kernel_name(const char *symbol)
{
    static const char before[] = "__OpenCL_", after[] = "_kernel";
    const size_t ends = sizeof before - 1 + sizeof after - 1, length = strlen(symbol);

    if (length <= ends || strncmp(symbol, before, sizeof before - 1) != 0 ||
        strcmp(symbol + length - (sizeof after - 1), after) != 0)
        return strdup("");
    return strndup(symbol + sizeof before - 1, length - ends);
}

static struct rootle_kernel *add_kernel(struct rootle_binary *binary, char *name)
{
    struct rootle_kernel *grown =
        realloc(binary->kernels, (binary->kernel_count + (size_t)1) * sizeof *grown);

    if (!grown) {
        free(name);
        return NULL;
    }
    binary->kernels = grown;
    struct rootle_kernel *kernel = &grown[binary->kernel_count++];
    *kernel = (struct rootle_kernel){.name = name, .attributes = strdup("")};
    return kernel->attributes ? kernel : NULL;
}

static bool read_kernel(struct reading *r, const struct elf32_symbol *symbol)
{
    struct elf32_bytes description;
    char *name = kernel_name(symbol->name);

    if (!name)
        return no_memory(r);
    if (!*name) {
        free(name);
        return true;
    }
    struct rootle_kernel *kernel = add_kernel(r->binary, name);
    if (!kernel)
        return no_memory(r);
    if (!find_symbol(r, name, "_metadata", &description))
        return fail(r, name, "nothing describes its arguments");
    return fill_kernel(r, kernel, symbol->contents, description);
}

static bool find_machine(struct reading *r)
{
    for (size_t i = 0; i < COUNT(machines); i++)
        if (machines[i].elf == r->elf.machine)
            r->machine = &machines[i];
    if (!r->machine)
        snprintf(r->error, r->error_size, "an ELF file for machine %u, which is no Evergreen chip",
                 r->elf.machine);
    return r->machine;
}

static bool read_all(struct reading *r, struct elf32_bytes image)
{
    const char *wrong = elf32_init(&r->elf, image);
    struct elf32_symbol symbol;

    if (!wrong && !find_machine(r))
        return false;
    if (!wrong && !elf32_find_section(&r->elf, ".symtab", &r->symbols))
        wrong = "it has no symbols";
    for (uint32_t i = 0; !wrong && i < elf32_symbol_count(&r->symbols); i++)
        if (elf32_symbol(&r->elf, &r->symbols, i, &symbol) && !read_kernel(r, &symbol))
            return false;
    if (!wrong && r->binary->kernel_count == 0)
        wrong = "it has no kernels";
    if (wrong) {
        snprintf(r->error, r->error_size, "%s", wrong);
        return false;
    }
    r->binary->chip = strdup(r->machine->chip);
    r->binary->compiler = strdup("AMD Catalyst");
    return (r->binary->chip && r->binary->compiler) || no_memory(r);
}

struct rootle_binary *catalyst_read(const void *image, size_t size, char *error, size_t error_size)
{
    struct reading r = {.binary = rootle_binary_create(), .error = error, .error_size = error_size};
    bool read = false;

    if (!r.binary)
        r.no_memory = true;
    else if (size > UINT32_MAX)
        snprintf(error, error_size, "too long for an ELF file of 32 bits");
    else
        read = read_all(&r, (struct elf32_bytes){image, (uint32_t)size});
    if (read)
        return r.binary;
    rootle_binary_destroy(r.binary);
    if (r.no_memory)
        snprintf(error, error_size, "not enough memory for the program binary");
    errno = r.no_memory ? ENOMEM : EINVAL;
    return NULL;
}
