/* SPDX-License-Identifier: MIT */
/* encode.c: turns rows into words: registers, constants, swizzles, semaphores, addresses. */
#include "llvm/r500/emit/encode.h"

#include <assert.h>
#include <string.h>

#include "driver/base/arena.h"

enum { SWIZZLE_BITS = 3 };

struct encoder {
    struct r500_code *code;
    uint32_t (*words)[HW_R500_WORDS];
    struct abi_image_constant constants[HW_R500_CONSTANTS];
    uint8_t constant_mask[HW_R500_CONSTANTS]; /* components that are taken */
    uint32_t constant_count;
    bool too_many_constants;
    /* Registers that look-ups are to write. */
    bool in_flight[HW_R500_TEMPS];
    bool waiting; /* the semaphore is held */
    bool in_run;  /* by no look-up of a run yet */
};

/* ---- constants ---- */

static bool holds(const struct encoder *e, uint32_t reg, unsigned channel,
                  const struct abi_image_component *value)
{
    const struct abi_image_component *at = &e->constants[reg].component[channel];
    return e->constant_mask[reg] >> channel & 1 && at->source == value->source &&
           at->value == value->value;
}

/* The channel of a register that has a value or room for it; 4: none. */
static unsigned channel_for(const struct encoder *e, uint32_t reg, unsigned first, unsigned last,
                            const struct part_constant *constant, uint8_t taken)
{
    unsigned room = 4;
    for (unsigned c = last + 1; c-- > first;) {
        if (constant->channel != PLACE_NO_CHANNEL && constant->channel != c)
            continue;
        if (holds(e, reg, c, &constant->value))
            return c;
        if (!((e->constant_mask[reg] | taken) >> c & 1))
            room = c;
    }
    return room;
}

static bool fits(const struct encoder *e, uint32_t reg, unsigned half, const struct part *part,
                 uint8_t channels[3])
{
    uint8_t taken = 0;
    const unsigned first = half == ROW_ALPHA ? 3 : 0, last = half == ROW_ALPHA ? 3 : 2;
    for (unsigned i = 0; i < part->constants; i++) {
        const unsigned c = channel_for(e, reg, first, last, &part->constant[i], taken);
        if (c == 4)
            return false;
        channels[i] = (uint8_t)c;
        taken |= (uint8_t)(1u << c);
    }
    return true;
}

/* Finds the first constant register that has, or has room for, a part's constants. */
static uint32_t constant_register(struct encoder *e, unsigned half, struct part *part)
{
    uint8_t channels[3];
    for (uint32_t reg = 0; reg < HW_R500_CONSTANTS; reg++) {
        if (!fits(e, reg, half, part, channels))
            continue;
        for (unsigned i = 0; i < part->constants; i++) {
            part->constant[i].channel = channels[i];
            e->constants[reg].component[channels[i]] = part->constant[i].value;
            e->constant_mask[reg] |= (uint8_t)(1u << channels[i]);
        }
        e->constant_count = e->constant_count > reg ? e->constant_count : reg + 1;
        return reg;
    }
    e->too_many_constants = true;
    return 0;
}

/* ---- sources ---- */

static uint32_t bundle_register(const struct encoder *e, uint32_t bundle)
{
    const struct places *places = &e->code->places;
    /* It may have been joined to another since. */
    bundle = places->of[bundle].bundle;
    for (uint32_t v = 0; v < places->count; v++)
        if (places->of[v].bundle == bundle && places->of[v].reg != PLACE_NO_REGISTER)
            return places->of[v].reg;
    return 0;
}

/* Address and CONST bit of one source of one half. */
static uint32_t address(struct encoder *e, unsigned half, struct part *part)
{
    enum { IS_CONSTANT = 1 << 8 };
    if (part->kind == PART_FREE)
        return HW_R500_UNUSED_ADDRESS;
    if (part->kind == PART_TEMP)
        return bundle_register(e, part->bundle);
    return constant_register(e, half, part) | IS_CONSTANT;
}

static unsigned atom_swizzle(const struct encoder *e, const struct slot *slot,
                             const struct fir_atom *atom, const struct abi_image_component *value)
{
    if (atom->kind == FIR_VAR)
        return e->code->places.of[atom->var].channel;
    for (unsigned half = 0; half < ROW_HALVES; half++)
        for (unsigned i = 0; i < slot->part[half].constants; i++) {
            const struct part_constant *at = &slot->part[half].constant[i];
            if (slot->part[half].kind == PART_CONST && at->value.source == value->source &&
                at->value.value == value->value)
                return at->channel;
        }
    return HW_R500_SWIZ_0;
}

