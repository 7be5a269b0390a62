/* SPDX-License-Identifier: MIT */
/* options.c: the command line, from one table that also makes the help. */
#include "program-tester/run/options.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "program-tester/base/names.h"
#include "program-tester/base/number.h"
#include "rootle_version.h"

/* An option that was given: its argument is in optarg, the next word in argv[optind]. */
struct given {
    struct pt_options *options;
    const struct row *row;
    char **argv;
};

/* Takes an option. Returns -1 to go on or an exit status. */
typedef int apply_option(const struct given *given);

struct row {
    const char *name, *argument; /* argument: NULL if it takes none */
    apply_option *apply;
    const char *help;
    size_t field;                          /* set_text, set_flag: in struct pt_options */
    enum pt_mode mode;                     /* set_mode */
    const struct pt_report_format *format; /* set_format */
};

static int wrong(const char *what, const char *value)
{
    pt_complain("%s '%s'", what, value);
    return 2;
}

/* "1.2" gives 12, anything else 0. */
static unsigned parse_version(const char *text)
{
    bool version = text && isdigit((unsigned char)text[0]) && text[1] == '.' &&
                   isdigit((unsigned char)text[2]) && !text[3];

    return version ? (unsigned)(text[0] - '0') * 10 + (unsigned)(text[2] - '0') : 0;
}

static int set_timeout(const struct given *given)
{
    struct pt_word word = {optarg, strlen(optarg)};
    double *value = &given->options->timeout;

    if (pt_number_parse(word, PT_DOUBLE, false, value) || !(*value >= 0 && *value < 1e9))
        return wrong("not a number of seconds:", optarg);
    return -1;
}

static int set_records(const struct given *given)
{
    struct pt_word word = {optarg, strlen(optarg)};

    if (pt_number_parse(word, PT_INT, false, &given->options->records) ||
        given->options->records < 3 || fcntl(given->options->records, F_GETFD) < 0)
        return wrong("not an open descriptor from 3:", optarg);
    return -1;
}

static int set_seed(const struct given *given)
{
    struct pt_word word = {optarg, strlen(optarg)};

    return pt_number_parse(word, PT_ULONG, false, &given->options->run.seed)
               ? wrong("not a seed:", optarg)
               : -1;
}

/* -version M.m as Piglit has it, or --version as everybody has it. */
static int set_version(const struct given *given)
{
    unsigned version = parse_version(given->argv[optind]);

    if (!version) {
        printf("%s (Rootle) %s\n", program_invocation_short_name, ROOTLE_VERSION);
        return 0;
    }
    given->options->run.version = version;
    optind++;
    return -1;
}

static int set_mode(const struct given *given)
{
    given->options->mode = given->row->mode;
    return -1;
}

static int set_format(const struct given *given)
{
    given->options->format = given->row->format;
    return -1;
}

static int set_text(const struct given *given)
{
    *(const char **)((char *)given->options + given->row->field) = optarg;
    return -1;
}

static int set_flag(const struct given *given)
{
    *(bool *)((char *)given->options + given->row->field) = true;
    return -1;
}

static int set_piglit(const struct given *given)
{
    given->options->run.piglit = given->options->parse.piglit = true;
    return -1;
}

static int set_through(const struct given *given)
{
    given->options->run.through_spirv = !strcmp(optarg, "spirv");
    return given->options->run.through_spirv ? -1 : wrong("programs cannot go through", optarg);
}

static int set_write_pictures(const struct given *given)
{
    given->options->run.write_pictures = given->options->parse.write_pictures = true;
    return -1;
}

static int add_pattern(const struct given *given)
{
    given->options->patterns[given->options->pattern_count++] = optarg;
    return -1;
}

static int add_driver_files(const struct given *given)
{
    if (access(optarg, R_OK))
        return wrong("cannot read the driver's files:", optarg);
    given->options->driver_files[given->options->run.cache.driver_file_count++] = optarg;
    return -1;
}

static apply_option print_help;

#define MODE(value)   set_mode, .mode = value
#define FORMAT(value) set_format, .format = &value
#define TEXT(member)  set_text, .field = offsetof(struct pt_options, member)
#define FLAG(member)  set_flag, .field = offsetof(struct pt_options, member)

