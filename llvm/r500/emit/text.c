/* SPDX-License-Identifier: MIT */
/* text.c: a kernel's code as text, and what is counted of it. */
#include "llvm/r500/emit/text.h"

#include "driver/hw/r500/r500.h"
#include "llvm/r500/fir/fir.h"

#define GET(words, word, register, field) HW_GET((words)[HW_R500_WORD_##word], register, field)

static const char *const swizzles = "rgba0h1_";
static const char *const tests[] = {"==", "<", ">=", "!="};

/* ---- sources ---- */

static void print_source(const uint32_t *w, unsigned half, unsigned n, FILE *out)
{
    const uint32_t bits = w[half ? HW_R500_WORD_ALPHA_ADDR : HW_R500_WORD_RGB_ADDR] >> (10 * n);
    if (bits & 0x100)
        fprintf(out, "c%u", bits & 0xff);
    else if (bits & HW_R500_INLINE)
        fprintf(out, "%g", (double)hw_r500_inline_value(bits & 0x7f));
    else
        fprintf(out, "t%u", bits & 0x7f);
}

static void print_srcp(const uint32_t *w, unsigned half, FILE *out)
{
    const uint32_t op = half ? GET(w, ALPHA_ADDR, R500_ALPHA_ADDR, SRCP_OP)
                             : GET(w, RGB_ADDR, R500_RGB_ADDR, SRCP_OP);
    const bool two = op == HW_R500_SRCP_SUB || op == HW_R500_SRCP_ADD;
    fputs(op == HW_R500_SRCP_BIAS ? "(1-2*" : op == HW_R500_SRCP_INV ? "(1-" : "(", out);
    if (two) {
        print_source(w, half, 1, out);
        fputc(op == HW_R500_SRCP_SUB ? '-' : '+', out);
    }
    print_source(w, half, 0, out);
    fputc(')', out);
}

/* An operand: SEL, then a swizzle a channel, then the modifier. The colour and the alpha that it
 * takes may be of two registers. */
static void print_operand(const uint32_t *w, uint32_t bits, unsigned channels, FILE *out)
{
    const unsigned sel = bits & 3, mod = bits >> (2 + 3 * channels) & 3;
    bool colour = false, alpha = false;
    for (unsigned c = 0; c < channels; c++) {
        const unsigned swizzle = bits >> (2 + 3 * c) & 7;
        colour |= swizzle < HW_R500_SWIZ_A;
        alpha |= swizzle == HW_R500_SWIZ_A;
    }
    fprintf(out, " %s%s", mod & HW_R500_MOD_NEG ? "-" : "", mod & HW_R500_MOD_ABS ? "|" : "");
    for (unsigned half = 0; half < 2; half++) {
        if (!(half ? alpha : colour))
            continue;
        if (half && colour)
            fputc('/', out);
        if (sel == HW_R500_SEL_SRCP)
            print_srcp(w, half, out);
        else
            print_source(w, half, sel, out);
    }
    if (colour || alpha)
        fputc('.', out);
    for (unsigned c = 0; c < channels; c++)
        fputc(swizzles[bits >> (2 + 3 * c) & 7], out);
    fputs(mod & HW_R500_MOD_ABS ? "|" : "", out);
}

/* ---- instructions ---- */

static void print_mask(const char *name, uint32_t number, uint32_t mask, FILE *out)
{
    if (!mask)
        return;
    fprintf(out, " %s%u.", name, number);
    for (unsigned c = 0; c < 4; c++)
        if (mask >> c & 1)
            fputc("rgba"[c], out);
}

/* Channels of a render target, or predicates with what their values are compared by. */
static void print_outputs(const uint32_t *w, uint32_t target, uint32_t mask, FILE *out)
{
    if (GET(w, CMN, R500_CMN, TYPE) == HW_R500_TYPE_OUT) {
        print_mask("out", target, mask, out);
    } else if (mask) {
        fputs(" p.", out);
        for (unsigned c = 0; c < 4; c++)
            if (mask >> c & 1)
                fputc("rgba"[c], out);
        fprintf(out, "(%s0)", tests[target]);
    }
}

static void print_form(unsigned omod, unsigned clamp, FILE *out)
{
    static const char *const scales[] = {"", "*2", "*4", "*8", "/2", "/4", "/8", ".exact"};
    fprintf(out, "%s%s", scales[omod], clamp ? ".sat" : "");
}

