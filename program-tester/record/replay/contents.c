/* SPDX-License-Identifier: MIT */
/* contents.c: what memory objects hold, as files of a folder that are named by their hashes.
 * Nothing is read or written again while no command has written to the memory. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program-tester/base/util.h"
#include "program-tester/record/replay/replay.h"

enum { BLOCK = 1 << 16 };

static void hash_text(const struct box *box, char text[HASH_TEXT])
{
    const struct hash hash = box_hash(box);
    snprintf(text, HASH_TEXT, "%016" PRIx64 "%016" PRIx64, hash.high, hash.low);
}

/* Writes a file that has no room on the disk for blocks of zeros, of which large buffers have many.
 */
static bool write_sparse(int file, const uint8_t *bytes, size_t size)
{
    static const uint8_t zeros[BLOCK];

    for (size_t at = 0, step; at < size; at += step) {
        step = size - at < BLOCK ? size - at : BLOCK;
        if (!memcmp(bytes + at, zeros, step)) {
            if (lseek(file, (off_t)step, SEEK_CUR) < 0)
                return false;
        } else if (!pt_write_all(file, bytes + at, step)) {
            return false;
        }
    }
    return !ftruncate(file, (off_t)size);
}

void contents_keep_bytes(struct replay *replay, const void *bytes, size_t size,
                         char name[HASH_TEXT])
{
    const struct box box = box_of(bytes, size);

    hash_text(&box, name);
    char *path = pt_format("%s/%s", replay->states, name);
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0) {
        if (!write_sparse(file, bytes, size))
            replay_problem(replay, "%s: %s", path, strerror(errno));
        close(file);
    } else if (errno != EEXIST) {
        replay_problem(replay, "%s: %s", path, strerror(errno));
    }
    free(path);
}

/* ---- memory objects ---- */

static struct {
    uint8_t *bytes;
    size_t size;
} room;

/* Returns memory for an object's bytes and one more, which is used again: to have that of large
 * ones from the system takes longer than to fill it. */
static uint8_t *make_room(size_t size)
{
    if (size < room.size)
        return room.bytes;
    free(room.bytes);
    room.bytes = malloc(size + 1);
    room.size = room.bytes ? size + 1 : 0;
    return room.bytes;
}

void contents_close(void)
{
    free(room.bytes);
    room.bytes = NULL;
    room.size = 0;
}

/* Reads what is in the object. Its name is empty where that cannot be done. */
static void read_and_keep(struct replay *replay, const struct thing *queue, struct thing *mem)
{
    const size_t size = memory_size(mem);
    uint8_t *bytes = make_room(size);

    mem->kept[0] = '\0';
    if (bytes && replay_check(replay, memory_move(queue, mem, bytes, false), "reading a state"))
        contents_keep_bytes(replay, bytes, size, mem->kept);
    mem->kept_when = memory_writes(replay, mem);
}

void contents_keep(struct replay *replay, const struct thing *queue, struct thing *mem,
                   char name[HASH_TEXT])
{
    if (!mem->kept[0] || mem->kept_when != memory_writes(replay, mem))
        read_and_keep(replay, queue, mem);
    memcpy(name, mem->kept, HASH_TEXT);
}

void contents_give(struct replay *replay, const struct thing *queue, const struct thing *mem,
                   const char *name)
{
    if (mem->kept_when == memory_writes(replay, mem) && !strcmp(mem->kept, name))
        return;
    const size_t size = memory_size(mem);
    uint8_t *bytes = make_room(size);
    char *path = pt_format("%s/%s", replay->inputs, name);
    const int file = open(path, O_RDONLY | O_CLOEXEC);

    if (file < 0 || !bytes || pt_read_all(file, bytes, size + 1) != (ssize_t)size)
        replay_problem(replay, "%s has not the size of its object", path);
    else
        replay_check(replay, memory_move(queue, mem, bytes, true), "writing a state");
    memory_write(replay, mem);
    if (file >= 0)
        close(file);
    free(path);
}
