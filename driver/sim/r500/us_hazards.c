/* SPDX-License-Identifier: MIT */
/* us_hazards.c: what the hardware leaves to the program: waiting for look-ups by the texture
 * semaphore, a cycle between a result and a presubtract of it, and flow control after the ALU. */
#include <assert.h>
#include <string.h>

#include "driver/sim/r500/us_wave.h"

enum { ALPHA = 8 };

static bool check_in_flight(struct us_wave *wave, unsigned index, unsigned channels,
                            const char *how)
{
    if (!((wave->held[index] | wave->loose[index]) & channels))
        return true;
    return us_fail(wave,
                   "temporary %u is %s while a texture look-up has not written it yet: no "
                   "TEX_SEM_WAIT after a look-up with TEX_SEM_ACQUIRE",
                   index, how);
}

/* Whether the presubtract of an ALU takes this source. */
static bool presubtracts(const struct us_alu *alu, unsigned n)
{
    return n == 0 || (n == 1 && (alu->srcp == HW_R500_SRCP_SUB || alu->srcp == HW_R500_SRCP_ADD));
}

/* Channels of source n (or of the presubtract) of the ALU that operands of either one read. */
static unsigned channels_read(const struct us_instruction *instruction, bool alpha, unsigned n)
{
    const struct us_alu *alu = alpha ? &instruction->alpha : &instruction->rgb;
    const struct us_alu *const alus[] = {&instruction->rgb, &instruction->alpha};
    unsigned set = 0;

    for (unsigned a = 0; a < 2; a++)
        for (unsigned o = 0; o < 3; o++)
            for (unsigned c = 0; c < (a ? 1u : 3u); c++) {
                const struct us_operand *operand = &alus[a]->operand[o];
                const unsigned swiz = operand->swiz[c];
                const bool dp4 = a && o < 2 && instruction->rgb.op->code == HW_R500_RGB_DP4;
                if (((alus[a]->op->operands >> o & 1u) || dp4) &&
                    (alpha ? swiz == HW_R500_SWIZ_A : swiz < HW_R500_SWIZ_A) &&
                    (operand->sel == n ||
                     (operand->sel == HW_R500_SEL_SRCP && presubtracts(alu, n))))
                    set |= 1u << swiz;
            }
    return set;
}

static bool check_alu(struct us_wave *wave, const struct us_instruction *instruction, bool alpha)
{
    const struct us_alu *alu = alpha ? &instruction->alpha : &instruction->rgb;
    const unsigned temps = wave->draw->program->temps;
    unsigned index;

    for (unsigned n = 0; n < 3; n++) {
        const unsigned channels = channels_read(instruction, alpha, n);
        if (!channels || alu->source[n].kind != US_TEMP)
            continue;
        if (!us_register(wave, alu->source[n].index, alu->source[n].relative, temps, &index) ||
            !check_in_flight(wave, index, channels, "read"))
            return false;
    }
    if (!alu->wmask)
        return true;
    return us_register(wave, alu->dest, alu->dest_relative, temps, &index) &&
           check_in_flight(wave, index, alpha ? ALPHA : alu->wmask, "written");
}

static bool check_presubtract(struct us_wave *wave, const struct us_instruction *instruction,
                              bool alpha)
{
    const struct us_alu *alu = alpha ? &instruction->alpha : &instruction->rgb;
    const struct us_instruction *before = wave->before;
    const bool both = alu->srcp == HW_R500_SRCP_SUB || alu->srcp == HW_R500_SRCP_ADD;

    if (!before || before->nop ||
        (before->type != HW_R500_TYPE_ALU && before->type != HW_R500_TYPE_OUT) ||
        !channels_read(instruction, alpha, HW_R500_SEL_SRCP))
        return true;
    const struct us_alu *writer = alpha ? &before->alpha : &before->rgb;
    const unsigned written = alpha ? (unsigned)writer->wmask << 3 : writer->wmask;
    const unsigned read = channels_read(instruction, alpha, HW_R500_SEL_SRCP);
    for (unsigned n = 0; n < 1u + both; n++)
        if (alu->source[n].kind == US_TEMP && written & read &&
            alu->source[n].index == writer->dest && !alu->source[n].relative &&
            !writer->dest_relative)
            return us_fail(wave,
                           "a presubtract of temporary %u, which the instruction before has "
                           "written: it needs the flag NOP there",
                           writer->dest);
    return true;
}

static bool check_tex(struct us_wave *wave, const struct us_instruction *instruction)
{
    const struct us_tex *tex = &instruction->tex;
    const unsigned temps = wave->draw->program->temps;
    unsigned index, channels = 0;

    if (tex->acquire && wave->acquired)
        return us_fail(wave, "the texture semaphore is acquired again without a TEX_SEM_WAIT");
    if (tex->op == HW_R500_TEX_NOP)
        return true;
    const bool writes = tex->op != HW_R500_TEX_KILL;
    for (int c = 0; c < 4; c++)
        channels |= 1u << tex->source_swiz[c];
    /* 2D look-ups take s and t; what r and q name does not matter. */
    if (tex->op == HW_R500_TEX_LD)
        channels = 1u << tex->source_swiz[0] | 1u << tex->source_swiz[1];
    return us_register(wave, tex->source, tex->source_relative, temps, &index) &&
           check_in_flight(wave, index, channels, "read") &&
           (!writes || (us_register(wave, tex->dest, tex->dest_relative, temps, &index) &&
                        check_in_flight(wave, index, tex->wmask, "written")));
}

/* Whether the jump function is another one where ALU result or predicate are. */
static bool depends_on_result(unsigned jump_func)
{
    return (jump_func >> 4) != (jump_func & 0xfu);
}

static bool depends_on_predicate(unsigned jump_func)
{
    return (jump_func >> 2 & 0x33u) != (jump_func & 0x33u);
}

static bool check_flow(struct us_wave *wave, const struct us_instruction *instruction)
{
    const unsigned jump_func = instruction->flow.jump_func;
    const bool result = depends_on_result(jump_func);

    if (result && !wave->has_result)
        return us_fail(wave, "flow control by an ALU result that no instruction has written since "
                             "the flow control before");
    if ((result || depends_on_predicate(jump_func)) && !instruction->alu_wait)
        return us_fail(wave, "flow control by the ALU's result or predicate without ALU_WAIT");
    return true;
}

bool us_check_hazards(struct us_wave *wave, const struct us_instruction *instruction)
{
    if (instruction->sem_wait) {
        memset(wave->held, 0, sizeof(wave->held));
        wave->acquired = false;
    }
    switch (instruction->type) {
    case HW_R500_TYPE_TEX:
        return check_tex(wave, instruction);
    case HW_R500_TYPE_FC:
        return check_flow(wave, instruction);
    default:
        return check_alu(wave, instruction, false) && check_alu(wave, instruction, true) &&
               check_presubtract(wave, instruction, false) &&
               check_presubtract(wave, instruction, true);
    }
}

bool us_issue_lookup(struct us_wave *wave, const struct us_tex *tex, unsigned dest)
{
    assert(dest < HW_R500_TEMPS && !(tex->acquire && wave->acquired)); /* check_tex */
    if (tex->op != HW_R500_TEX_NOP && tex->op != HW_R500_TEX_KILL)
        wave->loose[dest] |= tex->wmask;
    if (!tex->acquire)
        return true;
    for (unsigned i = 0; i < HW_R500_TEMPS; i++)
        wave->held[i] |= wave->loose[i];
    memset(wave->loose, 0, sizeof(wave->loose));
    wave->acquired = true;
    return true;
}
