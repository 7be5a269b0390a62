/* SPDX-License-Identifier: MIT */
/* mutants.c: replays damaged copies of a recording, whose checksums are right again: each must end.
 * mutants RECORDING COUNT [FIRST]; the number of the one that is tried is printed when it fails. */
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "program-tester/base/util.h"
#include "program-tester/device/drivers.h"
#include "program-tester/record/replay/replay.h"

enum { SECONDS = 60, MOST_BYTES = 1 << 26, FRAMES = 32 };

static volatile unsigned long tried;

static void tell(int number)
{
    char text[80];
    void *frames[FRAMES];
    const int size = snprintf(text, sizeof text, "mutant %lu: signal %d\n", tried, number);

    if (write(STDERR_FILENO, text, (size_t)size) == size)
        signal(number, SIG_DFL);
    backtrace_symbols_fd(frames, backtrace(frames, FRAMES), STDERR_FILENO);
    raise(number);
}

/* ---- changes ---- */

static void change_bytes(struct pack *record, uint64_t *chance)
{
    if (!record->size)
        return;
    for (uint64_t i = pt_random(chance) % 3 + 1; i--;) {
        uint8_t *byte = &record->bytes[pt_random(chance) % record->size];
        static const uint8_t odd[] = {0, 1, 0x7f, 0x80, 0xff};
        *byte = pt_random(chance) % 2 ? odd[pt_random(chance) % sizeof odd]
                                      : (uint8_t)(*byte ^ (1u << pt_random(chance) % 8));
    }
}

static void change_size(struct pack *record, uint64_t *chance)
{
    const uint64_t large[] = {UINT64_MAX, UINT32_MAX, (uint64_t)1 << 40, 4096};

    if (record->size && pt_random(chance) % 2)
        record->size = pt_random(chance) % record->size;
    else
        pack_number(record, large[pt_random(chance) % 4]);
}

/* Contents stay as they are: their hashes tell every change. */
static bool is_changed(const struct record *record, uint64_t *chance, size_t count)
{
    return record->op != OP_CONTENT && pt_random(chance) % count < 2;
}

static void put(FILE *file, uint32_t op, const struct pack *record)
{
    const struct record_head head = {
        .size = record->size, .op = op, .checksum = XXH64(record->bytes, record->size, op)};

    fwrite(&head, sizeof head, 1, file);
    fwrite(record->bytes, 1, record->size, file);
}

/* Returns which record is written in this place: in every second mutant one comes early. */
static size_t place_of(size_t number, size_t moved, size_t to)
{
    if (number == to)
        return moved;
    return number > to && number <= moved ? number - 1 : number;
}

static void write_mutant(FILE *file, const struct recording *good, uint64_t chance)
{
    const size_t moved = pt_random(&chance) % good->count;
    const size_t to = pt_random(&chance) % 2 ? moved : pt_random(&chance) % (moved + 1);

    fwrite(RECORD_MAGIC, 1, RECORD_MAGIC_SIZE, file);
    for (size_t i = 0; i < good->count; i++) {
        const struct record *record = &good->records[place_of(i, moved, to)];
        struct pack pack = {0};
        uint32_t op = record->op;
        unsigned times = 1;

        pack_raw(&pack, record->fields.at, (size_t)(record->fields.end - record->fields.at));
        if (is_changed(record, &chance, good->count)) {
            const uint64_t how = pt_random(&chance) % 8;
            if (how < 4)
                change_bytes(&pack, &chance);
            else if (how == 4)
                change_size(&pack, &chance);
            else if (how == 5)
                op = 1 + (uint32_t)(pt_random(&chance) % (OP_COUNT - 1));
            else
                times = how == 6 ? 0 : 2;
        }
        while (times--)
            put(file, op, &pack);
        pack_finish(&pack);
    }
}

static void replay_mutant(const char *path, const struct replay *begin, FILE *nowhere)
{
    struct replay replay = *begin;

    replay.json = (struct pt_json){.file = nowhere};
    if (recording_open(&replay.recording, path))
        replay_run(&replay);
    recording_close(&replay.recording);
}

int main(int argc, char **argv)
{
    struct recording good;
    struct replay begin = {.most_bytes = MOST_BYTES};
    char path[40];

    if (argc < 3 || !recording_open(&good, argv[1]))
        return 2;
    pt_drivers_choose();
    if (clGetPlatformIDs(1, &begin.platform, NULL) ||
        clGetDeviceIDs(begin.platform, CL_DEVICE_TYPE_ALL, 1, begin.devices, &begin.device_count))
        return 3;
    signal(SIGSEGV, tell);
    signal(SIGABRT, tell);
    signal(SIGALRM, tell);
    FILE *nowhere = fopen("/dev/null", "w");
    const unsigned long first = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
    for (tried = first; tried < first + strtoul(argv[2], NULL, 10); tried++) {
        const int memory = memfd_create("mutant", MFD_CLOEXEC);
        FILE *file = fdopen(dup(memory), "wb");
        write_mutant(file, &good, tried * 2654435761u + 1);
        fclose(file);
        snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
        alarm(SECONDS);
        replay_mutant(path, &begin, nowhere);
        close(memory);
    }
    fclose(nowhere);
    recording_close(&good);
    printf("%lu mutants were replayed\n", tried - first);
    return 0;
}
