/* SPDX-License-Identifier: MIT */
/* program.c: fragment programs of R300 in the words of R500, whose decoder checks them. R300 has up
 * to four nodes, each of which looks texels up, and then computes. Look-ups of a node do not see
 * each other's results: R500's semaphore is acquired by the last, and computing waits for it. */
#include <assert.h>

#include "driver/base/bits.h"
#include "driver/hw/r500/r300.h"
#include "driver/sim/r300/pixels.h"

struct translation {
    struct r300 *r;
    uint32_t count; /* instructions there are */
};

static uint32_t *next(struct translation *t)
{
    uint32_t *words = t->r->state->code[t->count++];

    for (unsigned i = 0; i < HW_R500_WORDS; i++)
        words[i] = 0;
    return words;
}

/* A source, and the channels of it. */
struct argument {
    unsigned sel, swiz[3];
};

static struct argument all_of(unsigned sel, unsigned channel)
{
    return (struct argument){sel, {channel, channel, channel}};
}

/* Sources whole or by one channel (0 to 11), alphas, presubtracts, numbers, and other orders. */
static struct argument rgb_argument(unsigned code)
{
    static const uint8_t numbers[] = {HW_R500_SWIZ_0, HW_R500_SWIZ_1, HW_R500_SWIZ_HALF};
    static const uint8_t orders[3][3] = {{1, 2, 0}, {2, 0, 1}, {HW_R500_SWIZ_A, 2, 1}};
    enum { ALPHAS = 12, SRCP = 15, SRCP_ALPHA = 19, NUMBERS = 20, ORDERS = 23 };

    if (code >= ORDERS) {
        const uint8_t *order = orders[(code - ORDERS) / 3];
        return (struct argument){(code - ORDERS) % 3, {order[0], order[1], order[2]}};
    }
    if (code >= NUMBERS)
        return all_of(0, numbers[code - NUMBERS]);
    if (code == SRCP_ALPHA)
        return all_of(HW_R500_SEL_SRCP, HW_R500_SWIZ_A);
    if (code >= ALPHAS && code < SRCP)
        return all_of(code - ALPHAS, HW_R500_SWIZ_A);
    const unsigned sel = code >= SRCP ? (unsigned)HW_R500_SEL_SRCP : code / 4;
    const unsigned part = code >= SRCP ? code - SRCP : code % 4;
    return part ? all_of(sel, part - 1) : (struct argument){sel, {0, 1, 2}};
}

/* The same for one channel; codes that there are not take one that R500 refuses. */
static struct argument alpha_argument(unsigned code)
{
    static const uint8_t numbers[] = {HW_R500_SWIZ_0, HW_R500_SWIZ_1, HW_R500_SWIZ_HALF};
    enum { ALPHAS = 9, SRCP = 12, NUMBERS = 16, END = 19 };

    if (code >= END)
        return all_of(0, HW_R500_SWIZ_UNUSED);
    if (code >= NUMBERS)
        return all_of(0, numbers[code - NUMBERS]);
    if (code >= SRCP)
        return all_of(HW_R500_SEL_SRCP, code - SRCP);
    return code >= ALPHAS ? all_of(code - ALPHAS, HW_R500_SWIZ_A) : all_of(code / 3, code % 3);
}

/* Sources: five bits of a number, and whether it is a constant's. */
static uint32_t sources(uint32_t addr, uint32_t inst)
{
    uint32_t word = HW_SET(R500_RGB_ADDR, SRCP_OP, HW_GET(inst, R300_INST, SRCP_OP));

    for (unsigned i = 0; i < 3; i++) {
        const uint32_t source = addr >> 6 * i;
        word |= (HW_GET(source, R300_RGB_ADDR, SRC0) | HW_GET(source, R300_RGB_ADDR, SRC0_CONST)
                                                           << HW_R500_RGB_ADDR_ADDR0_CONST_LO)
                << 10 * i;
    }
    return word;
}

/* The four words of an ALU instruction of R300. */
struct alu {
    uint32_t rgb_addr, alpha_addr, rgb, alpha;
};

