/* SPDX-License-Identifier: MIT */
/* asm_verify.c: the verifier: control flow, and each clause by its kind. */
#include "llvm/evergreen/asm/asm_verify.h"

#include <stdarg.h>
#include <stdio.h>

#include "driver/hw/isa.h"
#include "llvm/evergreen/asm/asm.h"

void verify_fail(struct verify *v, size_t dword, const char *format, ...)
{
    if (!v->failed) {
        va_list arguments;
        int length = snprintf(v->error, v->error_size, "dword %zu: ", dword);
        va_start(arguments, format);
        if ((size_t)length < v->error_size)
            vsnprintf(v->error + length, v->error_size - (size_t)length, format, arguments);
        va_end(arguments);
    }
    v->failed = true;
}

static bool has_end_bit(uint32_t word1)
{
    return hw_cf_op_of(word1) < HW_CF_ALU_BIT && HW_GET(word1, CF_WORD1, END_OF_PROGRAM);
}

/* Number of control-flow instructions up to the end of a program of a kind of chips; 0: none. */
static size_t count_cf(const uint32_t *code, size_t qwords, enum hw_vliw vliw)
{
    for (size_t i = 0; i < qwords; i++) {
        uint32_t word1 = code[2 * i + 1];
        if (vliw == HW_VLIW4 ? hw_cf_op_of(word1) == HW_CF_CF_END : has_end_bit(word1))
            return i + 1;
    }
    return 0;
}

size_t evg_cf_count(const uint32_t *code, size_t dwords)
{
    return count_cf(code, dwords / 2, evg_vliw_of(code, dwords));
}

enum hw_vliw evg_vliw_of(const uint32_t *code, size_t dwords)
{
    for (size_t i = 0; i < dwords / 2; i++) {
        if (hw_cf_op_of(code[2 * i + 1]) == HW_CF_CF_END)
            return HW_VLIW4;
        if (has_end_bit(code[2 * i + 1]))
            return HW_VLIW5;
    }
    return HW_VLIW5;
}

static unsigned op_at(const struct verify *v, size_t index)
{
    return hw_cf_op_of(v->code[2 * index + 1]);
}

static bool is_loop_start(unsigned op)
{
    return op == HW_CF_LOOP_START || op == HW_CF_LOOP_START_DX10 || op == HW_CF_LOOP_START_NO_AL;
}

static bool inside(struct verify *v, size_t index, size_t qword, size_t qwords)
{
    if (qword < v->cf_count)
        verify_fail(v, 2 * index, "a clause at %zu lies in the control flow", qword);
    else if (qword + qwords > v->qwords)
        verify_fail(v, 2 * index, "a clause of %zu slots at %zu reaches beyond the program", qwords,
                    qword);
    return !v->failed;
}

/* Loops: START knows the instruction behind END, END the one behind START, exits know END. */
static void verify_jump(struct verify *v, size_t index, unsigned op)
{
    size_t target = HW_GET(v->code[2 * index], CF_WORD0, ADDR);
    if (target >= v->cf_count) {
        verify_fail(v, 2 * index, "a jump to %zu, but there are %zu control-flow instructions",
                    target, v->cf_count);
        return;
    }
    if (is_loop_start(op) && (target < index + 2 || op_at(v, target - 1) != HW_CF_LOOP_END))
        verify_fail(v, 2 * index, "a loop's start does not name the instruction behind its end");
    if (op == HW_CF_LOOP_END && (target > index || !target || !is_loop_start(op_at(v, target - 1))))
        verify_fail(v, 2 * index, "a loop's end does not name the instruction behind its start");
    if ((op == HW_CF_LOOP_BREAK || op == HW_CF_LOOP_CONTINUE) &&
        (target <= index || op_at(v, target) != HW_CF_LOOP_END))
        verify_fail(v, 2 * index, "a loop is left by a jump to something else than its end");
}

static unsigned locked(unsigned mode)
{
    static const unsigned constants[4] = {
        [HW_KCACHE_LOCK_1] = 16, [HW_KCACHE_LOCK_2] = 32, [HW_KCACHE_LOCK_LOOP] = 32};
    return constants[mode];
}

static void verify_alu(struct verify *v, size_t index)
{
    const uint32_t *words = v->code + 2 * index;
    size_t qword = HW_GET(words[0], CF_ALU_WORD0, ADDR);
    size_t slots = HW_GET(words[1], CF_ALU_WORD1, COUNT) + 1;
    struct verify_kcache kcache = {{locked(HW_GET(words[0], CF_ALU_WORD0, KCACHE_MODE0)),
                                    locked(HW_GET(words[1], CF_ALU_WORD1, KCACHE_MODE1))}};
    if (index && op_at(v, index - 1) == HW_CF_ALU_EXTENDED) {
        kcache.constants[2] = locked(HW_GET(words[-2], CF_ALU_EXT_WORD0, KCACHE_MODE2));
        kcache.constants[3] = locked(HW_GET(words[-1], CF_ALU_EXT_WORD1, KCACHE_MODE3));
    }
    if (inside(v, index, qword, slots))
        verify_alu_clause(v, qword, slots, &kcache);
}

