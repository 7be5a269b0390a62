/* SPDX-License-Identifier: MIT */
/* report.c: a compiled program as text. */
#include "llvm/report.h"

#include "driver/compiler/binary.h"
#include "llvm/evergreen/asm.h"

static const char *const kind_names[ROOTLE_ARG_KIND_COUNT] = {
    [ROOTLE_ARG_VALUE] = "value",
    [ROOTLE_ARG_GLOBAL] = "global",
    [ROOTLE_ARG_CONSTANT] = "constant",
    [ROOTLE_ARG_LOCAL] = "local",
    [ROOTLE_ARG_IMAGE_READ] = "read image",
    [ROOTLE_ARG_IMAGE_WRITE] = "write image",
    [ROOTLE_ARG_SAMPLER] = "sampler",
    [ROOTLE_ARG_IMAGE_SIZE] = "image size",
    [ROOTLE_ARG_IMAGE_FORMAT] = "image format",
    [ROOTLE_ARG_WORK_DIM] = "work dimensions",
    [ROOTLE_ARG_GLOBAL_OFFSET] = "global offset",
    [ROOTLE_ARG_RODATA] = "constants",
};

static void print_arg(const struct rootle_arg *arg, FILE *out)
{
    const char *kind = arg->kind < ROOTLE_ARG_KIND_COUNT ? kind_names[arg->kind] : "?";
    fprintf(out, ";   %4u: %u bytes, %s", arg->offset, arg->size, kind);
    if (arg->kind == ROOTLE_ARG_IMAGE_READ || arg->kind == ROOTLE_ARG_IMAGE_WRITE ||
        arg->kind == ROOTLE_ARG_SAMPLER)
        fprintf(out, " %u", arg->slot);
    if (*arg->name)
        fprintf(out, " (%s %s)", arg->type_name, arg->name);
    fputc('\n', out);
}

static int print_kernel(const struct rootle_kernel *kernel, FILE *out)
{
    char error[256];
    fprintf(out, "; kernel %s: %u registers, %u stack entries, %u bytes of LDS, %u of scratch\n",
            kernel->name, kernel->gprs, kernel->stack_entries, kernel->lds_bytes,
            kernel->scratch_bytes);
    for (uint32_t i = 0; i < kernel->arg_count; i++)
        print_arg(&kernel->args[i], out);
    for (uint32_t i = 0; i < kernel->sampler_count; i++)
        fprintf(out, ";   constant sampler: 0x%02x\n", kernel->samplers[i]);
    if (!evg_disassemble(kernel->code, kernel->code_bytes / 4, out, error, sizeof(error)))
        return 0;
    fprintf(out, "; damaged: %s\n", error);
    return -1;
}

int report_asm(const struct rootle_binary *binary, FILE *out)
{
    int result = 0;
    fprintf(out, "; chip %s, made by %s, %u bytes of constants\n", binary->chip, binary->compiler,
            binary->rodata_bytes);
    for (uint32_t i = 0; i < binary->kernel_count; i++)
        result |= print_kernel(&binary->kernels[i], out);
    return result;
}

void report_pstat(const struct rootle_binary *binary, FILE *out)
{
    for (uint32_t i = 0; i < binary->kernel_count; i++) {
        const struct rootle_kernel *kernel = &binary->kernels[i];
        double per_group = kernel->groups ? (double)kernel->scalar_ops / kernel->groups : 0.0;
        fprintf(
            out,
            "pstat: %s: %u groups, %u scalar operations (%.2f a group; x %u y %u z %u w %u t %u), "
            "%u tex, %u vtx, %u rat, %u cf, %u registers, %u stack entries, %u lds bytes, "
            "%u scratch bytes, %u code bytes\n",
            kernel->name, kernel->groups, kernel->scalar_ops, per_group, kernel->slot_ops[0],
            kernel->slot_ops[1], kernel->slot_ops[2], kernel->slot_ops[3], kernel->slot_ops[4],
            kernel->tex_ops, kernel->vtx_ops, kernel->rat_ops, kernel->cf_ops, kernel->gprs,
            kernel->stack_entries, kernel->lds_bytes, kernel->scratch_bytes, kernel->code_bytes);
    }
}
