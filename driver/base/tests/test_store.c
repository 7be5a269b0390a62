/* SPDX-License-Identifier: MIT */
/* test_store.c: what is saved is loaded, what is damaged or foreign is not, the oldest goes first.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/base/store.h"

static char folder[] = "/tmp/rootle-store-XXXXXX";
static struct store store = {folder, ".blob", 1 << 20};

static int set_up(void **state)
{
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    store.limit = 1 << 20;
    return !mkdtemp(folder);
}

static int tear_down(void **state)
{
    char command[300];
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command);
}

static void path_of(char path[512], const char *file)
{
    snprintf(path, 512, "%s/%s", folder, file);
}

/* Saves a blob. Names whose first byte is odd never trim the store by themselves. */
static void save(const char *name, const char *text)
{
    assert_true(store_save(&store, name, text, strlen(text)));
}

static enum store_state load(const char *name, const char *text)
{
    void *bytes;
    size_t size;
    enum store_state state = store_load(&store, name, &bytes, &size);
    assert_true((state == STORE_GOOD) == (bytes != NULL));
    if (state == STORE_GOOD) {
        assert_int_equal(size, strlen(text));
        assert_memory_equal(bytes, text, size);
    }
    free(bytes);
    return state;
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(write(file, bytes, size), size);
    close(file);
}

static void what_was_saved_is_loaded(void **state)
{
    char deep[300];
    struct store below = {deep, ".blob", 1 << 20};
    void *bytes;
    size_t size;
    assert_int_equal(load("01", ""), STORE_ABSENT);
    save("01", "program");
    assert_int_equal(load("01", "program"), STORE_GOOD);
    assert_int_equal(load("03", ""), STORE_ABSENT);
    save("01", "newer");
    assert_int_equal(load("01", "newer"), STORE_GOOD);
    save("03", "");
    assert_int_equal(load("03", ""), STORE_GOOD);
    store_remove(&store, "03");
    assert_int_equal(load("03", ""), STORE_ABSENT);
    snprintf(deep, sizeof(deep), "%s/new/er", folder);
    assert_int_equal(store_load(&below, "01", &bytes, &size), STORE_ABSENT);
    assert_true(store_save(&below, "01", "a\0b", 3));
    assert_int_equal(store_load(&below, "01", &bytes, &size), STORE_GOOD);
    assert_int_equal(size, 3);
    assert_memory_equal(bytes, "a\0b", 3);
    free(bytes);
}

/* Names that would lead elsewhere, or that trimming would not see. */
static void names_are_hexadecimal(void **state)
{
    char longest[STORE_NAME_BYTES + 2];
    const char *const wrong[] = {"", "1", "../01", "01/02", "0A", "01.blob", longest};
    memset(longest, '1', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    for (size_t i = 0; i < COUNT(wrong); i++) {
        errno = 0;
        assert_false(store_save(&store, wrong[i], "x", 1));
        assert_int_equal(errno, EINVAL);
        assert_int_equal(load(wrong[i], ""), STORE_REFUSED);
    }
    longest[STORE_NAME_BYTES] = '\0';
    save(longest, "x");
    assert_int_equal(load(longest, "x"), STORE_GOOD);
}

/* Every byte that is changed, every end that is missing and every one that is new is noticed. */
static void damage_is_removed(void **state)
{
    char path[512], bytes[256];
    path_of(path, "01.blob");
    save("01", "program");
    int file = open(path, O_RDONLY);
    ssize_t size = read(file, bytes, sizeof(bytes) - 1);
    close(file);
    assert_in_range(size, 20, sizeof(bytes) - 2);
    bytes[size] = 'x';
    for (ssize_t i = 0; i <= 2 * size; i++) {
        if (i < size)
            bytes[i] ^= 0x10;
        write_file(path, bytes, (size_t)(i < size ? size : i < 2 * size ? i - size : size + 1));
        assert_int_equal(load("01", ""), STORE_DAMAGED);
        assert_int_equal(access(path, F_OK), -1);
        if (i < size)
            bytes[i] ^= 0x10;
    }
    write_file(path, bytes, (size_t)size);
    assert_int_equal(load("01", "program"), STORE_GOOD);
}

static bool exists(const char *file)
{
    char path[512];
    path_of(path, file);
    return access(path, F_OK) == 0;
}

/* These put something at a blob's place that is no regular file of this user. */
static void make_folder(const char *path)
{
    assert_int_equal(mkdir(path, 0700), 0);
}

static void make_fifo(const char *path)
{
    assert_int_equal(mkfifo(path, 0600), 0);
}

static void make_socket(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    strcpy(address.sun_path, path);
    assert_int_equal(bind(end, (struct sockaddr *)&address, sizeof(address)), 0);
    close(end);
}

/* Linux lets everybody make this one. */
static void make_device(const char *path)
{
    assert_int_equal(mknod(path, S_IFCHR | 0600, makedev(0, 0)), 0);
}

static void make_link(const char *path)
{
    char target[600];
    snprintf(target, sizeof(target), "%s.target", path);
    write_file(target, "x", 1);
    assert_int_equal(symlink(target, path), 0);
}

static void make_dangling_link(const char *path)
{
    assert_int_equal(symlink("absent", path), 0);
}

static void make_writable(const char *path)
{
    write_file(path, "x", 1);
    assert_int_equal(chmod(path, 0622), 0);
}

static void give_away(const char *path)
{
    write_file(path, "x", 1);
    assert_int_equal(chown(path, 1234, 1234), 0);
}

static void make_endless(const char *path)
{
    write_file(path, "x", 1);
    assert_int_equal(truncate(path, (off_t)1 << (sizeof(off_t) > 4 ? 40 : 30)), 0);
}

/* It stays until a blob comes, is told as what it is, and makes nobody wait. A folder stays. */
static void foreign_files_are_refused(void **state)
{
    static const struct {
        void (*make)(const char *path);
        const char *told;
        bool only_root;
    } rows[] = {
        {make_fifo, "it is a FIFO", false},
        {make_socket, "it is a socket", false},
        {make_link, "it is a symbolic link", false},
        {make_dangling_link, "it is a symbolic link", false},
        {make_writable, "others than its user own it or may write to it", false},
        {make_endless, "File too large", false},
        {make_device, "it is a device", false},
        {give_away, "others than its user own it or may write to it", true},
        {make_folder, "it is a folder", false},
    };
    char path[512];
    path_of(path, "01.blob");
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].only_root && geteuid() != 0)
            continue;
        rows[i].make(path);
        alarm(20); /* opening a FIFO would wait */
        for (int turn = 0; turn < 2; turn++) {
            assert_int_equal(load("01", ""), STORE_FOREIGN);
            assert_string_equal(store_error(errno), rows[i].told);
        }
        const bool saved = store_save(&store, "01", "program", 7);
        assert_int_equal(saved, rows[i].make != make_folder);
        assert_int_equal(load("01", "program"), saved ? STORE_GOOD : STORE_FOREIGN);
        alarm(0);
        assert_int_equal(saved ? unlink(path) : rmdir(path), 0);
    }
}

