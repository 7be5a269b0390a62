/* SPDX-License-Identifier: MIT */
/* service_fixture.c: folders, builds, and kernels that refuse things. */
#include "llvm/tests/service_fixture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

char service_folder[] = "/tmp/rootle-cc-XXXXXX", service_compiler[64];

void service_build(const char *source, size_t size, const char *options,
                   struct compiler_result *result)
{
    struct compiler_request request = {
        .source = source, .source_size = size, .options = options, .chip = "cypress"};
    compiler_build(&request, result);
    assert_non_null(result->log);
}

void service_write(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

int service_set_up(void **state)
{
    char cache[256];
    if (!mkdtemp(service_folder) || chdir(service_folder) || mkdir("beside", 0700) ||
        mkdir("inside", 0700) || chdir("inside") || mkdir("inc", 0700) ||
        symlink(getenv("ROOTLE_CC"), "../compiler"))
        return -1;
    snprintf(service_compiler, sizeof(service_compiler), "%s/compiler", service_folder);
    setenv("ROOTLE_CC", service_compiler, 1);
    snprintf(cache, sizeof(cache), "%s/cache", service_folder);
    setenv("ROOTLE_CACHE_DIR", cache, 1);
    return 0;
}

int service_tear_down(void **state)
{
    char command[300];
    snprintf(command, sizeof(command), "rm -rf %s", service_folder);
    return system(command);
}

void service_check_under(int (*add)(scmp_filter_ctx filter), void (*check)(void))
{
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
        if (add(filter) || seccomp_load(filter))
            _exit(2);
        check();
        _exit(0);
    }
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status))
        fail_msg("status %x", (unsigned)status);
}

int service_without_landlock(scmp_filter_ctx filter)
{
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SYS_landlock_create_ruleset, 0);
}
