/* SPDX-License-Identifier: MIT */
/* vulkan.c: what rootle-board-vk has of its own. Vulkan's loader is linked, and a board has no
 * compiler of shaders: the modules of tests are made before, on another machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/boards/boards.h"
#include "program-tester/parse/parse.h"
#include "program-tester/vk/compile.h"

void pt_board_find_library(void)
{
}

/* A file with errors has no module: the tester tells them there. */
static bool carry_file(const char *path, const char *folder)
{
    const struct pt_parse_options options = {0};
    struct pt_diags diags = {0};
    struct pt_plan *plan = pt_plan_load(path, &options, &diags);
    char *why = NULL, *module = diags.count ? NULL : pt_vk_carry(plan, folder, &why);
    const bool good = !why;

    if (module)
        puts(module);
    if (why)
        pt_complain("%s: %s", path, why);
    free(module);
    free(why);
    pt_diags_finish(&diags);
    pt_plan_free(plan);
    return good;
}

int pt_board_carry(const char *folder)
{
    char *line = NULL;
    size_t capacity = 0;
    bool good = true;

    while (good && getline(&line, &capacity, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        good = carry_file(line, folder);
    }
    free(line);
    return good && !fflush(stdout) ? PT_BOARD_DONE : PT_BOARD_CANNOT;
}
