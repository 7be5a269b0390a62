/* SPDX-License-Identifier: MIT */
/* regex.c: POSIX extended regular expressions, as glibc takes them: which of them are wrong, and
 * what they find. An expression becomes a program of few instructions, of which all states are
 * followed at once: no text takes it long. Chapter 9.4 of POSIX.1 has the grammar. */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include "program-tester/boards/windows/posix.h"
#else
#include "program-tester/boards/windows/regex_names.h"
#endif

enum op { OP_SET, OP_SPLIT, OP_JUMP, OP_START, OP_STOP, OP_FOUND };

struct instruction {
    enum op op;
    int to, other; /* OP_JUMP, OP_SPLIT: offsets from here */
    uint8_t set[32];
};

struct regex_program {
    struct instruction *code;
    int count, capacity;
};

enum error {
    NONE,
    NO_MEMORY,
    NO_BRACKET,
    NO_PARENTHESIS,
    NO_BRACE,
    BAD_REPEAT,
    BAD_BOUND,
    BAD_RANGE,
    BAD_CLASS,
    BAD_END,
    TOO_BIG
};

static const char *const messages[] = {
    [NONE] = "Success",
    [NO_MEMORY] = "Memory exhausted",
    [NO_BRACKET] = "Unmatched [, [^, [:, [., or [=",
    [NO_PARENTHESIS] = "Unmatched ( or \\(",
    [NO_BRACE] = "Unmatched { or \\{",
    [BAD_REPEAT] = "Invalid preceding regular expression",
    [BAD_BOUND] = "Invalid content of \\{\\}",
    [BAD_RANGE] = "Invalid range end",
    [BAD_CLASS] = "Invalid character class name",
    [BAD_END] = "Trailing backslash",
    [TOO_BIG] = "Regular expression too big",
};

/* ---- making the program ---- */

enum { MOST_CODE = 1 << 16 };

struct parser {
    const char *at;
    struct regex_program *program;
    int depth;
    enum error error;
};

static struct instruction *add(struct parser *parser, enum op op)
{
    struct regex_program *program = parser->program;
    static struct instruction nowhere;

    if (program->count == program->capacity) {
        int more = program->capacity ? 2 * program->capacity : 64;
        struct instruction *code =
            more > MOST_CODE ? NULL : realloc(program->code, (size_t)more * sizeof(*code));

        if (!code) {
            parser->error = more > MOST_CODE ? TOO_BIG : NO_MEMORY;
            return &nowhere;
        }
        program->code = code;
        program->capacity = more;
    }
    struct instruction *made = &program->code[program->count++];
    *made = (struct instruction){.op = op};
    return made;
}

/* Puts a jump or a split before the code from `start` on. */
static void insert(struct parser *parser, int start, enum op op, int to, int other)
{
    struct regex_program *program = parser->program;

    add(parser, op);
    if (parser->error)
        return;
    struct instruction *code = program->code;
    memmove(code + start + 1, code + start, (size_t)(program->count - 1 - start) * sizeof(*code));
    code[start] = (struct instruction){.op = op, .to = to, .other = other};
}

static void add_jump(struct parser *parser, enum op op, int to, int other)
{
    struct instruction *made = add(parser, op);

    made->to = to;
    made->other = other;
}

static void include(uint8_t *set, unsigned char c)
{
    set[c >> 3] |= (uint8_t)(1 << (c & 7));
}

static bool add_class(uint8_t *set, const char *name, size_t length)
{
    static const struct {
        const char *name;
        int (*has)(int c);
    } classes[] = {
        {"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl},
        {"digit", isdigit}, {"graph", isgraph}, {"lower", islower}, {"print", isprint},
        {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit},
    };

    for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
        if (strlen(classes[i].name) != length || memcmp(classes[i].name, name, length) != 0)
            continue;
        for (int c = 0; c < 256; c++) {
            if (classes[i].has(c))
                include(set, (unsigned char)c);
        }
        return true;
    }
    return false;
}

