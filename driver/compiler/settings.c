/* SPDX-License-Identifier: MIT */
/* settings.c: from the environment to a compile's settings. */
#include "driver/compiler/settings.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/checks.h"
#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "driver/base/opencl_version.h"
#include "driver/hw/image_access.h"

/* The words of ROOTLE_DEBUG that the compiler knows. Those that print need it to run. */
static const struct {
    enum debug_flag flag;
    bool needs_run;
} debug_words[] = {
    {DEBUG_noopt, false}, {DEBUG_nolines, false}, {DEBUG_variables, false}, {DEBUG_ll, true},
    {DEBUG_asm, true},    {DEBUG_pstat, true},    {DEBUG_verify, true},     {DEBUG_times, true},
};

enum { DEBUG_WORDS = COUNT(debug_words) };

static void write_faults(FILE *out, enum fault_part part)
{
    size_t next = 0;
    for (const char *name; (name = fault_next(part, &next));)
        fprintf(out, "%s,", name);
}

static char *join_faults(void)
{
    char *names = NULL;
    size_t size;
    FILE *out = open_memstream(&names, &size);
    if (!out)
        return NULL;
    write_faults(out, FAULT_IN_COMPILER);
    write_faults(out, FAULT_IN_BUILTINS);
    if (fclose(out) == 0)
        return names;
    free(names);
    return NULL;
}

/* True when ROOTLE_CHECK asks for more than the memory of launches: such checks need code that
 * carries more for them. */
static bool is_guarded(void)
{
    unsigned checks;
    char why[8];
    return checks_read(env_get(ENV_CHECK), &checks, why, sizeof(why)) && checks_are_watched(checks);
}

/* A value that is wrong leaves a device nowhere: that is told there. */
static uint32_t image_access(void)
{
    struct hw_image_choice choice;
    char why[8];
    (void)hw_image_access_read(env_get(ENV_FORMATS), &choice, why, sizeof(why));
    return choice.access;
}

int compiler_settings_read(struct compiler_settings *settings)
{
    *settings = (struct compiler_settings){
        .max_gprs = (uint32_t)env_number(ENV_MAX_GPRS),
        .tex_group = (uint32_t)env_number(ENV_TEX_GROUP),
        .image_access = image_access(),
        .version = (uint32_t)opencl_version(),
        .extensions = UINT32_MAX,
        .guarded = is_guarded(),
        .disable = strdup(env_get(ENV_DISABLE)),
        .faults = join_faults(),
    };
    for (size_t i = 0; i < DEBUG_WORDS; i++)
        if (debug_enabled(debug_words[i].flag))
            settings->debug |= 1u << debug_words[i].flag;
    if (*env_get(ENV_DEBUGGER))
        settings->debug |= 1u << DEBUG_variables;
    if (settings->disable && settings->faults)
        return 0;
    compiler_settings_finish(settings);
    return -1;
}

void compiler_settings_finish(struct compiler_settings *settings)
{
    free(settings->disable);
    free(settings->faults);
    *settings = (struct compiler_settings){0};
}

bool compiler_settings_has(const struct compiler_settings *settings, enum debug_flag flag)
{
    assert(flag < DEBUG_COUNT);
    return settings->debug & 1u << flag;
}

bool compiler_settings_want_run(const struct compiler_settings *settings)
{
    for (size_t i = 0; i < DEBUG_WORDS; i++)
        if (debug_words[i].needs_run && compiler_settings_has(settings, debug_words[i].flag))
            return true;
    return false;
}
