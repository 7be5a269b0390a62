/* SPDX-License-Identifier: MIT */
/* layout.c: reads the layouts of a guarded program (docs/kernel-abi.md, Variables). A binary may be
 * anybody's: what cannot be read has no name. */
#include "driver/clover/explain/layout.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 128, MOST_DIMENSIONS = 8 };

/* A line of the layouts, ended, and what follows. */
struct reader {
    char *line, *next;
};

static bool read_line(struct reader *reader)
{
    reader->line = reader->next;
    if (!*reader->line)
        return false;
    reader->next += strcspn(reader->next, "\n");
    if (*reader->next)
        *reader->next++ = '\0';
    return true;
}

struct header {
    char kind, function[WORD], name[WORD], dimensions[WORD], type[WORD];
    uint64_t bytes;
};

static bool read_header(const char *line, struct header *header)
{
    return sscanf(line, "%c %127s %127s %" SCNu64 " %127s %127[^\n]", &header->kind,
                  header->function, header->name, &header->bytes, header->dimensions,
                  header->type) == 6;
}

/* Whether a line begins the rows of what is asked for. */
static bool is_asked_for(const char *line, const struct layout_question *question,
                         struct header *header)
{
    return read_header(line, header) && (header->kind == 'a') == question->argument &&
           !strcmp(header->name, question->name) &&
           (question->argument || header->bytes == question->size);
}

struct dimension {
    uint64_t count; /* 0: as many as there is room for */
    uint64_t step;
};

static unsigned read_dimensions(const char *text, struct dimension dimensions[MOST_DIMENSIONS])
{
    unsigned count = 0;
    int used = 0;

    for (; count < MOST_DIMENSIONS &&
           sscanf(text, "%" SCNu64 "x%" SCNu64 ",%n", &dimensions[count].count,
                  &dimensions[count].step, &used) == 2 &&
           used && dimensions[count].step && dimensions[count].step <= INT32_MAX;
         count++, text += used, used = 0)
        ;
    return count;
}

/* Only the outermost index may be outside of its array: the byte is another row's else. */
static bool find_indices(const struct dimension *dimensions, unsigned count, uint64_t bytes,
                         int64_t at, int64_t *indices)
{
    for (unsigned i = 0; i < count; i++) {
        const int64_t step = (int64_t)dimensions[i].step;
        indices[i] = at / step - (at % step < 0);
        at -= indices[i] * step;
        if (i && (uint64_t)indices[i] >= dimensions[i].count)
            return false;
    }
    return at >= 0 && (uint64_t)at < bytes;
}

/* Prints a path with an index in each pair of brackets. One that ends with a point is of a vector,
 * whose component is the last index, unless `whole`. */
static void print_path(const char *path, const int64_t *indices, bool whole, FILE *out)
{
    for (; *path; path++) {
        if (*path == '.' && !path[1] && !whole)
            fprintf(out, ".s%" PRIx64, (uint64_t)*indices);
        else if (*path != '.' || path[1])
            fputc(*path, out);
        if (*path == '[')
            fprintf(out, "%" PRId64, *indices++);
    }
}

static void answer_row(const struct header *header, const struct layout_question *question,
                       const struct dimension *dimensions, const int64_t *indices, bool whole,
                       const char *path, struct layout_answer *answer)
{
    FILE *out = fmemopen(answer->text, LAYOUT_TEXT, "w");

    answer->is_array = !strncmp(path, "[]", 2);
    answer->index = answer->is_array ? indices[0] : 0;
    answer->count = !answer->is_array     ? 0
                    : dimensions[0].count ? (int64_t)dimensions[0].count
                                          : (int64_t)(question->size / dimensions[0].step);
    if (!out)
        return;
    fputs(header->name, out);
    print_path(path, indices, whole, out);
    fprintf(out, " of %s", header->type);
    fputs(header->type[strlen(header->type) - 1] == '*' ? "" : " ", out);
    fputs(header->name, out);
    if (header->kind == 'a')
        fprintf(out, "[%" PRId64 "]", answer->count);
    else if (*header->dimensions == '[')
        fputs(header->dimensions, out);
    fclose(out);
    answer->text[LAYOUT_TEXT - 1] = '\0';
}

/* Whether a row has the byte: its offset, bytes, dimensions and path. */
static bool read_row(const char *line, const struct header *header,
                     const struct layout_question *question, struct layout_answer *answer)
{
    char text[WORD], path[WORD];
    uint64_t offset, bytes;
    struct dimension dimensions[MOST_DIMENSIONS];
    int64_t indices[MOST_DIMENSIONS + 1] = {0};

    if (sscanf(line, " %" SCNu64 " %" SCNu64 " %127s %127s", &offset, &bytes, text, path) != 4 ||
        offset > INT32_MAX || !strcmp(path, "-"))
        return false;
    const unsigned count = read_dimensions(text, dimensions);
    unsigned shown = path[strlen(path) - 1] == '.';
    for (const char *c = path; *c; c++)
        shown += *c == '[';
    if (shown != count ||
        !find_indices(dimensions, count, bytes, question->at - (int64_t)offset, indices))
        return false;
    answer_row(header, question, dimensions, indices, question->bytes > bytes, path, answer);
    return true;
}

/* The kernel's own variable comes before one of another function with its name and size. */
static bool search(char *text, const struct layout_question *question, bool own,
                   struct layout_answer *answer)
{
    struct reader reader = {NULL, text};
    struct header header;
    bool wanted = false, found = false;

    while (!found && read_line(&reader))
        if (*reader.line != ' ')
            wanted = is_asked_for(reader.line, question, &header) &&
                     (!own || !strcmp(header.function, question->kernel));
        else
            found = wanted && read_row(reader.line, &header, question, answer);
    return found;
}

static char *copy_text(const struct rootle_binary *binary)
{
    return binary->layout_bytes ? strndup(binary->layouts, binary->layout_bytes) : NULL;
}

uint64_t layout_bytes(const struct rootle_binary *binary, const char *name, uint64_t least)
{
    char *text = copy_text(binary);
    struct reader reader = {NULL, text};
    struct header header;
    uint64_t bytes = 0;

    while (text && !bytes && read_line(&reader))
        if (*reader.line == 'v' && read_header(reader.line, &header) && header.bytes > least &&
            header.bytes <= INT32_MAX && !strcmp(header.name, name))
            bytes = header.bytes;
    free(text);
    return bytes;
}

bool layout_find(const struct rootle_binary *binary, const struct layout_question *question,
                 struct layout_answer *answer)
{
    bool found = false;

    for (unsigned own = 2; own-- && !found;) {
        char *text = copy_text(binary);
        found = text && search(text, question, own, answer) && *answer->text;
        free(text);
    }
    return found;
}
