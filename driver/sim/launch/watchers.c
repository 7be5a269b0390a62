/* SPDX-License-Identifier: MIT */
/* watchers.c: who looks on at launches. */
#include "driver/sim/launch/watchers.h"

#include <assert.h>

#include "driver/base/checks.h"
#include "driver/sim/exec/launch.h"
#include "driver/sim/parts.h"

static const struct sim_watcher *watcher_at(const struct sim_parts *parts, unsigned i)
{
    return parts->watchers ? parts->watchers[i] : NULL;
}

bool sim_watchers_want(const struct sim_parts *parts, unsigned checks)
{
    const struct sim_watcher *watcher;
    for (unsigned i = 0; (watcher = watcher_at(parts, i)); i++)
        if (watcher->wants(checks))
            return true;
    return false;
}

bool sim_watchers_check(const struct sim_parts *parts, unsigned checks)
{
    const struct sim_watcher *watcher;
    for (unsigned i = 0; (watcher = watcher_at(parts, i)); i++)
        if (watcher->checks)
            return true;
    return !(checks & ~(1u << CHECK_memory));
}

void sim_watch_begin(struct sim_launch *launch, const struct sim_stream *stream,
                     const struct sim_parts *parts, unsigned checks)
{
    const struct sim_watcher *watcher;
    struct sim_watch **last = &launch->watch;
    for (unsigned i = 0; (watcher = watcher_at(parts, i)); i++) {
        struct sim_watch *watch =
            watcher->wants(checks) ? watcher->create(launch, stream, checks) : NULL;
        if (!watch)
            continue;
        assert(watch->destroy && !watch->next);
        *last = watch;
        last = &watch->next;
    }
}

bool sim_watch_again(struct sim_launch *launch)
{
    bool again = false;
    for (struct sim_watch *watch = launch->watch; watch; watch = watch->next)
        again |= watch->again && watch->again(watch);
    return again;
}

void sim_watch_end(struct sim_launch *launch)
{
    while (launch->watch) {
        struct sim_watch *watch = launch->watch;
        launch->watch = watch->next;
        watch->destroy(watch);
    }
}