/* One thing of a bracket: a character, a range or a class. */
static void parse_member(struct parser *parser, uint8_t *set)
{
    const char *at = parser->at, *end;

    if (at[0] == '[' && at[1] == ':' && (end = strstr(at + 2, ":]"))) {
        if (!add_class(set, at + 2, (size_t)(end - at - 2)))
            parser->error = BAD_CLASS;
        parser->at = end + 2;
        return;
    }
    if (at[0] == '[' && (at[1] == '.' || at[1] == '=' || at[1] == ':')) {
        parser->error = NO_BRACKET; /* collating elements are not taken */
        return;
    }
    unsigned char low = (unsigned char)*at++, high = low;
    if (at[0] == '-' && at[1] && at[1] != ']') {
        high = (unsigned char)at[1];
        at += 2;
    }
    parser->at = at;
    if (high < low)
        parser->error = BAD_RANGE;
    for (unsigned c = low; c <= high; c++)
        include(set, (unsigned char)c);
}

static void parse_bracket(struct parser *parser)
{
    uint8_t set[32] = {0};
    bool is_other = *parser->at == '^';

    parser->at += is_other;
    do {
        if (!*parser->at)
            parser->error = NO_BRACKET;
        else
            parse_member(parser, set);
        if (parser->at[0] == '-' && parser->at[1] != ']' && !parser->error)
            parser->error = BAD_RANGE; /* such as a-b-c */
    } while (!parser->error && *parser->at != ']');
    if (parser->error)
        return;
    parser->at++;
    struct instruction *made = add(parser, OP_SET);
    for (int i = 0; i < 32; i++)
        made->set[i] = is_other ? (uint8_t)~set[i] : set[i];
}

static void parse_choice(struct parser *parser);

static void parse_atom(struct parser *parser)
{
    char c = *parser->at++;

    if (c == '(') {
        parser->depth++;
        parse_choice(parser);
        if (!parser->error && *parser->at++ != ')')
            parser->error = NO_PARENTHESIS;
        parser->depth--;
    } else if (c == '[') {
        parse_bracket(parser);
    } else if (c == '^' || c == '$') {
        add(parser, c == '^' ? OP_START : OP_STOP);
    } else if (c == '.') {
        memset(add(parser, OP_SET)->set, 0xff, 32);
    } else if (c == '\\' && !*parser->at) {
        parser->error = BAD_END;
    } else {
        if (c == '\\')
            c = *parser->at++;
        include(add(parser, OP_SET)->set, (unsigned char)c);
    }
}

static int parse_number(struct parser *parser)
{
    int number = -1;

    for (; isdigit((unsigned char)*parser->at); parser->at++)
        number =
            number > RE_DUP_MAX ? number : (number < 0 ? 0 : number * 10) + (*parser->at - '0');
    return number;
}

/* {N}, {N,}, {,M} or {N,M}. Most is -1 for none. */
static void parse_bound(struct parser *parser, int *least, int *most)
{
    *least = *most = parse_number(parser);
    if (*parser->at == ',') {
        parser->at++;
        *most = parse_number(parser);
        if (*least < 0)
            *least = 0;
    }
    if (*parser->at != '}')
        parser->error = *parser->at ? BAD_BOUND : NO_BRACE;
    else if (*least < 0 || (*most >= 0 && *most < *least))
        parser->error = BAD_BOUND;
    else if (*least > RE_DUP_MAX || *most > RE_DUP_MAX)
        parser->error = TOO_BIG;
    parser->at++;
}

/* Adds the code of [start, start + size) once more. */
static void copy_code(struct parser *parser, int start, int size)
{
    for (int i = 0; i < size && !parser->error; i++) {
        struct instruction *made = add(parser, OP_FOUND);

        *made = parser->program->code[start + i];
    }
}

/* Makes the code from `start` on a repetition of itself. */
static void repeat(struct parser *parser, int start, int least, int most)
{
    int size = parser->program->count - start;

    if (most == 0) {
        parser->program->count = start;
        return;
    }
    for (int i = 1; i < least && !parser->error; i++)
        copy_code(parser, start, size);
    if (most < 0 && least) {
        add_jump(parser, OP_SPLIT, -size, 1);
    } else if (most < 0) {
        insert(parser, start, OP_SPLIT, 1, size + 2);
        add_jump(parser, OP_JUMP, -size - 1, 0);
    } else {
        if (!least)
            insert(parser, start++, OP_SPLIT, 1, size + 1);
        for (int i = least ? least : 1; i < most && !parser->error; i++) {
            add_jump(parser, OP_SPLIT, 1, size + 1);
            copy_code(parser, start, size);
        }
    }
}

static bool is_repeat(char c)
{
    return c && strchr("*+?{", c);
}

