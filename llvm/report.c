/* SPDX-License-Identifier: MIT */
/* report.c: a compiled program as text. */
#include "llvm/report.h"

#include <string.h>

#include "driver/abi/binary.h"
#include "driver/abi/source.h"
#include "driver/hw/chips.h"
#include "llvm/evergreen/asm/asm.h"
#include "llvm/r500/emit/text.h"

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
    [ROOTLE_ARG_IMAGE_LEVELS] = "image levels",
    [ROOTLE_ARG_WORK_DIM] = "work dimensions",
    [ROOTLE_ARG_GLOBAL_OFFSET] = "global offset",
    [ROOTLE_ARG_RODATA] = "constants",
};

static void print_arg(const struct rootle_arg *arg, FILE *out)
{
    const char *kind = arg->kind < ROOTLE_ARG_KIND_COUNT ? kind_names[arg->kind] : "?";
    fprintf(out, ";   %4u: %u bytes, %s%s", arg->offset, arg->size, arg->is_signed ? "signed " : "",
            kind);
    if (arg->kind == ROOTLE_ARG_IMAGE_READ || arg->kind == ROOTLE_ARG_IMAGE_WRITE ||
        arg->kind == ROOTLE_ARG_SAMPLER)
        fprintf(out, " %u", arg->slot);
    if (*arg->name)
        fprintf(out, " (%s %s)", arg->type_name, arg->name);
    fputc('\n', out);
}

struct listing {
    struct rootle_lines lines;
    const struct rootle_source *source;
    uint32_t last; /* line that was printed */
};

/* Before a word whose line is another than that of the one before. */
static void print_line(void *data, size_t word, FILE *out)
{
    struct listing *listing = data;
    const struct rootle_lines *lines = &listing->lines;
    const uint32_t number = word < lines->word_count ? lines->word[word] : 0;
    if (!number || number == listing->last)
        return;
    listing->last = number;
    fputs("; ", out);
    rootle_source_print_short(lines, number, listing->source, out);
    fputc('\n', out);
}

static void print_variables(const struct rootle_variable *variables, uint32_t count,
                            const char *where, FILE *out)
{
    for (uint32_t i = 0; i < count; i++)
        fprintf(out, ";   %s %u: %u bytes, %s\n",
                where                                        ? where
                : variables[i].space == ROOTLE_ADDRESS_LOCAL ? "local"
                                                             : "private",
                variables[i].offset, variables[i].size, variables[i].name);
}

/* To be finished by rootle_lines_finish. Without a source there are no lines. */
static void read_lines(struct listing *listing, const struct rootle_kernel *kernel,
                       const struct rootle_source *source)
{
    *listing = (struct listing){.source = source};
    if (source)
        rootle_lines_read(kernel->lines, kernel->line_bytes, kernel->code_bytes / ROOTLE_WORD_BYTES,
                          &listing->lines);
}

static int print_code(const struct rootle_kernel *kernel, const struct rootle_source *source,
                      FILE *out, char *error, size_t error_size)
{
    struct listing listing;
    const struct asm_notes notes = {print_line, &listing};
    read_lines(&listing, kernel, source);
    int result = evg_disassemble_noted(kernel->code, kernel->code_bytes / 4, source ? &notes : NULL,
                                       out, error, error_size);
    rootle_lines_finish(&listing.lines);
    return result;
}

static void print_word(void *data, size_t word, FILE *out)
{
    (void)data;
    fprintf(out, "; word %zu\n", word);
}

int report_code(const uint32_t *code, size_t dwords, FILE *out)
{
    const struct asm_notes notes = {print_word, NULL};
    char error[256];
    if (!evg_disassemble_noted(code, dwords, &notes, out, error, sizeof(error)))
        return 0;
    fprintf(out, "; damaged: %s\n", error);
    return -1;
}

static void print_interface(const struct rootle_kernel *kernel, FILE *out)
{
    for (uint32_t i = 0; i < kernel->arg_count; i++)
        print_arg(&kernel->args[i], out);
    for (uint32_t i = 0; i < kernel->sampler_count; i++)
        fprintf(out, ";   constant sampler: 0x%02x\n", kernel->samplers[i]);
}

static int print_kernel(const struct rootle_kernel *kernel, const struct rootle_source *source,
                        FILE *out)
{
    char error[256];
    fprintf(out, "; kernel %s: %u registers, %u stack entries, %u bytes of LDS, %u of scratch\n",
            kernel->name, kernel->gprs, kernel->stack_entries, kernel->lds_bytes,
            kernel->scratch_bytes);
    print_interface(kernel, out);
    print_variables(kernel->variables, kernel->variable_count, NULL, out);
    if (!print_code(kernel, source, out, error, sizeof(error)))
        return 0;
    fprintf(out, "; damaged: %s\n", error);
    return -1;
}

/* An image program, whose statistics are those of its instructions. */
static bool is_r500(const struct rootle_binary *binary)
{
    const struct hw_chip *chip = hw_chip_find(binary->chip);
    return chip && chip->family == HW_FAMILY_R500;
}

static int print_image_program(const struct rootle_kernel *kernel,
                               const struct rootle_source *source, FILE *out)
{
    struct listing listing;
    fprintf(out, "; kernel %s: %u registers\n", kernel->name, kernel->gprs);
    print_interface(kernel, out);
    read_lines(&listing, kernel, source);
    const int result =
        r500_disassemble(kernel->code, kernel->code_bytes, print_line, &listing, out);
    rootle_lines_finish(&listing.lines);
    return result;
}

