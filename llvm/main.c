/* SPDX-License-Identifier: MIT */
/* main.c: rootle-cc, the compiler process, by hand and for the driver. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "driver/abi/binary.h"
#include "driver/abi/source.h"
#include "driver/base/env.h"
#include "driver/compiler/settings.h"
#include "rootle_version.h"
#include "llvm/command.h"
#include "llvm/compare.h"
#include "llvm/compile.h"
#include "llvm/config.h"
#include "llvm/frontend/frontend.h"
#include "llvm/parts.h"
#include "llvm/report.h"
#include "llvm/run_pass.h"
#include "llvm/service.h"
#include "llvm/target.h"

#ifdef ROOTLE_CHECKER
#include "llvm/check/check.h"
#endif
#ifdef ROOTLE_RECOMPILE
#include "llvm/recompile/recompile.h"
#endif
#ifdef ROOTLE_SPIRV
#include "llvm/spirv/spirv.h"
#endif
#ifdef ROOTLE_DEBUGGER
#include "llvm/variables/variables.h"
#endif

static const struct compiler_parts parts = {
#ifdef ROOTLE_CHECKER
    .guard = &check_guard,
#endif
#ifdef ROOTLE_RECOMPILE
    .host = &recompile_host,
#endif
#ifdef ROOTLE_SPIRV
    .il = &spirv_reader,
#endif
#ifdef ROOTLE_DEBUGGER
    .variables = &variable_reader,
#endif
};

enum { EXIT_OK, EXIT_BUILD_FAILED, EXIT_USAGE };

/* ---- files ---- */

enum { MOST_BYTES = 1 << 28 }; /* of a file: what is larger is none, as a device without an end */

/* "-" is standard input. */
static void *read_file(const char *path, size_t *size)
{
    bool opened = strcmp(path, "-") != 0;
    FILE *file = opened ? fopen(path, "rb") : stdin;
    char *data = NULL;
    size_t capacity = 0;
    bool more = file != NULL;
    *size = 0;
    while (more) {
        if (*size >= MOST_BYTES) {
            errno = EFBIG;
            break;
        }
        if (*size + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 65536;
            char *grown = realloc(data, capacity);
            if (!grown)
                break;
            data = grown;
        }
        const size_t room = capacity - *size - 1, got = fread(data + *size, 1, room, file);
        *size += got;
        more = got == room;
    }
    bool failed = !file || more || ferror(file);
    if (failed)
        perror(path);
    if (file && opened)
        fclose(file);
    if (failed) {
        free(data);
        return NULL;
    }
    data[*size] = '\0';
    return data;
}

static int write_binary(const struct rootle_binary *binary, FILE *out)
{
    size_t size;
    void *image = rootle_binary_write(binary, &size);
    bool written = image && fwrite(image, 1, size, out) == size;
    free(image);
    return written ? 0 : -1;
}

/* `source`: what machine code is printed with, or NULL. */
static int write_output(const struct rootle_binary *binary, enum emit emit,
                        const struct rootle_source *source, FILE *out)
{
    switch (emit) {
    case EMIT_BIN:
        return write_binary(binary, out);
    case EMIT_PSTAT:
        report_pstat(binary, out);
        return 0;
    case EMIT_PLACES:
        report_places(binary, out);
        return 0;
    default:
        return report_asm(binary, source, out);
    }
}

/* ---- what is asked for ---- */

/* Translates a module in SPIR-V, which its first word tells; *bitcode is then malloc'ed. */
static enum compiler_status translate(struct compile_job *job, void **bitcode)
{
    static const uint32_t magic = 0x07230203;
    if (job->source_size < sizeof(magic) || memcmp(job->source, &magic, sizeof(magic)) != 0)
        return COMPILER_OK;
    return compile_translate(job, parts.il, env_get(ENV_LLVM_SPIRV), NULL, bitcode);
}

static int compile_source(const struct command *command, enum emit emit, const char *source,
                          size_t size, FILE *out)
{
    struct frontend frontend;
    void *bitcode = NULL;
    struct compile_job job = {.name = strcmp(command->input, "-") ? command->input : "<stdin>",
                              .variables = parts.variables,
                              .source = source,
                              .source_size = size,
                              .options = command->options,
                              .option_count = command->option_count,
                              .stop = emit == EMIT_LL ? COMPILE_IR : COMPILE_BINARY,
                              .out = out,
                              .log = stderr,
                              .settings = &command->settings,
                              .guard = parts.guard};
    struct rootle_binary *binary;
    const struct target *target = target_of(command->chip, stderr);
    if (!target || frontend_init(&frontend, command->chip, &target->frontend,
                                 command->settings.image_access, stderr))
        return EXIT_USAGE;
    enum compiler_status status = translate(&job, &bitcode);
    if (status == COMPILER_OK)
        status = compile_program(&frontend, &job, &binary);
    frontend_finish(&frontend);
    free(bitcode);
    if (status != COMPILER_OK)
        return status == COMPILER_INVALID_OPTIONS ? EXIT_USAGE : EXIT_BUILD_FAILED;
    int result = EXIT_OK;
    if (binary) {
        const struct rootle_source text = {.name = job.name, .text = source, .size = size};
        service_print_debug(&command->settings, binary, &text);
        result = write_output(binary, emit, command->source ? &text : NULL, out) ? EXIT_BUILD_FAILED
                                                                                 : EXIT_OK;
        rootle_binary_destroy(binary);
    }
    return result;
}