/* An atom and how often it is there. */
static void parse_piece(struct parser *parser)
{
    int start = parser->program->count;

    if (is_repeat(*parser->at)) {
        parser->error = BAD_REPEAT;
        return;
    }
    bool is_anchor = *parser->at == '^' || *parser->at == '$';
    parse_atom(parser);
    while (!parser->error && is_repeat(*parser->at)) {
        char c = *parser->at++;
        int least = c == '+', most = c == '?' ? 1 : -1;

        if (is_anchor)
            parser->error = BAD_REPEAT;
        else if (c == '{')
            parse_bound(parser, &least, &most);
        if (!parser->error)
            repeat(parser, start, least, most);
    }
}

static bool ends_branch(const struct parser *parser)
{
    char c = *parser->at;

    return !c || c == '|' || (c == ')' && parser->depth);
}

static void parse_choice(struct parser *parser)
{
    int start = parser->program->count;

    while (!parser->error && !ends_branch(parser))
        parse_piece(parser);
    if (parser->error || *parser->at != '|')
        return;
    parser->at++;
    insert(parser, start, OP_SPLIT, 1, parser->program->count - start + 2);
    int jump = parser->program->count;
    add(parser, OP_JUMP);
    parse_choice(parser);
    if (!parser->error)
        parser->program->code[jump].to = parser->program->count - jump;
}

int regcomp(regex_t *regex, const char *expression, int flags)
{
    struct regex_program *program = calloc(1, sizeof(*program));
    struct parser parser = {.at = expression, .program = program};

    (void)flags;
    regex->program = program;
    if (!program)
        return NO_MEMORY;
    parse_choice(&parser);
    if (!parser.error)
        add(&parser, OP_FOUND);
    if (parser.error)
        regfree(regex);
    return (int)parser.error;
}

void regfree(regex_t *regex)
{
    free(regex->program->code);
    free(regex->program);
    regex->program = NULL;
}

size_t regerror(int error, const regex_t *regex, char *text, size_t size)
{
    (void)regex;
    return (size_t)snprintf(text, size, "%s", messages[error]) + 1;
}

/* ---- running it ---- */

/* The states that are reached, each once; `mark` says with which one an instruction was reached
 * last. */
struct states {
    int *items, count;
};

struct run {
    const struct regex_program *program;
    const char *text;
    int *marks, *stack;
};

/* Adds a state and all that follow from it without a character. Returns whether the end is among
 * them. */
static bool reach(struct run *run, struct states *states, int from, const char *at)
{
    int depth = 0, now = (int)(at - run->text) + 1;

    run->stack[depth++] = from;
    while (depth) {
        int place = run->stack[--depth];
        const struct instruction *code = &run->program->code[place];

        if (run->marks[place] == now)
            continue;
        run->marks[place] = now;
        if (code->op == OP_FOUND)
            return true;
        if (code->op == OP_SET)
            states->items[states->count++] = place;
        if (code->op == OP_SPLIT)
            run->stack[depth++] = place + code->other;
        if (code->op == OP_SPLIT || code->op == OP_JUMP)
            run->stack[depth++] = place + code->to;
        if ((code->op == OP_START && at == run->text) || (code->op == OP_STOP && !*at))
            run->stack[depth++] = place + 1;
    }
    return false;
}

static bool search(struct run *run, struct states *now, struct states *next)
{
    for (const char *at = run->text;; at++) {
        unsigned char c = (unsigned char)*at;

        if (reach(run, now, 0, at)) /* a match may begin anywhere */
            return true;
        if (!c)
            return false;
        next->count = 0;
        for (int i = 0; i < now->count; i++) {
            const uint8_t *set = run->program->code[now->items[i]].set;

            if (set[c >> 3] & 1 << (c & 7) && reach(run, next, now->items[i] + 1, at + 1))
                return true;
        }
        struct states other = *now;
        *now = *next;
        *next = other;
    }
}

int regexec(const regex_t *regex, const char *text, size_t count, regmatch_t *found, int flags)
{
    size_t size = (size_t)regex->program->count;
    int *memory = calloc(5 * size + 2, sizeof(*memory));
    struct run run = {regex->program, text, memory, memory + size};
    struct states now = {memory + 3 * size + 2, 0}, next = {memory + 4 * size + 2, 0};

    (void)count;
    (void)found;
    (void)flags;
    bool is_found = memory && search(&run, &now, &next);
    free(memory);
    return !is_found;
}
