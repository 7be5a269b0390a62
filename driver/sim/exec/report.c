/* SPDX-License-Identifier: MIT */
/* report.c: reports of a launch, kept until it ends. */
#include "driver/sim/exec/report.h"

#include <stdlib.h>
#include <string.h>

enum { REPORTS_MAX = 256 }; /* of a launch; more of other places are dropped */

struct sim_reports {
    unsigned count;
    struct guide_report report[REPORTS_MAX];
};

/* By group, then work-item, in the order in which they are numbered. */
static int compare(const struct guide_fault *a, const struct guide_fault *b)
{
    for (unsigned c = 3; c--;)
        if (a->group[c] != b->group[c])
            return a->group[c] < b->group[c] ? -1 : 1;
    for (unsigned c = 3; c--;)
        if (a->local[c] != b->local[c])
            return a->local[c] < b->local[c] ? -1 : 1;
    return 0;
}

static struct guide_report *find(struct sim_reports *reports, enum check check, uint32_t byte)
{
    for (unsigned i = 0; i < reports->count; i++)
        if (reports->report[i].check == check && reports->report[i].fault.byte == byte)
            return &reports->report[i];
    return NULL;
}

static void keep(struct sim_reports *reports, const struct guide_report *report)
{
    struct guide_report *same = find(reports, report->check, report->fault.byte);
    if (same) {
        const uint64_t count = same->count + report->count;
        if (compare(&report->fault, &same->fault) < 0)
            *same = *report;
        same->count = count;
    } else if (reports->count < REPORTS_MAX) {
        reports->report[reports->count++] = *report;
    }
}

void sim_report(struct sim_launch *launch, const struct guide_report *report)
{
    pthread_mutex_lock(&launch->error_mutex);
    if (!launch->reports)
        launch->reports = calloc(1, sizeof(*launch->reports));
    if (launch->reports)
        keep(launch->reports, report);
    pthread_mutex_unlock(&launch->error_mutex);
}

bool sim_report_repeats(struct sim_launch *launch, enum check check, uint32_t byte)
{
    pthread_mutex_lock(&launch->error_mutex);
    struct guide_report *same = launch->reports ? find(launch->reports, check, byte) : NULL;
    if (same)
        same->count++;
    pthread_mutex_unlock(&launch->error_mutex);
    return same;
}

static int by_item(const void *a, const void *b)
{
    const struct guide_report *first = a, *second = b;
    const int order = compare(&first->fault, &second->fault);
    if (order)
        return order;
    return (first->fault.byte > second->fault.byte) - (first->fault.byte < second->fault.byte);
}

unsigned sim_reports_count(const struct sim_launch *launch)
{
    return launch->reports ? launch->reports->count : 0;
}

const struct guide_report *sim_reports_last(const struct sim_launch *launch)
{
    const unsigned count = sim_reports_count(launch);
    return count ? &launch->reports->report[count - 1] : NULL;
}

void sim_reports_forget(struct sim_launch *launch)
{
    free(launch->reports);
    launch->reports = NULL;
}

bool sim_reports_hand_out(struct sim_launch *launch)
{
    struct sim_reports *reports = launch->reports;
    bool dropped = false;
    if (!reports)
        return false;
    qsort(reports->report, reports->count, sizeof(reports->report[0]), by_item);
    for (unsigned i = 0; i < reports->count; i++) {
        dropped |= reports->report[i].check == CHECK_memory;
        launch->guide->report(launch->guide, &reports->report[i]);
    }
    free(reports);
    launch->reports = NULL;
    return dropped;
}
