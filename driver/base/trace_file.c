/* SPDX-License-Identifier: MIT */
/* trace_file.c: the file of ROOTLE_TRACE. */
#include "driver/base/trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/base/env.h"
#include "driver/base/whole.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int file = -1; /* stays open to the process's end */
static size_t written;
static bool given_up;
static atomic_int wanted; /* what was read of ROOTLE_TRACE; 0: nothing yet */

/* Asked for each launch, more than once. */
bool trace_file_wanted(void)
{
    enum { NOT_ASKED = 0, NO = 1, YES = 2 };
    int known = atomic_load_explicit(&wanted, memory_order_relaxed);
    if (known == NOT_ASKED) {
        known = *env_get(ENV_TRACE) ? YES : NO;
        atomic_store_explicit(&wanted, known, memory_order_relaxed);
    }
    return known == YES;
}

bool trace_text_open(struct trace_text *text)
{
    *text = (struct trace_text){0};
    text->out = open_memstream(&text->bytes, &text->size);
    return text->out;
}

/* Says why there will be no more, once. */
static void give_up(const char *why)
{
    given_up = true;
    fprintf(stderr, "rootle: ROOTLE_TRACE=%s: %s\n", env_get(ENV_TRACE), why);
}

static void append(const char *bytes, size_t size)
{
    if (file < 0)
        file = open(env_get(ENV_TRACE), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        give_up(strerror(errno));
    else if (size > TRACE_FILE_BYTES - written)
        give_up("it is full; later launches are not in it");
    else if (!whole_write(file, bytes, size))
        give_up(strerror(errno));
    else
        written += size;
}

void trace_text_append(struct trace_text *text)
{
    const bool bad = fclose(text->out);
    pthread_mutex_lock(&lock);
    if (bad && !given_up)
        give_up("out of memory");
    if (!given_up)
        append(text->bytes, text->size);
    pthread_mutex_unlock(&lock);
    free(text->bytes);
}

void trace_file_close(void)
{
    pthread_mutex_lock(&lock);
    if (file >= 0)
        close(file);
    file = -1;
    written = 0;
    given_up = false;
    atomic_store(&wanted, 0);
    pthread_mutex_unlock(&lock);
}

void trace_print_string(FILE *out, const char *text, size_t size)
{
    putc('"', out);
    for (size_t i = 0; i < size; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < ' ' || c >= 0x7f)
            fprintf(out, "\\u%04x", c);
        else
            putc(c, out);
    }
    putc('"', out);
}
