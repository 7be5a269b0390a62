/* SPDX-License-Identifier: MIT */
/* us_decode.c: words to instructions. What is refused: codes that do not exist, fields that must be
 * 0, registers and jumps outside, calls, and without quads differences, kills and depth. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/sim/r500/us.h"

struct decoder {
    struct us_program *program;
    const uint32_t *words; /* of the instruction in hand */
    uint32_t number;
    char *error;
    size_t error_size;
};

static bool __attribute__((format(printf, 2, 3))) refuse(struct decoder *d, const char *format, ...)
{
    const int length =
        snprintf(d->error, d->error_size, "fragment program, instruction %u: ", d->number);
    va_list arguments;

    if (length < 0 || (size_t)length >= d->error_size)
        return false;
    va_start(arguments, format);
    vsnprintf(d->error + length, d->error_size - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* The fields of RGB_ADDR and ALPHA_ADDR are the same. */
static bool decode_sources(struct decoder *d, uint32_t word, struct us_alu *alu)
{
    const uint32_t address[3] = {HW_GET(word, R500_RGB_ADDR, ADDR0),
                                 HW_GET(word, R500_RGB_ADDR, ADDR1),
                                 HW_GET(word, R500_RGB_ADDR, ADDR2)};
    const bool constant[3] = {HW_GET(word, R500_RGB_ADDR, ADDR0_CONST),
                              HW_GET(word, R500_RGB_ADDR, ADDR1_CONST),
                              HW_GET(word, R500_RGB_ADDR, ADDR2_CONST)};
    const bool relative[3] = {HW_GET(word, R500_RGB_ADDR, ADDR0_REL),
                              HW_GET(word, R500_RGB_ADDR, ADDR1_REL),
                              HW_GET(word, R500_RGB_ADDR, ADDR2_REL)};

    alu->srcp = HW_GET(word, R500_RGB_ADDR, SRCP_OP);
    for (int i = 0; i < 3; i++) {
        struct us_source *source = &alu->source[i];
        const bool is_inline = !constant[i] && (address[i] & HW_R500_INLINE);

        if (is_inline && relative[i])
            return refuse(d, "source %d is an inline constant with the loop register added", i);
        *source = (struct us_source){.kind = constant[i] ? US_CONSTANT
                                             : is_inline ? US_INLINE
                                                         : US_TEMP,
                                     .index = (uint8_t)address[i],
                                     .relative = relative[i],
                                     .value = hw_r500_inline_value(address[i] & 0x7f)};
    }
    return true;
}

static void decode_rgb_operands(const uint32_t *words, struct us_operand operand[3])
{
    const uint32_t ab = words[HW_R500_WORD_RGB_INST], c = words[HW_R500_WORD_RGBA_INST];

    operand[0] = (struct us_operand){HW_GET(ab, R500_RGB_INST, SEL_A),
                                     {HW_GET(ab, R500_RGB_INST, RED_SWIZ_A),
                                      HW_GET(ab, R500_RGB_INST, GREEN_SWIZ_A),
                                      HW_GET(ab, R500_RGB_INST, BLUE_SWIZ_A)},
                                     HW_GET(ab, R500_RGB_INST, MOD_A)};
    operand[1] = (struct us_operand){HW_GET(ab, R500_RGB_INST, SEL_B),
                                     {HW_GET(ab, R500_RGB_INST, RED_SWIZ_B),
                                      HW_GET(ab, R500_RGB_INST, GREEN_SWIZ_B),
                                      HW_GET(ab, R500_RGB_INST, BLUE_SWIZ_B)},
                                     HW_GET(ab, R500_RGB_INST, MOD_B)};
    operand[2] = (struct us_operand){HW_GET(c, R500_RGBA_INST, SEL_C),
                                     {HW_GET(c, R500_RGBA_INST, RED_SWIZ_C),
                                      HW_GET(c, R500_RGBA_INST, GREEN_SWIZ_C),
                                      HW_GET(c, R500_RGBA_INST, BLUE_SWIZ_C)},
                                     HW_GET(c, R500_RGBA_INST, MOD_C)};
}

static void decode_alpha_operands(const uint32_t *words, struct us_operand operand[3])
{
    const uint32_t ab = words[HW_R500_WORD_ALPHA_INST], c = words[HW_R500_WORD_RGBA_INST];

    operand[0] = (struct us_operand){HW_GET(ab, R500_ALPHA_INST, SEL_A),
                                     {HW_GET(ab, R500_ALPHA_INST, SWIZ_A)},
                                     HW_GET(ab, R500_ALPHA_INST, MOD_A)};
    operand[1] = (struct us_operand){HW_GET(ab, R500_ALPHA_INST, SEL_B),
                                     {HW_GET(ab, R500_ALPHA_INST, SWIZ_B)},
                                     HW_GET(ab, R500_ALPHA_INST, MOD_B)};
    operand[2] = (struct us_operand){HW_GET(c, R500_RGBA_INST, ALPHA_SEL_C),
                                     {HW_GET(c, R500_RGBA_INST, ALPHA_SWIZ_C)},
                                     HW_GET(c, R500_RGBA_INST, ALPHA_MOD_C)};
}

static void decode_common(struct us_instruction *instruction, uint32_t word)
{
    instruction->type = HW_GET(word, R500_CMN, TYPE);
    instruction->sem_wait = HW_GET(word, R500_CMN, TEX_SEM_WAIT);
    instruction->write_inactive = HW_GET(word, R500_CMN, WRITE_INACTIVE);
    instruction->last = HW_GET(word, R500_CMN, LAST);
    instruction->nop = HW_GET(word, R500_CMN, NOP);
    instruction->alu_wait = HW_GET(word, R500_CMN, ALU_WAIT);
    instruction->result_channel = HW_GET(word, R500_CMN, ALU_RESULT_SEL) ? 3 : 0;
    instruction->result_test = HW_GET(word, R500_CMN, ALU_RESULT_OP);
    instruction->rgb.pred_sel = HW_GET(word, R500_CMN, RGB_PRED_SEL);
    instruction->rgb.pred_inv = HW_GET(word, R500_CMN, RGB_PRED_INV);
    instruction->rgb.wmask = HW_GET(word, R500_CMN, RGB_WMASK);
    instruction->rgb.omask = HW_GET(word, R500_CMN, RGB_OMASK);
    instruction->rgb.clamp = HW_GET(word, R500_CMN, RGB_CLAMP);
    instruction->alpha.pred_sel = HW_GET(word, R500_CMN, ALPHA_PRED_SEL);
    instruction->alpha.pred_inv = HW_GET(word, R500_CMN, ALPHA_PRED_INV);
    instruction->alpha.wmask = HW_GET(word, R500_CMN, ALPHA_WMASK);
    instruction->alpha.omask = HW_GET(word, R500_CMN, ALPHA_OMASK);
    instruction->alpha.clamp = HW_GET(word, R500_CMN, ALPHA_CLAMP);
}

static bool check_temp(struct decoder *d, unsigned index)
{
    if (index < d->program->temps)
        return true;
    return refuse(d, "temporary %u; the program has %u", index, d->program->temps);
}

/* Marks what its operands take from presubtracts of either ALU. */
static bool check_operands(struct decoder *d, struct us_instruction *instruction,
                           const struct us_alu *alu, unsigned channels)
{
    for (unsigned o = 0; o < 3; o++) {
        const struct us_operand *operand = &alu->operand[o];

        for (unsigned c = 0; c < channels && (alu->op->operands >> o & 1u); c++) {
            const unsigned swiz = operand->swiz[c];
            if (swiz == HW_R500_SWIZ_UNUSED)
                return refuse(d, "operand %c of %s takes a channel that there is not", 'A' + (int)o,
                              alu->op->name);
            if (swiz > HW_R500_SWIZ_A)
                continue;
            struct us_alu *from = swiz == HW_R500_SWIZ_A ? &instruction->alpha : &instruction->rgb;
            if (operand->sel == HW_R500_SEL_SRCP)
                from->uses_srcp = true;
            else if (from->source[operand->sel].kind == US_TEMP &&
                     !from->source[operand->sel].relative &&
                     !check_temp(d, from->source[operand->sel].index))
                return false;
        }
    }
    return true;
}

static bool check_presubtract(struct decoder *d, const struct us_alu *alu)
{
    const bool both = alu->srcp == HW_R500_SRCP_SUB || alu->srcp == HW_R500_SRCP_ADD;

    for (unsigned i = 0; i < 1u + both && alu->uses_srcp; i++)
        if (alu->source[i].kind == US_TEMP && !alu->source[i].relative &&
            !check_temp(d, alu->source[i].index))
            return false;
    return true;
}

static bool check_omod(struct decoder *d, const struct us_alu *alu, bool selects)
{
    if (alu->omod != HW_R500_OMOD_DISABLE || selects)
        return true;
    return refuse(d, "%s without output modifier: that is for MIN, MAX, CND and CMP alone",
                  alu->op->name);
}

static bool check_alu(struct decoder *d, struct us_instruction *instruction)
{
    struct us_alu *rgb = &instruction->rgb, *alpha = &instruction->alpha;
    const unsigned r = rgb->op->code, a = alpha->op->code;

    if (!d->program->quads && (r == HW_R500_RGB_MDH || r == HW_R500_RGB_MDV ||
                               a == HW_R500_ALPHA_MDH || a == HW_R500_ALPHA_MDV))
        return refuse(d, "derivatives are not simulated");
    if (r == HW_R500_RGB_SOP && !alpha->op->transcendental)
        return refuse(d, "SOP takes what %s of the alpha ALU does not give", alpha->op->name);
    if (a == HW_R500_ALPHA_DP &&
        !(r == HW_R500_RGB_DP3 || r == HW_R500_RGB_DP4 || r == HW_R500_RGB_D2A))
        return refuse(d, "DP takes what %s of the RGB ALU does not give", rgb->op->name);
    if (r == HW_R500_RGB_DP4 && (alpha->operand[0].swiz[0] == HW_R500_SWIZ_UNUSED ||
                                 alpha->operand[1].swiz[0] == HW_R500_SWIZ_UNUSED))
        return refuse(d, "DP4 takes an alpha channel that there is not");
    if (!check_operands(d, instruction, rgb, 3) || !check_operands(d, instruction, alpha, 1))
        return false;
    return check_presubtract(d, rgb) && check_presubtract(d, alpha) &&
           check_omod(d, rgb,
                      r == HW_R500_RGB_MIN || r == HW_R500_RGB_MAX || r == HW_R500_RGB_CND ||
                          r == HW_R500_RGB_CMP) &&
           check_omod(d, alpha,
                      a == HW_R500_ALPHA_MIN || a == HW_R500_ALPHA_MAX || a == HW_R500_ALPHA_CND ||
                          a == HW_R500_ALPHA_CMP) &&
           (!rgb->wmask || rgb->dest_relative || check_temp(d, rgb->dest)) &&
           (!alpha->wmask || alpha->dest_relative || check_temp(d, alpha->dest));
}

static bool decode_alu(struct decoder *d, struct us_instruction *instruction)
{
    const uint32_t *words = d->words, rgba = words[HW_R500_WORD_RGBA_INST];
    const uint32_t alpha_inst = words[HW_R500_WORD_ALPHA_INST];
    struct us_alu *rgb = &instruction->rgb, *alpha = &instruction->alpha;

    rgb->op = hw_r500_rgb_op(HW_GET(rgba, R500_RGBA_INST, OP));
    alpha->op = hw_r500_alpha_op(HW_GET(alpha_inst, R500_ALPHA_INST, OP));
    if (!rgb->op || !alpha->op)
        return refuse(d, "operation %u of the %s ALU does not exist",
                      !rgb->op ? HW_GET(rgba, R500_RGBA_INST, OP)
                               : HW_GET(alpha_inst, R500_ALPHA_INST, OP),
                      !rgb->op ? "RGB" : "alpha");
    instruction->writes_depth = HW_GET(alpha_inst, R500_ALPHA_INST, W_OMASK);
    if (instruction->writes_depth && !d->program->quads)
        return refuse(d, "depth is written, which is not simulated");
    rgb->dest = HW_GET(rgba, R500_RGBA_INST, ADDRD);
    rgb->dest_relative = HW_GET(rgba, R500_RGBA_INST, ADDRD_REL);
    rgb->omod = HW_GET(words[HW_R500_WORD_RGB_INST], R500_RGB_INST, OMOD);
    rgb->target = HW_GET(words[HW_R500_WORD_RGB_INST], R500_RGB_INST, TARGET);
    instruction->writes_result = HW_GET(words[HW_R500_WORD_RGB_INST], R500_RGB_INST, ALU_WMASK);
    alpha->dest = HW_GET(alpha_inst, R500_ALPHA_INST, ADDRD);
    alpha->dest_relative = HW_GET(alpha_inst, R500_ALPHA_INST, ADDRD_REL);
    alpha->omod = HW_GET(alpha_inst, R500_ALPHA_INST, OMOD);
    alpha->target = HW_GET(alpha_inst, R500_ALPHA_INST, TARGET);
    if (instruction->writes_result && instruction->type == HW_R500_TYPE_OUT)
        return refuse(d, "an output instruction writes the ALU result");
    if (!decode_sources(d, words[HW_R500_WORD_RGB_ADDR], rgb) ||
        !decode_sources(d, words[HW_R500_WORD_ALPHA_ADDR], alpha))
        return false;
    decode_rgb_operands(words, rgb->operand);
    decode_alpha_operands(words, alpha->operand);
    return check_alu(d, instruction);
}

static void decode_differences(uint32_t word, struct us_tex *tex)
{
    tex->difference[0].source = HW_GET(word, R500_TEX_DXDY, DX_ADDR);
    tex->difference[0].relative = HW_GET(word, R500_TEX_DXDY, DX_ADDR_REL);
    tex->difference[1].source = HW_GET(word, R500_TEX_DXDY, DY_ADDR);
    tex->difference[1].relative = HW_GET(word, R500_TEX_DXDY, DY_ADDR_REL);
    for (int c = 0; c < 3; c++) {
        tex->difference[0].swiz[c] = word >> (HW_R500_TEX_DXDY_DX_S_SWIZ_LO + 2 * c) & 3u;
        tex->difference[1].swiz[c] = word >> (HW_R500_TEX_DXDY_DY_S_SWIZ_LO + 2 * c) & 3u;
    }
}

static bool decode_tex(struct decoder *d, struct us_instruction *instruction)
{
    const uint32_t inst = d->words[HW_R500_WORD_TEX_INST], addr = d->words[HW_R500_WORD_TEX_ADDR];
    struct us_tex *tex = &instruction->tex;

    *tex =
        (struct us_tex){.op = HW_GET(inst, R500_TEX_INST, INST),
                        .unit = HW_GET(inst, R500_TEX_INST, TEX_ID),
                        .acquire = HW_GET(inst, R500_TEX_INST, TEX_SEM_ACQUIRE),
                        .unscaled = HW_GET(inst, R500_TEX_INST, UNSCALED),
                        .source = HW_GET(addr, R500_TEX_ADDR, SRC_ADDR),
                        .source_relative = HW_GET(addr, R500_TEX_ADDR, SRC_ADDR_REL),
                        .dest = HW_GET(addr, R500_TEX_ADDR, DST_ADDR),
                        .dest_relative = HW_GET(addr, R500_TEX_ADDR, DST_ADDR_REL),
                        .wmask = (uint8_t)(instruction->rgb.wmask | instruction->alpha.wmask << 3)};
    for (int c = 0; c < 4; c++) {
        tex->source_swiz[c] = addr >> (HW_R500_TEX_ADDR_SRC_S_SWIZ_LO + 2 * c) & 3u;
        tex->dest_swiz[c] = addr >> (HW_R500_TEX_ADDR_DST_R_SWIZ_LO + 2 * c) & 3u;
    }
    decode_differences(d->words[HW_R500_WORD_TEX_DXDY], tex);
    if (((tex->op == HW_R500_TEX_KILL || tex->op == HW_R500_TEX_DXDY) && !d->program->quads) ||
        tex->op >= HW_R500_TEX_COUNT)
        return refuse(d, "texture operation %u is not simulated", tex->op);
    if (tex->op == HW_R500_TEX_NOP)
        return true;
    for (unsigned i = 0; i < 2 && tex->op == HW_R500_TEX_DXDY; i++)
        if (!tex->difference[i].relative && !check_temp(d, tex->difference[i].source))
            return false;
    return (tex->source_relative || check_temp(d, tex->source)) &&
           (tex->op == HW_R500_TEX_KILL || tex->dest_relative || check_temp(d, tex->dest));
}

static bool check_flow(struct decoder *d, const struct us_flow *flow)
{
    const bool loops = flow->op == HW_R500_FC_LOOP || flow->op == HW_R500_FC_ENDLOOP ||
                       flow->op == HW_R500_FC_REP || flow->op == HW_R500_FC_ENDREP ||
                       flow->op == HW_R500_FC_BREAKLOOP || flow->op == HW_R500_FC_BREAKREP ||
                       flow->op == HW_R500_FC_CONTINUE;

    if (flow->target >= d->program->count)
        return refuse(d, "a jump to instruction %u of %u", flow->target, d->program->count);
    if (loops && !d->program->full_flow)
        return refuse(d, "a loop without full flow control (US_FC_CTRL)");
    if (flow->on_stay > HW_R500_B_INCR || flow->on_jump > HW_R500_B_INCR)
        return refuse(d, "an operation on branch counters that does not exist");
    if ((flow->op == HW_R500_FC_ENDLOOP || flow->op == HW_R500_FC_ENDREP) &&
        flow->jump_func != HW_R500_JUMP_ALWAYS)
        return refuse(d, "the end of a loop has a condition, which is not simulated");
    return true;
}

static bool decode_flow(struct decoder *d, struct us_instruction *instruction)
{
    const uint32_t inst = d->words[HW_R500_WORD_FC_INST], addr = d->words[HW_R500_WORD_FC_ADDR];
    struct us_flow *flow = &instruction->flow;

    *flow = (struct us_flow){.op = HW_GET(inst, R500_FC_INST, OP),
                             .otherwise = HW_GET(inst, R500_FC_INST, B_ELSE),
                             .any = HW_GET(inst, R500_FC_INST, JUMP_ANY),
                             .jump_func = HW_GET(inst, R500_FC_INST, JUMP_FUNC),
                             .pops = HW_GET(inst, R500_FC_INST, B_POP_CNT),
                             .on_stay = HW_GET(inst, R500_FC_INST, B_OP0),
                             .on_jump = HW_GET(inst, R500_FC_INST, B_OP1),
                             .boolean = HW_GET(addr, R500_FC_ADDR, BOOL_ADDR),
                             .integer = HW_GET(addr, R500_FC_ADDR, INT_ADDR),
                             .target = HW_GET(addr, R500_FC_ADDR, JUMP_ADDR)};
    if (HW_GET(inst, R500_FC_INST, A_OP) != HW_R500_A_NONE)
        return refuse(d, "calls are not simulated");
    if (instruction->rgb.pred_sel == HW_R500_PRED_RGBA)
        return refuse(d, "flow control by predicates of each channel");
    return check_flow(d, flow);
}

/* Bits that no field of the list has are reserved. */
struct reserved {
    uint8_t word;
    uint32_t bits;
};

static bool check_reserved(struct decoder *d, const struct us_instruction *instruction)
{
    static const struct reserved tex[] = {{HW_R500_WORD_TEX_INST, 0xf030ffffu}};
    static const struct reserved flow[] = {{HW_R500_WORD_FC_INST, 0xe0e00008u},
                                           {HW_R500_WORD_FC_ADDR, 0x7e00e0e0u}};
    const struct reserved *list = instruction->type == HW_R500_TYPE_TEX ? tex : flow;
    const size_t count = instruction->type == HW_R500_TYPE_TEX  ? COUNT(tex)
                         : instruction->type == HW_R500_TYPE_FC ? COUNT(flow)
                                                                : 0;

    for (size_t i = 0; i < count; i++)
        if (d->words[list[i].word] & list[i].bits)
            return refuse(d, "word %u is %#010x, of which the bits %#010x are reserved",
                          list[i].word, d->words[list[i].word], list[i].bits);
    if (instruction->rgb.pred_sel < HW_R500_PRED_COUNT &&
        instruction->alpha.pred_sel < HW_R500_PRED_COUNT)
        return true;
    return refuse(d, "a predicate that does not exist");
}

static bool decode_one(struct decoder *d, struct us_instruction *instruction)
{
    memset(instruction, 0, sizeof(*instruction));
    decode_common(instruction, d->words[HW_R500_WORD_CMN]);
    if (!check_reserved(d, instruction))
        return false;
    switch (instruction->type) {
    case HW_R500_TYPE_TEX:
        return decode_tex(d, instruction);
    case HW_R500_TYPE_FC:
        return decode_flow(d, instruction);
    default:
        return decode_alu(d, instruction);
    }
}

bool us_decode(struct us_program *program, const uint32_t (*words)[HW_R500_WORDS], uint32_t count,
               char *error, size_t error_size)
{
    struct decoder d = {.program = program, .error = error, .error_size = error_size};

    assert(count <= COUNT(program->instruction));
    program->count = count;
    for (d.number = 0; d.number < count; d.number++) {
        d.words = words[d.number];
        if (!decode_one(&d, &program->instruction[d.number]))
            return false;
    }
    return true;
}
