/* SPDX-License-Identifier: MIT */
/* channel.c: descriptors for the tester alone. */
#include "program-tester/report/channel.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* A descriptor that libraries do not stumble over: they get the lowest free ones, from 3 on, and
 * this is half way to the highest that is allowed. */
static int high_number(void)
{
    long limit = sysconf(_SC_OPEN_MAX);

    return (int)(limit < 0 || limit > 1024 ? 1024 : limit) / 2;
}

/* A copy of the descriptor with a high number, which no child that executes a program inherits.
 * Returns -1 and sets errno on failure. */
static int copy_high(int descriptor)
{
    return fcntl(descriptor, F_DUPFD_CLOEXEC, high_number());
}

int pt_channel_pipe(int ends[2])
{
    int low[2];

    if (pipe2(low, O_CLOEXEC))
        return -1;
    ends[0] = copy_high(low[0]);
    ends[1] = copy_high(low[1]);
    int error = errno;
    close(low[0]);
    close(low[1]);
    if (ends[0] >= 0 && ends[1] >= 0)
        return 0;
    close(ends[0]);
    close(ends[1]);
    errno = error;
    return -1;
}

static FILE *open_copy(int descriptor, const char *mode)
{
    int copy = copy_high(descriptor);

    return copy < 0 ? NULL : fdopen(copy, mode);
}

bool pt_channel_open(struct pt_reporter *reporter, int records)
{
    FILE *file = open_copy(records < 0 ? STDOUT_FILENO : records, "w");

    if (!file)
        return false;
    if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        fclose(file);
        return false;
    }
    if (records > STDERR_FILENO)
        close(records);
    reporter->file = file;
    reporter->output = copy_high(STDERR_FILENO);
    setvbuf(stdout, NULL, _IOLBF, 0); /* a crash loses no whole line of a kernel's printf */
    return reporter->output >= 0;
}

FILE *pt_channel_input(void)
{
    FILE *file = open_copy(STDIN_FILENO, "r");
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);

    if (file && (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0)) {
        fclose(file);
        file = NULL;
    }
    if (nothing > STDIN_FILENO)
        close(nothing);
    return file;
}

/* Puts right what a driver does that takes a descriptor for its own. */
static void make_waiting(FILE *file)
{
    int flags = fcntl(fileno(file), F_GETFL);

    if (flags >= 0 && flags & O_NONBLOCK)
        fcntl(fileno(file), F_SETFL, flags & ~O_NONBLOCK);
}

ssize_t pt_channel_line(const struct pt_reporter *reporter, FILE *input, char **line,
                        size_t *capacity)
{
    make_waiting(input);
    make_waiting(reporter->file);
    return getline(line, capacity, input);
}

bool pt_channel_read_key(struct pt_reporter *reporter, FILE *input)
{
    char *key = reporter->key;

    if (!fgets(key, sizeof(reporter->key), input))
        return false;
    size_t length = strcspn(key, "\n");
    bool whole = key[length] == '\n' && length >= PT_KEY_LEAST;
    for (size_t i = 0; i < length; i++)
        whole &= isxdigit((unsigned char)key[i]) != 0;
    key[whole ? length : 0] = '\0';
    return whole;
}

void pt_channel_mark(const struct pt_reporter *reporter)
{
    char mark[sizeof(reporter->key) + 1];

    fflush(stdout);
    if (!reporter->key[0])
        return;
    int length = snprintf(mark, sizeof(mark), "%s\n", reporter->key);
    /* When nobody reads what is printed, it has no end to be marked either. */
    if (!pt_write_all(reporter->output, mark, (size_t)length))
        return;
}