int report_asm(const struct rootle_binary *binary, const struct rootle_source *source, FILE *out)
{
    int result = 0;
    fprintf(out, "; chip %s, made by %s, %u bytes of constants\n", binary->chip, binary->compiler,
            binary->rodata_bytes);
    print_variables(binary->variables, binary->variable_count, "constant", out);
    for (uint32_t i = 0; i < binary->kernel_count; i++)
        result |= is_r500(binary) ? print_image_program(&binary->kernels[i], source, out)
                                  : print_kernel(&binary->kernels[i], source, out);
    return result;
}

static void print_image_pstat(const struct rootle_kernel *kernel, FILE *out)
{
    struct r500_counts counts;
    if (r500_count(kernel->code, kernel->code_bytes, &counts))
        fprintf(out,
                "pstat: %s: %u instructions, %u vector, %u scalar, %u flow control, "
                "%u presubtract, %u tex, %u registers\n",
                kernel->name, counts.instructions, counts.vector, counts.scalar, counts.flow,
                counts.presubtract, counts.tex, counts.registers);
}

void report_pstat(const struct rootle_binary *binary, FILE *out)
{
    for (uint32_t i = 0; i < binary->kernel_count; i++) {
        const struct rootle_kernel *kernel = &binary->kernels[i];
        if (is_r500(binary)) {
            print_image_pstat(kernel, out);
            continue;
        }
        unsigned hidden, exposed;
        evg_count_hidden(kernel->code, kernel->code_bytes / 4, &hidden, &exposed);
        double per_group = kernel->groups ? (double)kernel->scalar_ops / kernel->groups : 0.0;
        fprintf(
            out,
            "pstat: %s: %u groups, %u scalar operations (%.2f a group; x %u y %u z %u w %u t %u), "
            "%u tex, %u vtx, %u rat, %u cf, %u registers, %u stack entries, %u lds bytes, "
            "%u scratch bytes, %u code bytes, %u line bytes, %u fetches hidden, %u exposed\n",
            kernel->name, kernel->groups, kernel->scalar_ops, per_group, kernel->slot_ops[0],
            kernel->slot_ops[1], kernel->slot_ops[2], kernel->slot_ops[3], kernel->slot_ops[4],
            kernel->tex_ops, kernel->vtx_ops, kernel->rat_ops, kernel->cf_ops, kernel->gprs,
            kernel->stack_entries, kernel->lds_bytes, kernel->scratch_bytes, kernel->code_bytes,
            kernel->line_bytes, hidden, exposed);
    }
}

/* ---- two programs ---- */

struct counts {
    uint32_t groups, operations, fetches, cf, gprs, stack;
};

static struct counts counts_of(const struct rootle_kernel *kernel)
{
    return (struct counts){.groups = kernel->groups,
                           .operations = kernel->scalar_ops,
                           .fetches = kernel->tex_ops + kernel->vtx_ops,
                           .cf = kernel->cf_ops,
                           .gprs = kernel->gprs,
                           .stack = kernel->stack_entries};
}

static void add_counts(struct counts *total, const struct counts *counts)
{
    total->groups += counts->groups;
    total->operations += counts->operations;
    total->fetches += counts->fetches;
    total->cf += counts->cf;
    total->gprs += counts->gprs;
    total->stack += counts->stack;
}

static double per_group(const struct counts *counts)
{
    return counts->groups ? (double)counts->operations / counts->groups : 0.0;
}

static void print_pair(uint32_t before, uint32_t after, FILE *out)
{
    char text[32];
    snprintf(text, sizeof(text), before == after ? "%u" : "%u>%u", before, after);
    fprintf(out, " %11s", text);
}

static void print_comparison(const char *name, const struct counts *before,
                             const struct counts *after, FILE *out)
{
    fprintf(out, "%-24s", name);
    print_pair(before->groups, after->groups, out);
    fprintf(out, " %5.2f", before->groups ? (double)after->groups / before->groups : 1.0);
    print_pair(before->operations, after->operations, out);
    fprintf(out, "  %.2f>%.2f", per_group(before), per_group(after));
    print_pair(before->fetches, after->fetches, out);
    print_pair(before->cf, after->cf, out);
    print_pair(before->gprs, after->gprs, out);
    print_pair(before->stack, after->stack, out);
    fputc('\n', out);
}

static const struct rootle_kernel *find_kernel(const struct rootle_binary *binary, const char *name)
{
    for (uint32_t i = 0; i < binary->kernel_count; i++)
        if (!strcmp(binary->kernels[i].name, name))
            return &binary->kernels[i];
    return NULL;
}

static void print_missing(const struct rootle_binary *binary, const struct rootle_binary *other,
                          const char *which, FILE *out)
{
    for (uint32_t i = 0; i < binary->kernel_count; i++)
        if (!find_kernel(other, binary->kernels[i].name))
            fprintf(out, "%-24s only %s\n", binary->kernels[i].name, which);
}

void report_compare(const struct rootle_binary *before, const struct rootle_binary *after,
                    FILE *out)
{
    struct counts totals[2] = {{0}, {0}};
    fprintf(out, "%-24s %11s %5s %11s  %-9s %11s %11s %11s %11s\n", "kernel", "groups", "ratio",
            "operations", "a group", "fetches", "cf", "GPRs", "stack");
    for (uint32_t i = 0; i < after->kernel_count; i++) {
        const struct rootle_kernel *kernel = &after->kernels[i];
        const struct rootle_kernel *old = find_kernel(before, kernel->name);
        if (!old)
            continue;
        struct counts counts[2] = {counts_of(old), counts_of(kernel)};
        print_comparison(kernel->name, &counts[0], &counts[1], out);
        add_counts(&totals[0], &counts[0]);
        add_counts(&totals[1], &counts[1]);
    }
    print_comparison("total", &totals[0], &totals[1], out);
    print_missing(before, after, "before", out);
    print_missing(after, before, "after", out);
}
