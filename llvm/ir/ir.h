/* SPDX-License-Identifier: MIT */
/* ir.h: small questions about LLVM IR, and the edits that several passes make. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

bool ir_is_kernel(LLVMValueRef function);
/* The value's name; valid as long as the value has it. */
const char *ir_name(LLVMValueRef value);
LLVMValueRef ir_function_of(LLVMValueRef instruction);
/* The function that a call calls directly; NULL for anything else. */
LLVMValueRef ir_callee(LLVMValueRef instruction);
/* Whether an instruction is a call of a function with that name, or whose name begins so. */
bool ir_calls(LLVMValueRef instruction, const char *name);
bool ir_calls_prefix(LLVMValueRef instruction, const char *prefix);
/* The one instruction that uses a value, once; NULL: there is none, or it is used more often. */
LLVMValueRef ir_only_user(LLVMValueRef value);
/* The value that a phi has from a block, which may lead there twice. NULL: it does not. */
LLVMValueRef ir_from_block(LLVMValueRef phi, LLVMBasicBlockRef block);
/* The alignment that a call promises for an argument. */
unsigned ir_argument_align(LLVMValueRef call, unsigned index);
unsigned ir_pointer_space(LLVMValueRef pointer);
bool ir_is_aggregate(LLVMTypeRef type);
/* A vector's element type; any other type itself. */
LLVMTypeRef ir_scalar_type(LLVMTypeRef type);
/* Whether a type is half or a vector of them; double likewise. */
bool ir_is_half(LLVMTypeRef type);
bool ir_is_double(LLVMTypeRef type);
/* Whether an instruction extends halves to doubles in one step. */
bool ir_is_half_to_double(LLVMValueRef instruction);
/* Whether a value is a shuffle that gives all lanes its first operand's first one. */
bool ir_is_spread(LLVMValueRef value);

static inline uint32_t ir_align(uint32_t value, uint32_t alignment)
{
    return (value + alignment - 1) / alignment * alignment;
}

LLVMValueRef ir_i32(LLVMContextRef context, uint32_t value);
/* Tells LLVM that what a call or load of an i32 gives is below `limit`, which is not 0. */
void ir_bound(LLVMValueRef number, uint32_t limit);
/* A constant of an integer type, or of a vector of them with every element the same. */
LLVMValueRef ir_splat(LLVMTypeRef type, uint64_t value);
/* `load type` at a constant byte offset of constant buffer 0, which no one writes. */
LLVMValueRef ir_load_input(LLVMBuilderRef builder, LLVMTypeRef type, uint32_t offset,
                           unsigned align);
/* The address `offset` bytes into the object at `base`. */
LLVMValueRef ir_byte_address(LLVMBuilderRef builder, LLVMValueRef base, uint64_t offset);
/* The address of a component of a vector in memory, by any index: one that is outside of the vector
 * stays in it, or in the padding of one of three. */
LLVMValueRef ir_component_address(LLVMBuilderRef builder, LLVMValueRef base, LLVMTypeRef type,
                                  LLVMValueRef index);
/* A builder at the first instruction of a function. The caller disposes of it. */
LLVMBuilderRef ir_builder_at_entry(LLVMValueRef function);
/* A builder in front of an instruction, with its line number. */
LLVMBuilderRef ir_builder_before(LLVMValueRef instruction);
/* Replaces an instruction's value and deletes the instruction. */
void ir_replace(LLVMValueRef instruction, LLVMValueRef value);
void ir_remove_convergent(LLVMValueRef call);

/* Calls `visit` for each instruction, which it may delete or replace. Stops at the first result
 * that is not 0 and returns it. */
typedef int ir_visitor(LLVMValueRef value, void *data);
int ir_visit_instructions(LLVMValueRef function, ir_visitor *visit, void *data);
/* Likewise, of all functions. */
int ir_visit_module(LLVMModuleRef module, ir_visitor *visit, void *data);

/* Calls `visit` for each kernel that the module has now; kernels may be re-created meanwhile.
 * Likewise. */
int ir_visit_kernels(LLVMModuleRef module, ir_visitor *visit, void *data);

/* Makes a function of another type with the name, attributes, metadata and blocks of `old`.
 * Parameters are the caller's to connect (and their attributes to copy); `old` is left without a
 * body, to be deleted by the caller. */
LLVMValueRef ir_recreate_function(LLVMValueRef old, LLVMTypeRef type);
/* Copies the attributes of parameter `from` of one function to parameter `to` of another. */
void ir_copy_parameter_attributes(LLVMValueRef target, unsigned to, LLVMValueRef source,
                                  unsigned from);

/* A function's metadata node of that kind, or NULL; and the text of a node's operand, "" if there
 * is none. */
LLVMValueRef ir_function_node(LLVMValueRef function, const char *kind);
const char *ir_node_string(LLVMValueRef node, unsigned index);
void ir_set_function_node(LLVMValueRef function, const char *kind, LLVMMetadataRef *operands,
                          unsigned count);