/* The predicate under which a half writes. */
static void print_guard(uint32_t sel, uint32_t inverse, FILE *out)
{
    if (sel >= HW_R500_PRED_RRRR && sel < HW_R500_PRED_COUNT)
        fprintf(out, " %s%c:", inverse ? "!" : "", swizzles[sel - HW_R500_PRED_RRRR]);
}

static void print_rgb(const uint32_t *w, FILE *out)
{
    const struct hw_r500_op *op = hw_r500_rgb_op(GET(w, RGBA_INST, R500_RGBA_INST, OP));
    const bool result =
        GET(w, RGB_INST, R500_RGB_INST, ALU_WMASK) && !GET(w, CMN, R500_CMN, ALU_RESULT_SEL);
    const uint32_t operands[] = {w[HW_R500_WORD_RGB_INST] & 0x1fff,
                                 w[HW_R500_WORD_RGB_INST] >> 13 & 0x1fff,
                                 w[HW_R500_WORD_RGBA_INST] >> HW_R500_RGBA_INST_SEL_C_LO & 0x1fff};
    const uint32_t mask = GET(w, CMN, R500_CMN, RGB_WMASK),
                   omask = GET(w, CMN, R500_CMN, RGB_OMASK);
    if (!mask && !omask && !result && op && !op->scalar)
        return;
    print_guard(GET(w, CMN, R500_CMN, RGB_PRED_SEL), GET(w, CMN, R500_CMN, RGB_PRED_INV), out);
    print_mask("t", GET(w, RGBA_INST, R500_RGBA_INST, ADDRD), mask, out);
    print_outputs(w, GET(w, RGB_INST, R500_RGB_INST, TARGET), omask, out);
    if (result)
        fprintf(out, " result(%s0)", tests[GET(w, CMN, R500_CMN, ALU_RESULT_OP)]);
    fprintf(out, " = %s", op ? op->name : "?");
    print_form(GET(w, RGB_INST, R500_RGB_INST, OMOD), GET(w, CMN, R500_CMN, RGB_CLAMP), out);
    for (unsigned i = 0; op && i < 3; i++)
        if (op->operands >> i & 1)
            print_operand(w, operands[i], 3, out);
    fputs(";", out);
}

static void print_alpha(const uint32_t *w, FILE *out)
{
    const struct hw_r500_op *op = hw_r500_alpha_op(GET(w, ALPHA_INST, R500_ALPHA_INST, OP));
    const bool result =
        GET(w, RGB_INST, R500_RGB_INST, ALU_WMASK) && GET(w, CMN, R500_CMN, ALU_RESULT_SEL);
    const uint32_t operands[] = {w[HW_R500_WORD_ALPHA_INST] >> HW_R500_ALPHA_INST_SEL_A_LO & 0x7f,
                                 w[HW_R500_WORD_ALPHA_INST] >> HW_R500_ALPHA_INST_SEL_B_LO & 0x7f,
                                 w[HW_R500_WORD_RGBA_INST] >> HW_R500_RGBA_INST_ALPHA_SEL_C_LO &
                                     0x7f};
    const uint32_t mask = GET(w, CMN, R500_CMN, ALPHA_WMASK),
                   omask = GET(w, CMN, R500_CMN, ALPHA_OMASK);
    if (!mask && !omask && !result && op && !op->transcendental)
        return;
    print_guard(GET(w, CMN, R500_CMN, ALPHA_PRED_SEL), GET(w, CMN, R500_CMN, ALPHA_PRED_INV), out);
    print_mask("t", GET(w, ALPHA_INST, R500_ALPHA_INST, ADDRD), mask << 3, out);
    print_outputs(w, GET(w, ALPHA_INST, R500_ALPHA_INST, TARGET), omask << 3, out);
    if (result)
        fprintf(out, " result(%s0)", tests[GET(w, CMN, R500_CMN, ALU_RESULT_OP)]);
    fprintf(out, " = %s", op ? op->name : "?");
    print_form(GET(w, ALPHA_INST, R500_ALPHA_INST, OMOD), GET(w, CMN, R500_CMN, ALPHA_CLAMP), out);
    for (unsigned i = 0; op && i < 3; i++)
        if (op->operands >> i & 1)
            print_operand(w, operands[i], 1, out);
}

