/* SPDX-License-Identifier: MIT */
/* options.c: the options of compiler and linker. */
#include "driver/compiler/options.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"

/* ---- words ---- */

static void put(char **out, char c)
{
    if (*out)
        *(*out)++ = c;
}

/* Copies one word to `out` (NULL: nowhere) without its quotes and moves *text behind it. -1: an
 * open quote. */
static int take_word(const char **text, char *out)
{
    const char *in = *text;
    char quote = 0;
    for (; *in && (quote || !isspace((unsigned char)*in)); in++) {
        if (quote && *in == quote)
            quote = 0;
        else if (!quote && (*in == '"' || *in == '\''))
            quote = *in;
        else if (*in == '\\' && quote != '\'' && in[1])
            put(&out, *++in);
        else
            put(&out, *in);
    }
    put(&out, '\0');
    *text = in;
    return quote ? -1 : 0;
}

/* Takes the word, unless memory is short (or was already, for the word). */
static bool append_word(char ***words, size_t *count, char *word)
{
    char **grown = word ? realloc(*words, (*count + 1) * sizeof(*grown)) : NULL;
    if (!grown) {
        free(word);
        return false;
    }
    *words = grown;
    grown[(*count)++] = word;
    return true;
}

/* Appends the word at *text, which it moves on. */
static enum compiler_status split_word(const char **text, char ***words, size_t *count, FILE *log)
{
    const char *end = *text;
    const int open = take_word(&end, NULL);
    char *word = malloc((size_t)(end - *text) + 1);
    if (!append_word(words, count, word))
        return COMPILER_NO_MEMORY;
    take_word(text, word);
    if (!open)
        return COMPILER_OK;
    fprintf(log, "error: a quote in the build options is not closed\n");
    return COMPILER_INVALID_OPTIONS;
}

enum compiler_status words_split(const char *text, char ***words, size_t *count, FILE *log)
{
    enum compiler_status status = COMPILER_OK;
    *words = NULL;
    *count = 0;
    for (;;) {
        while (isspace((unsigned char)*text))
            text++;
        if (!*text)
            return COMPILER_OK;
        status = split_word(&text, words, count, log);
        if (status != COMPILER_OK)
            break;
    }
    words_free(*words, *count);
    *words = NULL;
    *count = 0;
    return status;
}

void words_free(char **words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(words[i]);
    free(words);
}

/* ---- options ---- */

/* Options that are looked for here, too. */
#define OPTION_NOOPT   "-cl-opt-disable"
#define OPTION_EXACT   "-cl-fp32-correctly-rounded-divide-sqrt" /* has one in Clang, too */
#define OPTION_FOLDER  "-I"
#define OPTION_MACRO   "-D"
#define OPTION_LIBRARY "-create-library"
#define OPTION_INFO    "-cl-kernel-arg-info"
#define OPTION_LATER   "-enable-link-options" /* goes with OPTION_LIBRARY only */

enum option_form {
    FORM_FLAG,     /* the whole word */
    FORM_JOINED,   /* a value follows in the same word or the next: -DX, -D X */
    FORM_STANDARD, /* -cl-std=VALUE */
};

enum { COMPILER = OPTIONS_OF_COMPILER, LINKER = OPTIONS_OF_LINKER, BOTH = COMPILER | LINKER };

/* clang-format off */
static const struct option {
    const char *name;
    enum option_form form;
    unsigned lists;
    const char *clang; /* for Clang; NULL: nothing, the option asks for what is so anyway */
} option_table[] = {
    {OPTION_MACRO, FORM_JOINED, COMPILER, OPTION_MACRO},
    {OPTION_FOLDER, FORM_JOINED, COMPILER, OPTION_FOLDER},
    {"-cl-std=", FORM_STANDARD, COMPILER, NULL},
    {"-cl-single-precision-constant", FORM_FLAG, COMPILER, "-cl-single-precision-constant"},
    {"-cl-denorms-are-zero", FORM_FLAG, BOTH, "-fdenormal-fp-math-f32=preserve-sign,preserve-sign"},
    {OPTION_EXACT, FORM_FLAG, COMPILER, OPTION_EXACT},
    /* OpenCL 1.0's; Clang's optimisation rests on the aliasing rules anyway. */
    {"-cl-strict-aliasing", FORM_FLAG, COMPILER, NULL},
    {OPTION_NOOPT, FORM_FLAG, COMPILER, NULL},
    {"-cl-mad-enable", FORM_FLAG, COMPILER, "-cl-mad-enable"},
    /* The specification spells it in both ways. The linker may use these and need not: the code
     * keeps what its compile allowed. */
    {"-cl-no-signed-zeros", FORM_FLAG, BOTH, "-fno-signed-zeros"},
    {"-cl-no-signed-zeroes", FORM_FLAG, BOTH, "-fno-signed-zeros"},
    {"-cl-unsafe-math-optimizations", FORM_FLAG, BOTH, "-cl-unsafe-math-optimizations"},
    {"-cl-finite-math-only", FORM_FLAG, BOTH, "-cl-finite-math-only"},
    {"-cl-fast-relaxed-math", FORM_FLAG, BOTH, "-cl-fast-relaxed-math"},
    /* Options of OpenCL 2.0 and 2.1: work-groups are uniform here, and sub-groups are
     * wavefronts. */
    {"-cl-uniform-work-group-size", FORM_FLAG, COMPILER, NULL},
    {"-cl-no-subgroup-ifp", FORM_FLAG, BOTH, NULL},
    {"-w", FORM_FLAG, COMPILER, "-w"},
    {"-Werror", FORM_FLAG, COMPILER, "-Werror"},
    /* Argument information and line numbers are always kept, for messages. */
    {OPTION_INFO, FORM_FLAG, COMPILER, NULL},
    {"-g", FORM_FLAG, COMPILER, NULL},
    {OPTION_LIBRARY, FORM_FLAG, LINKER, NULL},
    {OPTION_LATER, FORM_FLAG, LINKER, NULL},
};
/* clang-format on */

