/* SPDX-License-Identifier: MIT */
/* frontend.c: Clang's arguments, and the libraries of builtins. */
#include "llvm/frontend/frontend.h"

#include <assert.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "driver/base/opencl_version.h"
#include "driver/compiler/options.h"
#include "driver/hw/chips.h"
#include "driver/hw/language.h"
#include "llvm/config.h"
#include "llvm/frontend/generic_builtins.h"
#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/passes/passes.h"

/* clang-format off */
/* The arguments of every compile; -target-cpu, -cl-std and the user's options follow. */
static const char *const common_arguments[] = {
    "-triple", "r600-unknown-unknown",
    /* The header that -finclude-default-header includes, by a name that no other folder can have a
     * file of. */
    "-include", FRONTEND_DEFAULT_HEADER, "-fdeclare-opencl-builtins",
    /* The host has headers of its own. */
    "-nostdsysteminc",
    /* A source has no folder of its own: its "headers" may lie where the application is. */
    "-iquote", ".",
    "-internal-isystem", ROOTLE_CLANG_RESOURCES "/include",
    "-cl-kernel-arg-info",
    "-D__IMAGE_SUPPORT__=1",
    /* Formats of OpenCL 2.0 and 2.1 that the driver lists (docs/extensions.md): Clang names them from CL2.0
     * and CL3.0 on. */
    "-DCLK_sRGBx=0x10C0", "-DCLK_sRGBA=0x10C1", "-DCLK_sBGRA=0x10C2", "-DCLK_ABGR=0x10C3",
    "-DCLK_UNORM_INT_101010_2=0x10E0",
    /* Functions on pointers to one memory are there beside those on generic ones. */
    "-D__opencl_c_named_address_space_builtins=1",
    "-fno-builtin",
    /* The optimisation level only stops Clang from marking functions optnone: the passes are ours. */
    "-O2", "-disable-llvm-passes",
};
/* clang-format on */

enum { COMMON_COUNT = COUNT(common_arguments), OWN_COUNT = 16, LANGUAGE_SIZE = 2048 };

/* The text of arguments that say what the language has. */
struct language {
    char names[LANGUAGE_SIZE], macros[LANGUAGE_SIZE];
    size_t used; /* of the macros' room */
};

/* A file of builtins: beside this program when installed, else in its build tree. */
static int builtins_path(char path[PATH_MAX], const char *name)
{
    static const char *const places[] = {"", "../libclc/"};
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (length < 0)
        return -1;
    self[length] = '\0';
    const char *folder = dirname(self);
    for (size_t i = 0; i < COUNT(places); i++) {
        int size = snprintf(path, PATH_MAX, "%s/%s%s", folder, places[i], name);
        if (size > 0 && size < PATH_MAX && !access(path, R_OK))
            return 0;
    }
    return -1;
}

/* The path of the file of that name goes to `own`. */
static int locate(struct frontend *frontend, const char *name, char own[PATH_MAX], FILE *log)
{
    if (builtins_path(own, name)) {
        fprintf(log, "rootle-cc: %s, its builtins, is not beside it\n", name);
        return -1;
    }
    int folder_length = (int)(strrchr(own, '/') + 1 - own);
    snprintf(frontend->folder, sizeof(frontend->folder), "%.*s", folder_length, own);
    snprintf(frontend->include, sizeof(frontend->include), "%.*sinclude", folder_length, own);
    return 0;
}

int frontend_locate(struct frontend *frontend, const struct frontend_target *target, FILE *log)
{
    char own[PATH_MAX];
    *frontend = (struct frontend){0};
    return locate(frontend, target->builtins[HW_IMAGES_NATIVE], own, log);
}

int frontend_init(struct frontend *frontend, const struct hw_chip *chip,
                  const struct frontend_target *target, uint32_t image_access, FILE *log)
{
    char own[PATH_MAX], libclc[PATH_MAX];
    assert(image_access < HW_IMAGES_COUNT && target->builtins[image_access]);
    *frontend = (struct frontend){.chip = chip, .target = target, .image_access = image_access};
    if (locate(frontend, target->builtins[image_access], own, log))
        return -1;
    snprintf(libclc, sizeof(libclc), "%s/%s-r600--.bc", ROOTLE_LIBCLC_DIR, chip->name);
    frontend->context = LLVMContextCreate();
    frontend->own = shim_open_bitcode(frontend->context, own, log);
    if (target->libclc)
        frontend->libclc = shim_open_bitcode(frontend->context, libclc, log);
    if (frontend->own && (frontend->libclc || !target->libclc))
        return 0;
    frontend_finish(frontend);
    return -1;
}