/* Channels of operands that the RGB ALU takes: where each makes one of the result, those that are
 * written. R300 cannot say that it does not read the others. */
static unsigned channels(const struct alu *a)
{
    const struct hw_r500_op *op = hw_r500_rgb_op(HW_GET(a->rgb, R300_INST, OP));

    return op && op->scalar ? 7u
                            : HW_GET(a->rgb_addr, R300_RGB_ADDR, REG_MASK) |
                                  HW_GET(a->rgb_addr, R300_RGB_ADDR, OUTPUT_MASK);
}

/* An operand of the RGB ALU from its lowest bit: source, three channels, modifier. */
static uint32_t rgb_operand(const struct alu *a, unsigned which)
{
    const uint32_t bits = a->rgb >> 7 * which;
    struct argument argument = rgb_argument(HW_GET(bits, R300_INST, ARG_A));

    for (unsigned c = 0; c < 3; c++)
        if (!(channels(a) >> c & 1u))
            argument.swiz[c] = HW_R500_SWIZ_0;
    return argument.sel | argument.swiz[0] << 2 | argument.swiz[1] << 5 | argument.swiz[2] << 8 |
           HW_GET(bits, R300_INST, MOD_A) << 11;
}

static uint32_t alpha_operand(uint32_t inst, unsigned which)
{
    const uint32_t bits = inst >> 7 * which;
    const struct argument a = alpha_argument(HW_GET(bits, R300_INST, ARG_A));

    return a.sel | a.swiz[0] << 2 | HW_GET(bits, R300_INST, MOD_A) << 5;
}

static uint32_t common(const struct alu *a, bool waits)
{
    const bool out = HW_GET(a->rgb_addr, R300_RGB_ADDR, OUTPUT_MASK) ||
                     HW_GET(a->alpha_addr, R300_ALPHA_ADDR, OUTPUT) ||
                     HW_GET(a->alpha_addr, R300_ALPHA_ADDR, DEPTH);

    return HW_SET(R500_CMN, TYPE, out ? HW_R500_TYPE_OUT : HW_R500_TYPE_ALU) |
           HW_SET(R500_CMN, TEX_SEM_WAIT, waits) |
           HW_SET(R500_CMN, NOP, HW_GET(a->rgb, R300_INST, NOP)) |
           HW_SET(R500_CMN, RGB_WMASK, HW_GET(a->rgb_addr, R300_RGB_ADDR, REG_MASK)) |
           HW_SET(R500_CMN, ALPHA_WMASK, HW_GET(a->alpha_addr, R300_ALPHA_ADDR, REG)) |
           HW_SET(R500_CMN, RGB_OMASK, HW_GET(a->rgb_addr, R300_RGB_ADDR, OUTPUT_MASK)) |
           HW_SET(R500_CMN, ALPHA_OMASK, HW_GET(a->alpha_addr, R300_ALPHA_ADDR, OUTPUT)) |
           HW_SET(R500_CMN, RGB_CLAMP, HW_GET(a->rgb, R300_INST, CLAMP)) |
           HW_SET(R500_CMN, ALPHA_CLAMP, HW_GET(a->alpha, R300_INST, CLAMP));
}