static void verify_extended(struct verify *v, size_t index)
{
    if (index + 1 >= v->cf_count || op_at(v, index + 1) < HW_CF_ALU_BIT ||
        op_at(v, index + 1) == HW_CF_ALU_EXTENDED)
        verify_fail(v, 2 * index, "ALU_EXTENDED is not followed by an ALU clause");
}

static void verify_fetches(struct verify *v, size_t index, bool textures)
{
    const uint32_t *words = v->code + 2 * index;
    size_t qword = HW_GET(words[0], CF_WORD0, ADDR);
    size_t count = HW_GET(words[1], CF_WORD1, COUNT) + 1;
    if (inside(v, index, qword, 2 * count))
        verify_fetch_clause(v, qword, count, textures);
}

static void verify_memory(struct verify *v, size_t index, bool rat)
{
    const uint32_t *words = v->code + 2 * index;
    unsigned type = HW_GET(words[0], CF_ALLOC_WORD0, TYPE);
    unsigned data =
        HW_GET(words[0], CF_ALLOC_WORD0, RW_GPR) + HW_GET(words[1], CF_BUF_WORD1, BURST_COUNT);
    unsigned address = HW_GET(words[0], CF_ALLOC_WORD0, INDEX_GPR);
    bool indexed = rat || type == HW_MEM_WRITE_IND || type == HW_MEM_WRITE_IND_ACK;
    if (data >= v->gprs)
        verify_fail(v, 2 * index, "R%u is stored, but the program has %u registers", data, v->gprs);
    if (indexed && address >= v->gprs)
        verify_fail(v, 2 * index, "R%u is an index, but the program has %u registers", address,
                    v->gprs);
    if (!rat)
        return;
    unsigned op = HW_GET(words[0], CF_RAT_WORD0, RAT_INST);
    if (!hw_rat_name(op) || (op == HW_RAT_STORE_DWORD && v->vliw == HW_VLIW5))
        verify_fail(v, 2 * index, "an unknown RAT operation");
    if (HW_GET(words[0], CF_RAT_WORD0, RAT_ID) >= HW_RATS)
        verify_fail(v, 2 * index, "a RAT above %d", HW_RATS - 1);
}

static void verify_cf(struct verify *v, size_t index)
{
    unsigned op = op_at(v, index);
    const struct hw_cf_info *info = hw_cf_find(op);
    if (!info || !hw_cf_exists(op, v->vliw)) {
        verify_fail(v, 2 * index, "an unknown control-flow instruction");
        return;
    }
    if (v->vliw == HW_VLIW4 && has_end_bit(v->code[2 * index + 1]))
        verify_fail(v, 2 * index, "END_OF_PROGRAM on a chip that has CF_END");
    switch ((enum hw_cf_kind)info->kind) {
    case HW_CF_KIND_ALU:
        if (op == HW_CF_ALU_EXTENDED)
            verify_extended(v, index);
        else
            verify_alu(v, index);
        break;
    case HW_CF_KIND_TEX:
        verify_fetches(v, index, true);
        break;
    case HW_CF_KIND_VTX:
        verify_fetches(v, index, false);
        break;
    case HW_CF_KIND_JUMP:
        verify_jump(v, index, op);
        break;
    case HW_CF_KIND_RAT:
        verify_memory(v, index, true);
        break;
    case HW_CF_KIND_SCRATCH:
        verify_memory(v, index, false);
        break;
    case HW_CF_KIND_EMIT:
    case HW_CF_KIND_GDS:
    case HW_CF_KIND_EXPORT:
        verify_fail(v, 2 * index, "%s has no place in a kernel", info->name);
        break;
    case HW_CF_KIND_NONE:
        break;
    }
}

int evg_verify(const uint32_t *code, size_t dwords, unsigned gprs, enum hw_vliw vliw, char *error,
               size_t error_size)
{
    struct verify v = {.code = code,
                       .qwords = dwords / 2,
                       .gprs = gprs,
                       .vliw = vliw,
                       .error = error,
                       .error_size = error_size};
    v.cf_count = count_cf(code, v.qwords, vliw);
    if (!v.cf_count)
        verify_fail(&v, 0, "the program has no end");
    for (size_t i = 0; i < v.cf_count && !v.failed; i++)
        verify_cf(&v, i);
    if (!v.failed)
        verify_flow(&v);
    return v.failed ? -1 : 0;
}
