/* SPDX-License-Identifier: MIT */
/* pvs.c: reads vertex programs, and refuses what none of Mesa's has (r3xx_vertprog.c): macros of
 * other kinds, two operations at a time, writes and muxes on conditions. */
#include <string.h>

#include "driver/sim/r300/pvs.h"

static bool is_known(unsigned op)
{
    switch (op) {
    case PVS_NOP ... PVS_SLT:
    case PVS_FLOOR ... PVS_PUSH_NEQ:
    case PVS_SGT ... PVS_SNE:
    case PVS_MATH:
    case PVS_EXP:
    case PVS_LOG:
    case PVS_LIT ... PVS_RSQ_FF:
    case PVS_EX2:
    case PVS_LG2:
    case PVS_SIN ... PVS_PRED_RESTORE:
        return true;
    default:
        return false;
    }
}

static void read_source(uint32_t word, struct pvs_source *source)
{
    source->file = (uint8_t)draw_bits(word, 0, 2);
    source->absolute = draw_bits(word, 3, 1);
    source->mode = (uint8_t)draw_bits(word, 4, 1);
    source->index = (uint8_t)draw_bits(word, 5, 8);
    for (unsigned c = 0; c < 4; c++)
        source->swizzle[c] = (uint8_t)draw_bits(word, 13 + 3 * c, 3);
    source->negated = (uint8_t)draw_bits(word, 25, 4);
    source->select = (uint8_t)draw_bits(word, 29, 2);
    if (draw_bits(word, 31, 1))
        source->mode |= 2;
}

static bool read_instruction(struct r300 *r, uint32_t at, struct pvs_instruction *instruction)
{
    const uint32_t *word = r->pvs[at], to = word[0];
    const bool macro = draw_bits(to, 7, 1);

    *instruction = (struct pvs_instruction){
        .op = (uint8_t)(draw_bits(to, 0, 6) + (draw_bits(to, 6, 1) ? PVS_MATH : 0)),
        .file = (uint8_t)draw_bits(to, 8, 4),
        .mode = (uint8_t)(draw_bits(to, 12, 1) << 1 | draw_bits(to, 31, 1)),
        .index = (uint8_t)draw_bits(to, 13, 7),
        .mask = (uint8_t)draw_bits(to, 20, 4),
        .saturates = draw_bits(to, draw_bits(to, 6, 1) ? 25 : 24, 1),
        .predicated = draw_bits(to, 26, 1),
        .sense = draw_bits(to, 27, 1),
        .select = (uint8_t)draw_bits(to, 29, 2),
    };
    if (macro) /* a product and a sum of three temporaries */
        instruction->op = draw_bits(to, 0, 6) ? UINT8_MAX : PVS_MAD;
    for (unsigned i = 0; i < 3; i++)
        read_source(word[1 + i], &instruction->source[i]);
    if (!is_known(instruction->op) || draw_bits(to, 28, 1) || instruction->file > PVS_TO_INPUT)
        return r300_fail(r, "vertex program, instruction %u: 0x%08x is not supported", at, to);
    return true;
}

static bool read_flow(struct r300 *r, struct pvs_program *program)
{
    const uint32_t kinds = r300_reg(r, HW_R500_R_VAP_PVS_FLOW_CNTL_OPC);

    for (unsigned i = 0; i < PVS_LOOPS; i++) {
        const uint32_t low = r300_reg_at(r, HW_R500_R_VAP_PVS_FLOW_CNTL_ADDRS, 2 * i);
        const uint32_t high = r300_reg_at(r, HW_R500_R_VAP_PVS_FLOW_CNTL_ADDRS, 2 * i + 1);
        const uint32_t index = r300_reg_at(r, HW_R500_R_VAP_PVS_FLOW_CNTL_LOOP_INDEX, i);
        struct pvs_flow *flow = &program->flow[i];

        *flow = (struct pvs_flow){.kind = (uint8_t)(kinds >> 2 * i & 3u),
                                  .at = (uint16_t)draw_bits(low, 0, 10),
                                  .target = (uint16_t)draw_bits(low, 16, 10),
                                  .last = (uint16_t)draw_bits(high, 0, 10),
                                  .back = (uint16_t)draw_bits(high, 16, 10),
                                  .first = (uint8_t)draw_bits(index, 0, 8),
                                  .step = (int8_t)draw_bits(index, 8, 8)};
        flow->count = (uint8_t)draw_bits(low, 16, 8);
        if (flow->kind == 3)
            return r300_fail(r, "VAP_PVS_FLOW_CNTL_OPC 0x%x: calls are not supported", kinds);
    }
    return true;
}

bool pvs_read(struct r300 *r, struct pvs_program *program)
{
    const uint32_t code = r300_reg(r, HW_R500_R_VAP_PVS_CODE_CNTL_0);
    const uint32_t constants = r300_reg(r, HW_R500_R_VAP_PVS_CONST_CNTL);
    const uint32_t base = draw_bits(constants, 0, 8);

    program->first = draw_bits(code, 0, 10);
    program->last = draw_bits(code, 20, 10);
    if (program->first > program->last)
        return r300_fail(r, "VAP_PVS_CODE_CNTL_0 0x%x: the program ends before it begins", code);
    for (uint32_t i = program->first; i <= program->last; i++)
        if (!read_instruction(r, i, &program->instruction[i]))
            return false;
    program->constants = draw_bits(constants, 16, 8) + 1;
    memset(program->constant, 0, sizeof(program->constant));
    for (uint32_t i = 0; i < program->constants && base + i < R300_MOST_CONSTANTS; i++)
        memcpy(program->constant[i], r->pvs[R300_PVS_CONSTANTS + base + i], 4 * sizeof(float));
    return read_flow(r, program);
}
