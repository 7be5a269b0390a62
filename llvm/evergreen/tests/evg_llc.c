/* SPDX-License-Identifier: MIT */
/* evg_llc.c: the code generator by hand: reads legal LLVM IR, prints the machine code of one
 * kernel. evg-llc FILE.ll [--chip NAME] [--kernel NAME] [--noopt] [--dump] */
#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <string.h>

#include "driver/hw/chips.h"
#include "llvm/evergreen/asm/asm.h"
#include "llvm/evergreen/evergreen.h"

struct arguments {
    const char *file, *chip, *kernel;
    struct evg_options options;
};

static int usage(void)
{
    fputs("usage: evg-llc FILE.ll [--chip NAME] [--kernel NAME] [--noopt] [--dump]\n", stderr);
    return 2;
}

static int parse(int argc, char **argv, struct arguments *a)
{
    *a = (struct arguments){.chip = HW_CHIP_DEFAULT, .options = {.verify = true}};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--noopt"))
            a->options.without = EVG_OPTIONAL_PASSES;
        else if (!strcmp(argv[i], "--dump"))
            a->options.dump = stdout;
        else if (!strcmp(argv[i], "--chip") && i + 1 < argc)
            a->chip = argv[++i];
        else if (!strcmp(argv[i], "--kernel") && i + 1 < argc)
            a->kernel = argv[++i];
        else if (argv[i][0] == '-' || a->file)
            return -1;
        else
            a->file = argv[i];
    }
    a->options.chip = hw_chip_find(a->chip);
    return a->file && a->options.chip ? 0 : -1;
}

static LLVMValueRef find_kernel(LLVMModuleRef module, const char *name)
{
    if (name)
        return LLVMGetNamedFunction(module, name);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            return f;
    return NULL;
}

static int compile(LLVMValueRef kernel, const struct arguments *a)
{
    struct evg_program program;
    char error[1024];
    if (evg_compile(kernel, &a->options, &program, error, sizeof(error))) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    printf("; %u GPRs, %u stack entries, %u groups, %u dwords of code, %u bytes of scratch\n",
           program.gprs, program.stack_entries, program.groups, program.code_dwords,
           program.scratch_bytes);
    int result = evg_disassemble(program.code, program.code_dwords, stdout, error, sizeof(error));
    if (result)
        fprintf(stderr, "%s\n", error);
    evg_program_finish(&program);
    return result ? 1 : 0;
}

int main(int argc, char **argv)
{
    struct arguments a;
    if (parse(argc, argv, &a))
        return usage();
    LLVMContextRef context = LLVMContextCreate();
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    int status = 1;
    if (LLVMCreateMemoryBufferWithContentsOfFile(a.file, &buffer, &message) ||
        LLVMParseIRInContext(context, buffer, &module, &message)) {
        fprintf(stderr, "%s: %s\n", a.file, message ? message : "cannot be read");
        LLVMDisposeMessage(message);
    } else {
        LLVMValueRef kernel = find_kernel(module, a.kernel);
        if (kernel)
            status = compile(kernel, &a);
        else
            fprintf(stderr, "%s: there is no such kernel\n", a.file);
    }
    if (module)
        LLVMDisposeModule(module);
    LLVMContextDispose(context);
    return status;
}
