/* SPDX-License-Identifier: MIT */
/* test_cache.c: what is stored is loaded, what is damaged is not, the oldest goes first. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/base/count.h"
#include "driver/compiler/cache.h"

static char folder[] = "/tmp/rootle-cache-XXXXXX";

static int set_up(void **state)
{
    (void)state;
    return !mkdtemp(folder) || setenv("ROOTLE_CACHE_DIR", folder, 1);
}

static int tear_down(void **state)
{
    char command[300];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command);
}

/* Keys whose first byte is odd never trim by themselves. */
static struct cache_key make_key(uint8_t number)
{
    struct cache_key key = {{1, number}};
    return key;
}

static void path_of(char path[512], const struct cache_key *key)
{
    int at = snprintf(path, 512, "%s/", folder);
    for (int i = 0; i < SHA256_BYTES; i++)
        at += snprintf(path + at, 3, "%02x", key->bytes[i]);
    strcpy(path + at, ".rtc");
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
    (void)state;
    struct cache_key key = make_key(1), other = make_key(2);
    assert_false(holds(&key, "program"));
    store(&key, "program");
    assert_true(holds(&key, "program"));
    assert_false(holds(&other, "program"));
    store(&key, "newer");
    assert_true(holds(&key, "newer"));
}

static void test_damage(void **state)
{
    (void)state;
    struct cache_key key = make_key(3);
    char path[512], bytes[256];
    path_of(path, &key);
    store(&key, "program");
    int file = open(path, O_RDONLY);
    ssize_t size = read(file, bytes, sizeof(bytes));
    close(file);
    assert_true(size > 20 && size < (ssize_t)sizeof(bytes));
    for (ssize_t i = 0; i < 2 * size; i++) { /* flip each byte, then cut at each length */
        if (i < size)
            bytes[i] ^= 0x10;
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        size_t length = (size_t)(i < size ? size : i - size);
        assert_int_equal(write(file, bytes, length), length);
        close(file);
        assert_false(holds(&key, "program"));
        assert_int_equal(access(path, F_OK), -1); /* removed */
        if (i < size)
            bytes[i] ^= 0x10;
    }
}

static void set_age(uint8_t number, time_t used)
{
    struct cache_key key = make_key(number);
    char path[512];
    struct timespec times[2] = {{.tv_sec = used}, {.tv_sec = used}};
    path_of(path, &key);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void test_trim(void **state)
{
    (void)state;
    char text[1001];
    memset(text, 'x', 1000);
    text[1000] = '\0';
    for (uint8_t i = 10; i < 20; i++) {
        struct cache_key key = make_key(i);
        store(&key, text);
        set_age(i, 1000000 + i);
    }
    struct cache_key first = make_key(10), second = make_key(11), last = make_key(19);
    assert_true(holds(&first, text)); /* used now: no longer the oldest */
    char foreign[512];
    snprintf(foreign, sizeof(foreign), "%s/notes.txt", folder);
    close(open(foreign, O_WRONLY | O_CREAT, 0600));
    cache_trim(folder, 5000);
    assert_true(holds(&first, text));
    assert_true(holds(&last, text));
    assert_false(holds(&second, text));
    assert_int_equal(access(foreign, F_OK), 0);
    cache_trim(folder, 0);
    assert_false(holds(&first, text));
    assert_int_equal(access(foreign, F_OK), 0);
}

static void test_size_limit(void **state)
{
    (void)state;
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

static void test_writers(void **state)
{
    (void)state;
    enum { WRITERS = 6, ROUNDS = 100 };
    struct cache_key key = make_key(40);
    char texts[WRITERS][2000];
    for (int i = 0; i < WRITERS; i++) {
        memset(texts[i], 'a' + i, sizeof(texts[i]) - 1);
        texts[i][sizeof(texts[i]) - 1 - 100 * (size_t)i] = '\0';
        texts[i][sizeof(texts[i]) - 1] = '\0';
    }
    store(&key, texts[0]);
    for (int i = 0; i < WRITERS; i++)
        if (fork() == 0) {
            for (int round = 0; round < ROUNDS; round++)
                store(&key, texts[i]);
            _exit(0);
        }
    for (int round = 0; round < ROUNDS; round++) {
        bool whole = false;
        struct cache_entry entry;
        assert_true(cache_load(&key, &entry));
        for (int i = 0; i < WRITERS; i++)
            whole |= entry.image_size == strlen(texts[i]) &&
                     !memcmp(entry.image, texts[i], entry.image_size);
        assert_true(whole);
        cache_entry_finish(&entry);
    }
    while (wait(NULL) > 0)
        continue;
}

/* What may lie at an entry's place and is not a file of this user's. */
static void make_fifo(const char *path)
{
    assert_int_equal(mkfifo(path, 0600), 0);
}

static void make_link(const char *path)
{
    char target[600];
    snprintf(target, sizeof(target), "%s.target", path);
    assert_int_equal(rename(path, target), 0);
    assert_int_equal(symlink(target, path), 0);
}

static void make_writable(const char *path)
{
    assert_int_equal(chmod(path, 0622), 0);
}

static void give_away(const char *path)
{
    assert_int_equal(chown(path, 1234, 1234), 0);
}

static void test_foreign_entries(void **state)
{
    (void)state;
    static const struct {
        void (*make)(const char *path);
        bool in_place_of_entry, only_root;
    } rows[] = {{make_fifo, true, false},
                {make_link, false, false},
                {make_writable, false, false},
                {give_away, false, true}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct cache_key key = make_key((uint8_t)(50 + i));
        char path[512];
        if (rows[i].only_root && geteuid() != 0)
            continue;
        path_of(path, &key);
        store(&key, "program");
        if (rows[i].in_place_of_entry)
            unlink(path);
        rows[i].make(path);
        alarm(20); /* opening a FIFO would wait */
        assert_false(holds(&key, "program"));
        store(&key, "program");
        assert_true(holds(&key, "program"));
        alarm(0);
    }
}

static void test_foreign_folders(void **state)
{
    (void)state;
    struct cache_key key = make_key(60);
    store(&key, "program");
    assert_int_equal(chmod(folder, 0770), 0);
    assert_false(holds(&key, "program"));
    store(&key, "other");
    cache_trim(folder, 0);
    assert_int_equal(chmod(folder, 0755), 0);
    assert_true(holds(&key, "program"));
    if (geteuid() == 0) {
        assert_int_equal(chown(folder, 1234, 1234), 0);
        assert_false(holds(&key, "program"));
        assert_int_equal(chown(folder, 0, 0), 0);
    }
    assert_true(holds(&key, "program"));
}

/* Examples of FIPS 180-4's companion document, and a long message given in odd pieces. */
static void test_sha256(void **state)
{
    (void)state;
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_trim),
        cmocka_unit_test(test_size_limit),
        cmocka_unit_test(test_writers),
        cmocka_unit_test(test_foreign_entries),
        cmocka_unit_test(test_foreign_folders),
        cmocka_unit_test(test_sha256),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