/* Returns the swizzle of a lane of an argument. */
static unsigned swizzle(const struct encoder *e, const struct row *row, unsigned half, unsigned arg,
                        const struct fir_src *src)
{
    uint8_t number_swizzle;
    float number;
    struct abi_image_component value = src->a.constant;
    if (src->presub != FIR_PRESUB_NONE)
        return e->code->places.of[src->a.kind == FIR_VAR ? src->a.var : src->b.var].channel;
    if (row_adapted(src, row->mod[half][arg], &number)) {
        if (row_is_swizzle(number, &number_swizzle))
            return number_swizzle;
        memcpy(&value.value, &number, sizeof(number));
    }
    return atom_swizzle(e, &row->slot[row->sel[half][arg]], &src->a, &value);
}

/* ---- arithmetic ---- */

static uint8_t position(const struct encoder *e, const struct fir_op *op)
{
    if (op->dst[0] != FIR_NO_VAR)
        return e->code->places.of[op->dst[0]].channel;
    if (op->predicate)
        return (uint8_t)(op->predicate - 1);
    return op->out ? op->out_channel : 0;
}

/* Swizzles of an argument's three lanes, by the channels of their results. */
static uint32_t rgb_swizzles(const struct encoder *e, const struct row *row, unsigned arg)
{
    const bool dot = fir_codes[row->rgb[0].op->code].kind == FIR_DOT;
    uint32_t result = 0;
    unsigned lane[3] = {HW_R500_SWIZ_0, HW_R500_SWIZ_0, HW_R500_SWIZ_0};
    for (unsigned l = 0; l < (dot ? 3 : row->rgb_count); l++)
        lane[dot ? l : position(e, row->rgb[l].op) % 3] =
            swizzle(e, row, ROW_RGB, arg, row_operand(row, ROW_RGB, l, arg));
    for (unsigned c = 0; c < 3; c++)
        result |= lane[c] << (SWIZZLE_BITS * c);
    return result;
}

static void encode_rgb(const struct encoder *e, const struct row *row, uint32_t *w)
{
    const unsigned args = row_args(row, ROW_RGB);
    for (unsigned arg = 0; arg < args; arg++) {
        const uint32_t bits = row->sel[ROW_RGB][arg] | rgb_swizzles(e, row, arg) << 2 |
                              (uint32_t)row->mod[ROW_RGB][arg] << 11;
        if (arg < 2)
            w[HW_R500_WORD_RGB_INST] |= bits << (13 * arg);
        else
            w[HW_R500_WORD_RGBA_INST] |= bits << HW_R500_RGBA_INST_SEL_C_LO;
    }
    const struct fir_op *op = row->rgb[0].op;
    R500_SET(w, RGBA_INST, R500_RGBA_INST, OP, fir_codes[op->code].rgb);
    R500_SET(w, RGB_INST, R500_RGB_INST, OMOD, op->omod);
    R500_SET(w, CMN, R500_CMN, RGB_CLAMP, op->clamp);
    R500_SET(w, CMN, R500_CMN, RGB_PRED_SEL, r500_predicate_select(op->guard));
    R500_SET(w, CMN, R500_CMN, RGB_PRED_INV, op->guard_inverse);
    for (unsigned l = 0; l < row->rgb_count && !row->rgb_hidden; l++) {
        op = row->rgb[l].op;
        const uint8_t channel = position(e, op);
        if (op->dst[0] != FIR_NO_VAR) {
            assert(channel < 3); /* the half of colours writes no alpha */
            w[HW_R500_WORD_CMN] |= 1u << (HW_R500_CMN_RGB_WMASK_LO + channel);
            R500_SET(w, RGBA_INST, R500_RGBA_INST, ADDRD, e->code->places.of[op->dst[0]].reg);
        }
        if (op->out) {
            w[HW_R500_WORD_CMN] |= 1u << (HW_R500_CMN_RGB_OMASK_LO + channel);
            R500_SET(w, RGB_INST, R500_RGB_INST, TARGET, op->target);
        }
    }
}

