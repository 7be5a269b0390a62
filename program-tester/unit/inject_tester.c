/* SPDX-License-Identifier: MIT */
/* inject_tester.c: the whole program with each of its own calls failing (those of the driver do
 * not): it ends with a status that says so, and reports nothing wrong. */
int tester_main(int argc, char **argv);
#define main tester_main
#include "program-tester/main.c" /* what is tested is the program, which has no other face */
#undef main

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "ci/inject/inject.h"

enum { OUTPUT_BYTES = 1 << 16, MOST_WORDS = 16, LOST_STATUS = 78 };

/* A status that the tester does not have itself. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "exitcode=77:detect_leaks=0"; /* be_tester() looks, which is faster */
}

static char folder[] = "/tmp/rootle-inject-XXXXXX";
static char good[64], wrong[64], configured[64], requests[64], kept[64], dumped[64];

static const char good_text[] =
    "/*!\n"
    "[config]\n"
    "name: all kinds\n"
    "kernel_name: k\n"
    "\n"
    "[test]\n"
    "name: passes\n"
    "arg_out: 0 buffer int[4] 3 4 5 6\n"
    "arg_in:  1 image uchar4 1 2 3 4  5 6 7 8 \\\n"
    "           image_type 2d image_width 2 image_height 1 \\\n"
    "           image_channel_order RGBA image_channel_data_type UNSIGNED_INT8\n"
    "arg_in:  2 int 2\n"
    "\n"
    "[test]\n"
    "name: fails\n"
    "arg_out: 0 buffer int[4] 3 4 5 7\n"
    "arg_in:  1 image uchar4 random \\\n"
    "           image_type 2d image_width 2 image_height 1 \\\n"
    "           image_channel_order RGBA image_channel_data_type UNSIGNED_INT8\n"
    "arg_in:  2 int 2\n"
    "!*/\n"
    "kernel void k(global int *out, read_only image2d_t in, int value)\n"
    "{\n"
    "    for (int i = 0; i < 4; i++)\n"
    "        out[i] = value + i + 1;\n"
    "}\n";

static const char wrong_text[] = "/*!\n[config]\nname: wrong\n[test]\narg_out: 0 bufer int 3\n!*/\n"
                                 "kernel void k(global int *out) {}\n";

static const char configured_text[] =
    "[config]\nname: beside\nprogram_source_file: good.cl\nkernel_name: k\n\n"
    "[test]\nname: beside\narg_out: 0 buffer int[4] 1 2 3 4\n"
    "arg_in: 1 image float4 0 0 0 0 image_type 2d image_width 1 image_height 1 \\\n"
    "  image_channel_order RGBA image_channel_data_type FLOAT\narg_in: 2 int 0\n";

