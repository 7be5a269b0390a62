/* SPDX-License-Identifier: MIT */
/* lines.c: which line of the source each instruction is of. */
#include "driver/abi/lines.h"
#include "driver/abi/r500/image_program.h"
#include "driver/base/arena.h"
#include "llvm/r500/emit/emit.h"

enum {
    DWORDS = ROOTLE_WORD_BYTES / sizeof(uint32_t),
    WORDS = ABI_IMAGE_INSTRUCTION / DWORDS /* of an instruction */
};

/* Lanes of an instruction may be of several lines: the first that has one. */
static uint32_t line_of(const struct row *row)
{
    if (row->kind == ROW_TEX)
        return row->tex->line;
    for (unsigned l = 0; l < row->rgb_count; l++)
        if (row->rgb[l].op->line)
            return row->rgb[l].op->line;
    return row->has_alpha ? row->alpha.op->line : 0;
}

void *r500_pack_lines(const struct r500_code *code, uint32_t code_bytes, uint32_t *bytes)
{
    const struct fir_lines *known = &code->p->lines;
    struct rootle_lines lines = {.line = known->line,
                                 .line_count = known->count,
                                 .word_count = code_bytes / ROOTLE_WORD_BYTES};
    uint32_t last = 0;

    *bytes = 0;
    if (!known->count)
        return NULL;
    lines.word = arena_array(code->p->arena, lines.word_count + 1, sizeof(*lines.word));
    for (size_t i = 0; i < code->count; i++) {
        const uint32_t line = line_of(&code->rows[i]);
        last = line ? line : last; /* flow control follows what it tests */
        for (size_t w = 0; w < WORDS; w++)
            lines.word[i * WORDS + w] = last;
    }
    return rootle_lines_pack(&lines, bytes);
}
