/* SPDX-License-Identifier: MIT */
/* fir_print.c: fragment IR as text: "v7 = mad v3, 2, -v4", a line an operation. */
#include <string.h>

#include "llvm/r500/fir/fir.h"

void fir_print_component(const struct abi_image_component *c, FILE *out)
{
    static const char *const names[] = {
        [ABI_IMAGE_FLOAT] = "float",
        [ABI_IMAGE_INT] = "int",
        [ABI_IMAGE_UINT] = "uint",
        [ABI_IMAGE_FLOAT_RECIPROCAL] = "1/float",
        [ABI_IMAGE_INT_RECIPROCAL] = "1/int",
        [ABI_IMAGE_UINT_RECIPROCAL] = "1/uint",
        [ABI_IMAGE_WIDTH] = "width",
        [ABI_IMAGE_HEIGHT] = "height",
        [ABI_IMAGE_WRAPPED] = "wrapped",
        [ABI_IMAGE_MIRRORED] = "mirrored",
        [ABI_IMAGE_WRAP_FILTERED] = "filtered",
    };
    float value;
    if (c->source != ABI_IMAGE_LITERAL) {
        const bool of_unit = abi_image_is_of_unit(c->source);
        fprintf(out, of_unit ? "%s(unit%u)" : "%s[%u]", names[c->source],
                of_unit ? c->value / 4 : c->value);
        return;
    }
    memcpy(&value, &c->value, sizeof(value));
    fprintf(out, "%.9g", (double)value);
}

static void print_atom(const struct fir_atom *atom, FILE *out)
{
    if (atom->kind == FIR_VAR)
        fprintf(out, "v%u", atom->var);
    else if (atom->kind == FIR_CONST)
        fir_print_component(&atom->constant, out);
    else
        fputc('_', out);
}

static void print_src(const struct fir_src *src, FILE *out)
{
    fprintf(out, "%s%s", src->negative ? "-" : "", src->absolute ? "|" : "");
    switch (src->presub) {
    case FIR_PRESUB_NONE:
        print_atom(&src->a, out);
        break;
    case FIR_PRESUB_SUB:
    case FIR_PRESUB_ADD:
        fputc('(', out);
        print_atom(&src->b, out);
        fputs(src->presub == FIR_PRESUB_SUB ? " - " : " + ", out);
        print_atom(&src->a, out);
        fputc(')', out);
        break;
    default:
        fputs(src->presub == FIR_PRESUB_INV ? "(1 - " : "(1 - 2 ", out);
        print_atom(&src->a, out);
        fputc(')', out);
    }
    if (src->absolute)
        fputc('|', out);
}

static void print_results(const struct fir_op *op, FILE *out)
{
    static const char *const tests[] = {"== 0", "< 0", ">= 0", "!= 0"};
    const char *between = "";
    for (unsigned i = 0; i < (op->code == FIR_TEX ? 4u : 1u); i++) {
        if (op->dst[i] == FIR_NO_VAR && op->code != FIR_TEX)
            continue;
        if (op->dst[i] == FIR_NO_VAR)
            fprintf(out, "%s_", between);
        else
            fprintf(out, "%sv%u", between, op->dst[i]);
        between = ", ";
    }
    if (op->out)
        fprintf(out, "%sout%u.%c", between, op->target, "rgba"[op->out_channel]);
    if (op->test)
        fprintf(out, "%stest %s", *between ? ", " : "", tests[op->test_op]);
    if (op->predicate)
        fprintf(out, " to %c", "rgba"[op->predicate - 1]);
}

static void print_op(const struct fir_op *op, FILE *out)
{
    static const char *const scales[] = {"", "*2", "*4", "*8", "/2", "/4", "/8", "*1"};
    fputs("  ", out);
    if (op->guard)
        fprintf(out, "%s%c: ", op->guard_inverse ? "!" : "", "rgba"[op->guard - 1]);
    print_results(op, out);
    fprintf(out, " = %s%s%s", fir_codes[op->code].text, scales[op->omod], op->clamp ? ".sat" : "");
    if (op->code == FIR_TEX)
        fprintf(out, " unit%u", op->unit);
    for (unsigned i = 0; i < fir_operands(op); i++) {
        fputs(i || op->code == FIR_TEX ? ", " : " ", out);
        print_src(&op->src[i], out);
    }
    fputc('\n', out);
}

void fir_print(const struct fir_program *p, const char *title, FILE *out)
{
    static const char *const flows[] = {"",        "if",    "else",     "endif", "loop",
                                        "endloop", "break", "continue", "end"};
    static const char *const inputs[] = {"global id", "texel"};
    fprintf(out, "; ---- %s: %s ----\n", p->name, title);
    for (unsigned i = 0; i < ABI_IMAGE_INPUT_KINDS; i++)
        for (unsigned e = 0; e < 2; e++)
            if (p->inputs[i].var[e] != FIR_NO_VAR)
                fprintf(out, "  v%u = %s %c\n", p->inputs[i].var[e], inputs[i], "xy"[e]);
    for (size_t b = 0; b < p->block_count; b++) {
        for (size_t i = 0; i < p->blocks[b].count; i++)
            print_op(&p->blocks[b].ops[i], out);
        if (p->blocks[b].flow == FIR_FLOW_NONE)
            continue;
        fputs(flows[p->blocks[b].flow], out);
        if (p->blocks[b].predicate)
            fprintf(out, " by %c", "rgba"[p->blocks[b].predicate - 1]);
        fputc('\n', out);
    }
}
