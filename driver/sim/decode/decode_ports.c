/* SPDX-License-Identifier: MIT */
/* decode_ports.c: refuses groups whose operands the register file cannot deliver. Real hardware
 * would read wrong data silently; a code generator's mistake ends here instead. (docs/hardware.md,
 * "Read ports") */
#include "driver/sim/decode/decode_alu.h"

enum { CYCLES = 3, CHANNELS = 4, FREE = -1, MAX_CONST_PAIRS = 2 };

/* The cycle in which sources 0, 1 and 2 are read, by BANK_SWIZZLE. */
static const uint8_t vector_cycles[6][CYCLES] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0},
                                                 {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
static const uint8_t scalar_cycles[4][CYCLES] = {{2, 1, 0}, {1, 2, 2}, {2, 1, 2}, {2, 2, 1}};

struct operand {
    unsigned sel, chan;
};

struct ports {
    int gpr[CYCLES][CHANNELS];       /* register that a port reads; FREE: none */
    uint32_t pairs[MAX_CONST_PAIRS]; /* kcache constants, by set, index and half */
    unsigned pair_count;
};

static unsigned read_operands(const struct sim_instr *instr, struct operand operands[CYCLES])
{
    operands[0] = (struct operand){HW_GET(instr->w0, ALU_WORD0, SRC0_SEL),
                                   HW_GET(instr->w0, ALU_WORD0, SRC0_CHAN)};
    operands[1] = (struct operand){HW_GET(instr->w0, ALU_WORD0, SRC1_SEL),
                                   HW_GET(instr->w0, ALU_WORD0, SRC1_CHAN)};
    operands[2] = (struct operand){HW_GET(instr->w1, ALU_OP3_WORD1, SRC2_SEL),
                                   HW_GET(instr->w1, ALU_OP3_WORD1, SRC2_CHAN)};
    if (instr->op != HW_ALU_OP_LDS_IDX_OP)
        return instr->info->nsrc;
    const struct hw_lds_info *lds = hw_lds_find(HW_GET(instr->w1, ALU_LDS_WORD1, LDS_OP));
    return lds ? lds->nsrc : 0;
}

static bool is_kcache(unsigned sel)
{
    return (sel >= HW_SRC_KCACHE0 && sel < HW_SRC_KCACHE1 + 32) ||
           (sel >= HW_SRC_KCACHE2 && sel < HW_SRC_KCACHE3 + 32);
}

/* Whether the fifth unit reads an operand as a constant: it has few paths for them, which constants
 * of all kinds share. */
static bool is_constant(unsigned sel)
{
    return is_kcache(sel) || (sel >= HW_SRC_1_DBL_L && sel <= HW_SRC_LITERAL);
}

static bool reserve_gpr(struct ports *ports, unsigned cycle, const struct operand *operand)
{
    int *port = &ports->gpr[cycle][operand->chan];
    if (*port != FREE && *port != (int)operand->sel)
        return false;
    *port = (int)operand->sel;
    return true;
}

static bool reserve_constant(struct ports *ports, const struct operand *operand)
{
    const uint32_t pair = operand->sel * 2 + operand->chan / 2;
    for (unsigned i = 0; i < ports->pair_count; i++)
        if (ports->pairs[i] == pair)
            return true;
    if (ports->pair_count == MAX_CONST_PAIRS)
        return false;
    ports->pairs[ports->pair_count++] = pair;
    return true;
}

static bool check_vector(struct ports *ports, const struct operand *operands, unsigned count,
                         const uint8_t cycles[CYCLES])
{
    for (unsigned i = 0; i < count; i++) {
        const struct operand *operand = &operands[i];
        /* The same register twice in a row is read once. */
        if (i == 1 && operand->sel == operands[0].sel && operand->chan == operands[0].chan)
            continue;
        if (operand->sel < HW_GPRS && !reserve_gpr(ports, cycles[i], operand))
            return false;
    }
    return true;
}

static bool check_scalar(struct ports *ports, const struct operand *operands, unsigned count,
                         const uint8_t cycles[CYCLES])
{
    unsigned constants = 0;
    for (unsigned i = 0; i < count; i++)
        constants += is_constant(operands[i].sel);
    if (constants > 2)
        return false;
    for (unsigned i = 0; i < count; i++) {
        const unsigned sel = operands[i].sel;
        const bool from_registers = sel < HW_GPRS || sel == HW_SRC_PV || sel == HW_SRC_PS;
        /* The constants take the first cycles. */
        if (from_registers && cycles[i] < constants)
            return false;
        if (sel < HW_GPRS && !reserve_gpr(ports, cycles[i], &operands[i]))
            return false;
    }
    return true;
}

static bool check_instr(struct sim_clause *c, struct ports *ports, const struct sim_instr *instr)
{
    struct operand operands[CYCLES];
    const unsigned count = read_operands(instr, operands);
    const unsigned swizzle = HW_GET(instr->w1, ALU_OP2_WORD1, BANK_SWIZZLE);
    const bool scalar = instr->slot == SIM_SLOT_T;
    if (swizzle >= (scalar ? 4u : 6u))
        return sim_decode_fail(c->d, instr->word, "bank swizzle %u does not exist", swizzle);
    for (unsigned i = 0; i < count; i++)
        if (is_kcache(operands[i].sel) && !reserve_constant(ports, &operands[i]))
            return sim_decode_fail(c->d, instr->word,
                                   "%s: the group reads more than two pairs of kcache "
                                   "constants",
                                   instr->info->name);
    if (scalar ? check_scalar(ports, operands, count, scalar_cycles[swizzle])
               : check_vector(ports, operands, count, vector_cycles[swizzle]))
        return true;
    return sim_decode_fail(c->d, instr->word,
                           "%s in unit %c: bank swizzle %u asks for a read port that is "
                           "taken",
                           instr->info->name, "xyzwt"[instr->slot], swizzle);
}

bool sim_group_check_ports(struct sim_clause *c)
{
    struct ports ports = {.pair_count = 0};
    for (unsigned cycle = 0; cycle < CYCLES; cycle++)
        for (unsigned chan = 0; chan < CHANNELS; chan++)
            ports.gpr[cycle][chan] = FREE;
    for (unsigned i = 0; i < c->count; i++)
        if (!check_instr(c, &ports, &c->instrs[i]))
            return false;
    return true;
}