static void encode_alpha(const struct encoder *e, const struct row *row, uint32_t *w)
{
    const unsigned args = row_args(row, ROW_ALPHA);
    for (unsigned arg = 0; arg < args; arg++) {
        const uint32_t bits = row->sel[ROW_ALPHA][arg] |
                              swizzle(e, row, ROW_ALPHA, arg, row_operand(row, ROW_ALPHA, 0, arg))
                                  << 2 |
                              (uint32_t)row->mod[ROW_ALPHA][arg] << 5;
        if (arg < 2)
            w[HW_R500_WORD_ALPHA_INST] |= bits << (HW_R500_ALPHA_INST_SEL_A_LO + 7 * arg);
        else
            w[HW_R500_WORD_RGBA_INST] |= bits << HW_R500_RGBA_INST_ALPHA_SEL_C_LO;
    }
    if (!row->has_alpha) {
        if (args) /* DP4 takes its fourth product from here */
            R500_SET(w, ALPHA_INST, R500_ALPHA_INST, OP, HW_R500_ALPHA_DP);
        return;
    }
    const struct fir_op *op = row->alpha.op;
    R500_SET(w, ALPHA_INST, R500_ALPHA_INST, OP, fir_codes[op->code].alpha);
    R500_SET(w, ALPHA_INST, R500_ALPHA_INST, OMOD, op->omod);
    R500_SET(w, CMN, R500_CMN, ALPHA_CLAMP, op->clamp);
    if (row->alpha_hidden)
        return;
    R500_SET(w, CMN, R500_CMN, ALPHA_PRED_SEL, r500_predicate_select(op->guard));
    R500_SET(w, CMN, R500_CMN, ALPHA_PRED_INV, op->guard_inverse);
    if (op->dst[0] != FIR_NO_VAR) {
        R500_SET(w, CMN, R500_CMN, ALPHA_WMASK, 1);
        R500_SET(w, ALPHA_INST, R500_ALPHA_INST, ADDRD, e->code->places.of[op->dst[0]].reg);
    }
    if (op->out) {
        R500_SET(w, CMN, R500_CMN, ALPHA_OMASK, 1);
        R500_SET(w, ALPHA_INST, R500_ALPHA_INST, TARGET, op->target);
    }
}

static const uint8_t srcp_ops[] = {[FIR_PRESUB_NONE] = 0,
                                   [FIR_PRESUB_BIAS] = HW_R500_SRCP_BIAS,
                                   [FIR_PRESUB_SUB] = HW_R500_SRCP_SUB,
                                   [FIR_PRESUB_ADD] = HW_R500_SRCP_ADD,
                                   [FIR_PRESUB_INV] = HW_R500_SRCP_INV};

static void encode_test(const struct row *row, uint32_t *w)
{
    for (unsigned l = 0; l <= row->rgb_count; l++) {
        const struct fir_op *op = l < row->rgb_count ? row->rgb[l].op
                                  : row->has_alpha   ? row->alpha.op
                                                     : NULL;
        if (!op || !op->test)
            continue;
        if (op->predicate) {
            w[HW_R500_WORD_CMN] |= 1u << (HW_R500_CMN_RGB_OMASK_LO + op->predicate - 1);
            if (l == row->rgb_count)
                R500_SET(w, ALPHA_INST, R500_ALPHA_INST, TARGET, op->test_op);
            else
                R500_SET(w, RGB_INST, R500_RGB_INST, TARGET, op->test_op);
            continue;
        }
        R500_SET(w, RGB_INST, R500_RGB_INST, ALU_WMASK, 1);
        R500_SET(w, CMN, R500_CMN, ALU_RESULT_SEL, l == row->rgb_count);
        R500_SET(w, CMN, R500_CMN, ALU_RESULT_OP, op->test_op);
    }
}

static void encode_alu(struct encoder *e, struct row *row, uint32_t *w)
{
    bool out = row->has_alpha && row->alpha.op->out;
    for (unsigned l = 0; l < row->rgb_count; l++)
        out |= row->rgb[l].op->out;
    R500_SET(w, CMN, R500_CMN, TYPE, out ? HW_R500_TYPE_OUT : HW_R500_TYPE_ALU);
    for (unsigned n = 0; n < 3; n++) {
        w[HW_R500_WORD_RGB_ADDR] |= address(e, ROW_RGB, &row->slot[n].part[ROW_RGB]) << (10 * n);
        w[HW_R500_WORD_ALPHA_ADDR] |= address(e, ROW_ALPHA, &row->slot[n].part[ROW_ALPHA])
                                      << (10 * n);
    }
    R500_SET(w, RGB_ADDR, R500_RGB_ADDR, SRCP_OP, srcp_ops[row->presub[ROW_RGB]]);
    R500_SET(w, ALPHA_ADDR, R500_ALPHA_ADDR, SRCP_OP, srcp_ops[row->presub[ROW_ALPHA]]);
    if (row->rgb_count)
        encode_rgb(e, row, w);
    encode_alpha(e, row, w);
    encode_test(row, w);
}

