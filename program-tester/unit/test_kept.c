/* SPDX-License-Identifier: MIT */
/* test_kept.c: files of a cache, and what tells one build of a driver from another. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "program-tester/base/kept.h"
#include "program-tester/device/identity.h"

static char folder[64];
static const struct pt_kept_part parts[PT_KEPT_PARTS] = {
    {"key", 3}, {"", 0}, {"a\0b", 3}, {"binary", 6}};

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/pt-kept-XXXXXX");
    return !mkdtemp(folder);
}

static int remove_folder(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof(command), "rm -r %s", folder);
    return system(command);
}

static char *in_folder(const char *name)
{
    return pt_format("%s/%s", folder, name);
}

static void write_file(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void what_was_stored_is_loaded(void **state)
{
    char *below = in_folder("new/er"), *path = pt_kept_path(below, "one");
    struct pt_kept_part loaded[PT_KEPT_PARTS];
    void *memory;

    (void)state;
    assert_int_equal(pt_kept_load(path, loaded, &memory), PT_KEPT_ABSENT);
    assert_true(pt_kept_store(below, "one", parts));
    assert_true(pt_kept_store(below, "one", parts)); /* in the place of the first */
    assert_int_equal(pt_kept_load(path, loaded, &memory), PT_KEPT_GOOD);
    for (size_t i = 0; i < PT_KEPT_PARTS; i++) {
        assert_int_equal(loaded[i].size, parts[i].size);
        assert_memory_equal(loaded[i].data, parts[i].data, parts[i].size);
    }
    free(memory);
    free(path);
    free(below);
}

/* Every byte that is changed, and every end that is missing, is noticed. */
static void damage_is_noticed(void **state)
{
    char *path = pt_kept_path(folder, "one"), bytes[256];
    struct pt_kept_part loaded[PT_KEPT_PARTS];
    void *memory;

    (void)state;
    assert_true(pt_kept_store(folder, "one", parts));
    FILE *file = fopen(path, "rb");
    size_t size = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    assert_in_range(size, 13, 255);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 0x40;
        write_file(path, bytes, size);
        assert_int_equal(pt_kept_load(path, loaded, &memory), PT_KEPT_DAMAGED);
        assert_null(memory);
        bytes[i] ^= 0x40;
        write_file(path, bytes, i);
        assert_int_equal(pt_kept_load(path, loaded, &memory), PT_KEPT_DAMAGED);
    }
    write_file(path, bytes, size + 1);
    assert_int_equal(pt_kept_load(path, loaded, &memory), PT_KEPT_DAMAGED);
    write_file(path, bytes, size);
    assert_int_equal(pt_kept_load(path, loaded, &memory), PT_KEPT_GOOD);
    free(memory);
    free(path);
}

static enum pt_kept_state load_state(const char *path)
{
    struct pt_kept_part loaded[PT_KEPT_PARTS];
    void *memory;
    enum pt_kept_state result = pt_kept_load(path, loaded, &memory);

    free(memory);
    return result;
}

static void only_files_of_this_user_are_taken(void **state)
{
    char *path = pt_kept_path(folder, "ours"), *target = in_folder("target");

    (void)state;
    alarm(20); /* opening a FIFO would wait */
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(load_state(path), PT_KEPT_DAMAGED);
    assert_true(pt_kept_store(folder, "ours", parts));
    assert_int_equal(load_state(path), PT_KEPT_GOOD);
    assert_int_equal(chmod(path, 0622), 0);
    assert_int_equal(load_state(path), PT_KEPT_DAMAGED);
    assert_int_equal(chmod(path, 0600), 0);
    if (geteuid() == 0) {
        assert_int_equal(chown(path, 1234, 1234), 0);
        assert_int_equal(load_state(path), PT_KEPT_DAMAGED);
        assert_int_equal(chown(path, 0, 0), 0);
    }
    assert_int_equal(rename(path, target), 0);
    assert_int_equal(symlink(target, path), 0);
    assert_int_equal(load_state(path), PT_KEPT_ABSENT);
    assert_true(pt_kept_store(folder, "ours", parts));
    assert_int_equal(chmod(folder, 0770), 0);
    assert_int_equal(load_state(path), PT_KEPT_ABSENT);
    errno = 0;
    assert_false(pt_kept_store(folder, "ours", parts));
    assert_int_equal(errno, EPERM);
    assert_int_equal(chmod(folder, 0700), 0);
    assert_int_equal(load_state(path), PT_KEPT_GOOD);
    alarm(0);
    free(path);
    free(target);
}

static void set_age(const char *name, time_t seconds)
{
    char *path = in_folder(name);
    struct timespec times[2] = {{.tv_sec = time(NULL) - seconds}, {.tv_sec = time(NULL) - seconds}};

    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    free(path);
}

static bool exists(const char *name)
{
    char *path = in_folder(name);
    bool there = !access(path, F_OK);

    free(path);
    return there;
}

