/* SPDX-License-Identifier: MIT */
/* us_run.c: a program from its first instruction to its end. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "driver/base/count.h"

#include "driver/sim/r500/us_wave.h"

bool us_fail(struct us_wave *wave, const char *format, ...)
{
    const int length =
        snprintf(wave->error, US_ERROR_SIZE, "fragment program, instruction %u: ", wave->at);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(wave->error + length, US_ERROR_SIZE - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

bool us_register(struct us_wave *wave, unsigned index, bool relative, unsigned count,
                 unsigned *result)
{
    int sum = (int)index;

    if (relative) {
        const struct us_loop *loop = wave->loops ? &wave->loop[wave->loops - 1] : NULL;
        if (!loop || !loop->indexed)
            return us_fail(wave,
                           "the loop register is added to register %u outside of a loop that "
                           "has one",
                           index);
        sum += loop->index;
    }
    if (sum < 0 || sum >= (int)count)
        return us_fail(wave, "register %d; there are %u", sum, count);
    *result = (unsigned)sum;
    return true;
}

uint64_t us_writers(const struct us_wave *wave, const struct us_instruction *instruction,
                    unsigned c)
{
    assert(c < COUNT(wave->predicate));
    const struct us_alu *alu = c == 3 ? &instruction->alpha : &instruction->rgb;
    const uint64_t pixels = instruction->write_inactive ? UINT64_MAX : wave->active;
    uint64_t set = UINT64_MAX;

    if (alu->pred_sel == HW_R500_PRED_RGBA)
        set = wave->predicate[c];
    else if (alu->pred_sel != HW_R500_PRED_NONE)
        set = wave->predicate[alu->pred_sel - HW_R500_PRED_RRRR];
    return pixels & (alu->pred_inv ? ~set : set);
}

static bool step(struct us_wave *wave)
{
    assert(wave->at < wave->draw->program->count);
    const struct us_instruction *instruction = &wave->draw->program->instruction[wave->at];

    if (!us_check_hazards(wave, instruction))
        return false;
    if (instruction->type == HW_R500_TYPE_FC) {
        wave->before = NULL;
        return us_exec_flow(wave, instruction);
    }
    if (!(instruction->type == HW_R500_TYPE_TEX ? us_exec_tex : us_exec_alu)(wave, instruction))
        return false;
    wave->before = instruction;
    wave->at++;
    return true;
}

/* Pixels in the state that the program's end asks for. */
static bool check_end(struct us_wave *wave)
{
    wave->at = wave->draw->program->count - 1;
    if (wave->loops || wave->branched)
        return us_fail(wave, "the program ends inside of a %s", wave->loops ? "loop" : "branch");
    for (unsigned i = 0; i < HW_R500_TEMPS; i++)
        if (wave->held[i] | wave->loose[i])
            return us_fail(
                wave, "the program ends while a texture look-up has not written temporary %u", i);
    return true;
}

bool us_run(struct us_wave *wave)
{
    const struct us_program *program = wave->draw->program;
    const uint32_t most = wave->draw->max_steps ? wave->draw->max_steps : US_MAX_STEPS;
    assert(wave->at == 0 && !wave->loops && !wave->branched);

    wave->active = wave->covered | wave->helpers;
    for (uint32_t steps = 0; wave->at < program->count; steps++) {
        if (steps == most)
            return us_fail(wave, "the program has not ended after %u instructions", most);
        if (!step(wave))
            return false;
    }
    return check_end(wave);
}
