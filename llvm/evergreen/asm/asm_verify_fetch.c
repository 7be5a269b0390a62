/* SPDX-License-Identifier: MIT */
/* asm_verify_fetch.c: rules of fetch clauses. */
#include <string.h>

#include "driver/hw/isa.h"
#include "llvm/evergreen/asm/asm_verify.h"

static bool is_known(const uint32_t *words, bool textures)
{
    unsigned op = HW_GET(words[0], VTX_WORD0, VC_INST);
    unsigned mem_op = HW_GET(words[0], MEM_WORD0, MEM_OP);
    if (op == HW_VTX_FETCH || op == HW_VTX_SEMANTIC)
        return true;
    if (op == HW_MEM_INST)
        return mem_op == HW_MEM_OP_SCRATCH || mem_op == HW_MEM_OP_MEM;
    return textures && hw_tex_name(op);
}

static bool writes(uint32_t word1)
{
    return HW_GET(word1, VTX_WORD1, DST_SEL_X) != HW_SEL_MASK ||
           HW_GET(word1, VTX_WORD1, DST_SEL_Y) != HW_SEL_MASK ||
           HW_GET(word1, VTX_WORD1, DST_SEL_Z) != HW_SEL_MASK ||
           HW_GET(word1, VTX_WORD1, DST_SEL_W) != HW_SEL_MASK;
}

/* Scratch memory may be addressed by the instruction alone, and coordinates may all be constants.
 */
static bool reads_register(const uint32_t *words)
{
    unsigned op = HW_GET(words[0], VTX_WORD0, VC_INST);
    if (op == HW_MEM_INST)
        return HW_GET(words[0], MEM_WORD0, INDEXED);
    return op == HW_VTX_FETCH || op == HW_VTX_SEMANTIC ||
           HW_GET(words[2], TEX_WORD2, SRC_SEL_X) < HW_SEL_0 ||
           HW_GET(words[2], TEX_WORD2, SRC_SEL_Y) < HW_SEL_0 ||
           HW_GET(words[2], TEX_WORD2, SRC_SEL_Z) < HW_SEL_0 ||
           HW_GET(words[2], TEX_WORD2, SRC_SEL_W) < HW_SEL_0;
}

/* Fetches of a clause are not ordered among themselves: none may read what one before it writes. */
static void verify_fetch(struct verify *v, size_t dword, const uint32_t *words,
                         bool written[HW_GPRS])
{
    /* Source and destination registers lie alike in all kinds of fetches. */
    unsigned source = HW_GET(words[0], VTX_WORD0, SRC_GPR);
    unsigned result = HW_GET(words[1], VTX_WORD1, DST_GPR);
    if (reads_register(words) && source >= v->gprs)
        verify_fail(v, dword, "a fetch reads R%u, but the program has %u registers", source,
                    v->gprs);
    if (reads_register(words) && written[source])
        verify_fail(v, dword, "a fetch reads R%u, which a fetch of the same clause writes", source);
    if (!writes(words[1]))
        return;
    if (result >= v->gprs)
        verify_fail(v, dword, "a fetch writes R%u, but the program has %u registers", result,
                    v->gprs);
    written[result] = true;
}

void verify_fetch_clause(struct verify *v, size_t qword, size_t count, bool textures)
{
    bool written[HW_GPRS] = {false};
    if (count > HW_FETCH_CLAUSE_MAX)
        verify_fail(v, 2 * qword, "a fetch clause of %zu instructions; %d are the most", count,
                    HW_FETCH_CLAUSE_MAX);
    if (qword % 2)
        verify_fail(v, 2 * qword, "a fetch clause at %zu, which is not a multiple of 16 bytes",
                    qword);
    for (size_t i = 0; i < count && !v->failed; i++) {
        size_t dword = 2 * qword + 4 * i;
        const uint32_t *words = v->code + dword;
        if (is_known(words, textures))
            verify_fetch(v, dword, words, written);
        else
            verify_fail(v, dword, "an unknown fetch instruction, or one of another kind of clause");
    }
}
