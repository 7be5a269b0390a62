/* SPDX-License-Identifier: MIT */
/* test_inject.c: code that stands failures passes, and each kind of code that does not is found. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ci/inject/inject.h"

static void careful(void)
{
    char *text = strdup("text");
    int file = open("/dev/null", O_WRONLY | O_CLOEXEC);

    inject_require((text && file >= 0) || inject_happened(), "an error out of nothing");
    if (file >= 0) {
        ssize_t written;
        do
            written = write(file, "text", 4);
        while (written < 0 && errno == EINTR);
        inject_require(written == 4 || inject_happened(), "%zd written", written);
        close(file);
    }
    free(text);
}

/* The optimiser must not see that the memory is not needed. */
static char *volatile kept[2];

static void crashes(void)
{
    kept[0] = malloc(8);
    strcpy(kept[0], "text");
    free(kept[0]);
}

static void loses_memory(void)
{
    kept[0] = malloc(8);
    kept[1] = malloc(8);
    if (kept[1])
        free(kept[0]);
    free(kept[1]);
}

static void loses_descriptor(void)
{
    int file = open("/dev/null", O_WRONLY | O_CLOEXEC);

    if (file >= 0 && write(file, "text", 4) == 4)
        close(file);
}

static void ignores_short_write(void)
{
    int file = open("/dev/null", O_WRONLY | O_CLOEXEC);

    if (file < 0)
        return;
    ssize_t written = write(file, "text", 4);
    inject_require(written < 0 || written == 4, "%zd written", written);
    close(file);
}

static void never_recovers(void)
{
    static int broken;
    void *memory = malloc(8);

    broken |= !memory;
    inject_require(!broken || inject_happened(), "still broken");
    free(memory);
}

static void calls_nothing(void)
{
}

static const struct inject_scenario scenarios[] = {
    {"careful", careful, 1},
    {"crashes", crashes, 1},
    {"loses-memory", loses_memory, 1},
    {"loses-descriptor", loses_descriptor, 1},
    {"ignores-short-write", ignores_short_write, 1},
    {"never-recovers", never_recovers, 1},
    {"calls-nothing", calls_nothing, 1},
};

int main(int argc, char **argv)
{
    enum { COUNT = sizeof(scenarios) / sizeof(*scenarios) };
    int wrong = 0;

    if (argc > 1)
        return inject_main(argc, argv, scenarios, COUNT);
    for (int i = 0; i < COUNT; i++) {
        int expected = i == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
        char *words[] = {argv[0], (char *)scenarios[i].name, NULL};

        if (inject_main(2, words, scenarios, COUNT) == expected)
            continue;
        fprintf(stderr, "%s: not as expected\n", scenarios[i].name);
        wrong++;
    }
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
