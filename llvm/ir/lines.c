/* SPDX-License-Identifier: MIT */
/* lines.c: from LLVM's debug information to lines of the source. */
#include "llvm/ir/lines.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* The result for a piece of debug information: a location's line, or a file's or scope's name. */
struct ir_known {
    LLVMMetadataRef key;
    uint32_t line;
    const char *text;
};

static struct ir_known *find(const struct ir_lines *lines, LLVMMetadataRef key)
{
    size_t i = ((uintptr_t)key >> 4) * 0x9e3779b1u & (lines->slots - 1);
    while (lines->known[i].key && lines->known[i].key != key)
        i = (i + 1) & (lines->slots - 1);
    return &lines->known[i];
}

static void grow(struct ir_lines *lines)
{
    const struct ir_lines old = *lines;
    lines->slots = old.slots ? 2 * old.slots : 64;
    lines->known = arena_array(lines->arena, lines->slots, sizeof(*lines->known));
    for (size_t i = 0; i < old.slots; i++)
        if (old.known[i].key)
            *find(lines, old.known[i].key) = old.known[i];
}

/* Where what is known of a key stands, or is to be put: until the next call. */
static struct ir_known *look_up(struct ir_lines *lines, LLVMMetadataRef key)
{
    if (2 * lines->known_count >= lines->slots)
        grow(lines);
    return find(lines, key);
}

static const char *keep(struct ir_lines *lines, LLVMMetadataRef key, const char *text,
                        size_t length)
{
    struct ir_known *known = look_up(lines, key);
    char *copy = arena_alloc(lines->arena, length + 1);
    if (length)
        memcpy(copy, text, length);
    known->key = key;
    known->text = copy;
    lines->known_count++;
    return copy;
}

static const char *file_name(struct ir_lines *lines, LLVMMetadataRef scope)
{
    LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
    unsigned length = 0;
    if (!file)
        return "";
    const struct ir_known *known = look_up(lines, file);
    if (known->key)
        return known->text;
    const char *text = LLVMDIFileGetFilename(file, &length);
    return keep(lines, file, text, length);
}

static const char *function_name(struct ir_lines *lines, LLVMMetadataRef scope)
{
    const struct ir_known *known = look_up(lines, scope);
    if (known->key)
        return known->text;
    size_t length = 0;
    const char *text = ir_scope_function(scope, &length);
    return keep(lines, scope, text, length);
}

static uint32_t line_of(struct ir_lines *lines, LLVMMetadataRef location)
{
    const struct ir_known *known = look_up(lines, location);
    if (known->key)
        return known->line;
    LLVMMetadataRef inlined_at = LLVMDILocationGetInlinedAt(location);
    LLVMMetadataRef scope = LLVMDILocationGetScope(location);
    const struct rootle_line line = {.file = file_name(lines, scope),
                                     .function = function_name(lines, scope),
                                     .line = LLVMDILocationGetLine(location),
                                     .column = LLVMDILocationGetColumn(location),
                                     .caller = inlined_at ? line_of(lines, inlined_at) : 0};
    struct ir_known *made = look_up(lines, location);
    *made = (struct ir_known){.key = location, .line = lines->add(lines->table, &line)};
    lines->known_count++;
    return made->line;
}

uint32_t ir_line_of(struct ir_lines *lines, LLVMValueRef inst)
{
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(inst);
    return location ? line_of(lines, location) : 0;
}

uint32_t ir_kernel_line(struct ir_lines *lines, LLVMValueRef kernel)
{
    LLVMMetadataRef scope = LLVMGetSubprogram(kernel);
    if (!scope)
        return 0;
    const struct rootle_line line = {.file = file_name(lines, scope),
                                     .function = function_name(lines, scope),
                                     .line = LLVMDISubprogramGetLine(scope)};
    return lines->add(lines->table, &line);
}
