/* SPDX-License-Identifier: MIT */
/* text.c: functions of strings that the C library of Windows lacks. */
#include <ctype.h>
#include <fenv.h>
#include <math.h>

#undef fflush
#undef fclose
#undef strtod

char *program_invocation_short_name = "rootle-board";

ssize_t getline(char **line, size_t *capacity, FILE *file)
{
    size_t length = 0;

    for (int c; (c = fgetc(file)) != EOF;) {
        if (length + 2 > *capacity) {
            size_t more = *capacity ? 2 * *capacity : 128;
            char *longer = realloc(*line, more);

            if (!longer)
                return -1;
            *line = longer;
            *capacity = more;
        }
        (*line)[length++] = (char)c;
        (*line)[length] = '\0';
        if (c == '\n')
            break;
    }
    return length ? (ssize_t)length : -1;
}

static struct {
    FILE *file;
    char **text;
    size_t *size;
} memory;

FILE *open_memstream(char **text, size_t *size)
{
    memory.file = tmpfile();
    memory.text = text;
    memory.size = size;
    return memory.file;
}

int windows_fflush(FILE *file)
{
    int failed = fflush(file);

    if (!file || file != memory.file)
        return failed;
    *memory.size = (size_t)ftell(file);
    *memory.text =
        calloc(*memory.size + 1, 1); /* that of the last time is the test's to free, or lost */
    rewind(file);
    if (*memory.text && fread(*memory.text, 1, *memory.size, file) != *memory.size)
        failed = EOF;
    fseek(file, 0, SEEK_END);
    return failed;
}

int windows_fclose(FILE *file)
{
    int failed = windows_fflush(file);

    if (file == memory.file)
        memory.file = NULL;
    return fclose(file) || failed ? EOF : 0;
}

char *strsep(char **text, const char *separators)
{
    char *word = *text;

    if (!word)
        return NULL;
    *text = strpbrk(word, separators);
    if (*text)
        *(*text)++ = '\0';
    return word;
}

char *strcasestr(const char *text, const char *part)
{
    size_t length = strlen(part);

    for (; *text; text++) {
        if (!strnicmp(text, part, length))
            return (char *)text;
    }
    return length ? NULL : (char *)text;
}

void *memmem(const void *memory, size_t size, const void *part, size_t part_size)
{
    const char *bytes = memory;

    for (size_t at = 0; part_size <= size && at <= size - part_size; at++) {
        if (!memcmp(bytes + at, part, part_size))
            return (void *)(bytes + at);
    }
    return NULL;
}

void *memrchr(const void *memory, int byte, size_t size)
{
    const unsigned char *bytes = memory;

    while (size) {
        if (bytes[--size] == (unsigned char)byte)
            return (void *)(bytes + size);
    }
    return NULL;
}

void *reallocarray(void *memory, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(memory, count * size);
}

int setenv(const char *name, const char *value, int overwrite)
{
    if (!overwrite && getenv(name))
        return 0;
    return _putenv_s(name, value) ? -1 : 0;
}

/* MinGW's C library reads numbers by it, and declares it in no header: gdtoa, by D. M. Gay. */
struct gdtoa_format {
    int mantissa_bits, least_exponent, most_exponent, rounding, sudden_underflow, more;
};
enum { GDTOA_UP = 2, GDTOA_DOWN = 3, GDTOA_NEGATIVE = 8 };
int __strtodg(const char *text, char **end, struct gdtoa_format *format, int32_t *exponent,
              uint32_t mantissa[2]);

/* MinGW's own rounds to nearest, always. What has become infinite stays so: it may be no number. */
double windows_strtod(const char *text, char **end)
{
    const int mode = fegetround();
    const double nearest = strtod(text, end);
    struct gdtoa_format format = {53, -1074, 971, mode == FE_UPWARD ? GDTOA_UP : GDTOA_DOWN, 0, 0};
    uint32_t mantissa[2] = {0};
    int32_t exponent = 0;

    if ((mode != FE_UPWARD && mode != FE_DOWNWARD) || !isfinite(nearest))
        return nearest;
    const int kind = __strtodg(text, end, &format, &exponent, mantissa);
    const uint64_t bits = (uint64_t)mantissa[1] << 32 | mantissa[0];
    const double value = ldexp((double)bits, exponent);
    return kind & GDTOA_NEGATIVE ? -value : value;
}

/* Whether a bracket's set has a character, and where it ends; NULL: it has no end, and is none. */
static const char *in_set(const char *pattern, char c, bool *has)
{
    bool is_other = *pattern == '!' || *pattern == '^', found = false;
    const char *at = pattern + is_other;

    do {
        if (!*at)
            return NULL;
        char low = *at++, high = low;
        if (at[0] == '-' && at[1] && at[1] != ']') {
            high = at[1];
            at += 2;
        }
        found |= c >= low && c <= high;
    } while (*at != ']');
    *has = found != is_other;
    return at + 1;
}

int fnmatch(const char *pattern, const char *text, int flags)
{
    for (; *pattern; text++) {
        const char *end;
        bool has = false;

        if (*pattern == '*') {
            for (pattern++;; text++) {
                if (!fnmatch(pattern, text, flags))
                    return 0;
                if (!*text)
                    return 1;
            }
        }
        if (!*text)
            return 1;
        if (*pattern == '[' && (end = in_set(pattern + 1, *text, &has))) {
            if (!has)
                return 1;
            pattern = end;
            continue;
        }
        if (*pattern == '\\' && pattern[1])
            pattern++;
        else if (*pattern == '?') {
            pattern++;
            continue;
        }
        if (*pattern++ != *text)
            return 1;
    }
    return *text != '\0';
}
