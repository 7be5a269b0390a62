/* SPDX-License-Identifier: MIT */
/* objects.h: which variable an access is of. */
#pragma once

#include <llvm-c/Core.h>
#include <stddef.h>
#include <stdint.h>

/* A variable that has its place: bytes from the start of its memory. */
struct placed {
    LLVMValueRef variable;
    uint32_t offset;
};

/* Notes where the variable begins at each access of a function that is of one of these alone:
 * before they are replaced by their addresses. */
void pass_note_objects(LLVMValueRef function, const struct placed *placed, size_t count);
