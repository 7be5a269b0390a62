/* SPDX-License-Identifier: MIT */
/* report.c: reports of the checks. */
#include "driver/sim/exec/report.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "driver/base/count.h"
#include "driver/sim/check/check.h"

void check_fault(const struct sim_wave *wave, const struct check_access *access,
                 struct guide_fault *fault)
{
    *fault = (struct guide_fault){.byte = access->word * 4,
                                  .space = access->space,
                                  .store = access->store,
                                  .bytes = access->bytes,
                                  .address = access->address};
    sim_wave_item(wave, access->lane, fault);
}

void check_access_text(const struct check_access *access, char text[CHECK_ACCESS_TEXT])
{
    static const char *const spaces[] = {[GUIDE_NOTHING] = "an",
                                         [GUIDE_POOL] = "pool",
                                         [GUIDE_LOCAL] = "local",
                                         [GUIDE_PRIVATE] = "private"};
    assert(access->image || access->space < COUNT(spaces));
    if (access->image)
        snprintf(text, CHECK_ACCESS_TEXT, "%s of a texel", access->store ? "write" : "read");
    else
        snprintf(text, CHECK_ACCESS_TEXT, "%s of %" PRIu32 " byte%s at %s address 0x%" PRIx64,
                 access->atomic  ? "atomic operation"
                 : access->store ? "store"
                                 : "load",
                 access->bytes, access->bytes == 1 ? "" : "s", spaces[access->space],
                 access->address);
}

void check_report(struct sim_check *check, enum check kind, const struct guide_fault *fault,
                  const struct guide_fault *other, const char *other_what, const char *format, ...)
{
    struct guide_report report = {.check = kind,
                                  .kernel = check->launch->label,
                                  .fault = *fault,
                                  .count = 1,
                                  .has_other = other != NULL};
    assert(!other == !other_what);
    if (sim_report_repeats(check->launch, kind, fault->byte))
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report.what, sizeof(report.what), format, arguments);
    va_end(arguments);
    if (other) {
        report.other = *other;
        snprintf(report.other_what, sizeof(report.other_what), "%s", other_what);
    }
    sim_report(check->launch, &report);
}
