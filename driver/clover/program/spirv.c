/* SPDX-License-Identifier: MIT */
/* spirv.c: walks the instructions of a module. Each begins with a word that has its opcode in the
 * low half and its length in words in the high one. */
#include "driver/clover/program/spirv.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAGIC = 0x07230203,
    HEADER_WORDS = 5,
    NEWEST = 0x00010400, /* version 1.4, the last that llvm-spirv-15 reads */
    DECORATION_SPEC_ID = 1,
};

enum opcode {
    OP_TYPE_INT = 21,
    OP_TYPE_FLOAT = 22,
    OP_SPEC_CONSTANT_TRUE = 48,
    OP_SPEC_CONSTANT_FALSE = 49,
    OP_SPEC_CONSTANT = 50,
    OP_DECORATE = 71,
};

struct module {
    uint32_t *words;
    size_t count;
};

static uint32_t opcode_of(const uint32_t *instruction)
{
    return *instruction & 0xffff;
}

static uint32_t length_of(const uint32_t *instruction)
{
    return *instruction >> 16;
}

/* The instruction behind one, or the first one (NULL); NULL at the end. */
static uint32_t *next(const struct module *module, uint32_t *instruction)
{
    uint32_t *at =
        instruction ? instruction + length_of(instruction) : module->words + HEADER_WORDS;

    return at < module->words + module->count ? at : NULL;
}

/* Whether instructions end where the module does. */
static bool is_whole(const struct module *module)
{
    for (size_t at = HEADER_WORDS; at < module->count;) {
        const uint32_t length = length_of(module->words + at);
        if (!length || length > module->count - at)
            return false;
        at += length;
    }
    return true;
}

static const char *fault(const struct module *module)
{
    if (module->words[0] != MAGIC)
        return "it does not begin with SPIR-V's number";
    if (module->words[1] < 0x00010000 || module->words[1] > NEWEST)
        return "its version of SPIR-V is none of 1.0 to 1.4";
    return is_whole(module) ? NULL : "its last instruction is cut off";
}

uint32_t *spirv_read(const void *il, size_t size, const char **why)
{
    *why = "it is no sequence of words with a header";
    if (size % 4 || size / 4 < HEADER_WORDS)
        return NULL;
    *why = NULL;
    struct module module = {malloc(size), size / 4};
    if (!module.words)
        return NULL;
    memcpy(module.words, il, size);
    if (module.words[0] == __builtin_bswap32(MAGIC))
        for (size_t i = 0; i < module.count; i++)
            module.words[i] = __builtin_bswap32(module.words[i]);
    *why = fault(&module);
    if (!*why)
        return module.words;
    free(module.words);
    return NULL;
}

/* The first instruction with that opcode, or another one of two, and result id; NULL: there is
 * none. `at` is the word with the id. */
static uint32_t *find_result(const struct module *module, uint32_t first, uint32_t last,
                             uint32_t at, uint32_t id)
{
    for (uint32_t *i = next(module, NULL); i; i = next(module, i))
        if (opcode_of(i) >= first && opcode_of(i) <= last && length_of(i) > at && i[at] == id)
            return i;
    return NULL;
}

static enum spirv_set set_boolean(uint32_t *constant, size_t size, const void *value)
{
    if (size != 1)
        return SPIRV_WRONG_SIZE;
    const uint32_t opcode =
        *(const uint8_t *)value ? OP_SPEC_CONSTANT_TRUE : OP_SPEC_CONSTANT_FALSE;
    *constant = length_of(constant) << 16 | opcode;
    return SPIRV_SET;
}

/* Section 2.2.1: narrow numbers fill a word, signed ones with their sign; wide ones have their low
 * word first. */
static enum spirv_set set_number(const struct module *module, uint32_t *constant, size_t size,
                                 const void *value)
{
    const uint32_t *type = find_result(module, OP_TYPE_INT, OP_TYPE_FLOAT, 1, constant[1]);
    if (!type || length_of(type) < 3 || type[2] != 8 * size)
        return SPIRV_WRONG_SIZE;
    if (length_of(constant) < 3 + (size + 3) / 4)
        return SPIRV_WRONG_SIZE;
    const bool is_signed = opcode_of(type) == OP_TYPE_INT && length_of(type) > 3 && type[3];
    const bool negative = ((const uint8_t *)value)[size - 1] & 0x80;
    if (size < 4)
        constant[3] = is_signed && negative ? UINT32_MAX : 0;
    memcpy(constant + 3, value, size);
    return SPIRV_SET;
}

static enum spirv_set set(const struct module *module, uint32_t target, size_t size,
                          const void *value)
{
    uint32_t *constant = find_result(module, OP_SPEC_CONSTANT_TRUE, OP_SPEC_CONSTANT, 2, target);
    if (!constant)
        return SPIRV_NO_SUCH_ID;
    return opcode_of(constant) == OP_SPEC_CONSTANT ? set_number(module, constant, size, value)
                                                   : set_boolean(constant, size, value);
}

enum spirv_set spirv_specialize(uint32_t *words, size_t bytes, uint32_t id, size_t size,
                                const void *value)
{
    const struct module module = {words, bytes / 4};
    enum spirv_set result = SPIRV_NO_SUCH_ID;

    for (uint32_t *i = next(&module, NULL); i; i = next(&module, i)) {
        if (opcode_of(i) != OP_DECORATE || length_of(i) < 4 || i[2] != DECORATION_SPEC_ID ||
            i[3] != id)
            continue;
        result = set(&module, i[1], size, value);
        if (result != SPIRV_SET)
            break;
    }
    return result;
}
