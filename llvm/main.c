/* SPDX-License-Identifier: MIT */
/* main.c: rootle-cc, the compiler process, by hand and for the driver. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "driver/abi/binary.h"
#include "driver/abi/source.h"
#include "driver/base/count.h"
#include "driver/base/env.h"
#include "driver/compiler/settings.h"
#include "driver/hw/chips.h"
#include "driver/hw/image_access.h"
#include "rootle_version.h"
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

enum emit { EMIT_DEFAULT, EMIT_LL, EMIT_ASM, EMIT_BIN, EMIT_PSTAT, EMIT_PLACES };

struct command {
    const char *input;
    const char *output;
    const char *disassemble;
    const char *code;
    const char *compare;
    const char *run_pass;
    const struct hw_chip *chip;
    enum emit emit;
    bool server, help, version, list_passes, source;
    char **options; /* clBuildProgram's, pointing into argv */
    size_t option_count;
    struct compiler_settings settings;
};

static const char usage[] =
    "usage: rootle-cc KERNEL.cl [OPTION]... [BUILD OPTION]...\n"
    "\n"
    "  KERNEL.cl           the program, or a module of it in SPIR-V; -: standard input\n"
    "  --chip CHIP         cedar, redwood, juniper, cypress, caicos, turks, barts,\n"
    "                      cayman or rv515; default: ROOTLE_CHIP or cypress\n"
    "  -o FILE             write there instead of standard output\n"
    "  --emit=KIND         ll: IR as the code generator gets it; asm: machine code as text;\n"
    "                      bin: what clGetProgramInfo gives (the default with -o); pstat: counts;\n"
    "                      places: where variables are, with ROOTLE_DEBUG=variables\n"
    "  --source            print the lines of the source between those of machine code\n"
    "  BUILD OPTION        as for clBuildProgram: -D, -I, -cl-..., -w, -Werror\n"
    "\n"
    "Instead of compiling:\n"
    "  --disassemble FILE  print the machine code of a file made with -o\n"
    "  --disassemble-code FILE\n"
    "                      print machine code as it lies in memory, behind numbers of 64-bit "
    "words\n"
    "  --compare BEFORE AFTER\n"
    "                      print statistics of two such files side by side\n"
    "  --run-pass=PASS[,PASS...] FILE\n"
    "                      run passes over LLVM IR (.ll; one pass) or machine IR as text (.mir)\n"
    "  --list-passes       print their names, and what they do\n"
    "  --server            serve the driver\n"
    "  --version           print the version\n"
    "  --help              print this\n"
    "\n"
    "ROOTLE_DEBUG=help lists debugging flags. Exit status: 0 compiled, 1 the program cannot be\n"
    "compiled, 2 wrong usage or unreadable input.\n";

static const struct {
    const char *name;
    enum emit emit;
} emit_names[] = {{"ll", EMIT_LL},
                  {"asm", EMIT_ASM},
                  {"bin", EMIT_BIN},
                  {"pstat", EMIT_PSTAT},
                  {"places", EMIT_PLACES}};

static int bad_usage(const char *what, const char *word)
{
    fprintf(stderr, "rootle-cc: %s%s%s\n%s", what, word ? ": " : "", word ? word : "", usage);
    return -1;
}

/* ---- the command line ---- */

static int set_emit(struct command *command, const char *value)
{
    for (size_t i = 0; i < COUNT(emit_names); i++) {
        if (!strcmp(value, emit_names[i].name)) {
            command->emit = emit_names[i].emit;
            return 0;
        }
    }
    return bad_usage("unknown kind", value);
}

static int set_chip(struct command *command, const char *value)
{
    command->chip = hw_chip_find(value);
    return command->chip ? 0 : bad_usage("unknown chip", value);
}

/* Options with a value, in the next word or behind '=': it is kept as it is, or `set` looks at it.
 */
static const struct {
    const char *name;
    int (*set)(struct command *command, const char *value);
    size_t kept; /* offset of a const char * in struct command; without `set` */
} valued[] = {
    {"--chip", .set = set_chip},
    {"--emit", .set = set_emit},
    {"-o", .kept = offsetof(struct command, output)},
    {"--disassemble-code", .kept = offsetof(struct command, code)},
    {"--disassemble", .kept = offsetof(struct command, disassemble)},
    {"--run-pass", .kept = offsetof(struct command, run_pass)},
    {"--compare", .kept = offsetof(struct command, compare)},
};

/* 1: it was one; 0: it is none of them; -1: it was wrong. */
static int parse_valued(struct command *command, int argc, char **argv, int *at)
{
    for (size_t i = 0; i < COUNT(valued); i++) {
        size_t length = strlen(valued[i].name);
        const char *word = argv[*at], *value = NULL;
        if (strncmp(word, valued[i].name, length))
            continue;
        if (word[length] == '=')
            value = word + length + 1;
        else if (word[length])
            continue;
        else if (*at + 1 < argc)
            value = argv[++*at];
        else
            return bad_usage("a value is missing", word);
        if (valued[i].set)
            return valued[i].set(command, value) ? -1 : 1;
        memcpy((char *)command + valued[i].kept, &value, sizeof(value));
        return 1;
    }
    return 0;
}

static int parse_word(struct command *command, int argc, char **argv, int *at)
{
    int valued_result = parse_valued(command, argc, argv, at);
    char *word = argv[*at];
    if (valued_result)
        return valued_result < 0 ? -1 : 0;
    if (!strcmp(word, "--server"))
        command->server = true;
    else if (!strcmp(word, "--help"))
        command->help = true;
    else if (!strcmp(word, "--version"))
        command->version = true;
    else if (!strcmp(word, "--source"))
        command->source = true;
    else if (!strcmp(word, "--list-passes"))
        command->list_passes = true;
    else if (!strncmp(word, "--", 2))
        return bad_usage("unknown option", word);
    else if (word[0] == '-' && word[1]) {
        command->options[command->option_count++] = word;
        if ((!strcmp(word, "-D") || !strcmp(word, "-I")) && *at + 1 < argc)
            command->options[command->option_count++] = argv[++*at];
    } else if (command->input)
        return bad_usage("more than one file", word);
    else
        command->input = word;
    return 0;
}

static int parse_command(struct command *command, int argc, char **argv)
{
    struct hw_image_choice images;
    char why[256];
    *command = (struct command){.chip = hw_chip_find(env_get(ENV_CHIP))};
    command->options = calloc((size_t)argc + 1, sizeof(*command->options));
    if (!command->options || compiler_settings_read(&command->settings))
        return bad_usage("out of memory", NULL);
    for (int i = 1; i < argc; i++)
        if (parse_word(command, argc, argv, &i))
            return -1;
    if (!command->chip)
        return bad_usage("unknown chip in ROOTLE_CHIP", env_get(ENV_CHIP));
    if (command->input && !hw_image_access_read(env_get(ENV_FORMATS), &images, why, sizeof(why)))
        return bad_usage(why, NULL);
    bool no_input = command->server || command->help || command->version || command->disassemble ||
                    command->code || command->list_passes;
    return command->input || no_input ? 0 : bad_usage("no file to compile", NULL);
}

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
    bool outside = false;
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
                              .guard = parts.guard,
                              .outside = &outside};
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
        fputs(usage, stdout);
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
    if (!parse_command(&command, argc, argv))
        result = run_command(&command);
    free(command.options);
    compiler_settings_finish(&command.settings);
    return result;
}
