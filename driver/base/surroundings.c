/* SPDX-License-Identifier: MIT */
/* surroundings.c: the floating-point environment and the locale of a thread. */
#include "driver/base/surroundings.h"

#include <assert.h>

/* C's locale needs no memory in glibc and musl; were there none, uselocale() would change nothing.
 */
static locale_t use_c_locale(void)
{
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

void surroundings_reset(void)
{
    fesetenv(FE_DFL_ENV);
    use_c_locale();
}

/* How often the thread has entered: where it is already, there is nothing to be changed, which
 * takes a processor long. */
static _Thread_local unsigned depth;

void surroundings_enter(struct surroundings *mine)
{
    if (depth++)
        return;
    fegetenv(&mine->arithmetic);
    fesetenv(FE_DFL_ENV);
    mine->locale = use_c_locale();
}

void surroundings_leave(const struct surroundings *mine)
{
    assert(depth > 0);
    if (--depth)
        return;
    uselocale(mine->locale);
    fesetenv(&mine->arithmetic);
}
