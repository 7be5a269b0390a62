/* SPDX-License-Identifier: MIT */
/* corpus.c: small kernels, compiled by one of two compilers, run on the simulated device; the
 * results must be what the kernels mean.
 *
 * LLVM's own R600 backend is somebody else's compiler: it checks the simulator independently of our
 * code generator. Its code also goes through our disassembler and assembler, which must give it
 * back, and through the verifier. A kernel that it cannot compile is named, not failed: it aborts
 * on ordinary code. rootle-cc has to compile them all.
 *
 * One line per kernel. Fails on any wrong result, and when fewer than the wanted number are right.
 */
#include "corpus.h"

#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device.h"
#include "driver/hw/chips.h"
#include "llvm/evergreen/asm/asm.h"
#include "llvm/evergreen/tests/asm/assemble.h"

enum { WANTED = 15, PATH_BYTES = 512 };

static char folder[] = "/tmp/rootle-corpus-XXXXXX";
static const char *chip;
static bool by_llvm;

/* Runs a program with its messages in a file; whether it succeeded. */
static bool run_tool(char *const arguments[], const char *messages)
{
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = -1;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, messages, O_WRONLY | O_CREAT | O_APPEND,
                                     0600);
    int error = posix_spawn(&child, arguments[0], &files, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    return !error && waitpid(child, &status, 0) == child && status == 0;
}

static bool compile_by_llvm(const char *source, const char *object, const char *messages)
{
    char bitcode[PATH_BYTES], cpu[64], libclc[PATH_BYTES];
    snprintf(cpu, sizeof(cpu), "-mcpu=%s", chip);
    snprintf(libclc, sizeof(libclc), "%s/%s-r600--.bc", CORPUS_LIBCLC, chip);
    snprintf(bitcode, sizeof(bitcode), "%s/code.bc", folder);
    char *clang[] = {CORPUS_CLANG,
                     "-target",
                     "r600--",
                     cpu,
                     "-x",
                     "cl",
                     "-cl-std=CL1.2",
                     "-Xclang",
                     "-finclude-default-header",
                     "-Xclang",
                     "-fdeclare-opencl-builtins",
                     "-O2",
                     "-fno-builtin",
                     "-ffp-contract=off",
                     "-Xclang",
                     "-mlink-builtin-bitcode",
                     "-Xclang",
                     libclc,
                     "-emit-llvm",
                     "-c",
                     (char *)source,
                     "-o",
                     bitcode,
                     NULL};
    char *llc[] = {CORPUS_LLC, "-march=r600",  cpu, "-filetype=obj", bitcode,
                   "-o",       (char *)object, NULL};
    return run_tool(clang, messages) && run_tool(llc, messages);
}

static bool compile_by_rootle(const char *source, const char *object, const char *messages)
{
    char *rootle[] = {CORPUS_ROOTLE_CC, (char *)source, "--chip",       (char *)chip,
                      "--emit=bin",     "-o",           (char *)object, NULL};
    return run_tool(rootle, messages);
}

static void print_messages(const char *path)
{
    char line[256];
    FILE *file = fopen(path, "r");
    for (int i = 0; file && i < 5 && fgets(line, sizeof(line), file); i++)
        printf("       %s", line);
    if (file)
        fclose(file);
}

static bool compile(const struct corpus_case *c, const char *object)
{
    char source[PATH_BYTES], messages[PATH_BYTES];
    snprintf(source, sizeof(source), "%s/%s.cl", CORPUS_KERNELS, c->name);
    snprintf(messages, sizeof(messages), "%s/%s.err", folder, c->name);
    if (by_llvm)
        return compile_by_llvm(source, object, messages);
    bool good = compile_by_rootle(source, object, messages);
    if (!good)
        print_messages(messages);
    return good;
}

static int read_code(const struct corpus_case *c, const char *object, struct kernel_code *code,
                     char *error, size_t error_size)
{
    if (!by_llvm)
        return kernel_code_from_binary(object, c->name, code, error, error_size);
    int result = kernel_code_from_elf(object, c->name, code, error, error_size);
    /* LLVM takes a loop's stack entry for four elements on every chip; those with waves of 32 lanes
     * need eight (Mesa's r600_asm.c). */
    if (!result && hw_chip_find(chip)->wave_size == 32)
        code->stack_entries *= 2;
    return result;
}

/* LLVM keeps the hardware's rules, but one that it names in a comment and does not enforce. */
static int verify(const struct kernel_code *code, char *error, size_t error_size)
{
    if (!evg_verify(code->dwords, code->count, code->gprs, hw_chip_find(chip)->vliw, error,
                    error_size) ||
        strstr(error, "a barrier in a clause that uses AR or changes predicate or mask"))
        return 0;
    return -1;
}

/* The text of the code, which assembles to the same code again; NULL with `error` filled if not. */
static char *text_of(const struct kernel_code *code, char *error, size_t error_size)
{
    char *text = NULL;
    size_t size = 0, count = 0;
    uint32_t *again = NULL;
    FILE *out = open_memstream(&text, &size);
    int result = out ? evg_disassemble(code->dwords, code->count, out, error, error_size) : -1;
    if (out)
        fclose(out);
    if (!result)
        result = evg_assemble(text, &again, &count, error, error_size);
    if (!result && (count != code->count || memcmp(again, code->dwords, 4 * count))) {
        snprintf(error, error_size, "assembling the disassembly gives other code");
        result = -1;
    }
    free(again);
    if (!result)
        result = verify(code, error, error_size);
    if (!result)
        return text;
    free(text);
    return NULL;
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state ^ *state >> 15;
}