/* Writes a finished result; a failed compile never touches what was there before. */
static int write_file(const char *path, const char *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    bool bad = !file || fwrite(data, 1, size, file) != size;
    if (file && fclose(file))
        bad = true;
    if (bad)
        perror(path);
    return bad ? EXIT_USAGE : EXIT_OK;
}

static int compile_file(const struct command *command)
{
    enum emit emit = command->emit;
    if (emit == EMIT_DEFAULT)
        emit = command->output ? EMIT_BIN : EMIT_ASM;
    size_t size, result_size = 0;
    char *source = read_file(command->input, &size);
    if (!source)
        return EXIT_USAGE;
    char *data = NULL;
    FILE *out = command->output ? open_memstream(&data, &result_size) : stdout;
    int result = EXIT_USAGE;
    if (out)
        result = compile_source(command, emit, source, size, out);
    else
        perror("rootle-cc");
    if (out && command->output) {
        fclose(out);
        if (result == EXIT_OK)
            result = write_file(command->output, data, result_size);
    }
    free(data);
    free(source);
    return result;
}

/* A binary, or NULL after a message. */
static struct rootle_binary *read_binary(const char *path)
{
    size_t size;
    char error[256];
    void *image = read_file(path, &size);
    struct rootle_binary *binary =
        image ? rootle_binary_read(image, size, error, sizeof(error)) : NULL;
    if (image && !binary)
        fprintf(stderr, "%s: %s\n", path, error);
    free(image);
    return binary;
}

static int disassemble_file(const struct command *command)
{
    struct rootle_binary *binary = read_binary(command->disassemble);
    const struct rootle_source files = {.name = ROOTLE_SOURCE_NAME};
    int result = EXIT_USAGE;
    if (binary)
        result = report_asm(binary, command->source ? &files : NULL, stdout) ? EXIT_BUILD_FAILED
                                                                             : EXIT_OK;
    rootle_binary_destroy(binary);
    return result;
}

static int disassemble_code(const struct command *command)
{
    size_t size;
    void *code = read_file(command->code, &size);
    const int result = code ? report_code(command->chip, code, size / 4, stdout) : EXIT_USAGE;
    free(code);
    return result ? EXIT_USAGE : EXIT_OK;
}

static int compare_files(const struct command *command)
{
    struct rootle_binary *before = read_binary(command->compare);
    struct rootle_binary *after = before ? read_binary(command->input) : NULL;
    if (after)
        compare_programs(before, after, stdout);
    rootle_binary_destroy(before);
    rootle_binary_destroy(after);
    return after ? EXIT_OK : EXIT_USAGE;
}

static int run_passes(const struct command *command)
{
    const struct guard *guard;
    return !compile_guard(&command->settings, parts.guard, &guard, stderr) ||
                   run_pass(command->run_pass, command->input, command->chip, guard, stdout, stderr)
               ? EXIT_BUILD_FAILED
               : EXIT_OK;
}

static int run_command(const struct command *command)
{
    if (command->help)
        fputs(command_usage, stdout);
    else if (command->version)
        printf("rootle-cc (Rootle) %s, LLVM %s\n", ROOTLE_VERSION, ROOTLE_LLVM_VERSION);
    else if (command->list_passes)
        run_pass_list(stdout);
    else if (command->server)
        return service_run(command->chip, &parts);
    else if (command->disassemble)
        return disassemble_file(command);
    else if (command->code)
        return disassemble_code(command);
    else if (command->compare)
        return compare_files(command);
    else if (command->run_pass)
        return run_passes(command);
    else
        return compile_file(command);
    return EXIT_OK;
}

/* Clang's parser and LLVM call themselves once a nested statement: with the usual 8 MiB, some
 * thousand else-ifs would end in a crash. More than here is refused for other reasons. */
static void enlarge_stack(void)
{
    const rlim_t wanted = 16u << 20;
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_STACK, &limit);
}

int main(int argc, char **argv)
{
    struct command command;
    int result = EXIT_USAGE;
    enlarge_stack();
    if (!command_parse(&command, argc, argv))
        result = run_command(&command);
    free(command.options);
    compiler_settings_finish(&command.settings);
    return result;
}