static void print_tex(const uint32_t *w, FILE *out)
{
    const uint32_t mask = GET(w, CMN, R500_CMN, RGB_WMASK) | GET(w, CMN, R500_CMN, ALPHA_WMASK)
                                                                 << 3;
    print_mask("t", GET(w, TEX_ADDR, R500_TEX_ADDR, DST_ADDR), mask, out);
    fprintf(out, " = unit%u.", GET(w, TEX_INST, R500_TEX_INST, TEX_ID));
    for (unsigned c = 0; c < 4; c++)
        if (mask >> c & 1)
            fputc(
                swizzles[w[HW_R500_WORD_TEX_ADDR] >> (HW_R500_TEX_ADDR_DST_R_SWIZ_LO + 2 * c) & 3],
                out);
    fprintf(out, " t%u.", GET(w, TEX_ADDR, R500_TEX_ADDR, SRC_ADDR));
    for (unsigned c = 0; c < 3; c++)
        fputc(swizzles[w[HW_R500_WORD_TEX_ADDR] >> (HW_R500_TEX_ADDR_SRC_S_SWIZ_LO + 2 * c) & 3],
              out);
    fputs(GET(w, TEX_INST, R500_TEX_INST, TEX_SEM_ACQUIRE) ? " acquire" : "", out);
}

static void print_flow(const uint32_t *w, FILE *out)
{
    static const char *const names[] = {"jump",   "loop",  "endloop",   "rep",
                                        "endrep", "break", "break_rep", "continue"};
    static const char *const counts[] = {"", "-", "+", "?"};
    const uint32_t stay = GET(w, FC_INST, R500_FC_INST, B_OP0);
    const uint32_t jump = GET(w, FC_INST, R500_FC_INST, B_OP1);
    const uint32_t function = GET(w, FC_INST, R500_FC_INST, JUMP_FUNC);
    fprintf(out, " %s %u", names[GET(w, FC_INST, R500_FC_INST, OP)],
            GET(w, FC_ADDR, R500_FC_ADDR, JUMP_ADDR));
    if (function == HW_R500_JUMP_RESULT || function == HW_R500_JUMP_NOT_RESULT)
        fprintf(out, " %s", function == HW_R500_JUMP_RESULT ? "if result" : "unless result");
    if (function == HW_R500_JUMP_PREDICATE || function == HW_R500_JUMP_NOT_PREDICATE)
        fprintf(out, " %s p.%c", function == HW_R500_JUMP_PREDICATE ? "if" : "unless",
                swizzles[(GET(w, CMN, R500_CMN, RGB_PRED_SEL) - HW_R500_PRED_RRRR) & 3]);
    fputs(GET(w, FC_INST, R500_FC_INST, B_ELSE) ? " else" : "", out);
    if (stay || jump)
        fprintf(out, " stay%s jump%s pop%u", counts[stay], counts[jump],
                GET(w, FC_INST, R500_FC_INST, B_POP_CNT));
}

static void print_instruction(const uint32_t *w, uint32_t number, FILE *out)
{
    static const char *const types[] = {"alu", "out", "flow", "tex"};
    const uint32_t type = GET(w, CMN, R500_CMN, TYPE);
    fprintf(out, "%4u %s%s%s", number, types[type],
            GET(w, CMN, R500_CMN, TEX_SEM_WAIT) ? " wait" : "",
            GET(w, CMN, R500_CMN, NOP) ? " nop" : "");
    if (type == HW_R500_TYPE_TEX)
        print_tex(w, out);
    else if (type == HW_R500_TYPE_FC)
        print_flow(w, out);
    else {
        print_rgb(w, out);
        print_alpha(w, out);
    }
    fputc('\n', out);
}