static const struct row table[] = {
    {"check", NULL, MODE(PT_MODE_CHECK),
     .help = "only look for errors in the files; needs no OpenCL"},
    {"list", NULL, MODE(PT_MODE_LIST), .help = "list the files' tests; needs no OpenCL"},
    {"test", "NAME", add_pattern,
     .help = "run only this test, by name or glob; may be given several times"},
    {"platform", "P", TEXT(platform), .help = "use the platform with this index or part of a name"},
    {"device", "D", TEXT(device), .help = "use the device with this index or part of a name"},
    {"list-devices", NULL, MODE(PT_MODE_LIST_DEVICES), .help = "list platforms and devices"},
    {"config", "FILE", TEXT(parse.config_path),
     .help = "take the configuration from this .program_test"},
    {"version", "[M.m]", set_version,
     .help = "test as this OpenCL version; without a number: print ours"},
    {"json", NULL, FORMAT(pt_report_json),
     .help = "report a JSON object a line (the default unless on a terminal)"},
    {"text", NULL, FORMAT(pt_report_text), .help = "report for people (the default on a terminal)"},
    {"tap", NULL, FORMAT(pt_report_tap), .help = "report in the Test Anything Protocol"},
    {"piglit-protocol", NULL, FORMAT(pt_report_piglit), .help = "report in Piglit's lines"},
    {"print-actual", NULL, FLAG(run.print_actual), .help = "report all values of every arg_out"},
    {"dump", "DIR", TEXT(run.dump),
     .help = "write expected and actual values of every arg_out into files there"},
    {"write-pictures", NULL, set_write_pictures,
     .help = "write what comes into expected pictures (image_from) into their files"},
    {"program-cache", "DIR", TEXT(run.cache.folder),
     .help = "keep built programs there, and use what was kept"},
    {"driver-files", "PATH", add_driver_files,
     .help = "build again when this file or folder of the driver changes; may be repeated"},
    {"from-binary", NULL, FLAG(run.from_binary),
     .help = "run each program from the binary that the driver makes of it"},
    {"through", "spirv", set_through,
     .help = "give the driver SPIR-V that clang-15 and llvm-spirv-15 make of each program"},
    {"seed", "N", set_seed, .help = "seed of random values (1)"},
    {"timeout", "SECONDS", set_timeout, .help = "stop a test that takes longer (60; 0: never)"},
    {"root", "DIR", TEXT(root), .help = "name test files relative to this folder"},
    {"piglit-compare", NULL, set_piglit, .help = "compare by Piglit's rules, flaws included"},
    {"no-fork", NULL, FLAG(no_fork), .help = "run everything in this process, for debuggers"},
    {"server", NULL, MODE(PT_MODE_SERVER),
     .help = "read 'FILE[<tab>TEST...]' lines from standard input and run them"},
    {"records", "FD", set_records,
     .help = "with --server: report there, by the key that standard input begins with"},
    {"help", NULL, print_help, .help = "print this"},
};

static int print_help(const struct given *given)
{
    char left[64];

    (void)given;
    printf("usage: %s [OPTION]... FILE...\n"
           "Runs OpenCL tests: .cl and .spvasm files with a configuration comment, .program_test "
           "files, or a .bin\n"
           "with --config; gl-tester runs OpenGL's, .comp and .frag files, and vk-tester Vulkan's, "
           ".vk.comp and\n"
           ".vk.spvasm files. See program-tester(1) and the description of the test format.\n\n",
           program_invocation_short_name);
    for (size_t i = 0; i < PT_COUNT(table); i++) {
        snprintf(left, sizeof(left), "--%s %s", table[i].name,
                 table[i].argument ? table[i].argument : "");
        printf("  %-22s %s\n", left, table[i].help);
    }
    puts("\nExit status: 0 all tests passed or were skipped, 1 a test failed, 2 the input is "
         "wrong,\n"
         "3 the tester or the driver could not run, or a test is an error.\n"
         "To report a wrong result: rootle-report-bug FILE collects what a report needs.");
    return 0;
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

/* Reports an option that getopt_long_only() refused: '?' is an option that there is not, or one
 * that takes no argument, ':' one that needs one. */
static int wrong_option(const char *given, int found)
{
    struct pt_word word = {given + strspn(given, "-"), 0};
    const char *known = NULL;

    word.length = strcspn(word.text, "=");
    for (size_t i = 0; i < PT_COUNT(table); i++) {
        if (pt_word_is(word, table[i].name))
            known = table[i].name;
    }
    char *guess = pt_names_guess(PT_NAMES(table), word);
    if (found == ':')
        pt_complain("%s needs an argument", given);
    else if (known)
        pt_complain("--%s takes no argument", known);
    else
        pt_complain("'%s' is not an option, or short for several%s (--help has all)", given, guess);
    free(guess);
    return 2;
}

/* Runs the table over the command line; Piglit's tester takes its options with a single hyphen. */
static int apply_arguments(struct pt_options *options, int argc, char **argv)
{
    struct option longs[PT_COUNT(table) + 1] = {0};
    int status = -1, found, index = 0;

    for (size_t i = 0; i < PT_COUNT(table); i++) {
        bool argument = table[i].argument && table[i].argument[0] != '[';

        longs[i] = (struct option){table[i].name, argument, NULL, 0};
    }
    opterr = 0;
    while (status < 0 && (found = getopt_long_only(argc, argv, ":", longs, &index)) != -1)
        status = found ? wrong_option(argv[optind - 1], found)
                       : table[index].apply(&(struct given){options, &table[index], argv});
    return status;
}

static double seconds_since_1970(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int pt_options_read(struct pt_options *options, int argc, char **argv)
{
    memset(options, 0, sizeof(*options));
    options->run.seed = 1;
    options->timeout = 60;
    options->records = -1;
    options->patterns = pt_alloc((size_t)argc, sizeof(*options->patterns));
    options->driver_files = pt_alloc((size_t)argc, sizeof(*options->driver_files));
    options->run.cache.driver_files = options->driver_files;
    options->run.cache.started = seconds_since_1970();
    int status = apply_arguments(options, argc, argv);
    if (status < 0)
        status = apply_environment(options);
    options->files = argv + optind;
    options->file_count = (size_t)(argc - optind);
    bool needs_files = options->mode != PT_MODE_SERVER && options->mode != PT_MODE_LIST_DEVICES;
    if (status < 0 && needs_files && !options->file_count) {
        pt_complain("no file given; --help says how to use it");
        status = 2;
    }
    if (status < 0 && options->records >= 0 && options->mode != PT_MODE_SERVER)
        status = wrong("--records is for", "--server");
    return status;
}

void pt_options_finish(struct pt_options *options)
{
    free(options->patterns);
    free(options->driver_files);
}
