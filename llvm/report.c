/* SPDX-License-Identifier: MIT */
/* report.c: a compiled program as text. */
#include "llvm/report.h"

#include "driver/abi/binary.h"
#include "driver/abi/source.h"
#include "driver/hw/chips.h"
#include "llvm/target.h"

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

static void print_word(void *data, size_t word, FILE *out)
{
    (void)data;
    fprintf(out, "; word %zu\n", word);
}

int report_code(const struct hw_chip *chip, const uint32_t *code, size_t dwords, FILE *out)
{
    const struct target_notes notes = {print_word, NULL};
    const struct target *target = target_of(chip, out);
    if (!target)
        return -1;
    if (target->disassemble_code)
        return target->disassemble_code(code, dwords, &notes, out);
    fprintf(out, "error: code of %s is read with its kernel alone\n", target->name);
    return -1;
}

static void print_interface(const struct rootle_kernel *kernel, FILE *out)
{
    for (uint32_t i = 0; i < kernel->arg_count; i++)
        print_arg(&kernel->args[i], out);
    for (uint32_t i = 0; i < kernel->sampler_count; i++)
        fprintf(out, ";   constant sampler: 0x%02x\n", kernel->samplers[i]);
}

static int print_kernel(const struct target *target, const struct rootle_kernel *kernel,
                        const struct rootle_source *source, FILE *out)
{
    struct listing listing;
    const struct target_notes notes = {print_line, &listing};
    target->describe(kernel, out);
    print_interface(kernel, out);
    print_variables(kernel->variables, kernel->variable_count, NULL, out);
    read_lines(&listing, kernel, source);
    const int result = target->disassemble(kernel, &notes, out);
    rootle_lines_finish(&listing.lines);
    return result;
}

/* A program may be of a chip that this compiler does not know: its code is read as the default's.
 */
static const struct target *target_of_program(const struct rootle_binary *binary, FILE *out)
{
    const struct hw_chip *chip = hw_chip_find(binary->chip);
    return target_of(chip ? chip : hw_chip_find(HW_CHIP_DEFAULT), out);
}

int report_asm(const struct rootle_binary *binary, const struct rootle_source *source, FILE *out)
{
    const struct target *target = target_of_program(binary, out);
    int result = 0;
    if (!target)
        return -1;
    fprintf(out, "; chip %s, made by %s, %u bytes of constants\n", binary->chip, binary->compiler,
            binary->rodata_bytes);
    print_variables(binary->variables, binary->variable_count, "constant", out);
    for (uint32_t i = 0; i < binary->kernel_count; i++)
        result |= print_kernel(target, &binary->kernels[i], source, out);
    return result;
}

void report_pstat(const struct rootle_binary *binary, FILE *out)
{
    const struct target *target = target_of_program(binary, out);
    for (uint32_t i = 0; target && i < binary->kernel_count; i++)
        target->count(&binary->kernels[i], out);
}

void report_places(const struct rootle_binary *binary, FILE *out)
{
    for (uint32_t i = 0; i < binary->kernel_count; i++) {
        fwrite(binary->kernels[i].places, 1, binary->kernels[i].place_bytes, out);
        fputc('\n', out);
    }
}