/* ---- look-ups ---- */

static void encode_tex(const struct encoder *e, const struct row *row, uint32_t *w)
{
    const struct fir_op *op = row->tex;
    const struct places *places = &e->code->places;
    assert(op->code == FIR_TEX && op->unit < e->code->p->texture_count);
    R500_SET(w, CMN, R500_CMN, TYPE, HW_R500_TYPE_TEX);
    R500_SET(w, TEX_INST, R500_TEX_INST, TEX_ID, op->unit);
    R500_SET(w, TEX_INST, R500_TEX_INST, INST, HW_R500_TEX_LD);
    R500_SET(w, TEX_INST, R500_TEX_INST, IGNORE_UNCOVERED, 1);
    R500_SET(w, TEX_ADDR, R500_TEX_ADDR, SRC_ADDR, places->of[op->src[0].a.var].reg);
    for (unsigned i = 0; i < op->dimensions; i++)
        w[HW_R500_WORD_TEX_ADDR] |= (uint32_t)places->of[op->src[i].a.var].channel
                                    << (HW_R500_TEX_ADDR_SRC_S_SWIZ_LO + 2 * i);
    for (unsigned i = 0; i < FIR_MAX_DST; i++) {
        if (op->dst[i] == FIR_NO_VAR)
            continue;
        const struct place *place = &places->of[op->dst[i]];
        R500_SET(w, TEX_ADDR, R500_TEX_ADDR, DST_ADDR, place->reg);
        w[HW_R500_WORD_TEX_ADDR] |= i << (HW_R500_TEX_ADDR_DST_R_SWIZ_LO + 2 * place->channel);
        w[HW_R500_WORD_CMN] |= 1u << (HW_R500_CMN_RGB_WMASK_LO + place->channel);
    }
}

struct touch {
    struct encoder *e;
    bool touched;
};

static void touch_var(void *data, uint32_t var)
{
    struct touch *touch = data;
    const uint16_t reg = touch->e->code->places.of[var].reg;
    touch->touched |= reg != PLACE_NO_REGISTER && touch->e->in_flight[reg];
}

static void fly_var(void *data, uint32_t var)
{
    struct encoder *e = data;
    e->in_flight[e->code->places.of[var].reg] = true;
}

/* Whether the row before the look-up's end holds the semaphore: the last of a run does. */
static bool ends_run(const struct r500_code *code, size_t i)
{
    return i + 1 == code->count || code->rows[i + 1].kind != ROW_TEX;
}

static bool reads_in_flight(struct encoder *e, const struct row *row)
{
    struct touch touch = {e, false};
    r500_row_reads(row, touch_var, &touch);
    r500_row_writes(row, touch_var, &touch);
    return touch.touched;
}

/* Waits for the semaphore before a register in flight is touched, before it is taken again, and
 * before control flow leads elsewhere. Look-ups that take each other's results are several runs. */
static void add_semaphore(struct encoder *e, size_t i)
{
    const struct row *row = &e->code->rows[i];
    const bool acquires = row->kind == ROW_TEX && ends_run(e->code, i);
    if (reads_in_flight(e, row)) {
        if (e->in_run) {
            R500_SET(e->words[i - 1], TEX_INST, R500_TEX_INST, TEX_SEM_ACQUIRE, 1);
            if (e->waiting)
                R500_SET(e->words[i - 1], CMN, R500_CMN, TEX_SEM_WAIT, 1);
        }
        memset(e->in_flight, 0, sizeof(e->in_flight));
        R500_SET(e->words[i], CMN, R500_CMN, TEX_SEM_WAIT, 1);
        e->waiting = false;
    } else if (e->waiting && (acquires || row->kind == ROW_FLOW)) {
        R500_SET(e->words[i], CMN, R500_CMN, TEX_SEM_WAIT, 1);
        e->waiting = false;
    }
    e->in_run = row->kind == ROW_TEX && !acquires;
    if (row->kind == ROW_TEX)
        r500_row_writes(row, fly_var, e);
    if (!acquires)
        return;
    R500_SET(e->words[i], TEX_INST, R500_TEX_INST, TEX_SEM_ACQUIRE, 1);
    e->waiting = true;
}

/* ---- hazards ---- */

struct hazard {
    const struct encoder *e;
    const struct row *row;
    bool found;
};

