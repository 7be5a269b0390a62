/* SPDX-License-Identifier: MIT */
/* select_vector.c: vectors are their elements' words side by side: most of this only renames. */
#include <string.h>

#include "llvm/evergreen/select/select.h"

/* All ones for the element that a variable index names. */
static struct mir_operand is_element(struct select *s, struct mir_operand index, unsigned element)
{
    return OP2(SETE_INT, index, LIT(element));
}

static struct mir_operand index_operand(struct select *s, unsigned operand)
{
    struct evg_type type = select_type(s, LLVMTypeOf(LLVMGetOperand(s->inst, operand)));
    return build_zext(s, select_operand(s, operand)[0], type.bits);
}

void select_insert_element(struct select *s, LLVMValueRef inst)
{
    struct evg_type type = select_type(s, LLVMTypeOf(inst));
    unsigned words = type_words(&type);
    const struct mir_operand *vector = select_operand(s, 0), *element = select_operand(s, 1);
    LLVMValueRef index = LLVMGetOperand(inst, 2);
    struct mir_operand variable = LLVMIsAConstantInt(index) ? LIT(0) : index_operand(s, 2);
    struct mir_operand *result = select_define(s, inst, type.elements * words);
    memcpy(result, vector, type.elements * words * sizeof(*result));
    if (LLVMIsAConstantInt(index)) {
        uint64_t at = LLVMConstIntGetZExtValue(index);
        if (at < type.elements)
            memcpy(result + at * words, element, words * sizeof(*result));
        return;
    }
    for (unsigned i = 0; i < type.elements; i++) {
        struct mir_operand hit = is_element(s, variable, i);
        for (unsigned w = 0; w < words; w++)
            result[i * words + w] = build_select(s, hit, element[w], vector[i * words + w]);
    }
}

void select_extract_element(struct select *s, LLVMValueRef inst)
{
    struct evg_type type = select_type(s, LLVMTypeOf(LLVMGetOperand(inst, 0)));
    unsigned words = type_words(&type);
    const struct mir_operand *vector = select_operand(s, 0);
    LLVMValueRef index = LLVMGetOperand(inst, 1);
    struct mir_operand variable = LLVMIsAConstantInt(index) ? LIT(0) : index_operand(s, 1);
    struct mir_operand *result = select_define(s, inst, words);
    if (LLVMIsAConstantInt(index)) {
        uint64_t at = LLVMConstIntGetZExtValue(index);
        if (at < type.elements)
            memcpy(result, vector + at * words, words * sizeof(*result));
        return;
    }
    memcpy(result, vector, words * sizeof(*result));
    for (unsigned i = 1; i < type.elements; i++) {
        struct mir_operand hit = is_element(s, variable, i);
        for (unsigned w = 0; w < words; w++)
            result[w] = build_select(s, hit, vector[i * words + w], result[w]);
    }
}

void select_shuffle(struct select *s, LLVMValueRef inst)
{
    struct evg_type from = select_type(s, LLVMTypeOf(LLVMGetOperand(inst, 0)));
    unsigned words = type_words(&from), count = LLVMGetNumMaskElements(inst);
    const struct mir_operand *source[2] = {select_operand(s, 0), select_operand(s, 1)};
    struct mir_operand *result = select_define(s, inst, count * words);
    for (unsigned i = 0; i < count; i++) {
        int at = LLVMGetMaskValue(inst, i);
        if (at == LLVMGetUndefMaskElem())
            continue; /* stays zero */
        const struct mir_operand *vector = source[(unsigned)at / from.elements];
        memcpy(result + i * words, vector + (unsigned)at % from.elements * words,
               words * sizeof(*result));
    }
}

void select_bitcast(struct select *s, LLVMValueRef inst)
{
    struct evg_type from = select_type(s, LLVMTypeOf(LLVMGetOperand(inst, 0)));
    struct evg_type to = select_type(s, LLVMTypeOf(inst));
    const struct mir_operand *value = select_operand(s, 0);
    unsigned count = to.elements * type_words(&to);
    if (from.elements == to.elements) {
        memcpy(select_define(s, inst, count), value, count * sizeof(*value));
    } else if ((from.elements > 1 && from.bits % 8) || (to.elements > 1 && to.bits % 8)) {
        select_fail(s, "a bitcast of a vector of i%u is not supported",
                    from.bits % 8 ? from.bits : to.bits);
    } else {
        struct mir_operand *words =
            arena_array(s->f->arena, from.elements * from.bits / 32 + 2, sizeof(*words));
        select_pack(s, &from, value, words);
        select_unpack(s, &to, words, select_define(s, inst, count));
    }
}