static void translate_alu(const struct alu *a, bool waits, uint32_t *words)
{
    words[HW_R500_WORD_CMN] = common(a, waits);
    words[HW_R500_WORD_RGB_ADDR] = sources(a->rgb_addr, a->rgb);
    words[HW_R500_WORD_ALPHA_ADDR] = sources(a->alpha_addr, a->alpha);
    words[HW_R500_WORD_RGB_INST] =
        rgb_operand(a, 0) | rgb_operand(a, 1) << HW_R500_RGB_INST_SEL_B_LO |
        HW_SET(R500_RGB_INST, OMOD, HW_GET(a->rgb, R300_INST, OMOD)) |
        HW_SET(R500_RGB_INST, TARGET, HW_GET(a->rgb_addr, R300_RGB_ADDR, TARGET));
    words[HW_R500_WORD_ALPHA_INST] =
        HW_GET(a->alpha, R300_INST, OP) |
        HW_SET(R500_ALPHA_INST, ADDRD, HW_GET(a->alpha_addr, R300_ALPHA_ADDR, DST)) |
        alpha_operand(a->alpha, 0) << HW_R500_ALPHA_INST_SEL_A_LO |
        alpha_operand(a->alpha, 1) << HW_R500_ALPHA_INST_SEL_B_LO |
        HW_SET(R500_ALPHA_INST, OMOD, HW_GET(a->alpha, R300_INST, OMOD)) |
        HW_SET(R500_ALPHA_INST, TARGET, HW_GET(a->alpha_addr, R300_ALPHA_ADDR, TARGET)) |
        HW_SET(R500_ALPHA_INST, W_OMASK, HW_GET(a->alpha_addr, R300_ALPHA_ADDR, DEPTH));
    words[HW_R500_WORD_RGBA_INST] =
        HW_GET(a->rgb, R300_INST, OP) |
        HW_SET(R500_RGBA_INST, ADDRD, HW_GET(a->rgb_addr, R300_RGB_ADDR, DST)) |
        rgb_operand(a, 2) << HW_R500_RGBA_INST_SEL_C_LO |
        alpha_operand(a->alpha, 2) << HW_R500_RGBA_INST_ALPHA_SEL_C_LO;
}

/* Refuses what R300 lacks of R500: some operations, and results without a modifier. */
static bool check_alu(struct r300 *r, const struct alu *a, uint32_t node, unsigned number)
{
    const bool colors = HW_GET(a->rgb_addr, R300_RGB_ADDR, OUTPUT_MASK) ||
                        HW_GET(a->alpha_addr, R300_ALPHA_ADDR, OUTPUT);
    const bool depth = HW_GET(a->alpha_addr, R300_ALPHA_ADDR, DEPTH);

    if (HW_GET(a->rgb, R300_INST, OP) > HW_R500_RGB_SOP ||
        HW_GET(a->alpha, R300_INST, OP) > HW_R500_ALPHA_RSQ ||
        HW_GET(a->rgb, R300_INST, OMOD) == HW_R500_OMOD_DISABLE ||
        HW_GET(a->alpha, R300_INST, OMOD) == HW_R500_OMOD_DISABLE)
        return r300_fail(r, "fragment program, ALU instruction %u: 0x%08x and 0x%08x are none",
                         number, a->rgb, a->alpha);
    if ((colors && !HW_GET(node, R300_R_US_CODE_ADDR, RGBA_OUT)) ||
        (depth && !HW_GET(node, R300_R_US_CODE_ADDR, W_OUT)))
        return r300_fail(r,
                         "fragment program, ALU instruction %u writes what its node 0x%08x does "
                         "not say",
                         number, node);
    return true;
}

static bool add_alus(struct translation *t, uint32_t node, bool waits)
{
    struct r300 *r = t->r;
    const uint32_t offset = r300_reg(r, HW_R300_R_US_CODE_OFFSET);
    const unsigned first = HW_GET(offset, R300_R_US_CODE_OFFSET, ALU_OFFSET) +
                           HW_GET(node, R300_R_US_CODE_ADDR, ALU_START);
    const unsigned last = first + HW_GET(node, R300_R_US_CODE_ADDR, ALU_SIZE);

    if (last >= HW_R300_ALUS)
        return r300_fail(r, "a fragment program with ALU instruction %u", last);
    for (unsigned i = first; i <= last; i++) {
        const struct alu a = {r300_reg_at(r, HW_R300_R_US_ALU_RGB_ADDR, i),
                              r300_reg_at(r, HW_R300_R_US_ALU_ALPHA_ADDR, i),
                              r300_reg_at(r, HW_R300_R_US_ALU_RGB_INST, i),
                              r300_reg_at(r, HW_R300_R_US_ALU_ALPHA_INST, i)};
        if (!check_alu(r, &a, node, i))
            return false;
        translate_alu(&a, waits && i == first, next(t));
    }
    return true;
}