static void compare_var(void *data, uint32_t var)
{
    struct hazard *hazard = data;
    const struct place *place = &hazard->e->code->places.of[var];
    for (unsigned n = 0; n < 2; n++) {
        for (unsigned half = 0; half < ROW_HALVES; half++) {
            const struct part *part = &hazard->row->slot[n].part[half];
            if (hazard->row->presub[half] != FIR_PRESUB_NONE && part->kind == PART_TEMP &&
                bundle_register(hazard->e, part->bundle) == place->reg)
                hazard->found = true;
        }
    }
}

/* A presubtract does not see what the instruction just before it writes. */
static void add_nop(const struct encoder *e, size_t i)
{
    if (!i || e->code->rows[i].kind != ROW_ALU || e->code->rows[i - 1].kind != ROW_ALU)
        return;
    struct hazard hazard = {e, &e->code->rows[i], false};
    r500_row_writes(&e->code->rows[i - 1], compare_var, &hazard);
    if (hazard.found)
        R500_SET(e->words[i - 1], CMN, R500_CMN, NOP, 1);
}

static bool has_loops(const struct r500_code *code)
{
    bool found = false;
    for (size_t i = 0; i < code->count; i++)
        found |= code->rows[i].kind == ROW_FLOW && code->rows[i].flow == FIR_FLOW_LOOP;
    return found;
}

/* Returns how deep ifs and loops lie in each other. */
static unsigned encode_rows(struct encoder *e)
{
    struct r500_flow flow = {.code = e->code, .words = e->words};
    for (size_t i = 0; i < e->code->count; i++) {
        struct row *row = &e->code->rows[i];
        if (row->kind == ROW_ALU)
            encode_alu(e, row, e->words[i]);
        else if (row->kind == ROW_TEX)
            encode_tex(e, row, e->words[i]);
        else
            r500_encode_flow(&flow, i);
        add_semaphore(e, i);
        add_nop(e, i);
    }
    return flow.deepest;
}

/* ---- the program ---- */

static uint32_t collect_inputs(const struct r500_code *code, struct abi_image_input *inputs)
{
    uint32_t count = 0;
    for (unsigned i = 0; i < ABI_IMAGE_INPUT_KINDS; i++) {
        const struct fir_input *input = &code->p->inputs[i];
        uint32_t reg = PLACE_NO_REGISTER;
        for (unsigned e = 0; e < 2; e++)
            if (input->var[e] != FIR_NO_VAR && reg == PLACE_NO_REGISTER)
                reg = code->places.of[input->var[e]].reg;
        if (reg != PLACE_NO_REGISTER)
            inputs[count++] = (struct abi_image_input){input->kind, reg};
    }
    return count;
}

void *r500_encode(struct r500_code *code, uint32_t *bytes, char *error, size_t error_size)
{
    struct encoder e = {.code = code};
    struct abi_image_input inputs[ABI_IMAGE_MAX_INPUTS];
    const uint32_t loop = 255u << HW_R500_LOOP_COUNT_LO | 1u << HW_R500_LOOP_STEP_LO;
    const bool loops = has_loops(code);
    void *result = NULL;
    e.words = arena_array(code->p->arena, code->count + 1, sizeof(*e.words));
    const unsigned depth = encode_rows(&e);
    if (code->count)
        R500_SET(e.words[code->count - 1], CMN, R500_CMN, LAST, 1);
    const struct abi_image_program program = {
        .flags = (loops || depth > HW_R500_BRANCH_DEPTH ? ABI_IMAGE_FULL_FLOW : 0u) |
                 (code->p->wraps ? ABI_IMAGE_WRAPS : 0u),
        .temps = code->registers ? code->registers : 1,
        .instruction_count = (uint32_t)code->count,
        .constant_count = e.constant_count,
        .texture_count = code->p->texture_count,
        .target_count = code->p->target_count,
        .input_count = collect_inputs(code, inputs),
        .loop_count = loops,
        .instructions = (const uint32_t(*)[ABI_IMAGE_INSTRUCTION])e.words,
        .constants = e.constants,
        .textures = code->p->textures,
        .targets = code->p->targets,
        .inputs = inputs,
        .loops = &loop,
        .next = code->next,
        .next_bytes = code->next_bytes};
    if (e.too_many_constants)
        snprintf(error, error_size, "kernel %s: more than %d constant registers", code->p->name,
                 HW_R500_CONSTANTS);
    else if (!(result = abi_image_program_write(&program, bytes)))
        snprintf(error, error_size, "out of memory");
    return result;
}
