/* SPDX-License-Identifier: MIT */
/* run_pass.c: single passes over LLVM IR or machine IR that are read from text. */
#include "llvm/run_pass.h"

#include <llvm-c/IRReader.h>
#include <string.h>

#include "llvm/compile.h"
#include "llvm/passes/passes.h"
#include "llvm/target.h"

static LLVMModuleRef read_ir(LLVMContextRef context, const char *path, FILE *log)
{
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message) ||
        LLVMParseIRInContext(context, buffer, &module, &message)) {
        fprintf(log, "%s: %s\n", path, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    return module;
}

static void print_binary(const struct rootle_binary *binary, FILE *out)
{
    for (uint32_t i = 0; i < binary->kernel_count; i++) {
        const struct rootle_kernel *kernel = &binary->kernels[i];
        fprintf(out, "; kernel %s: input bytes %u, lds bytes %u\n", kernel->name,
                kernel->input_bytes, kernel->lds_bytes);
        for (uint32_t a = 0; a < kernel->arg_count; a++)
            fprintf(out, "; arg %u: kind %u, offset %u, size %u, slot %u, align %u\n", a,
                    kernel->args[a].kind, kernel->args[a].offset, kernel->args[a].size,
                    kernel->args[a].slot, kernel->args[a].align);
        for (uint32_t s = 0; s < kernel->sampler_count; s++)
            fprintf(out, "; sampler %u: 0x%x\n", s, kernel->samplers[s]);
    }
    if (binary->rodata_bytes)
        fprintf(out, "; rodata:");
    for (uint32_t i = 0; i < binary->rodata_bytes; i++)
        fprintf(out, " %02x", ((const unsigned char *)binary->rodata)[i]);
    for (uint32_t i = 0; i < binary->relocation_count; i++)
        fprintf(out, "%s %u", i ? "" : "\n; relocations:", binary->relocations[i]);
    if (binary->rodata_bytes)
        fputc('\n', out);
}

void run_pass_list(FILE *out)
{
    const struct target *target;
    fputs("Over LLVM IR (optional: noopt builds do without):\n", out);
    ir_list_passes(ir_passes, IR_PASS_COUNT, out);
    for (size_t i = 0; (target = target_at(i)); i++)
        ir_list_passes(target->passes, target->pass_count, out);
    for (size_t i = 0; (target = target_at(i)); i++) {
        fputc('\n', out);
        target->list_passes(out);
    }
}

/* Among those of all targets. */
static const struct ir_pass_info *find_pass(const char *name)
{
    const struct ir_pass_info *pass = ir_find_pass(ir_passes, IR_PASS_COUNT, name);
    const struct target *target;
    for (size_t i = 0; !pass && (target = target_at(i)); i++)
        pass = ir_find_pass(target->passes, target->pass_count, name);
    return pass && pass->run ? pass : NULL;
}

static bool is_machine_ir(const char *path)
{
    static const char ending[] = ".mir";
    size_t length = strlen(path);
    return length >= strlen(ending) && !strcmp(path + length - strlen(ending), ending);
}

static int run_machine_passes(const char *names, const char *path, const struct target *target,
                              FILE *out, FILE *log)
{
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    if (!target->run_text) {
        fprintf(log, "error: %s has no machine IR as text\n", target->name);
        return -1;
    }
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        fprintf(log, "%s: %s\n", path, message);
        LLVMDisposeMessage(message);
        return -1;
    }
    int result = target->run_text(names, path, LLVMGetBufferStart(buffer), out, log);
    LLVMDisposeMemoryBuffer(buffer);
    return result;
}

static int run_ir_pass(const struct ir_pass_info *pass, const char *path, struct pass_state *state,
                       FILE *out)
{
    state->module = read_ir(state->context, path, state->log);
    if (!state->module)
        return -1;
    int result = pass->run(state);
    if (!result)
        result = compile_verify_module(state, pass->name);
    if (!result) {
        compile_print_module(state->module, out);
        print_binary(state->binary, out);
    }
    LLVMDisposeModule(state->module);
    return result;
}

int run_pass(const char *name, const char *path, const struct hw_chip *chip,
             const struct guard *guard, FILE *out, FILE *log)
{
    const struct target *target = target_of(chip, log);
    if (!target)
        return -1;
    if (is_machine_ir(path))
        return run_machine_passes(name, path, target, out, log);
    const struct ir_pass_info *pass = find_pass(name);
    if (!pass) {
        fprintf(log, "error: there is no pass '%s'; --list-passes names them\n", name);
        return -1;
    }
    struct pass_state state = {.context = LLVMContextCreate(),
                               .chip = chip,
                               .refuse = target->refuse,
                               .log = log,
                               .guard = guard,
                               .binary = compile_new_binary(chip, false)};
    const int result = state.binary ? run_ir_pass(pass, path, &state, out) : -1;
    rootle_binary_destroy(state.binary);
    LLVMContextDispose(state.context);
    return result;
}