static void trimming_removes_what_was_used_longest_ago(void **state)
{
    char *other = in_folder("other"), *forgotten = in_folder(".new-abcdef"),
         *fresh = in_folder(".new-ghijkl");
    struct pt_kept_part loaded[PT_KEPT_PARTS];
    struct stat info;
    void *memory;

    (void)state;
    write_file(other, "x", 1);
    write_file(forgotten, "x", 1);
    write_file(fresh, "x", 1);
    set_age("other", 9000);
    set_age(".new-abcdef", 9000);
    for (int i = 0; i < 4; i++) {
        char name[] = {(char)('a' + i), '\0'};
        char *file = pt_format("%s.kept", name);

        assert_true(pt_kept_store(folder, name, parts));
        set_age(file, 400 - i * 100);
        free(file);
    }
    char *first = pt_kept_path(folder, "a");
    assert_int_equal(pt_kept_load(first, loaded, &memory), PT_KEPT_GOOD); /* is used now */
    assert_int_equal(stat(first, &info), 0);
    pt_kept_trim(folder, 4 * (uint64_t)info.st_size);
    assert_true(exists("b.kept"));
    pt_kept_trim(folder, 3 * (uint64_t)info.st_size);
    assert_true(exists("a.kept") && exists("d.kept"));
    assert_false(exists("b.kept") || exists("c.kept")); /* some room is made besides */
    assert_true(exists("other") && exists(".new-ghijkl"));
    assert_false(exists(".new-abcdef"));
    free(memory);
    free(first);
    free(other);
    free(forgotten);
    free(fresh);
}

static void unwritable_folder_fails(void **state)
{
    (void)state;
    assert_false(pt_kept_store("/proc/nothing", "one", parts));
}

/* What unpacking an archive does. */
static void replace_keeping_time(const char *file)
{
    struct pt_paths paths = {0};
    char *other = pt_format("%s.new", file);
    struct stat info;

    pt_paths_add(&paths, file);
    char *text = pt_identity_text(&paths, 1e18);
    assert_int_equal(stat(file, &info), 0);
    write_file(other, "new", 3);
    const struct timespec times[2] = {info.st_atim, info.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, other, times, 0), 0);
    assert_int_equal(rename(other, file), 0);
    assert_false(pt_identity_holds(text));
    free(text);
    free(other);
    pt_paths_finish(&paths);
}

static void identity_holds_until_a_file_changes(void **state)
{
    char *tree = in_folder("driver"), *file = in_folder("driver/builtins.bc");
    struct pt_paths paths = {0};

    (void)state;
    assert_int_equal(mkdir(tree, 0777), 0);
    write_file(file, "one", 3);
    pt_paths_add_tree(&paths, tree);
    pt_paths_add_tree(&paths, tree);
    assert_int_equal(paths.count, 2);
    assert_null(pt_identity_text(&paths, 1e9)); /* changed since then */
    char *text = pt_identity_text(&paths, 1e18);
    char *link_to_it = in_folder("link");
    assert_int_equal(link(file, link_to_it), 0);
    assert_true(pt_identity_holds(text));
    write_file(file, "two", 3);
    assert_false(pt_identity_holds(text)); /* same size */
    replace_keeping_time(file);
    free(link_to_it);
    free(text);
    text = pt_identity_text(&paths, 1e18);
    char *more = in_folder("driver/more.bc");
    write_file(more, "", 0);
    assert_false(pt_identity_holds(text)); /* the folder has another file */
    unlink(more);
    unlink(file);
    assert_null(pt_identity_text(&paths, 1e18));
    free(text);
    free(more);
    free(file);
    free(tree);
    pt_paths_finish(&paths);
}

static void loaded_objects_are_found(void **state)
{
    struct pt_paths objects = {0}, known = {0}, new = {0};
    bool found = false;

    (void)state;
    pt_paths_add_objects(&objects);
    for (size_t i = 0; i < objects.count; i++) {
        found |= strstr(objects.items[i], "libc.so") != NULL;
        assert_true(!i || strcmp(objects.items[i - 1], objects.items[i]) < 0);
        if (i)
            pt_paths_add(&known, objects.items[i]);
    }
    assert_true(found);
    pt_paths_add_new(&new, &objects, &known);
    assert_int_equal(new.count, 1);
    assert_string_equal(new.items[0], objects.items[0]);
    pt_paths_finish(&objects);
    pt_paths_finish(&known);
    pt_paths_finish(&new);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_stored_is_loaded, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(damage_is_noticed, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(only_files_of_this_user_are_taken, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(trimming_removes_what_was_used_longest_ago, make_folder,
                                        remove_folder),
        cmocka_unit_test(unwritable_folder_fails),
        cmocka_unit_test_setup_teardown(identity_holds_until_a_file_changes, make_folder,
                                        remove_folder),
        cmocka_unit_test(loaded_objects_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
