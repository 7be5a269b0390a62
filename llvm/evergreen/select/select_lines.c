/* SPDX-License-Identifier: MIT */
/* select_lines.c: the lines of the source that LLVM's debug information names, once each. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "llvm/evergreen/select/select.h"

/* What was made of a piece of debug information: a location's line, or a file's or scope's name. */
struct known {
    LLVMMetadataRef key;
    uint32_t line;
    const char *text;
};

struct select_lines {
    struct known *slot; /* open-addressed */
    size_t count, slots;
};

static struct known *find(const struct select_lines *known, LLVMMetadataRef key)
{
    size_t i = ((uintptr_t)key >> 4) * 0x9e3779b1u & (known->slots - 1);
    while (known->slot[i].key && known->slot[i].key != key)
        i = (i + 1) & (known->slots - 1);
    return &known->slot[i];
}

static void grow(struct select *s)
{
    struct select_lines *known = s->known_lines, old = *known;
    known->slots = old.slots ? 2 * old.slots : 64;
    known->slot = evg_arena_array(s->f->arena, known->slots, sizeof(*known->slot));
    for (size_t i = 0; i < old.slots; i++)
        if (old.slot[i].key)
            *find(known, old.slot[i].key) = old.slot[i];
}

/* Where what is known of a key stands, or is to be put: until the next call. */
static struct known *look_up(struct select *s, LLVMMetadataRef key)
{
    if (!s->known_lines)
        s->known_lines = evg_arena_alloc(s->f->arena, sizeof(*s->known_lines));
    if (2 * s->known_lines->count >= s->known_lines->slots)
        grow(s);
    return find(s->known_lines, key);
}

static const char *keep(struct select *s, LLVMMetadataRef key, const char *text, size_t length)
{
    struct known *known = look_up(s, key);
    char *copy = evg_arena_alloc(s->f->arena, length + 1);
    if (length)
        memcpy(copy, text, length);
    known->key = key;
    known->text = copy;
    s->known_lines->count++;
    return copy;
}

static const char *file_name(struct select *s, LLVMMetadataRef scope)
{
    LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
    unsigned length = 0;
    if (!file)
        return "";
    const struct known *known = look_up(s, file);
    if (known->key)
        return known->text;
    const char *text = LLVMDIFileGetFilename(file, &length);
    return keep(s, file, text, length);
}

static const char *function_name(struct select *s, LLVMMetadataRef scope)
{
    const struct known *known = look_up(s, scope);
    if (known->key)
        return known->text;
    size_t length = 0;
    const char *text = select_scope_function(scope, &length);
    return keep(s, scope, text, length);
}

static uint32_t line_of(struct select *s, LLVMMetadataRef location)
{
    const struct known *known = look_up(s, location);
    if (known->key)
        return known->line;
    LLVMMetadataRef inlined_at = LLVMDILocationGetInlinedAt(location);
    LLVMMetadataRef scope = LLVMDILocationGetScope(location);
    const struct rootle_line line = {.file = file_name(s, scope),
                                     .function = function_name(s, scope),
                                     .line = LLVMDILocationGetLine(location),
                                     .column = LLVMDILocationGetColumn(location),
                                     .caller = inlined_at ? line_of(s, inlined_at) : 0};
    struct known *made = look_up(s, location);
    *made = (struct known){.key = location, .line = mir_new_line(s->f->lines, &line)};
    s->known_lines->count++;
    return made->line;
}

uint32_t select_line(struct select *s, LLVMValueRef inst)
{
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(inst);
    return location ? line_of(s, location) : s->line;
}

uint32_t select_kernel_line(struct select *s, LLVMValueRef kernel)
{
    LLVMMetadataRef scope = LLVMGetSubprogram(kernel);
    if (!scope)
        return 0;
    const struct rootle_line line = {.file = file_name(s, scope),
                                     .function = function_name(s, scope),
                                     .line = LLVMDISubprogramGetLine(scope)};
    return mir_new_line(s->f->lines, &line);
}
