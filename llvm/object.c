/* SPDX-License-Identifier: MIT */
/* object.c: modules to and from objects, and their linking. */
#include "llvm/object.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Linker.h>
#include <stdlib.h>
#include <string.h>

#include "driver/hw/chips.h"

/* Named metadata: linking puts the operands of all modules together. */
static const char unoptimised_name[] = "rootle.unoptimised";

void object_disable_optimisation(LLVMModuleRef module)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMMetadataRef empty = LLVMMDNodeInContext2(context, NULL, 0);
    LLVMAddNamedMetadataOperand(module, unoptimised_name, LLVMMetadataAsValue(context, empty));
}

bool object_is_unoptimised(LLVMModuleRef module)
{
    return LLVMGetNamedMetadataNumOperands(module, unoptimised_name) > 0;
}

enum compiler_status object_store(LLVMModuleRef module, bool library, struct rootle_binary *binary)
{
    LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(module);
    size_t size = LLVMGetBufferSize(bitcode);
    binary->type = library ? ROOTLE_LIBRARY : ROOTLE_OBJECT;
    binary->ir = malloc(size);
    if (binary->ir) {
        memcpy(binary->ir, LLVMGetBufferStart(bitcode), size);
        binary->ir_bytes = (uint32_t)size;
    }
    LLVMDisposeMemoryBuffer(bitcode);
    return binary->ir ? COMPILER_OK : COMPILER_NO_MEMORY;
}

static LLVMModuleRef parse_ir(LLVMContextRef context, const struct rootle_binary *binary)
{
    LLVMModuleRef module = NULL;
    LLVMMemoryBufferRef bitcode =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(binary->ir, binary->ir_bytes, "object");
    if (LLVMParseBitcodeInContext2(context, bitcode, &module))
        module = NULL;
    LLVMDisposeMemoryBuffer(bitcode);
    return module;
}

static LLVMModuleRef read_object(LLVMContextRef context, const struct hw_chip *chip,
                                 const struct compiler_input *input, FILE *log)
{
    char error[256];
    struct rootle_binary *binary =
        rootle_binary_read(input->data, input->size, error, sizeof(error));
    LLVMModuleRef module = NULL;
    if (!binary)
        fprintf(log, "error: %s\n", error);
    else if (binary->type == ROOTLE_EXECUTABLE)
        fprintf(log, "error: an executable cannot be linked\n");
    else if (strcmp(binary->chip, chip->name))
        fprintf(log, "error: an object is for chip %s, the device is %s\n", binary->chip,
                chip->name);
    else if (!(module = parse_ir(context, binary)))
        fprintf(log, "error: an object holds no bitcode that this compiler can read\n");
    rootle_binary_destroy(binary);
    return module;
}

LLVMModuleRef object_link(LLVMContextRef context, const struct hw_chip *chip,
                          const struct compiler_input *inputs, uint32_t count, FILE *log)
{
    LLVMModuleRef all = NULL;
    for (uint32_t i = 0; i < count; i++) {
        LLVMModuleRef module = read_object(context, chip, &inputs[i], log);
        if (module && !all) {
            all = module;
        } else if (!module || LLVMLinkModules2(all, module)) {
            /* Linking disposes of what is linked, and has written why it failed to the log. */
            if (all)
                LLVMDisposeModule(all);
            return NULL;
        }
    }
    if (!all)
        fprintf(log, "error: there is nothing to link\n");
    return all;
}
