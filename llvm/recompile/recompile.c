/* SPDX-License-Identifier: MIT */
/* recompile.c: a job in, an object out. */
#include "llvm/recompile/recompile.h"

#include <assert.h>
#include <limits.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/base/times.h"
#include "llvm/ir/shim.h"
#include "llvm/recompile/cycles.h"
#include "llvm/recompile/doubles.h"
#include "llvm/recompile/emit.h"
#include "llvm/recompile/halves.h"
#include "llvm/recompile/known.h"
#include "llvm/recompile/masks.h"
#include "llvm/recompile/merges.h"
#include "llvm/recompile/narrow.h"
#include "llvm/recompile/numbers.h"
#include "llvm/recompile/quads.h"
#include "llvm/recompile/signs.h"
#include "llvm/recompile/sinks.h"

/* Instructions that functions called at several places may grow a program by. Rounds in which code
 * of the library is inlined: a function that calls through a table calls through no other one. */
enum { MOST_SHARED = 6000, ROUNDS = 4 };

/* Instructions of IR that LLVM's allocator of registers is given. Its time grows faster than the
 * program: 32 us for each of 22,600, 316 for each of 272,000. */
enum { MOST_ALLOCATED = 1 << 16 };

static const struct recompiler_host hosts[] = {{"v2", "x86-64-v2", ""},
                                               {"v3", "x86-64-v3", ""},
                                               {"v4", "x86-64-v4", ""},
                                               {"neon", "generic", ""},
                                               {"rv64", "generic-rv64", "+m,+a,+f,+d,+c"}};

/* NULL: there is none of that name. */
static const struct recompiler_host *find_host(const char *name)
{
    for (size_t i = 0; i < COUNT(hosts); i++)
        if (!strcmp(name, hosts[i].name))
            return &hosts[i];
    return NULL;
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

static bool run_passes(LLVMModuleRef module, LLVMTargetMachineRef machine, const char *passes,
                       FILE *log)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    const bool failed = fails(LLVMRunPasses(module, passes, machine, options), log);
    LLVMDisposePassBuilderOptions(options);
    return !failed;
}

/* Folds tests and masks that are known before the library is linked, so that code which they turn
 * off does not call it. The linker takes every declaration, and all that it names: declarations
 * that nothing calls are removed. */
static const char prepare[] =
    "function(mem2reg,instsimplify,simplifycfg),globaldce,strip-dead-prototypes";

/* The attributes of the program's functions (emitter.c), and no others that LLVM
 * would make another description of the host for. */
static void adapt_functions(LLVMModuleRef module)
{
    static const char *const others[] = {"target-features", "tune-cpu"};
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        for (size_t i = 0; i < COUNT(others); i++)
            LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, others[i],
                                             (unsigned)strlen(others[i]));
        LLVMAddTargetDependentFunctionAttr(f, "min-legal-vector-width", "512");
    }
}

static bool link_operations(LLVMModuleRef module, struct recompiler *recompiler, FILE *log)
{
    if (!run_passes(module, NULL, prepare, log))
        return false;
    const bool linked = shim_link_needed(module, recompiler->library, log);
    if (linked)
        adapt_functions(module);
    return linked;
}

/* Fills LLVM's tables for the processor that this process is for. */
static void initialise_target(void)
{
#if defined(__aarch64__)
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
#elif defined(__riscv)
    LLVMInitializeRISCVTargetInfo();
    LLVMInitializeRISCVTarget();
    LLVMInitializeRISCVTargetMC();
    LLVMInitializeRISCVAsmPrinter();
#else
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
#endif
}

