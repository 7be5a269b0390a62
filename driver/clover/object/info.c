/* SPDX-License-Identifier: MIT */
/* info.c: clGet*Info by tables. */
#include "driver/clover/object/info.h"

#include <assert.h>
#include <string.h>

cl_int clover_answer(struct clover_answer to, const void *data, size_t size)
{
    if (to.value) {
        if (to.size < size)
            return CL_INVALID_VALUE;
        assert(data || !size);
        if (size)
            memcpy(to.value, data, size);
    }
    if (to.size_ret)
        *to.size_ret = size;
    return CL_SUCCESS;
}

cl_int clover_answer_string(struct clover_answer to, const char *text)
{
    return clover_answer(to, text ? text : "", text ? strlen(text) + 1 : 1);
}

/* Objects that the application may use from here on. */
static cl_int answer_objects(struct clover_answer to, void *const *objects, size_t count)
{
    const cl_int error = clover_answer(to, objects, count * sizeof *objects);

    for (size_t i = 0; !error && to.value && i < count; i++)
        clover_name(objects[i]);
    return error;
}

static cl_int answer_row(const struct clover_info *row, const char *object, struct clover_answer to)
{
    const char *field = object + row->offset;
    const void *pointer;
    size_t count;
    cl_uint handles;

    switch (row->kind) {
    case CLOVER_INFO_FIELD:
        return clover_answer(to, field, row->size);
    case CLOVER_INFO_STRING:
        memcpy(&pointer, field, sizeof pointer);
        return clover_answer_string(to, pointer);
    case CLOVER_INFO_ARRAY:
        memcpy(&pointer, field, sizeof pointer);
        memcpy(&count, object + row->count, sizeof count);
        return clover_answer(to, pointer, count * row->size);
    case CLOVER_INFO_OBJECT:
        return answer_objects(to, (void *const *)field, 1);
    case CLOVER_INFO_OBJECTS:
        memcpy(&pointer, field, sizeof pointer);
        memcpy(&count, object + row->count, sizeof count);
        return answer_objects(to, pointer, count);
    case CLOVER_INFO_HANDLES:
        handles = atomic_load(&((const struct clover_object *)object)->handles);
        return clover_answer(to, &handles, sizeof handles);
    }
    return CL_INVALID_VALUE;
}

cl_int clover_info_query(const struct clover_info *table, size_t rows, const void *object,
                         cl_uint name, struct clover_answer to)
{
    for (size_t i = 0; i < rows; i++) {
        if (table[i].name == name)
            return answer_row(&table[i], object, to);
    }
    return CL_INVALID_VALUE;
}

cl_int clover_info_of(const void *handle, const struct clover_class *class,
                      const struct clover_info *table, size_t rows, cl_uint name,
                      struct clover_answer to)
{
    return clover_is(handle, class) ? clover_info_query(table, rows, handle, name, to)
                                    : class->invalid;
}