static void translate_lookup(uint32_t inst, bool last, uint32_t *words)
{
    enum { SAME = 0 | 1 << 2 | 2 << 4 | 3 << 6 }; /* channels as they are */
    const uint32_t op = HW_GET(inst, R300_TEX, OP);
    const bool writes = op != HW_R500_TEX_KILL;

    words[HW_R500_WORD_CMN] = HW_SET(R500_CMN, TYPE, HW_R500_TYPE_TEX) |
                              HW_SET(R500_CMN, RGB_WMASK, writes ? 7 : 0) |
                              HW_SET(R500_CMN, ALPHA_WMASK, writes);
    words[HW_R500_WORD_TEX_INST] = HW_SET(R500_TEX_INST, TEX_ID, HW_GET(inst, R300_TEX, ID)) |
                                   HW_SET(R500_TEX_INST, INST, op) |
                                   HW_SET(R500_TEX_INST, TEX_SEM_ACQUIRE, last);
    words[HW_R500_WORD_TEX_ADDR] = HW_GET(inst, R300_TEX, SRC) |
                                   (uint32_t)SAME << HW_R500_TEX_ADDR_SRC_S_SWIZ_LO |
                                   HW_SET(R500_TEX_ADDR, DST_ADDR, HW_GET(inst, R300_TEX, DST)) |
                                   (uint32_t)SAME << HW_R500_TEX_ADDR_DST_R_SWIZ_LO;
}

static bool add_lookups(struct translation *t, uint32_t node)
{
    struct r300 *r = t->r;
    const uint32_t offset = r300_reg(r, HW_R300_R_US_CODE_OFFSET);
    const unsigned first = HW_GET(offset, R300_R_US_CODE_OFFSET, TEX_OFFSET) +
                           HW_GET(node, R300_R_US_CODE_ADDR, TEX_START);
    const unsigned last = first + HW_GET(node, R300_R_US_CODE_ADDR, TEX_SIZE);

    if (last >= HW_R300_LOOKUPS)
        return r300_fail(r, "a fragment program with texture instruction %u", last);
    for (unsigned i = first; i <= last; i++) {
        const uint32_t inst = r300_reg_at(r, HW_R300_R_US_TEX_INST, i);
        if (HW_GET(inst, R300_TEX, OP) > HW_R500_TEX_LODBIAS)
            return r300_fail(r, "fragment program, texture instruction %u: 0x%08x is none", i,
                             inst);
        translate_lookup(inst, i == last, next(t));
    }
    return true;
}

bool r300_program_translate(struct r300 *r, uint32_t *count)
{
    struct translation t = {.r = r};
    const uint32_t config = r300_reg(r, HW_R300_R_US_CONFIG);
    const unsigned nodes = HW_GET(config, R300_R_US_CONFIG, LAST_NODE) + 1;

    for (unsigned i = HW_R300_NODES - nodes; i < HW_R300_NODES; i++) {
        const uint32_t node = r300_reg_at(r, HW_R300_R_US_CODE_ADDR, i);
        const bool looks_up =
            i != HW_R300_NODES - nodes || HW_GET(config, R300_R_US_CONFIG, FIRST_NODE_HAS_TEX);
        if ((looks_up && !add_lookups(&t, node)) || !add_alus(&t, node, looks_up))
            return false;
    }
    assert(t.count <= HW_R500_MAX_INSTRUCTIONS); /* of four nodes that have all there are */
    *count = t.count;
    return true;
}

/* 24 bits: a sign, an exponent that 63 is added to, and a mantissa; exponent 0 is the number 0. */
static float widen(uint32_t bits)
{
    const uint32_t sign = (bits >> 23 & 1u) << 31, exponent = bits >> 16 & 0x7f;

    return bits_float(sign | (exponent ? (exponent + 127 - 63) << 23 | (bits & 0xffff) << 7 : 0));
}

void r300_program_constants(const struct r300 *r, float constant[][4])
{
    for (unsigned i = 0; i < 4 * HW_R300_CONSTANTS; i++)
        constant[i / 4][i % 4] = widen(r300_reg_at(r, HW_R300_R_US_ALU_CONST, i));
}