static LLVMTargetMachineRef make_machine(const char *triple, const struct recompiler_host *host,
                                         LLVMCodeGenOptLevel level, FILE *log)
{
    LLVMTargetRef target;
    char *message = NULL;
    static const char *const options[] = {"rootle-cc",
                                          "-disable-machine-licm",
                                          "-disable-ssc",
                                          "-disable-select-optimize",
                                          "-disable-constant-hoisting",
#if defined(__x86_64__)
                                          "-disable-x86-domain-reassignment",
#endif
                                          "-disable-licm-promotion"};
    static bool parsed; /* LLVM takes an option once */
    if (!parsed)
        LLVMParseCommandLineOptions(COUNT(options), options, NULL);
    parsed = true;
    initialise_target();
    if (LLVMGetTargetFromTriple(triple, &target, &message)) {
        fprintf(log, "error: %s\n", message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    return LLVMCreateTargetMachine(target, triple, host->cpu, host->features, level, LLVMRelocPIC,
                                   LLVMCodeModelSmall);
}

static bool open_host(struct recompiler *recompiler, const struct recompiler_host *host,
                      const char *folder, FILE *log)
{
    char path[PATH_MAX];
    recompiler->context = LLVMContextCreate();
    snprintf(path, sizeof(path), "%sblock-%s.bc", folder, host->name);
    recompiler->library = shim_open_bitcode(recompiler->context, path, log);
    if (recompiler->library)
        recompiler->machine =
            make_machine(LLVMGetTarget(recompiler->library), host, LLVMCodeGenLevelDefault, log);
    if (recompiler->machine)
        recompiler->host = host;
    return recompiler->machine;
}

void recompiler_finish(struct recompiler *recompiler)
{
    if (recompiler->machine)
        LLVMDisposeTargetMachine(recompiler->machine);
    if (recompiler->library)
        LLVMDisposeModule(recompiler->library);
    if (recompiler->context)
        LLVMContextDispose(recompiler->context);
    *recompiler = (struct recompiler){0};
}

static LLVMAttributeRef find_attribute(LLVMModuleRef module, const char *name)
{
    const unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMCreateEnumAttribute(LLVMGetModuleContext(module), kind, 0);
}

static bool has_attribute(LLVMValueRef function, LLVMAttributeRef attribute)
{
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKind(attribute)) != NULL;
}

/* Marks the library's functions that the module's own call, by name or, once it is known which of
 * them, through a table, to be inlined. Returns whether there are any. */
static bool mark_operations(LLVMModuleRef module)
{
    const LLVMAttributeRef always = find_attribute(module, "alwaysinline"),
                           never = find_attribute(module, "noinline");
    bool any = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMGetLinkage(f) != LLVMInternalLinkage || LLVMIsDeclaration(f) ||
            has_attribute(f, never))
            continue;
        any = true;
        LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, always);
    }
    return any;
}

static unsigned count_uses(LLVMValueRef value)
{
    unsigned count = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        count++;
    return count;
}

static unsigned count_instructions(LLVMValueRef function)
{
    unsigned count = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            count++;
    return count;
}

static void take_in_shared(LLVMModuleRef module, LLVMValueRef function)
{
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                   LLVMGetEnumAttributeKind(find_attribute(module, "noinline")));
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            find_attribute(module, "alwaysinline"));
}

/* Marks functions to be inlined that the program has written for several places, and that were to
 * be simplified first: those that it wants to be, others as long as the program stays small. */
static void mark_shared(LLVMModuleRef module)
{
    const LLVMAttributeRef never = find_attribute(module, "noinline"),
                           wanted = find_attribute(module, "inlinehint"),
                           rare = find_attribute(module, "cold"),
                           apart = find_attribute(module, "hot");
    unsigned room = MOST_SHARED;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || !has_attribute(f, never) || has_attribute(f, rare) ||
            has_attribute(f, apart))
            continue;
        const unsigned size = has_attribute(f, wanted) ? 0 : count_instructions(f) * count_uses(f);
        if (size > room)
            continue;
        room -= size;
        take_in_shared(module, f);
    }
}