/* The versions of CL_DEVICE_OPENCL_C_ALL_VERSIONS. 2.0 is missing: it requires all that it brought,
 * of which 3.0 devices have what they can. */
static const char *const standards[] = {"CL1.0", "CL1.1", "CL1.2", "CL3.0"};
enum { STANDARDS = COUNT(standards) };

static const struct option *find_option(const char *word, enum option_list list)
{
    for (size_t i = 0; i < COUNT(option_table); i++) {
        const struct option *option = &option_table[i];
        bool same = option->form == FORM_FLAG ? !strcmp(word, option->name)
                                              : !strncmp(word, option->name, strlen(option->name));
        if (same && option->lists & list)
            return option;
    }
    return NULL;
}

static enum compiler_status add_argument(struct build_options *options, const char *name,
                                         const char *value)
{
    size_t size = strlen(name) + strlen(value) + 1;
    char *word = malloc(size);
    if (word)
        snprintf(word, size, "%s%s", name, value);
    return append_word(&options->clang, &options->clang_count, word) ? COMPILER_OK
                                                                     : COMPILER_NO_MEMORY;
}

static enum compiler_status set_standard(struct build_options *options, const char *value,
                                         FILE *log)
{
    for (size_t i = 0; i < STANDARDS; i++) {
        if (!strcmp(value, standards[i])) {
            options->standard = standards[i];
            return COMPILER_OK;
        }
    }
    fprintf(log, "error: invalid build option '-cl-std=%s': this device has", value);
    for (size_t i = 0; i < STANDARDS; i++)
        fprintf(log, "%s %s", i + 1 == STANDARDS ? " and" : i ? "," : "", standards[i]);
    fputc('\n', log);
    return COMPILER_INVALID_OPTIONS;
}

/* Handles words[*at] and moves *at to the last word used. */
static enum compiler_status parse_word(struct build_options *options, enum option_list list,
                                       char *const *words, size_t count, size_t *at, FILE *log)
{
    const char *word = words[*at];
    const struct option *option = find_option(word, list);
    if (!option) {
        fprintf(log, "error: unknown %s option '%s'\n",
                list == OPTIONS_OF_LINKER ? "linker" : "build", word);
        return COMPILER_INVALID_OPTIONS;
    }
    const char *value = word + strlen(option->name);
    options->noopt |= !strcmp(word, OPTION_NOOPT);
    options->exact_division |= !strcmp(word, OPTION_EXACT);
    options->library |= !strcmp(word, OPTION_LIBRARY);
    options->arg_info |= !strcmp(word, OPTION_INFO);
    switch (option->form) {
    case FORM_FLAG:
        return option->clang ? add_argument(options, option->clang, "") : COMPILER_OK;
    case FORM_STANDARD:
        return set_standard(options, value, log);
    case FORM_JOINED:
        if (!*value && *at + 1 < count)
            value = words[++*at];
        if (!*value)
            break;
        return add_argument(options, option->clang, value);
    }
    fprintf(log, "error: build option '%s' needs a value\n", word);
    return COMPILER_INVALID_OPTIONS;
}

static bool has_word(char *const *words, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(words[i], word))
            return true;
    return false;
}

enum compiler_status build_options_parse(struct build_options *options, enum option_list list,
                                         char *const *words, size_t count, FILE *log)
{
    enum compiler_status status = COMPILER_OK;
    *options = (struct build_options){.standard = "CL1.2"};
    for (size_t i = 0; i < count && status == COMPILER_OK; i++)
        status = parse_word(options, list, words, count, &i, log);
    if (status == COMPILER_OK && list == OPTIONS_OF_LINKER && !options->library &&
        has_word(words, count, OPTION_LATER)) {
        fprintf(log, "error: %s needs %s\n", OPTION_LATER, OPTION_LIBRARY);
        status = COMPILER_INVALID_OPTIONS;
    }
    if (status != COMPILER_OK)
        build_options_finish(options);
    return status;
}

enum compiler_status build_options_check(enum option_list list, const char *text, bool *arg_info,
                                         FILE *log)
{
    struct build_options options;
    char **words;
    size_t count;
    *arg_info = false;
    enum compiler_status status = words_split(text, &words, &count, log);
    if (status != COMPILER_OK)
        return status;
    status = build_options_parse(&options, list, words, count, log);
    words_free(words, count);
    if (status != COMPILER_OK)
        return status;
    *arg_info = options.arg_info;
    build_options_finish(&options);
    return COMPILER_OK;
}

/* A macro's value, where that is an absolute path. */
static const char *path_of_macro(const char *definition)
{
    const char *value = strchr(definition, '=');
    return value && value[1] == '/' ? value + 1 : NULL;
}

static const char *folder_of(const char *word, bool *is_macro)
{
    *is_macro = !strncmp(word, OPTION_MACRO, strlen(OPTION_MACRO));
    if (*is_macro)
        return path_of_macro(word);
    return strncmp(word, OPTION_FOLDER, strlen(OPTION_FOLDER)) ? NULL
                                                               : word + strlen(OPTION_FOLDER);
}

const char *build_options_folder(const struct build_options *options, size_t *next, bool *is_macro)
{
    const char *folder = NULL;
    assert(*next <= options->clang_count);
    while (!folder && *next < options->clang_count)
        folder = folder_of(options->clang[(*next)++], is_macro);
    return folder;
}

void build_options_finish(struct build_options *options)
{
    words_free(options->clang, options->clang_count);
    *options = (struct build_options){0};
}
