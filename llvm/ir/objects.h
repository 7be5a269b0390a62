/* SPDX-License-Identifier: MIT */
/* objects.h: which variable an access is of. Passes over LLVM IR note where it begins while
 * variables still have names (llvm/passes/objects.c); selection reads it. */
#pragma once

#include <llvm-c/Core.h>
#include <stdint.h>

/* The address of a load, a store, or an atomic operation; NULL: it is none of these. */
LLVMValueRef ir_access_pointer(LLVMValueRef instruction);
/* Notes at an access that its variable begins `offset` bytes behind the start of its memory. */
void ir_note_object(LLVMValueRef access, uint32_t offset);
/* Returns the object noted on an access: 1 + the offset; 0: none. */
uint32_t ir_noted_object(LLVMValueRef access);

/* objects.cpp: what a pointer points into, whatever was added to it: a variable, a parameter, an
 * instruction; NULL where it may be one of several. */
#ifdef __cplusplus
extern "C"
#endif
    LLVMValueRef
    ir_only_object(LLVMValueRef pointer);