void frontend_folders(const struct frontend *frontend, const char *folders[FRONTEND_FOLDERS])
{
    folders[0] = frontend->folder;
    folders[1] = ROOTLE_LIBCLC_DIR;
    folders[2] = ROOTLE_CLANG_RESOURCES "/include";
}

void frontend_finish(struct frontend *frontend)
{
    if (frontend->own)
        LLVMDisposeModule(frontend->own);
    if (frontend->libclc)
        LLVMDisposeModule(frontend->libclc);
    for (size_t i = 0; i < frontend->more_count; i++)
        LLVMDisposeModule(frontend->more[i]);
    if (frontend->context)
        LLVMContextDispose(frontend->context);
    *frontend = (struct frontend){0};
}

static bool is_carried(const struct frontend *frontend, const struct hw_language *row)
{
    return hw_language_carried(row, frontend->chip->fp64, frontend->target->image_programs_only);
}

static void add_name(struct language *language, const char *name)
{
    const size_t used = strlen(language->names);
    const int size = snprintf(language->names + used, LANGUAGE_SIZE - used, ",+%s", name);

    assert((size_t)size < LANGUAGE_SIZE - used);
}

/* "-DNAME=1" or "-UNAME", which lives as long as `language`. */
static const char *macro(struct language *language, const char *name, bool defined)
{
    char *text = language->macros + language->used;
    const size_t room = LANGUAGE_SIZE - language->used;
    const int size = snprintf(text, room, defined ? "-D%s=1" : "-U%s", name);

    assert((size_t)size < room);
    language->used += (size_t)size + 1;
    return text;
}

/* Extensions have macros in every version of the language: Clang has some only from the version on
 * that brought what they rest on, and then leaves out their functions, too. Features have macros in
 * OpenCL C 3.0; those that Clang has by itself are undefined. Returns how many arguments were
 * added. */
static size_t add_language(const struct frontend *frontend, const struct frontend_source *source,
                           bool new, struct language *language, const char **arguments)
{
    size_t count = 0;

    *language = (struct language){.names = "-cl-ext=-all"};
    arguments[count++] = language->names;
    for (size_t i = 0; i < hw_extension_count; i++) {
        if (!(source->extensions & 1u << i) || !is_carried(frontend, &hw_extensions[i]))
            continue;
        add_name(language, hw_extensions[i].name);
        arguments[count++] = macro(language, hw_extensions[i].name, true);
    }
    for (size_t i = 0; i < hw_feature_count; i++) {
        const bool carried = is_carried(frontend, &hw_features[i]);
        if (carried)
            add_name(language, hw_features[i].name);
        arguments[count++] = macro(language, hw_features[i].name, new && carried);
    }
    return count;
}

LLVMModuleRef frontend_compile(struct frontend *frontend, const struct frontend_source *source,
                               const struct build_options *options, FILE *log)
{
    size_t capacity =
        COMMON_COUNT + OWN_COUNT + hw_extension_count + hw_feature_count + options->clang_count;
    size_t count = COMMON_COUNT;
    const char **arguments = malloc(capacity * sizeof(*arguments));
    char standard[32], version[32];
    struct language language;
    if (!arguments) {
        fprintf(log, "error: out of memory\n");
        return NULL;
    }
    memcpy(arguments, common_arguments, sizeof(common_arguments));
    snprintf(standard, sizeof(standard), "-cl-std=%s", options->standard);
    arguments[count++] = "-target-cpu";
    arguments[count++] = frontend->target->cpu ? frontend->target->cpu : frontend->chip->name;
    arguments[count++] = standard;
    snprintf(version, sizeof(version), "-D__OPENCL_VERSION__=%d", source->version);
    arguments[count++] = version;
    count += add_language(frontend, source, !strcmp(options->standard, "CL3.0"), &language,
                          arguments + count);
    arguments[count++] = "-internal-isystem";
    arguments[count++] = frontend->include;
    /* Debug information for errors, listings and faults, which name files as they are named
     * here. */
    if (!source->no_lines) {
        arguments[count++] =
            source->variables ? "-debug-info-kind=limited" : "-debug-info-kind=line-tables-only";
        arguments[count++] = "-fdebug-compilation-dir=/";
    }
    for (size_t i = 0; i < options->clang_count; i++)
        arguments[count++] = options->clang[i];
    assert(count <= capacity);
    LLVMModuleRef module = shim_compile_opencl(frontend->context, source, arguments, count, log);
    free(arguments);
    return module;
}

