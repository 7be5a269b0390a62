/* SPDX-License-Identifier: MIT */
/* test_cache.c: what is stored is loaded, and what is no entry is not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/base/store.h"
#include "driver/compiler/cache.h"

static char folder[] = "/tmp/rootle-cache-XXXXXX";

static int set_up(void **state)
{
    return !mkdtemp(folder) || setenv("ROOTLE_CACHE_DIR", folder, 1);
}

static int tear_down(void **state)
{
    char command[300];
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command);
}

/* Keys whose first byte is odd never trim by themselves. */
static struct cache_key make_key(uint8_t number)
{
    struct cache_key key = {{1, number}};
    return key;
}

static void store(const struct cache_key *key, const char *text)
{
    struct protocol_reply entry = {
        .log = "log", .image = (void *)text, .image_size = (uint32_t)strlen(text)};
    cache_store(key, "", NULL, &entry);
}

static bool holds(const struct cache_key *key, const char *text)
{
    struct protocol_reply entry;
    if (!cache_load(key, "", &entry))
        return false;
    bool same = entry.image_size == strlen(text) && !memcmp(entry.image, text, entry.image_size) &&
                !strcmp(entry.log, "log");
    protocol_reply_finish(&entry);
    return same;
}

static void test_round_trip(void **state)
{
    struct cache_key key = make_key(1), other = make_key(2);
    assert_false(holds(&key, "program"));
    store(&key, "program");
    assert_true(holds(&key, "program"));
    assert_false(holds(&other, "program"));
    store(&key, "newer");
    assert_true(holds(&key, "newer"));
}

/* A sound blob that is no entry is removed. */
static void test_strange_blob(void **state)
{
    struct cache_key key = make_key(3);
    const struct store blobs = {folder, ".rtc", 1 << 20};
    char name[2 * SHA256_BYTES + 1] = "0103";
    void *bytes;
    size_t size;
    memset(name + 4, '0', sizeof(name) - 5);
    store(&key, "program");
    assert_int_equal(store_load(&blobs, name, &bytes, &size), STORE_GOOD);
    for (size_t length = 0; length < size; length++) {
        assert_true(store_save(&blobs, name, bytes, length));
        assert_false(holds(&key, "program"));
        void *none;
        size_t nothing;
        assert_int_equal(store_load(&blobs, name, &none, &nothing), STORE_ABSENT);
    }
    assert_true(store_save(&blobs, name, bytes, size));
    assert_true(holds(&key, "program"));
    free(bytes);
}

/* ---- files that a program looked for ---- */

static char header[300];

