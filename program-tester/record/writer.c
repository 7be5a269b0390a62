/* SPDX-License-Identifier: MIT */
/* writer.c: each record is one write(), so that a kill loses only the record that is being made. */
#include "program-tester/record/writer.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zstd.h>

enum { ZSTD_LEVEL = 1, SMALLEST_ZSTD = 64, MOST_NOTES = 64 };

struct known {
    struct hash hash;
    size_t size;
    uint64_t number; /* 0: the slot is free */
};

static struct {
    pthread_mutex_t lock;
    int file;
    pid_t process;
    uint64_t records, contents, launches, bytes;
    uint64_t most_launches, most_bytes; /* 0: no limit */
    uint64_t early;                     /* launches that are still to be left out */
    struct known *known;
    size_t room; /* of `known`, a power of two */
    uint64_t notes[MOST_NOTES];
    unsigned note_count;
    ZSTD_CCtx *zstd;
} writer = {.lock = PTHREAD_MUTEX_INITIALIZER, .file = -1};

bool writer_is_open(void)
{
    return writer.file >= 0 && writer.process == getpid();
}

static void stop(const char *why)
{
    fprintf(stderr, "rootle-record: %s: what comes is not recorded\n", why);
    close(writer.file);
    writer.file = -1;
}

static uint64_t put_locked(enum op op, struct pack *fields);

/* Ends the recording before the application does, and says so in it. */
static void cut(const char *why)
{
    struct pack note = {0}, end = {0};

    writer.most_bytes = 0;
    pack_text(&note, why);
    put_locked(OP_NOTE, &note);
    pack_number(&end, writer.launches);
    put_locked(OP_END, &end);
    pack_finish(&note);
    pack_finish(&end);
    if (writer_is_open())
        stop(why);
}

static bool write_both(const struct record_head *head, const struct pack *fields)
{
    struct iovec parts[2] = {{(void *)head, sizeof *head}, {fields->bytes, fields->size}};
    unsigned first = 0;

    while (first < 2) {
        if (!parts[first].iov_len) {
            first++;
            continue;
        }
        const ssize_t written = writev(writer.file, parts + first, (int)(2 - first));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        for (size_t left = (size_t)written; left;) {
            const size_t step = left < parts[first].iov_len ? left : parts[first].iov_len;
            parts[first].iov_base = (uint8_t *)parts[first].iov_base + step;
            parts[first].iov_len -= step;
            left -= step;
            first += !parts[first].iov_len;
        }
    }
    return true;
}

/* Commands, waits and results are left out before the first launch that is kept. */
static bool is_left_out(enum op op)
{
    const bool is_command = op >= OP_LAUNCH && op < OP_USER_EVENT;

    return writer.early && (is_command || op > OP_SET_STATUS || op == OP_RESULT);
}

static uint64_t put_locked(enum op op, struct pack *fields)
{
    const struct record_head head = {
        .size = fields->size, .op = op, .checksum = XXH64(fields->bytes, fields->size, op)};

    assert(op > OP_NONE && op < OP_COUNT);
    if (!writer_is_open() || is_left_out(op))
        return 0;
    if (fields->failed) {
        stop("no memory");
        return 0;
    }
    if (writer.most_bytes && writer.bytes + fields->size > writer.most_bytes) {
        cut("the limit of --memory is reached");
        return 0;
    }
    if (!write_both(&head, fields)) {
        stop(strerror(errno));
        return 0;
    }
    writer.bytes += sizeof head + fields->size;
    return ++writer.records;
}

uint64_t writer_put(enum op op, struct pack *fields)
{
    pthread_mutex_lock(&writer.lock);
    const uint64_t number = put_locked(op, fields);
    pthread_mutex_unlock(&writer.lock);
    pack_finish(fields);
    return number;
}

/* ---- contents ---- */

static struct known *slot_of(struct hash hash, size_t size)
{
    for (size_t i = hash.low;; i++) {
        struct known *known = &writer.known[i & (writer.room - 1)];
        if (!known->number ||
            (known->hash.low == hash.low && known->hash.high == hash.high && known->size == size))
            return known;
    }
}

static bool make_room(void)
{
    struct known *const old = writer.known;
    const size_t count = writer.room;

    if (count && writer.contents < count / 2)
        return true;
    struct known *grown = calloc(count ? count * 2 : 1024, sizeof *grown);
    if (!grown)
        return false;
    writer.known = grown;
    writer.room = count ? count * 2 : 1024;
    for (size_t i = 0; i < count; i++)
        if (old[i].number)
            *slot_of(old[i].hash, old[i].size) = old[i];
    free(old);
    return true;
}

static void pack_compressed(struct pack *pack, const uint8_t *bytes, size_t size)
{
    const size_t bound = ZSTD_compressBound(size);
    void *room = size < SMALLEST_ZSTD ? NULL : malloc(bound);

    if (!writer.zstd)
        writer.zstd = ZSTD_createCCtx();
    const size_t small = room && writer.zstd
                             ? ZSTD_compressCCtx(writer.zstd, room, bound, bytes, size, ZSTD_LEVEL)
                             : size;
    const bool is_smaller = !ZSTD_isError(small) && small < size;
    pack_number(pack, is_smaller ? CODEC_ZSTD : CODEC_RAW);
    pack_bytes(pack, is_smaller ? room : bytes, is_smaller ? small : size);
    free(room);
}