static void fill(union word *words, char kind, uint32_t seed)
{
    for (unsigned i = 0; i < CORPUS_WORDS; i++) {
        uint32_t value = next_random(&seed);
        if (kind == 'f')
            words[i].f = (float)((int32_t)(value >> 8) - (1 << 23)) * (100.0f / (1 << 23));
        else if (kind == 'w')
            words[i].f = (float)((int32_t)(value >> 22) - 512);
        else
            words[i].u = kind == 's' ? value >> 22 : value;
    }
}

static int64_t ordered(float value)
{
    union word bits = {.f = value};
    return bits.i < 0 ? (int64_t)INT32_MIN - bits.i : bits.i;
}

static bool is_right(const struct corpus_case *c, union word found, union word expected)
{
    if (found.u == expected.u)
        return true;
    return c->ulp > 0 && isfinite(found.f) &&
           (double)llabs(ordered(found.f) - ordered(expected.f)) <= (double)c->ulp;
}

static bool compare(const struct corpus_case *c, const union word *found,
                    const union word *expected)
{
    for (unsigned i = 0; i < CORPUS_WORDS; i++)
        if (!is_right(c, found[i], expected[i])) {
            printf("WRONG  %s: word %u is 0x%08x (%g), not 0x%08x (%g)\n", c->name, i, found[i].u,
                   (double)found[i].f, expected[i].u, (double)expected[i].f);
            return false;
        }
    return true;
}

static bool run_code(struct corpus_device *device, const struct corpus_case *c,
                     const struct kernel_code *code)
{
    static union word out[CORPUS_WORDS], expected[CORPUS_WORDS], a[CORPUS_WORDS], b[CORPUS_WORDS];
    char error[PIPE_ERROR_SIZE] = "";
    const char *kinds = c->args + 1;
    fill(a, kinds[0], 1);
    fill(b, kinds[0] ? kinds[1] : 0, 2);
    memset(out, 0xcd, sizeof(out));
    memset(expected, 0xcd, sizeof(expected));
    c->expect(c, &(struct corpus_data){expected, a, b});
    if (corpus_device_run(device, c, code, &(struct corpus_data){out, a, b}, error)) {
        printf("FAILED %s: %s\n", c->name, error);
        return false;
    }
    return compare(c, out, expected);
}

enum outcome { RIGHT, WRONG, REFUSED, OUTCOMES };

static enum outcome run_object(struct corpus_device *device, const struct corpus_case *c,
                               const char *object)
{
    struct kernel_code code;
    char error[256] = "";
    if (read_code(c, object, &code, error, sizeof(error))) {
        printf("WRONG  %s: %s\n", c->name, error);
        return WRONG;
    }
    char *text = text_of(&code, error, sizeof(error));
    enum outcome outcome = WRONG;
    if (!text)
        printf("WRONG  %s: %s\n", c->name, error);
    else if (run_code(device, c, &code))
        outcome = RIGHT;
    if (text && outcome == WRONG && getenv("CORPUS_SHOW"))
        fputs(text, stdout);
    free(text);
    kernel_code_finish(&code);
    return outcome;
}

static enum outcome run_case(struct corpus_device *device, const struct corpus_case *c)
{
    char object[PATH_BYTES];
    snprintf(object, sizeof(object), "%s/%s.o", folder, c->name);
    if (!compile(c, object)) {
        printf(by_llvm ? "none   %s: LLVM's backend cannot compile it\n"
                       : "WRONG  %s: rootle-cc does not compile it\n",
               c->name);
        return by_llvm ? REFUSED : WRONG;
    }
    enum outcome outcome = run_object(device, c, object);
    if (outcome == RIGHT)
        printf("right  %s\n", c->name);
    fflush(stdout);
    return outcome;
}

/* Without names every kernel is chosen; but juniper and cedar, which have cypress's instructions,
 * share the kernels unless ROOTLE_LONG_TESTS is 1. */
static bool is_chosen(size_t number, int count, char **names)
{
    const char *all = getenv("ROOTLE_LONG_TESTS");
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], corpus_cases[number].name))
            return true;
    if (count > 0 || (all && !strcmp(all, "1")))
        return count <= 0;
    return strcmp(chip, number % 2 ? "cedar" : "juniper") != 0;
}

/* r600-corpus CHIP llvm|rootle [KERNEL...] */
int main(int argc, char **argv)
{
    struct corpus_device device;
    char error[PIPE_ERROR_SIZE] = "", command[PATH_BYTES];
    unsigned counts[OUTCOMES] = {0}, wanted = argc > 3 ? 1 : WANTED;
    if (argc < 3 || !hw_chip_find(argv[1])) {
        fprintf(stderr, "usage: %s CHIP llvm|rootle [KERNEL...]\n", argv[0]);
        return EXIT_FAILURE;
    }
    chip = argv[1];
    by_llvm = !strcmp(argv[2], "llvm");
    setenv("ROOTLE_CHIP", chip, 1);
    if (!mkdtemp(folder) || corpus_device_init(&device, error)) {
        fprintf(stderr, "cannot start: %s\n", error);
        return EXIT_FAILURE;
    }
    for (size_t i = 0; i < corpus_case_count; i++)
        if (is_chosen(i, argc - 3, argv + 3))
            counts[run_case(&device, &corpus_cases[i])]++;
    corpus_device_finish(&device);
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    if (system(command))
        fprintf(stderr, "%s failed\n", command);
    printf("%s, %s: %u kernels right, %u wrong, %u refused by LLVM\n", chip, argv[2], counts[RIGHT],
           counts[WRONG], counts[REFUSED]);
    return counts[WRONG] || counts[RIGHT] < wanted ? EXIT_FAILURE : EXIT_SUCCESS;
}