#define COMBINE "instcombine<no-verify-fixpoint>"
/* Instructions are combined once, at the end, as they are few then. */
static const char take_in[] = "globaldce,always-inline,globaldce,"
                              "function(sroa,early-cse,simplifycfg),globaldce";
static const char simplify[] =
    "always-inline,globaldce,function(sroa,early-cse<memssa>," COMBINE ",simplifycfg,"
    "loop-mssa(loop-rotate,licm),adce)";

static const char simplify_known[] = "function(" COMBINE ",simplifycfg,early-cse<memssa>,adce)";
static const char drop[] = "function(adce)";
static const char settle[] = "function(instsimplify,adce)";
static const char clear_up[] = "function(" COMBINE ",adce)";

static bool fuse_halves(LLVMModuleRef module, LLVMTargetMachineRef machine,
                        const struct recompiler_host *host, FILE *log)
{
    const unsigned odd = halves_round_to_odd(module, recompiler_has_avx512(host));
    if (odd && !run_passes(module, machine, drop, log))
        return false;
    const unsigned fused = halves_fuse(module);
    if (odd + fused)
        times_tell(times_now(), "sums of halves: %u rounded to odd, %u fused", odd, fused);
    const unsigned divided = recompiler_has_avx512(host) ? 0 : halves_divide(module);
    return !(fused + divided) || run_passes(module, machine, drop, log);
}

static unsigned count_all(LLVMModuleRef module)
{
    unsigned count = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        count += count_instructions(f);
    return count;
}

static bool optimise(LLVMModuleRef module, LLVMTargetMachineRef machine,
                     const struct recompiler_host *host, FILE *log)
{
    for (unsigned round = 0; round < ROUNDS && mark_operations(module); round++)
        if (!run_passes(module, machine, take_in, log))
            return false;
    times_mark("take in the library");
    mark_shared(module);
    bool sound = run_passes(module, machine, simplify, log);
    if (sound && known_show(module))
        sound = run_passes(module, machine, simplify_known, log);
    if (sound && doubles_keep_whole(module))
        sound = run_passes(module, machine, clear_up, log);
    if (sound && narrow_stores(module))
        sound = run_passes(module, machine, drop, log);
    if (sound && numbers_need_no_test(module))
        sound = run_passes(module, machine, settle, log);
    signs_turn_in_lanes(module);
    if (recompiler_fuses(host))
        sound = sound && fuse_halves(module, machine, host, log);
    if (recompiler_has_avx2(host) && !recompiler_has_avx512(host))
        quads_divide(module);
    if (recompiler_has_avx512(host)) {
        masks_as_bits(module);
        merges_keep_apart(module);
        shuffles_sink(module);
    } else if (count_all(module) <= MOST_ALLOCATED) {
        sums_sink(module); /* for the allocator of registers */
    }
    times_mark("simplify");
    return sound;
}

static bool goes_in_order(LLVMModuleRef module)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, SIM_NATIVE_NAME);
    return function &&
           LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, RECOMPILE_IN_ORDER,
                                         sizeof(RECOMPILE_IN_ORDER) - 1);
}

/* An option is the process's. */
static void choose_order(LLVMModuleRef module, const struct recompiler_host *host)
{
    const bool leaves = !recompiler_has_avx512(host) && goes_in_order(module);
    const bool known = shim_set_option("enable-misched", leaves ? "false" : NULL);
    assert(known);
    (void)known;
    if (leaves)
        times_tell(times_now(), "instructions stay in order");
}

static bool encode(LLVMModuleRef module, LLVMTargetMachineRef machine, LLVMMemoryBufferRef *buffer,
                   FILE *log)
{
    char *message = NULL;
    if (!LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &message, buffer))
        return true;
    fprintf(log, "error: %s\n", message);
    LLVMDisposeMessage(message);
    return false;
}

/* In one pass, which keeps all that lives across a block in memory. Such code is still faster than
 * the interpreter. */