static uint64_t add_content(const struct box *box, struct hash hash, size_t size)
{
    struct pack pack = {0};

    if (!make_room())
        return 0;
    struct known *known = slot_of(hash, size);
    if (known->number)
        return known->number;
    uint8_t *bytes = malloc(size);
    if (!bytes)
        return 0;
    box_gather(box, bytes);
    pack_number(&pack, size);
    pack_number(&pack, hash.low);
    pack_number(&pack, hash.high);
    pack_compressed(&pack, bytes, size);
    free(bytes);
    const uint64_t record = put_locked(OP_CONTENT, &pack);
    pack_finish(&pack);
    if (!record)
        return 0;
    *known = (struct known){hash, size, ++writer.contents};
    return known->number;
}

uint64_t writer_content(const struct box *box)
{
    size_t size;

    if (!writer_is_open() || !box->base || !box_size(box, &size) || !size)
        return 0;
    const struct hash hash = box_hash(box);
    pthread_mutex_lock(&writer.lock);
    const uint64_t number = add_content(box, hash, size);
    pthread_mutex_unlock(&writer.lock);
    return number;
}

uint64_t writer_data(const struct box *box)
{
    return writer_early() ? 0 : writer_content(box);
}

/* ---- notes, begin and end ---- */

void writer_note(const char *format, ...)
{
    char text[400];
    struct pack pack = {0};
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const uint64_t hash = XXH64(text, strlen(text), 0);
    pthread_mutex_lock(&writer.lock);
    bool is_new = writer.note_count < MOST_NOTES;
    for (unsigned i = 0; i < writer.note_count; i++)
        is_new &= writer.notes[i] != hash;
    if (is_new) {
        writer.notes[writer.note_count++] = hash;
        pack_text(&pack, text);
        put_locked(OP_NOTE, &pack);
    }
    pthread_mutex_unlock(&writer.lock);
    pack_finish(&pack);
}

uint64_t writer_early(void)
{
    pthread_mutex_lock(&writer.lock);
    const uint64_t early = writer.early;
    pthread_mutex_unlock(&writer.lock);
    return early;
}

void writer_less_early(void)
{
    pthread_mutex_lock(&writer.lock);
    writer.early -= writer.early != 0;
    pthread_mutex_unlock(&writer.lock);
}

bool writer_launch(void)
{
    pthread_mutex_lock(&writer.lock);
    const bool is_kept =
        writer.early || !writer.most_launches || writer.launches < writer.most_launches;
    if (!is_kept && writer_is_open())
        cut("the limit of --launches is reached");
    writer.launches += is_kept && !writer.early;
    pthread_mutex_unlock(&writer.lock);
    return is_kept;
}

static uint64_t limit_of(const char *variable)
{
    const char *text = getenv(variable);
    return text ? strtoull(text, NULL, 10) : 0;
}

/* The first argument of this process alone: others may be private. */
static void read_name(char *name, size_t room)
{
    const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    const ssize_t size = file < 0 ? -1 : read(file, name, room - 1);

    if (file >= 0)
        close(file);
    name[size < 0 ? 0 : size] = '\0';
}

static void put_begin(const char *application)
{
    char name[4096];
    struct pack pack = {0};

    if (!application)
        read_name(name, sizeof name);
    pack_number(&pack, (uint64_t)writer.process);
    pack_text(&pack, application ? application : name);
    writer_put(OP_BEGIN, &pack);
}

bool writer_open(const char *folder, const char *application)
{
    char path[4096];

    free(writer.known);
    writer.known = NULL;
    writer.room = writer.note_count = 0;
    writer.records = writer.contents = writer.launches = writer.bytes = 0;
    writer.process = getpid();
    writer.most_launches = limit_of("ROOTLE_RECORD_LAUNCHES");
    writer.most_bytes = limit_of("ROOTLE_RECORD_BYTES");
    writer.early = limit_of("ROOTLE_RECORD_FROM");
    snprintf(path, sizeof path, "%s/process-%ld.rec", folder, (long)writer.process);
    writer.file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (writer.file < 0) {
        fprintf(stderr, "rootle-record: %s: %s: nothing is recorded\n", path, strerror(errno));
        return false;
    }
    if (write(writer.file, RECORD_MAGIC, RECORD_MAGIC_SIZE) != RECORD_MAGIC_SIZE) {
        stop(strerror(errno));
        return false;
    }
    put_begin(application);
    return true;
}

void writer_close(void)
{
    struct pack pack = {0};

    if (!writer_is_open())
        return;
    pack_number(&pack, writer.launches);
    writer_put(OP_END, &pack);
    pthread_mutex_lock(&writer.lock);
    if (writer.file >= 0)
        close(writer.file);
    writer.file = -1;
    pthread_mutex_unlock(&writer.lock);
}
