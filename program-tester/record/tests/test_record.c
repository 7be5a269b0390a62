/* SPDX-License-Identifier: MIT */
/* test_record.c: fields of records, boxes, and files that are cut off or damaged. */
#include "ci/tests/run_tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program-tester/record/reader.h"
#include "program-tester/record/writer.h"

static void test_numbers(void **state)
{
    const uint64_t numbers[] = {0, 1, 127, 128, 300, UINT32_MAX, UINT64_MAX};
    struct pack pack = {0};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        pack_number(&pack, numbers[i]);
    struct unpack unpack = {pack.bytes, pack.bytes + pack.size, false};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        assert_int_equal(unpack_number(&unpack), numbers[i]);
    assert_false(unpack.bad);
    assert_int_equal(unpack_number(&unpack), 0);
    assert_true(unpack.bad);
    pack_finish(&pack);
}

/* A number has ten bytes at most; one that goes on is bad, and ends. */
static void test_endless_number(void **state)
{
    uint8_t bytes[40];
    struct unpack unpack = {bytes, bytes + sizeof bytes, false};

    memset(bytes, 0xff, sizeof bytes);
    unpack_number(&unpack);
    assert_true(unpack.bad);
}

static void test_bytes_beyond_the_end(void **state)
{
    struct pack pack = {0};
    size_t size;

    pack_number(&pack, 1000);
    pack_raw(&pack, "abc", 3);
    struct unpack unpack = {pack.bytes, pack.bytes + pack.size, false};
    unpack_bytes(&unpack, &size);
    assert_true(unpack.bad);
    assert_int_equal(size, 0);
    pack_finish(&pack);
}

/* The hash is of the bytes in the box, whatever lies between rows. */
static void test_boxes(void **state)
{
    const uint8_t apart[] = {1, 2, 9, 3, 4, 8, 5, 6}, together[] = {1, 2, 3, 4, 5, 6};
    const struct box box = box_with_pitches(apart, (size_t[]){2, 3, 1}, 1, 3, 0);
    const struct box tight = box_of(together, sizeof together);
    uint8_t gathered[6], scattered[8] = {0, 0, 9, 0, 0, 8, 0, 0};
    size_t size;

    assert_true(box_size(&box, &size));
    assert_int_equal(size, 6);
    assert_true(box_extent(&box, &size));
    assert_int_equal(size, 8);
    assert_int_equal(box_hash(&box).low, box_hash(&tight).low);
    assert_int_equal(box_hash(&box).high, box_hash(&tight).high);
    box_gather(&box, gathered);
    assert_memory_equal(gathered, together, 6);
    const struct box target = box_with_pitches(scattered, (size_t[]){2, 3, 1}, 1, 3, 0);
    box_scatter(&target, together);
    assert_memory_equal(scattered, apart, 8);
}

static void test_huge_box(void **state)
{
    const struct box box = {NULL, SIZE_MAX / 2, 3, 1, SIZE_MAX / 2, 0};
    size_t size;

    assert_false(box_size(&box, &size));
    assert_false(box_extent(&box, &size));
}

/* ---- files ---- */

static char folder[] = "/tmp/test-record-XXXXXX", path[200];

static int make_folder(void **state)
{
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/process-%ld.rec", folder, (long)getpid());
    return 0;
}

static int remove_folder(void **state)
{
    unlink(path);
    return rmdir(folder);
}

/* Writes one content twice, a note and a launch, and ends. */
static void write_recording(void)
{
    uint8_t bytes[1000] = {5, 6, 7};
    const struct box box = box_of(bytes, sizeof bytes);
    struct pack fields = {0};

    unlink(path);
    assert_true(writer_open(folder, NULL));
    const uint64_t first = writer_content(&box);
    assert_int_equal(writer_content(&box), first);
    bytes[0] = 1;
    assert_int_equal(writer_content(&box), first + 1);
    writer_note("nothing of %s", "that");
    writer_note("nothing of %s", "that");
    pack_number(&fields, 42);
    assert_true(writer_put(OP_LAUNCH, &fields) > 0);
    writer_close();
}

static void test_round_trip(void **state)
{
    struct recording recording;
    size_t size;

    write_recording();
    assert_true(recording_open(&recording, path));
    assert_string_equal(recording.trouble, "");
    assert_true(recording.is_ended);
    assert_int_equal(recording.launches, 1);
    assert_int_equal(recording.content_count, 2);
    assert_int_equal(recording.count, 6); /* begin, two contents, a note, a launch, the end */
    uint8_t *content = recording_content(&recording, 1, 1000, &size);
    assert_non_null(content);
    assert_int_equal(size, 1000);
    assert_int_equal(content[0], 5);
    free(content);
    assert_null(recording_content(&recording, 1, 999, &size));
    assert_null(recording_content(&recording, 0, 1000, &size));
    assert_null(recording_content(&recording, 3, 1000, &size));
    recording_close(&recording);
}

/* Each prefix can be read up to its last whole record. */
static void test_cut_off(void **state)
{
    struct recording recording;
    uint8_t bytes[4096];
    size_t whole = 0;

    write_recording();
    FILE *file = fopen(path, "rb");
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t cut = RECORD_MAGIC_SIZE + 1; cut < size; cut++) {
        assert_int_equal(truncate(path, 0), 0);
        file = fopen(path, "wb");
        assert_int_equal(fwrite(bytes, 1, cut, file), cut);
        fclose(file);
        assert_true(recording_open(&recording, path));
        assert_false(recording.is_ended);
        assert_true(recording.count >= whole && recording.count < 6);
        whole = recording.count;
        recording_close(&recording);
    }
    assert_int_equal(whole, 5);
}

/* A record whose bytes have changed is the end of what is read. */
static void test_damaged(void **state)
{
    struct recording recording;
    uint8_t bytes[4096];

    write_recording();
    FILE *file = fopen(path, "r+b");
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fseek(file, (long)size - 1, SEEK_SET);
    fputc(bytes[size - 1] ^ 1, file);
    fclose(file);
    assert_true(recording_open(&recording, path));
    assert_string_equal(recording.trouble, "record 6 is damaged");
    assert_int_equal(recording.count, 5);
    recording_close(&recording);
    file = fopen(path, "r+b");
    fputc('X', file);
    fclose(file);
    assert_false(recording_open(&recording, path));
    assert_string_equal(recording.trouble, "it is no recording");
    recording_close(&recording);
    assert_false(recording_open(&recording, "/dev/zero"));
    recording_close(&recording);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(make_folder, remove_folder, cmocka_unit_test, test_numbers,
                             test_endless_number, test_bytes_beyond_the_end, test_boxes,
                             test_huge_box, test_round_trip, test_cut_off, test_damaged);
}
