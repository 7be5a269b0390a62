/* SPDX-License-Identifier: MIT */
/* asm_hidden.c: how many fetches of a program have work behind them: an ALU clause that does not
 * wait for them, and does not read what they bring. */
#include <stdbool.h>

#include "driver/hw/isa.h"
#include "llvm/evergreen/asm/asm.h"
#include "llvm/evergreen/asm/asm_group.h"

enum { CHANNELS = 4, FETCH_DWORDS = 4 };

struct result {
    unsigned gpr, channels; /* bit 0: x */
};

static struct result result_of(const uint32_t *fetch)
{
    struct result result = {.gpr = HW_GET(fetch[1], TEX_WORD1, DST_GPR)};
    const unsigned selects[CHANNELS] = {
        HW_GET(fetch[1], TEX_WORD1, DST_SEL_X), HW_GET(fetch[1], TEX_WORD1, DST_SEL_Y),
        HW_GET(fetch[1], TEX_WORD1, DST_SEL_Z), HW_GET(fetch[1], TEX_WORD1, DST_SEL_W)};
    for (unsigned c = 0; c < CHANNELS; c++)
        result.channels |= (unsigned)(selects[c] != HW_SEL_MASK) << c;
    return result;
}

/* Relative sources may be any register. */
static bool group_reads(const struct asm_group *group, const struct result *result)
{
    for (unsigned i = 0; i < group->count; i++)
        for (unsigned s = 0; s < asm_source_count(&group->slots[i]); s++) {
            const struct asm_source source = asm_source_at(&group->slots[i], s);
            if (source.sel < HW_GPRS &&
                (source.rel || (source.sel == result->gpr && result->channels >> source.chan & 1)))
                return true;
        }
    return false;
}

/* Whether behind a fetch clause is an ALU clause that does not wait for it, and leaves the result
 * alone at first. */
static bool is_hidden(const uint32_t *code, size_t qwords, size_t behind, enum hw_vliw vliw,
                      const struct result *result)
{
    struct asm_group group;
    if (behind >= qwords || hw_cf_op_of(code[2 * behind + 1]) < HW_CF_ALU_BIT ||
        HW_GET(code[2 * behind + 1], CF_ALU_WORD1, BARRIER))
        return false;
    const size_t start = HW_GET(code[2 * behind], CF_ALU_WORD0, ADDR);
    const size_t slots = HW_GET(code[2 * behind + 1], CF_ALU_WORD1, COUNT) + 1;
    if (start + slots > qwords)
        return false;
    asm_group_read(&group, code + 2 * start, slots, vliw);
    return !group_reads(&group, result);
}

void evg_count_hidden(const uint32_t *code, size_t dwords, unsigned *hidden, unsigned *exposed)
{
    const size_t qwords = dwords / 2, end = evg_cf_count(code, dwords);
    const enum hw_vliw vliw = evg_vliw_of(code, dwords);
    *hidden = *exposed = 0;
    for (size_t i = 0; i < end; i++) {
        const struct hw_cf_info *info = hw_cf_find(hw_cf_op_of(code[2 * i + 1]));
        if (!info || (info->kind != HW_CF_KIND_TEX && info->kind != HW_CF_KIND_VTX))
            continue;
        const size_t start = HW_GET(code[2 * i], CF_WORD0, ADDR);
        const size_t count = HW_GET(code[2 * i + 1], CF_WORD1, COUNT) + 1;
        for (size_t n = 0; n < count && start + 2 * (n + 1) <= qwords; n++) {
            const struct result result = result_of(code + 2 * start + FETCH_DWORDS * n);
            *(is_hidden(code, qwords, i + 1, vliw, &result) ? hidden : exposed) += 1;
        }
    }
}
