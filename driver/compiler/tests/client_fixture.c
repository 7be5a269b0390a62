/* SPDX-License-Identifier: MIT */
/* client_fixture.c: see client_fixture.h. */
#include "driver/compiler/tests/client_fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

char client_folder[] = "/tmp/rootle-client-XXXXXX";

void client_build(const char *source, const char *options, struct compiler_result *result)
{
    struct compiler_request request = {
        .source = source, .source_size = strlen(source), .options = options, .chip = "cypress"};
    compiler_build(&request, result);
    assert_non_null(result->log);
}

/* Another mode is another "compiler"; the modification time replaces the one that runs, too. */
void client_use_server(const char *mode)
{
    static time_t stamp = 1000000;
    char path[256], command[1024];
    snprintf(path, sizeof(path), "%s/%s", client_folder, mode);
    snprintf(command, sizeof(command), "cp -f %s %s", MOCK_COMPILER, path);
    assert_int_equal(system(command), 0);
    struct timespec times[2] = {{.tv_sec = ++stamp}, {.tv_sec = stamp}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    setenv("ROOTLE_CC", path, 1);
}

int client_set_up(void **state)
{
    char cache[256];
    if (!mkdtemp(client_folder))
        return -1;
    snprintf(cache, sizeof(cache), "%s/cache/deep", client_folder);
    setenv("ROOTLE_CACHE_DIR", cache, 1);
    setenv("ROOTLE_CC_TIMEOUT", "0.6", 1);
    return 0;
}

int client_tear_down(void **state)
{
    char command[300];
    snprintf(command, sizeof(command), "rm -rf %s", client_folder);
    return system(command);
}

void client_expect_cached(const char *source, const char *options, bool cached)
{
    struct compiler_result result;
    client_build(source, options, &result);
    assert_int_equal(result.status, COMPILER_OK);
    assert_string_equal(result.log, "a warning\n");
    assert_int_equal(result.binary->rodata_bytes, strlen(source));
    if (result.cached != cached)
        fail_msg("'%s' with '%s': cached is %d", source, options, result.cached);
    compiler_result_finish(&result);
}