static bool encode_large(const struct recompiler *recompiler, LLVMModuleRef module,
                         LLVMMemoryBufferRef *buffer, FILE *log)
{
    LLVMTargetMachineRef machine = make_machine(LLVMGetTarget(recompiler->library),
                                                recompiler->host, LLVMCodeGenLevelNone, log);
    const bool sound = machine && encode(module, machine, buffer, log);
    if (machine)
        LLVMDisposeTargetMachine(machine);
    return sound;
}

static enum compiler_status emit(const struct recompiler *recompiler, LLVMModuleRef module,
                                 void **object, uint32_t *size, FILE *log)
{
    const unsigned instructions = count_all(module);
    LLVMMemoryBufferRef buffer;
    choose_order(module, recompiler->host);
    if (instructions > MOST_ALLOCATED ? !encode_large(recompiler, module, &buffer, log)
                                      : !encode(module, recompiler->machine, &buffer, log))
        return COMPILER_BUILD_FAILED;
    *size = (uint32_t)LLVMGetBufferSize(buffer);
    *object = malloc(*size);
    if (*object)
        memcpy(*object, LLVMGetBufferStart(buffer), *size);
    LLVMDisposeMemoryBuffer(buffer);
    times_mark("select and encode");
    times_tell(times_now(), "recompiled: %u instructions of IR, %u bytes", instructions, *size);
    return *object ? COMPILER_OK : COMPILER_NO_MEMORY;
}

static const struct recompiler_host *best_host(void)
{
#if defined(__aarch64__)
    return find_host("neon");
#elif defined(__riscv)
    return find_host("rv64");
#elif defined(__x86_64__)
    if (__builtin_cpu_supports("x86-64-v4"))
        return find_host("v4");
    if (__builtin_cpu_supports("x86-64-v3"))
        return find_host("v3");
#endif
    return find_host("v2");
}

/* A program that does nothing, all the way. */
static void warm_up(struct recompiler *recompiler, FILE *log)
{
    void *object = NULL;
    uint32_t size;
    LLVMModuleRef module = recompile_emit_nothing(recompiler);
    if (run_passes(module, recompiler->machine, take_in, log) &&
        run_passes(module, recompiler->machine, simplify, log) &&
        emit(recompiler, module, &object, &size, log) == COMPILER_OK)
        free(object);
    LLVMDisposeModule(module);
}

void recompiler_prepare(struct recompiler *recompiler, const char *folder)
{
    char *messages = NULL;
    size_t size;
    FILE *log = open_memstream(&messages, &size);
    if (!log)
        return;
    if (open_host(recompiler, best_host(), folder, log))
        warm_up(recompiler, log);
    else
        recompiler_finish(recompiler);
    fclose(log);
    free(messages);
}

/* The module goes with its context. */
static enum compiler_status recompile_for(struct recompiler *recompiler, LLVMModuleRef module,
                                          void **object, uint32_t *object_size, FILE *log)
{
    if (!module || !cycles_poll(module, log) || !link_operations(module, recompiler, log))
        return COMPILER_BUILD_FAILED;
    times_mark("build and link");
    if (!optimise(module, recompiler->machine, recompiler->host, log))
        return COMPILER_BUILD_FAILED;
    return emit(recompiler, module, object, object_size, log);
}

enum compiler_status recompile(struct recompiler *recompiler, const void *job, size_t job_size,
                               const char *host, const char *folder, void **object,
                               uint32_t *object_size, FILE *log)
{
    const struct recompiler_host *known = find_host(host);
    if (!known) {
        fprintf(log, "error: there is no host '%s'\n", host);
        return COMPILER_BUILD_FAILED;
    }
    if (recompiler->host != known)
        recompiler_finish(recompiler);
    if (!recompiler->host && !open_host(recompiler, known, folder, log))
        return COMPILER_BUILD_FAILED;
    return recompile_for(recompiler, recompile_build(recompiler, job, job_size, log), object,
                         object_size, log);
}
