/* SPDX-License-Identifier: MIT */
/* reports.c: what checks say of programs of other drivers. Nobody knows their sources, so that
 * places are instructions. */
#include "driver/shim/reports.h"

#include <inttypes.h>
#include <stdio.h>

#include "driver/base/checks.h"
#include "driver/base/guide.h"
#include "driver/shim/card.h"

static void explain(const struct guide *guide, const struct guide_fault *fault,
                    char text[GUIDE_TEXT_SIZE])
{
    (void)guide;
    *text = '\0';
    if (fault->byte != UINT32_MAX)
        snprintf(text, GUIDE_TEXT_SIZE, "\n    at byte 0x%" PRIx32 " of the program's machine code",
                 fault->byte);
}

static uint32_t place(const struct guide *guide, uint32_t byte, char text[GUIDE_TEXT_SIZE])
{
    (void)guide;
    (void)byte;
    *text = '\0';
    return 0;
}

/* Writes who did it, and what; nothing where no work-item is known. */
static void print_party(const struct guide_fault *fault, const char *what, char *text, size_t size)
{
    char item[160] = "", more[GUIDE_TEXT_SIZE];
    if (fault->has_item)
        snprintf(item, sizeof(item),
                 "work-item (%" PRIu32 ", %" PRIu32 ", %" PRIu32 ") of group (%" PRIu32 ", %" PRIu32
                 ", %" PRIu32 "): ",
                 fault->local[0], fault->local[1], fault->local[2], fault->group[0],
                 fault->group[1], fault->group[2]);
    explain(NULL, fault, more);
    snprintf(text, size, "%s%s%s", item, what, more);
}

static void report(const struct guide *guide, const struct guide_report *of)
{
    char first[GUIDE_TEXT_SIZE], second[GUIDE_TEXT_SIZE] = "";
    (void)guide;
    print_party(&of->fault, of->what, first, sizeof(first));
    if (of->has_other)
        print_party(&of->other, of->other_what, second, sizeof(second));
    shim_say("kernel %s, %s%s%s\n    %" PRIu64 " time%s at this place", of->kernel, first,
             of->has_other ? "\n  with " : "", second, of->count, of->count == 1 ? "" : "s");
}

const struct guide *shim_reports_guide(void)
{
    static const struct guide guide = {.explain = explain, .place = place, .report = report};
    return checks_are_watched(shim_card()->config.checks) ? &guide : NULL;
}