static void write_header(const char *text)
{
    FILE *file = fopen(header, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void store_of(uint8_t number, const char *outside, const struct timespec *since)
{
    const struct cache_key key = make_key(number);
    char lines[1000];
    snprintf(lines, sizeof(lines), "%s", outside);
    const struct protocol_reply entry = {COMPILER_OK, lines, "log", "program", 7};
    cache_store(&key, "/a", since, &entry);
}

static bool holds_in(uint8_t number, const char *where)
{
    const struct cache_key key = make_key(number);
    struct protocol_reply entry;
    const bool found = cache_load(&key, where, &entry);
    assert_true(!found || (entry.image_size == 7 && !memcmp(entry.image, "program", 7)));
    protocol_reply_finish(&entry);
    return found;
}

/* An entry is there while all files are as they were, for calls of the same folder. */
static void test_files(void **state)
{
    char lines[1000], absent[320];
    snprintf(header, sizeof(header), "%s/x.h", folder);
    snprintf(absent, sizeof(absent), "%s.none", header);
    snprintf(lines, sizeof(lines), "d%s\n-%s\nf%s\n", folder, absent, header);
    write_header("one");
    store_of(40, lines, NULL);
    assert_true(holds_in(40, "/a"));
    assert_false(holds_in(40, "/b"));
    write_header("two");
    assert_false(holds_in(40, "/a"));
    write_header("one");
    assert_true(holds_in(40, "/a"));
    assert_int_equal(mkdir(absent, 0700), 0);
    assert_false(holds_in(40, "/a"));
    assert_int_equal(rmdir(absent), 0);
    assert_true(holds_in(40, "/a"));
    assert_int_equal(unlink(header), 0);
    assert_false(holds_in(40, "/a"));
    assert_int_equal(mkfifo(header, 0600), 0); /* which an open would wait at */
    assert_false(holds_in(40, "/a"));
    assert_int_equal(unlink(header), 0);
    write_header("one");
    assert_true(holds_in(40, "/a"));
}

/* A file that is another one than the compiler saw, or may be, is no reason to keep anything. */
static void test_files_of_now(void **state)
{
    char lines[1000];
    struct stat info;
    write_header("one");
    assert_int_equal(stat(header, &info), 0);
    const struct timespec then = info.st_ctim, never = {0};
    const struct timespec next = {then.tv_sec, then.tv_nsec + 1}, later = {then.tv_sec + 1, 0};
    const struct {
        const char *format;
        const struct timespec *since;
        bool is_kept;
    } rows[] = {
        {"f%s\n", NULL, true},   {"f%s\n", &next, true},      {"f%s\n", &later, true},
        {"f%s\n", &then, false}, {"f%s\n", &never, false},    {"-%s\n", NULL, false},
        {"d%s\n", NULL, false},  {"f%s.none\n", NULL, false}, {"-%s.none\n", &never, true},
        {"?\n", NULL, false},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        snprintf(lines, sizeof(lines), rows[i].format, header);
        store_of((uint8_t)(50 + i), lines, rows[i].since);
        if (holds_in((uint8_t)(50 + i), "/a") != rows[i].is_kept)
            fail_msg("row %zu", i);
    }
}

static void test_size_limit(void **state)
{
    struct cache_key key = make_key(30);
    setenv("ROOTLE_CACHE_SIZE", "0", 1);
    store(&key, "program");
    assert_false(holds(&key, "program"));
    setenv("ROOTLE_CACHE_SIZE", "0.001", 1); /* 1048 bytes */
    for (int i = 0; i < 256; i++) {
        key.bytes[0] = 32;
        key.bytes[1] = (uint8_t)i;
        store(&key, "program");
    }
    unsigned kept = 0;
    for (int i = 0; i < 256; i++) {
        key.bytes[1] = (uint8_t)i;
        kept += holds(&key, "program");
    }
    assert_true(kept > 0 && kept < 40);
    unsetenv("ROOTLE_CACHE_SIZE");
}

/* Examples of FIPS 180-4's companion document, and a long message given in odd pieces. */
static void test_sha256(void **state)
{
    static const struct {
        const char *text;
        uint8_t first[4], last[2];
    } rows[] = {
        {"", {0xe3, 0xb0, 0xc4, 0x42}, {0xb8, 0x55}},
        {"abc", {0xba, 0x78, 0x16, 0xbf}, {0x15, 0xad}},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         {0x24, 0x8d, 0x6a, 0x61},
         {0x06, 0xc1}},
    };
    struct sha256 sha;
    uint8_t digest[SHA256_BYTES];
    for (size_t i = 0; i < COUNT(rows); i++) {
        sha256_init(&sha);
        sha256_update(&sha, rows[i].text, strlen(rows[i].text));
        sha256_finish(&sha, digest);
        assert_memory_equal(digest, rows[i].first, 4);
        assert_memory_equal(digest + 30, rows[i].last, 2);
    }
    char piece[97];
    memset(piece, 'a', sizeof(piece));
    sha256_init(&sha);
    for (int left = 1000000; left > 0; left -= (int)sizeof(piece))
        sha256_update(&sha, piece, left < (int)sizeof(piece) ? (size_t)left : sizeof(piece));
    sha256_finish(&sha, digest);
    assert_memory_equal(digest, ((uint8_t[]){0xcd, 0xc7, 0x6e, 0x5c}), 4);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(set_up, tear_down, cmocka_unit_test, test_round_trip,
                             test_strange_blob, test_files, test_files_of_now, test_size_limit,
                             test_sha256);
}