void frontend_warm_up(struct frontend *frontend)
{
    static const char text[] =
        "kernel void warm_up(read_only image2d_t i, sampler_t s, global float4 *o)"
        "{ o[get_global_id(0)] = sin(read_imagef(i, s, (float2)(0.0f))); }";
    const struct frontend_source source = {.name = "warm-up",
                                           .text = text,
                                           sizeof(text) - 1,
                                           .version = OPENCL_VERSION_NEW,
                                           .extensions = UINT32_MAX};
    struct build_options options = {.standard = "CL1.2"};
    char *messages = NULL;
    size_t size = 0;
    FILE *log = open_memstream(&messages, &size);
    if (!log)
        return;
    LLVMModuleRef module = frontend_compile(frontend, &source, &options, log);
    if (module)
        LLVMDisposeModule(module);
    fclose(log);
    free(messages);
}

/* Hides the program's own names, which must not stand in for equal ones within the builtins. */
static void hide_names(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && !ir_is_kernel(f))
            LLVMSetLinkage(f, LLVMInternalLinkage);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsDeclaration(g))
            LLVMSetLinkage(g, LLVMInternalLinkage);
}

/* It is open to the frontend's end: the process of a compile ends without closing what is this
 * large. */
static LLVMModuleRef open_more(struct frontend *frontend, const char *path, FILE *log)
{
    assert(frontend->more_count < COUNT(frontend->more));
    LLVMModuleRef library = shim_open_bitcode(frontend->context, path, log);
    if (library)
        frontend->more[frontend->more_count++] = library;
    return library;
}

/* Wrong builtins that ROOTLE_FAULT asks for. They are not installed. */
static int fault_link_builtins(struct frontend *frontend, LLVMModuleRef module, FILE *log)
{
    size_t next = 0;
    for (const char *fault; (fault = fault_next(FAULT_IN_BUILTINS, &next));) {
        char name[NAME_MAX], path[PATH_MAX];
        snprintf(name, sizeof(name), "faults/%s.bc", fault);
        if (builtins_path(path, name)) {
            fprintf(log, "error: ROOTLE_FAULT: there is no %s beside the builtins\n", name);
            return -1;
        }
        LLVMModuleRef library = shim_open_bitcode(frontend->context, path, log);
        bool linked = library && shim_link_needed(module, library, log);
        if (library)
            LLVMDisposeModule(library);
        if (!linked)
            return -1;
    }
    return 0;
}

/* Ours for some chips, or some programs, before all others. */
static int link_own(struct frontend *frontend, LLVMModuleRef module, const char *name, FILE *log)
{
    char path[PATH_MAX];
    if (builtins_path(path, name)) {
        fprintf(log, "rootle-cc: %s, of its builtins, is not beside it\n", name);
        return -1;
    }
    LLVMModuleRef library = open_more(frontend, path, log);
    return library && shim_link_needed(module, library, log) ? 0 : -1;
}

/* libclc's F takes the name __libclc_F where builtins of ours of the name F call it so. Names are
 * mangled: _Z, the length, the name and the types of its parameters. */
static void name_originals(LLVMModuleRef module, LLVMModuleRef libclc)
{
    static const char prefix[] = "__libclc_";
    const size_t prefix_size = sizeof(prefix) - 1;

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t size, length;
        const char *name = LLVMGetValueName2(f, &size);
        char *rest, original[NAME_MAX];
        if (strncmp(name, "_Z", 2) || (length = strtoul(name + 2, &rest, 10)) <= prefix_size ||
            strncmp(rest, prefix, prefix_size))
            continue;
        snprintf(original, sizeof(original), "_Z%zu%s", length - prefix_size, rest + prefix_size);
        LLVMValueRef found = LLVMGetNamedFunction(libclc, original);
        if (found)
            LLVMSetValueName2(found, name, size);
    }
}

