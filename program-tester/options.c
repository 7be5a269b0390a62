/* SPDX-License-Identifier: MIT */
/* options.c: the command line, from one table that also makes the help. */
#include "program-tester/options.h"

#include <ctype.h>
#include <fnmatch.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

/* name, argument (NULL: none), help */
#define OPTIONS(X)                                                                                 \
    X(check, NULL, "only look for errors in the files; needs no OpenCL")                           \
    X(list, NULL, "list the files' tests; needs no OpenCL")                                        \
    X(test, "NAME", "run only this test, by name or glob; may be given several times")             \
    X(platform, "P", "use the platform with this index or part of a name")                         \
    X(device, "D", "use the device with this index or part of a name")                             \
    X(list_devices, NULL, "list platforms and devices")                                            \
    X(config, "FILE", "take the configuration from this .program_test")                            \
    X(version, "[M.m]", "test as this OpenCL version; without a number: print ours")               \
    X(json, NULL, "report a JSON object a line (the default unless on a terminal)")                \
    X(text, NULL, "report for people (the default on a terminal)")                                 \
    X(tap, NULL, "report in the Test Anything Protocol")                                           \
    X(piglit_protocol, NULL, "report in Piglit's lines")                                           \
    X(print_actual, NULL, "report all values of every arg_out")                                    \
    X(dump, "DIR", "write expected and actual values of every arg_out into files there")           \
    X(seed, "N", "seed of random values (1)")                                                      \
    X(timeout, "SECONDS", "stop a test that takes longer (60; 0: never)")                          \
    X(root, "DIR", "name test files relative to this folder")                                      \
    X(piglit_compare, NULL, "compare by Piglit's rules, flaws included")                           \
    X(no_fork, NULL, "run everything in this process, for debuggers")                              \
    X(server, NULL, "read 'FILE[<tab>TEST...]' lines from standard input and run them")            \
    X(help, NULL, "print this")

enum option_id {
#define X(name, argument, help) OPTION_##name,
    OPTIONS(X)
#undef X
        OPTION_COUNT
};

static const struct {
    const char *name, *argument, *help;
} table[] = {
#define X(name, argument, help) {#name, argument, help},
    OPTIONS(X)
#undef X
};

/* The name as typed: with hyphens. */
static void typed_name(enum option_id option, char name[32])
{
    snprintf(name, 32, "%s", table[option].name);
    for (char *c = name; *c; c++) {
        if (*c == '_')
            *c = '-';
    }
}

static void print_help(FILE *file)
{
    char name[32], left[64];

    fputs("Usage: program-tester [OPTION]... FILE...\n"
          "Runs OpenCL tests: .cl files with a configuration comment, .program_test files, or a "
          ".bin\n"
          "with -config. See program-tester(1) and the description of the test format.\n\n",
          file);
    for (enum option_id option = 0; option < OPTION_COUNT; option++) {
        const char *argument = table[option].argument;

        typed_name(option, name);
        snprintf(left, sizeof(left), "--%s %s", name, argument ? argument : "");
        fprintf(file, "  %-22s %s\n", left, table[option].help);
    }
    fputs("\nExit status: 0 all tests passed or were skipped, 1 a test failed, 2 the input is "
          "wrong,\n"
          "3 the tester or the driver could not run.\n",
          file);
}

static int wrong(const char *what, const char *value)
{
    fprintf(stderr, "program-tester: %s '%s'\n", what, value);
    return 2;
}

/* "1.2" gives 12, anything else 0. */
static unsigned parse_version(const char *text)
{
    bool version = text && isdigit((unsigned char)text[0]) && text[1] == '.' &&
                   isdigit((unsigned char)text[2]) && !text[3];

    return version ? (unsigned)(text[0] - '0') * 10 + (unsigned)(text[2] - '0') : 0;
}

static int set_number(const char *what, const char *text, double *value)
{
    struct pt_word word = {text, strlen(text)};

    if (pt_number_parse(word, PT_DOUBLE, false, value) || !(*value >= 0 && *value < 1e9))
        return wrong(what, text);
    return -1;
}

static int set_seed(const char *text, uint64_t *seed)
{
    struct pt_word word = {text, strlen(text)};

    return pt_number_parse(word, PT_ULONG, false, seed) ? wrong("not a seed:", text) : -1;
}