static void unreadable_files_are_replaced(void **state)
{
    char path[512];
    if (geteuid() == 0)
        skip(); /* root reads all */
    path_of(path, "01.blob");
    save("01", "program");
    assert_int_equal(chmod(path, 0), 0);
    assert_int_equal(load("01", ""), STORE_FOREIGN);
    assert_string_equal(store_error(errno), "Permission denied");
    save("01", "program");
    assert_int_equal(load("01", "program"), STORE_GOOD);
}

static void a_folder_in_a_blobs_place_is_blamed(void **state)
{
    char path[512];
    path_of(path, "01.blob");
    make_folder(path);
    assert_false(store_save(&store, "01", "program", 7));
    assert_true(store_blames_file(errno));
    assert_string_equal(store_error(errno), "it is a folder");
    save("03", "program");
    assert_int_equal(load("03", "program"), STORE_GOOD);
    assert_int_equal(chmod(folder, 0770), 0);
    assert_false(store_save(&store, "03", "program", 7));
    assert_false(store_blames_file(errno));
}

/* A user without a home, as a service is, gets none made. (Root would be able to make it.) */
static void homes_are_not_made(void **state)
{
    static const char *const homes[] = {"absent", "absent/", "absent/home"};
    char home[512], path[512], before[512];
    struct store below = {path, ".blob", 1 << 20};
    snprintf(before, sizeof(before), "%s", getenv("HOME") ? getenv("HOME") : "/");
    for (size_t i = 0; i < COUNT(homes); i++) {
        path_of(home, homes[i]);
        setenv("HOME", home, 1);
        snprintf(path, sizeof(path), "%.400s/.cache/rootle", home);
        errno = 0;
        assert_false(store_save(&below, "01", "x", 1));
        assert_int_equal(errno, ENOENT);
        assert_false(exists("absent"));
    }
    path_of(home, "absent");
    setenv("HOME", home, 1);
    make_folder(home);
    snprintf(path, sizeof(path), "%.400s/.cache/rootle", home);
    assert_true(store_save(&below, "01", "x", 1));
    assert_true(exists("absent/.cache/rootle/01.blob"));
    path_of(path, "elsewhere/new");
    assert_true(store_save(&below, "01", "x", 1));
    setenv("HOME", before, 1);
}

static void assert_folder_is_refused(void)
{
    errno = 0;
    assert_int_equal(load("01", ""), STORE_REFUSED);
    assert_int_equal(errno, EPERM);
    errno = 0;
    assert_false(store_save(&store, "01", "other", 5));
    assert_int_equal(errno, EPERM);
    store.limit = 0;
    store_trim(&store);
    store.limit = 1 << 20;
    store_remove(&store, "01");
}

