/* SPDX-License-Identifier: MIT */
/* compare.c: the counts of two compiled programs, side by side. */
#include "llvm/compare.h"

#include <string.h>

#include "driver/abi/binary.h"

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

void compare_programs(const struct rootle_binary *before, const struct rootle_binary *after,
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
