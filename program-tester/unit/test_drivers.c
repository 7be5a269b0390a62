/* SPDX-License-Identifier: MIT */
/* test_drivers.c: one driver chosen, for loaders that read OCL_ICD_FILENAMES instead of
 * OCL_ICD_VENDORS, or beside it. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "ci/tests/run_tests.h"
#include "program-tester/device/drivers.h"

/* Returns OCL_ICD_FILENAMES, which was "other.so", with these vendors. */
static const char *chosen(const char *vendors)
{
    setenv("OCL_ICD_FILENAMES", "other.so", 1);
    if (vendors)
        setenv("OCL_ICD_VENDORS", vendors, 1);
    else
        unsetenv("OCL_ICD_VENDORS");
    pt_drivers_choose();
    return getenv("OCL_ICD_FILENAMES");
}

/* Returns the choice by an .icd file of this text. */
static const char *chosen_by_file(const char *text)
{
    char path[] = "/tmp/pt-drivers-XXXXXX.icd";
    FILE *file = fdopen(mkstemps(path, 4), "w");

    fputs(text, file);
    fclose(file);
    const char *found = chosen(path);
    unlink(path);
    return found;
}

static void a_file_chooses(void **state)
{
    assert_string_equal(chosen_by_file("libone.so.1"), "libone.so.1");
    assert_string_equal(chosen_by_file("/opt/libone.so\n"), "/opt/libone.so");
    assert_string_equal(chosen_by_file("libone.so\r\nmore\n"), "libone.so");
}

static void a_library_chooses(void **state)
{
    assert_string_equal(chosen("/opt/libone.so.1"), "/opt/libone.so.1");
}

/* Better no driver than one that was not asked for. */
static void nothing_else_is_left(void **state)
{
    assert_string_equal(chosen_by_file(""), "");
    assert_string_equal(chosen("/proc/absent/a.icd"), "");
}

static void no_choice(void **state)
{
    assert_string_equal(chosen(NULL), "other.so");
    assert_string_equal(chosen(""), "other.so");
    assert_string_equal(chosen("/tmp"), "other.so");
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, a_file_chooses, a_library_chooses, nothing_else_is_left,
                     no_choice);
}