/* Gives a constant's name, and its uses, to a new one with other bytes. */
static void replace_bytes(LLVMModuleRef module, LLVMValueRef table, const char *bytes, size_t size)
{
    char name[NAME_MAX];
    LLVMValueRef value = LLVMConstStringInContext2(LLVMGetModuleContext(module), bytes, size, true);
    LLVMValueRef whole =
        LLVMAddGlobalInAddressSpace(module, LLVMTypeOf(value), "", ir_pointer_space(table));
    LLVMSetInitializer(whole, value);
    LLVMSetGlobalConstant(whole, true);
    LLVMSetLinkage(whole, LLVMGetLinkage(table));
    LLVMSetAlignment(whole, LLVMGetAlignment(table));
    LLVMReplaceAllUsesWith(table, whole);
    snprintf(name, sizeof(name), "%s", ir_name(table));
    LLVMSetValueName2(table, "", 0);
    LLVMSetValueName2(whole, name, strlen(name));
    LLVMDeleteGlobal(table);
}

/* libclc reads a table of bytes by 16 at once, and shifts out what lies behind its end: the digits
 * of 2/pi (PIBITS_TBL) are 158. Zeros make such tables a multiple of 16. */
static void pad_byte_tables(LLVMModuleRef libclc)
{
    enum { PIECE = 16, LARGEST = 4096 };
    for (LLVMValueRef table = LLVMGetFirstGlobal(libclc), next; table; table = next) {
        LLVMValueRef bytes = LLVMGetInitializer(table);
        char padded[LARGEST] = {0};
        size_t size;
        next = LLVMGetNextGlobal(table);
        if (!bytes || !LLVMIsGlobalConstant(table) || !LLVMIsConstantString(bytes))
            continue;
        const char *start = LLVMGetAsString(bytes, &size);
        if (size % PIECE && size < LARGEST) {
            memcpy(padded, start, size);
            replace_bytes(libclc, table, padded, size + PIECE - size % PIECE);
        }
    }
}

/* Links libclc for a device with double precision. Behind all other libraries only functions of
 * double are still missing. */
static int link_libclc_double(struct frontend *frontend, LLVMModuleRef module, FILE *log)
{
    LLVMModuleRef library = open_more(frontend, ROOTLE_LIBCLC_DIR "/tahiti-amdgcn--.bc", log);
    if (!library)
        return -1;
    name_originals(module, library);
    pad_byte_tables(library);
    return shim_link_needed(module, library, log) ? 0 : -1;
}

/* Defines the function by which built-ins ask for the chip's wave size. */
static void define_wave_size(const struct frontend *frontend, LLVMModuleRef module)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, "__rootle_wave_size");
    if (!function)
        return;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(frontend->context);
    LLVMPositionBuilderAtEnd(builder,
                             LLVMAppendBasicBlockInContext(frontend->context, function, ""));
    LLVMBuildRet(builder, ir_i32(frontend->context, frontend->chip->wave_size));
    LLVMDisposeBuilder(builder);
    LLVMSetLinkage(function, LLVMInternalLinkage);
}

static bool has_any(const char *name, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strstr(name, words[i]))
            return true;
    return false;
}

/* Whether the module calls functions that take halves, which are mangled Dh, or give them alone.
 * What stores and loads single halves is among the common builtins. */
static bool uses_half(LLVMModuleRef module)
{
    static const char *const common[] = {"load_half", "loada_half", "store_half", "storea_half"};
    static const char *const words[] = {"Dh", "read_imageh", "convert_half", "_Z3nant", "_Z3nanDv"};

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        const char *name = ir_name(f);
        if (LLVMIsDeclaration(f) && has_any(name, words, COUNT(words)) &&
            !has_any(name, common, COUNT(common)))
            return true;
    }
    return false;
}

int frontend_link_builtins(struct frontend *frontend, LLVMModuleRef module, FILE *log)
{
    assert(!frontend->linked);
    frontend->linked = true;
    hide_names(module);
    if (!frontend->target->libclc) /* the target's own library has all */
        return shim_link_needed(module, frontend->own, log) ? 0 : -1;
    generic_define_builtins(module);
    if (fault_link_builtins(frontend, module, log))
        return -1;
    if (uses_half(module) && link_own(frontend, module, "rootle-half.bc", log))
        return -1;
    bool uses_double = pass_uses_double(module);
    if (uses_double && link_own(frontend, module, "rootle-double.bc", log))
        return -1;
    if (!frontend->chip->fma && link_own(frontend, module, "rootle-fma.bc", log))
        return -1;
    /* Ours first: what both have is taken from ours, and ours may call the system's. */
    if (!shim_link_needed(module, frontend->own, log))
        return -1;
    define_wave_size(frontend, module);
    name_originals(module, frontend->libclc);
    pad_byte_tables(frontend->libclc);
    if (!shim_link_needed(module, frontend->libclc, log))
        return -1;
    return uses_double ? link_libclc_double(frontend, module, log) : 0;
}
