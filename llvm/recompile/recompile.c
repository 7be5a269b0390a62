/* SPDX-License-Identifier: MIT */
/* recompile.c: IR in, object out. */
#include "llvm/recompile/recompile.h"

#include <limits.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/base/times.h"
#include "llvm/ir/shim.h"

static const char *const hosts[] = {"v2", "v3", "v4"};

static bool is_host(const char *name)
{
    for (size_t i = 0; i < COUNT(hosts); i++)
        if (!strcmp(name, hosts[i]))
            return true;
    return false;
}

static LLVMModuleRef parse(LLVMContextRef context, const char *ir, size_t size, FILE *log)
{
    LLVMModuleRef module = NULL;
    char *message = NULL;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, size, "a recompiled program");
    if (!LLVMParseIRInContext(context, buffer, &module, &message))
        return module;
    fprintf(log, "error: %s\n", message);
    LLVMDisposeMessage(message);
    return NULL;
}

/* Operations are to become part of what calls them: those too that it calls through a table, once
 * it is known which of them. */
static void inline_all(LLVMModuleRef module)
{
    static const char name[] = "alwaysinline";
    const unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    const LLVMAttributeRef attribute =
        LLVMCreateEnumAttribute(LLVMGetModuleContext(module), kind, 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (LLVMGetLinkage(f) == LLVMInternalLinkage && !LLVMIsDeclaration(f))
            LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, attribute);
}

static bool link_operations(LLVMModuleRef module, const char *host, const char *folder, FILE *log)
{
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "%sblock-%s.bc", folder, host);
    LLVMModuleRef library = shim_open_bitcode(LLVMGetModuleContext(module), path, log);
    if (!library)
        return false;
    LLVMSetTarget(module, LLVMGetTarget(library));
    LLVMSetDataLayout(module, LLVMGetDataLayoutStr(library));
    return shim_link_needed(module, library, log);
}

static LLVMTargetMachineRef make_machine(LLVMModuleRef module, const char *host, FILE *log)
{
    LLVMTargetRef target;
    char cpu[16], *message = NULL;
    snprintf(cpu, sizeof(cpu), "x86-64-%s", host);
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    if (LLVMGetTargetFromTriple(LLVMGetTarget(module), &target, &message)) {
        fprintf(log, "error: %s\n", message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    return LLVMCreateTargetMachine(target, LLVMGetTarget(module), cpu, "", LLVMCodeGenLevelDefault,
                                   LLVMRelocPIC, LLVMCodeModelSmall);
}

static bool fails(LLVMErrorRef error, FILE *log)
{
    if (!error)
        return false;
    char *message = LLVMGetErrorMessage(error);
    fprintf(log, "error: %s\n", message);
    LLVMDisposeErrorMessage(message);
    return true;
}

static bool optimise(LLVMModuleRef module, LLVMTargetMachineRef machine, FILE *log)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopVectorization(options, 0);
    LLVMPassBuilderOptionsSetSLPVectorization(options, 0);
    LLVMPassBuilderOptionsSetLoopUnrolling(options, 0);
    bool failed = fails(LLVMRunPasses(module, "default<O2>", machine, options), log);
    LLVMDisposePassBuilderOptions(options);
    times_mark("optimise");
    return !failed;
}

static enum compiler_status emit(LLVMModuleRef module, LLVMTargetMachineRef machine, void **object,
                                 uint32_t *size, FILE *log)
{
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &message, &buffer)) {
        fprintf(log, "error: %s\n", message);
        LLVMDisposeMessage(message);
        return COMPILER_BUILD_FAILED;
    }
    *size = (uint32_t)LLVMGetBufferSize(buffer);
    *object = malloc(*size);
    if (*object)
        memcpy(*object, LLVMGetBufferStart(buffer), *size);
    LLVMDisposeMemoryBuffer(buffer);
    times_mark("emit");
    return *object ? COMPILER_OK : COMPILER_NO_MEMORY;
}

enum compiler_status recompile(const char *ir, size_t ir_size, const char *host, const char *folder,
                               void **object, uint32_t *object_size, FILE *log)
{
    enum compiler_status status = COMPILER_BUILD_FAILED;
    if (!is_host(host)) {
        fprintf(log, "error: there is no host '%s'\n", host);
        return status;
    }
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = parse(context, ir, ir_size, log);
    LLVMTargetMachineRef machine = NULL;
    if (module && link_operations(module, host, folder, log)) {
        inline_all(module);
        machine = make_machine(module, host, log);
    }
    times_mark("link");
    if (machine && optimise(module, machine, log))
        status = emit(module, machine, object, object_size, log);
    if (machine)
        LLVMDisposeTargetMachine(machine);
    if (module)
        LLVMDisposeModule(module);
    LLVMContextDispose(context);
    return status;
}
