/* SPDX-License-Identifier: MIT */
/* properties.c: the lists of properties of clCreate*WithProperties. */
#include "driver/clover/object/properties.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const cl_properties *find(const cl_properties *list, const cl_properties *end,
                                 cl_properties name)
{
    for (; list != end && *list; list += 2) {
        if (*list == name)
            return list;
    }
    return NULL;
}

static bool contains(const cl_properties *names, size_t count, cl_properties name)
{
    for (size_t i = 0; i < count; i++) {
        if (names[i] == name)
            return true;
    }
    return false;
}

bool clover_properties_legal(const cl_properties *list, const cl_properties *known, size_t count)
{
    for (const cl_properties *at = list; at && *at; at += 2) {
        if (!contains(known, count, *at) || find(list, at, *at))
            return false;
    }
    return true;
}

cl_properties clover_properties_get(const cl_properties *list, cl_properties name,
                                    cl_properties otherwise)
{
    const cl_properties *at = find(list, NULL, name);

    return at ? at[1] : otherwise;
}

cl_int clover_properties_keep(struct clover_properties *kept, const cl_properties *list)
{
    size_t count = 1;
    assert(!kept->list);

    if (!list)
        return CL_SUCCESS;
    while (list[count - 1])
        count += 2;
    kept->list = malloc(count * sizeof *list);
    if (!kept->list)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(kept->list, list, count * sizeof *list);
    kept->count = count;
    return CL_SUCCESS;
}

void clover_properties_finish(struct clover_properties *kept)
{
    free(kept->list);
    *kept = (struct clover_properties){NULL, 0};
}