static void foreign_folders_are_refused(void **state)
{
    save("01", "program");
    assert_int_equal(chmod(folder, 0770), 0);
    assert_folder_is_refused();
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(load("01", "program"), STORE_GOOD);
    if (geteuid() == 0) {
        assert_int_equal(chown(folder, 1234, 1234), 0);
        assert_folder_is_refused();
        assert_int_equal(chown(folder, 0, 0), 0);
    }
    assert_int_equal(load("01", "program"), STORE_GOOD);
    const struct store nowhere = {"/proc/nothing", ".blob", 100};
    assert_false(store_save(&nowhere, "01", "x", 1));
}

static void set_age(const char *file, time_t seconds)
{
    char path[512];
    struct timespec times[2] = {{.tv_sec = time(NULL) - seconds}, {.tv_sec = time(NULL) - seconds}};
    path_of(path, file);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void trimming_removes_what_was_used_longest_ago(void **state)
{
    static const char *const others[] = {"notes.txt", "words.blob", "0a.rtc", ".new-forgotten",
                                         ".new-fresh"};
    struct stat info;
    char path[512], file[16];
    for (size_t i = 0; i < COUNT(others); i++) {
        path_of(path, others[i]);
        write_file(path, "x", 1);
        if (strcmp(others[i], ".new-fresh") != 0)
            set_age(others[i], 9000);
    }
    static const char *const names[] = {"a1", "b1", "c1", "d1"};
    for (int i = 0; i < 4; i++) {
        save(names[i], "program");
        snprintf(file, sizeof(file), "%s.blob", names[i]);
        set_age(file, 400 - i * 100);
    }
    assert_int_equal(load("a1", "program"), STORE_GOOD); /* used now: no longer the oldest */
    path_of(path, "a1.blob");
    assert_int_equal(stat(path, &info), 0);
    store.limit = 4 * (uint64_t)info.st_size;
    store_trim(&store);
    assert_true(exists("b1.blob"));
    store.limit = 3 * (uint64_t)info.st_size;
    store_trim(&store);
    assert_true(exists("a1.blob") && exists("d1.blob"));
    assert_false(exists("b1.blob") || exists("c1.blob")); /* some room is made besides */
    store.limit = 0;
    store_trim(&store);
    assert_false(exists("a1.blob") || exists("d1.blob"));
    assert_true(exists("notes.txt") && exists("words.blob") && exists("0a.rtc"));
    assert_true(exists(".new-fresh"));
    assert_false(exists(".new-forgotten"));
}

static void the_limit_holds(void **state)
{
    char name[8];
    unsigned kept = 0;
    store.limit = 20;
    save("01", "too long for it");
    assert_int_equal(load("01", ""), STORE_ABSENT);
    store.limit = 1000;
    for (int i = 0; i < 256; i++) {
        snprintf(name, sizeof(name), "20%02x", i); /* 32: trims */
        save(name, "program");
    }
    for (int i = 0; i < 256; i++) {
        snprintf(name, sizeof(name), "20%02x", i);
        kept += load(name, "program") == STORE_GOOD;
    }
    assert_in_range(kept, 1, 1000 / 7);
}

/* A process that may not make files as long as a blob goes on without it. */
static void short_files_are_no_end(void **state)
{
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit lower = {100, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &lower);
    char text[200] = "";
    memset(text, 'a', sizeof(text) - 1);
    const bool saved = store_save(&store, "01", text, strlen(text));
    setrlimit(RLIMIT_FSIZE, &before);
    assert_false(saved);
    assert_int_equal(load("01", ""), STORE_ABSENT);
    save("01", text);
    assert_int_equal(load("01", text), STORE_GOOD);
}

static void readers_see_whole_blobs(void **state)
{
    enum { WRITERS = 6, ROUNDS = 100 };
    char texts[WRITERS][2000];
    for (size_t i = 0; i < WRITERS; i++)
        memset(texts[i], 'a' + (int)i, sizeof(texts[i]));
    assert_true(store_save(&store, "01", texts[0], sizeof(texts[0])));
    for (size_t i = 0; i < WRITERS; i++)
        if (fork() == 0) {
            for (int round = 0; round < ROUNDS; round++)
                store_save(&store, "01", texts[i], sizeof(texts[i]) - 100 * i);
            _exit(0);
        }
    for (int round = 0; round < ROUNDS; round++) {
        void *bytes;
        size_t size;
        assert_int_equal(store_load(&store, "01", &bytes, &size), STORE_GOOD);
        size_t writer = (size_t)(*(char *)bytes - 'a');
        assert_in_range(writer, 0, WRITERS - 1);
        assert_int_equal(size, sizeof(texts[0]) - 100 * writer);
        assert_memory_equal(bytes, texts[writer], size);
        free(bytes);
    }
    while (wait(NULL) > 0)
        continue;
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    return RUN_TESTS(IN_FOLDER, what_was_saved_is_loaded, names_are_hexadecimal, damage_is_removed,
                     foreign_files_are_refused, unreadable_files_are_replaced,
                     a_folder_in_a_blobs_place_is_blamed, foreign_folders_are_refused,
                     homes_are_not_made, trimming_removes_what_was_used_longest_ago,
                     the_limit_holds, short_files_are_no_end, readers_see_whole_blobs);
}