static void write_text(char path[64], const char *name, const char *text)
{
    snprintf(path, 64, "%s/%s", folder, name);
    FILE *file = text ? fopen(path, "w") : NULL;
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

/* One end of the program: what it printed, and its status as wait() has it. */
struct end {
    char out[OUTPUT_BYTES], errors[OUTPUT_BYTES];
    int status;
};

static void read_back(int file, char text[OUTPUT_BYTES])
{
    ssize_t size = pread(file, text, OUTPUT_BYTES - 1, 0);

    text[size > 0 ? size : 0] = '\0';
    close(file);
}

_Noreturn static void be_tester(char **words, const char *input, int out, int errors)
{
    int count = 0, in = open(input, O_RDONLY);

    while (words[count])
        count++;
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    close(in);
    close(out);
    close(errors);
    size_t before = inject_live();
    inject_resume();
    int status = tester_main(count, words);
    inject_pause();
    if (inject_live() > before) {
        fprintf(stderr, "%zu allocations are lost\n", inject_live() - before);
        status = LOST_STATUS;
    }
    exit(status);
}

static void run_tester(char **words, const char *input, struct end *end)
{
    int out = memfd_create("out", MFD_CLOEXEC), errors = memfd_create("errors", MFD_CLOEXEC);

    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        be_tester(words, input, out, errors);
    waitpid(child, &end->status, 0);
    read_back(out, end->out);
    read_back(errors, end->errors);
}

/* Times differ from run to run. */
static void hide_times(char *text)
{
    static const char mark[] = "\"seconds\":";

    for (char *at = text; (at = strstr(at, mark));) {
        at += strlen(mark);
        size_t length = strspn(at, "0123456789.e-+");
        memmove(at, at + length, strlen(at + length) + 1);
    }
}

/* A case: a command line, its input, and what it ends with when nothing fails. */
struct tester_case {
    char *words[MOST_WORDS];
    const char *input;
    int status;
    char *expected; /* output, of the first run */
};

static void check_end(struct tester_case *c, const struct end *end)
{
    int status = WIFEXITED(end->status) ? WEXITSTATUS(end->status) : -1;
    bool may = inject_happened() && (status == EXIT_WRONG_INPUT || status == EXIT_COULD_NOT_RUN);

    inject_require(status == c->status || may, "it ends with %#x: %.2000s", end->status,
                   end->errors);
    inject_require(status == c->status || end->errors[0] || strstr(end->out, "\"error\""),
                   "it ends with %d and does not say why: %s", status, end->out);
    bool told = strstr(end->out, "\"crash\"") || strstr(end->out, "\"error\"");
    inject_require(status != c->status || told || !strcmp(end->out, c->expected),
                   "it ends as if all were well, but prints %s", end->out);
}

static void run_case(struct tester_case *c)
{
    static struct end end;

    inject_pause();
    run_tester(c->words, c->input ? c->input : "/dev/null", &end);
    hide_times(end.out);
    if (!c->expected)
        c->expected = strdup(end.out);
    check_end(c, &end);
    inject_resume();
}

#define CASE(name, end, from, ...)                                                                 \
    static void name(void)                                                                         \
    {                                                                                              \
        static struct tester_case c = {                                                            \
            .words = {"program-tester", __VA_ARGS__}, .input = from, .status = end};               \
        run_case(&c);                                                                              \
    }

CASE(check, EXIT_WRONG_INPUT, NULL, "--check", good, wrong, configured)
CASE(list, EXIT_PASSED, NULL, "--list", good, configured)
CASE(run_json, EXIT_FAILED, NULL, "--json", good)
CASE(run_tap, EXIT_FAILED, NULL, "--tap", "--no-fork", good)
CASE(run_piglit, EXIT_FAILED, NULL, "--piglit-protocol", "--no-fork", good)
CASE(run_dump, EXIT_FAILED, NULL, "--json", "--no-fork", "--dump", dumped, good)
CASE(answer_requests, EXIT_FAILED, requests, "--server", "--json")
CASE(keep, EXIT_FAILED, NULL, "--json", "--no-fork", "--program-cache", kept, good)

static void remove_all(const char *path)
{
    char command[100];

    inject_pause();
    snprintf(command, sizeof(command), "rm -rf %s", path);
    inject_require(system(command) == 0, "%s stays", path);
    inject_resume();
}

static void keep_first(void)
{
    remove_all(kept);
    keep();
}

int main(int argc, char **argv)
{
    char text[256];
    static const struct inject_scenario scenarios[] = {
        {"check", check, 1},
        {"list", list, 1},
        {"run-json", run_json, 1},
        {"run-tap", run_tap, 5}, /* as run-json, but for how it is told */
        {"run-piglit", run_piglit, 5},
        {"run-dump", run_dump, 5},
        {"server", answer_requests, 3},
        {"keep-programs", keep_first, 5},
        {"kept-programs", keep, 3},
    };

    if (!mkdtemp(folder))
        return EXIT_COULD_NOT_RUN;
    write_text(good, "good.cl", good_text);
    write_text(wrong, "wrong.cl", wrong_text);
    write_text(configured, "configured.program_test", configured_text);
    snprintf(text, sizeof(text), "%s\tall kinds::fails\n%s\n", good, good);
    write_text(requests, "requests", text);
    write_text(kept, "kept", NULL);
    write_text(dumped, "dumped", NULL);
    setenv("ROOTLE_MEMORY", "64", 1);
    setenv("ROOTLE_CACHE_DIR", folder, 1);
    int status = inject_main(argc, argv, scenarios, PT_COUNT(scenarios));
    remove_all(folder);
    return status;
}