static void print_tables(const struct abi_image_program *p, FILE *out)
{
    static const char *const kinds[] = {"global id", "texel"};
    for (uint32_t i = 0; i < p->input_count; i++)
        fprintf(out, ";   t%u: %s\n", p->inputs[i].temp, kinds[p->inputs[i].kind]);
    for (uint32_t i = 0; i < p->texture_count; i++) {
        fprintf(out, ";   unit%u: image %u", i, p->textures[i].view);
        if (p->textures[i].sampler != ABI_IMAGE_NO_SAMPLER)
            fprintf(out, ", sampler %u", p->textures[i].sampler);
        fputc('\n', out);
    }
    for (uint32_t i = 0; i < p->target_count; i++)
        fprintf(out, ";   out%u: written image %u\n", i, p->targets[i].surface);
    for (uint32_t i = 0; i < p->constant_count; i++) {
        fprintf(out, ";   c%u:", i);
        for (unsigned c = 0; c < 4; c++) {
            fputc(' ', out);
            fir_print_component(&p->constants[i].component[c], out);
        }
        fputc('\n', out);
    }
}

int r500_disassemble(const void *code, uint32_t bytes,
                     void (*note)(void *data, size_t word, FILE *out), void *data, FILE *out)
{
    enum { WORDS = ABI_IMAGE_INSTRUCTION / 2 };
    struct abi_image_program p;
    const char *damage = abi_image_program_read(code, bytes, &p);
    if (damage) {
        fprintf(out, "; damaged: %s\n", damage);
        return -1;
    }
    print_tables(&p, out);
    for (uint32_t i = 0; i < p.instruction_count; i++) {
        if (note)
            note(data, (size_t)i * WORDS, out);
        print_instruction(p.instructions[i], i, out);
    }
    if (!p.next_bytes)
        return 0;
    fputs("; where an image is repeated or mirrored whose sizes are no powers of two:\n", out);
    return r500_disassemble(p.next, p.next_bytes, NULL, NULL, out);
}

/* ---- counts ---- */

/* Operands of a half that take the presubtract of colours (0) or alpha (1). */
static bool takes_srcp(const uint32_t *w, unsigned half)
{
    const struct hw_r500_op *op = half ? hw_r500_alpha_op(GET(w, ALPHA_INST, R500_ALPHA_INST, OP))
                                       : hw_r500_rgb_op(GET(w, RGBA_INST, R500_RGBA_INST, OP));
    const uint32_t sel[2][3] = {
        {GET(w, RGB_INST, R500_RGB_INST, SEL_A), GET(w, RGB_INST, R500_RGB_INST, SEL_B),
         GET(w, RGBA_INST, R500_RGBA_INST, SEL_C)},
        {GET(w, ALPHA_INST, R500_ALPHA_INST, SEL_A), GET(w, ALPHA_INST, R500_ALPHA_INST, SEL_B),
         GET(w, RGBA_INST, R500_RGBA_INST, ALPHA_SEL_C)}};
    for (unsigned i = 0; op && i < 3; i++)
        if (op->operands >> i & 1 && sel[half][i] == HW_R500_SEL_SRCP)
            return true;
    return false;
}

static void count_alu(const uint32_t *w, struct r500_counts *counts)
{
    const uint32_t result = GET(w, RGB_INST, R500_RGB_INST, ALU_WMASK);
    const uint32_t alpha = GET(w, CMN, R500_CMN, ALU_RESULT_SEL);
    const bool rgb_used =
        GET(w, CMN, R500_CMN, RGB_WMASK) || GET(w, CMN, R500_CMN, RGB_OMASK) || (result && !alpha);
    const bool alpha_used = GET(w, CMN, R500_CMN, ALPHA_WMASK) ||
                            GET(w, CMN, R500_CMN, ALPHA_OMASK) || (result && alpha);
    counts->vector += rgb_used;
    counts->scalar += alpha_used;
    counts->presubtract += (rgb_used && takes_srcp(w, 0)) || (alpha_used && takes_srcp(w, 1));
}

bool r500_count(const void *code, uint32_t bytes, struct r500_counts *counts)
{
    struct abi_image_program p;
    *counts = (struct r500_counts){0};
    if (abi_image_program_read(code, bytes, &p))
        return false;
    counts->instructions = p.instruction_count;
    counts->registers = p.temps;
    for (uint32_t i = 0; i < p.instruction_count; i++) {
        const uint32_t type = GET(p.instructions[i], CMN, R500_CMN, TYPE);
        counts->flow += type == HW_R500_TYPE_FC;
        counts->tex += type == HW_R500_TYPE_TEX;
        if (type == HW_R500_TYPE_ALU || type == HW_R500_TYPE_OUT)
            count_alu(p.instructions[i], counts);
    }
    return true;
}
