/* SPDX-License-Identifier: MIT */
/* test_kept.c: parts of kept programs, and what tells one build of a driver from another. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ci/tests/run_tests.h"
#include "program-tester/base/kept.h"
#include "program-tester/device/identity.h"

static char folder[64];
static const struct pt_kept_part parts[PT_KEPT_PARTS] = {
    {"key", 3}, {"", 0}, {"a\0b", 3}, {"binary", 6}};

static int make_folder(void **state)
{
    strcpy(folder, "/tmp/pt-kept-XXXXXX");
    return !mkdtemp(folder);
}

static int remove_folder(void **state)
{
    char command[128];

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

static void what_was_kept_is_loaded(void **state)
{
    struct store store = pt_kept_in(folder);
    struct pt_kept_part loaded[PT_KEPT_PARTS];
    void *memory;

    assert_int_equal(pt_kept_load(&store, "01", loaded, &memory), STORE_ABSENT);
    assert_null(memory);
    assert_true(pt_kept_save(&store, "01", parts));
    assert_int_equal(pt_kept_load(&store, "01", loaded, &memory), STORE_GOOD);
    for (size_t i = 0; i < PT_KEPT_PARTS; i++) {
        assert_int_equal(loaded[i].size, parts[i].size);
        assert_memory_equal(loaded[i].data, parts[i].data, parts[i].size);
    }
    free(memory);
    char *path = pt_kept_path(&store, "01"), *expected = in_folder("01.kept");
    assert_string_equal(path, expected);
    assert_int_equal(access(path, F_OK), 0);
    free(path);
    free(expected);
}

/* FNV-1a of what follows, the sizes, and the parts; by hand. */
static const char of_little_endian[] = "RTSTOR1\0\x3e\x2d\x4e\x68\x73\xfe\xb1\xd4"
                                       "\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                                       "\3\0\0\0\0\0\0\0\6\0\0\0\0\0\0\0"
                                       "keya\0bbinary";

static void files_are_the_same_on_all_machines(void **state)
{
    struct store store = pt_kept_in(folder);
    char bytes[sizeof(of_little_endian)], *path = in_folder("01.kept");

    (void)state;
    assert_true(pt_kept_save(&store, "01", parts));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, sizeof(bytes), file), sizeof(bytes) - 1);
    assert_memory_equal(bytes, of_little_endian, sizeof(bytes) - 1);
    fclose(file);
    free(path);
}

/* A sound blob whose sizes are not those of its parts is removed. */
static void wrong_sizes_are_damage(void **state)
{
    struct store store = pt_kept_in(folder);
    struct pt_kept_part loaded[PT_KEPT_PARTS];
    void *blob, *memory;
    size_t size;

    assert_true(pt_kept_save(&store, "01", parts));
    assert_int_equal(store_load(&store, "01", &blob, &size), STORE_GOOD);
    for (size_t length = 0; length < size; length++) {
        assert_true(store_save(&store, "01", blob, length));
        assert_int_equal(pt_kept_load(&store, "01", loaded, &memory), STORE_DAMAGED);
        assert_null(memory);
        assert_int_equal(pt_kept_load(&store, "01", loaded, &memory), STORE_ABSENT);
    }
    for (size_t i = 0; i < PT_KEPT_PARTS * sizeof(uint64_t); i++) {
        ((uint8_t *)blob)[i] ^= 0x81;
        assert_true(store_save(&store, "01", blob, size));
        assert_int_equal(pt_kept_load(&store, "01", loaded, &memory), STORE_DAMAGED);
        ((uint8_t *)blob)[i] ^= 0x81;
    }
    free(blob);
}

/* Replaces a file as unpacking an archive does. */
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
        cmocka_unit_test_setup_teardown(what_was_kept_is_loaded, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(files_are_the_same_on_all_machines, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(wrong_sizes_are_damage, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(identity_holds_until_a_file_changes, make_folder,
                                        remove_folder),
        cmocka_unit_test(loaded_objects_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
