/* SPDX-License-Identifier: MIT */
/* test_cache.c: what is stored is loaded, and what is no entry is not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    struct cache_entry entry = {
        .log = "log", .image = (void *)text, .image_size = (uint32_t)strlen(text)};
    cache_store(key, &entry);
}

static bool holds(const struct cache_key *key, const char *text)
{
    struct cache_entry entry;
    if (!cache_load(key, &entry))
        return false;
    bool same = entry.image_size == strlen(text) && !memcmp(entry.image, text, entry.image_size) &&
                !strcmp(entry.log, "log");
    cache_entry_finish(&entry);
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
                             test_strange_blob, test_size_limit, test_sha256);
}