/* -version M.m as Piglit has it, or --version as everybody has it. */
static int set_version(struct pt_options *options, char **argv)
{
    unsigned version = parse_version(argv[optind]);

    if (!version) {
        puts("program-tester (Rootle) 0.1.0");
        return 0;
    }
    options->run.version = version;
    optind++;
    return -1;
}

static int apply(struct pt_options *options, enum option_id option, char **argv)
{
    switch (option) {
    case OPTION_check:
        options->mode = PT_MODE_CHECK;
        break;
    case OPTION_list:
        options->mode = PT_MODE_LIST;
        break;
    case OPTION_list_devices:
        options->mode = PT_MODE_LIST_DEVICES;
        break;
    case OPTION_server:
        options->mode = PT_MODE_SERVER;
        break;
    case OPTION_test:
        options->patterns[options->pattern_count++] = optarg;
        break;
    case OPTION_platform:
        options->platform = optarg;
        break;
    case OPTION_device:
        options->device = optarg;
        break;
    case OPTION_config:
        options->parse.config_path = optarg;
        break;
    case OPTION_version:
        return set_version(options, argv);
    case OPTION_json:
        options->format = &pt_report_json;
        break;
    case OPTION_text:
        options->format = &pt_report_text;
        break;
    case OPTION_tap:
        options->format = &pt_report_tap;
        break;
    case OPTION_piglit_protocol:
        options->format = &pt_report_piglit;
        break;
    case OPTION_print_actual:
        options->run.print_actual = true;
        break;
    case OPTION_dump:
        options->run.dump = optarg;
        break;
    case OPTION_seed:
        return set_seed(optarg, &options->run.seed);
    case OPTION_timeout:
        return set_number("not a number of seconds:", optarg, &options->timeout);
    case OPTION_root:
        options->root = optarg;
        break;
    case OPTION_piglit_compare:
        options->run.piglit = options->parse.piglit = true;
        break;
    case OPTION_no_fork:
        options->no_fork = true;
        break;
    case OPTION_help:
        print_help(stdout);
        return 0;
    case OPTION_COUNT:
        break;
    }
    return -1;
}

static int apply_environment(struct pt_options *options)
{
    const char *version = getenv("PIGLIT_CL_VERSION");

    if (!options->platform)
        options->platform = getenv("PIGLIT_CL_PLATFORM");
    if (!options->device)
        options->device = getenv("PIGLIT_CL_DEVICE");
    if (!options->run.version && version) {
        options->run.version = parse_version(version);
        if (!options->run.version)
            return wrong("PIGLIT_CL_VERSION: not a version:", version);
    }
    return -1;
}

int pt_options_read(struct pt_options *options, int argc, char **argv)
{
    struct option longs[OPTION_COUNT + 1] = {0};
    char names[OPTION_COUNT][32];
    int status = -1, found;

    memset(options, 0, sizeof(*options));
    options->run.seed = 1;
    options->timeout = 60;
    options->patterns = pt_alloc((size_t)argc, sizeof(*options->patterns));
    for (enum option_id option = 0; option < OPTION_COUNT; option++) {
        bool argument = table[option].argument && table[option].argument[0] != '[';

        typed_name(option, names[option]);
        longs[option] = (struct option){names[option], argument, NULL, (int)option};
    }
    /* Piglit's tester takes its options with a single hyphen. */
    while (status < 0 && (found = getopt_long_only(argc, argv, "", longs, NULL)) != -1)
        status = found == '?' ? 2 : apply(options, (enum option_id)found, argv);
    if (status < 0)
        status = apply_environment(options);
    options->files = argv + optind;
    options->file_count = (size_t)(argc - optind);
    bool needs_files = options->mode != PT_MODE_SERVER && options->mode != PT_MODE_LIST_DEVICES;
    if (status < 0 && needs_files && !options->file_count) {
        fputs("program-tester: no file given; --help says how to use it\n", stderr);
        status = 2;
    }
    return status;
}

void pt_options_finish(struct pt_options *options)
{
    free(options->patterns);
}

bool pt_selected(const char *const *patterns, size_t count, const char *test)
{
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(patterns[i], test) || !fnmatch(patterns[i], test, 0))
            return true;
    }
    return !count;
}
