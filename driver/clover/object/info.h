/* SPDX-License-Identifier: MIT */
/* info.h: clGet*Info by tables: each row says where in the object the answer lies. */
#pragma once

#include "driver/clover/object/object.h"

#include <stddef.h>

enum clover_info_kind {
    CLOVER_INFO_FIELD,   /* the field's bytes */
    CLOVER_INFO_STRING,  /* the field is a char *; NULL reads as "" */
    CLOVER_INFO_ARRAY,   /* the field is a pointer, the field at `count` the number (size_t) of
                            elements */
    CLOVER_INFO_OBJECT,  /* the field is another object, or NULL */
    CLOVER_INFO_OBJECTS, /* as CLOVER_INFO_ARRAY, of objects */
    CLOVER_INFO_HANDLES  /* the object's reference count */
};

struct clover_info {
    cl_uint name;
    enum clover_info_kind kind;
    size_t offset, size, count;
};

#define CLOVER_FIELD(name, type, field)                                                            \
    {name, CLOVER_INFO_FIELD, offsetof(type, field), sizeof(((type *)0)->field), 0}
#define CLOVER_STRING(name, type, field) {name, CLOVER_INFO_STRING, offsetof(type, field), 0, 0}
#define CLOVER_ARRAY(name, type, field, counter)                                                   \
    {name, CLOVER_INFO_ARRAY, offsetof(type, field), sizeof(*((type *)0)->field),                  \
     offsetof(type, counter)}
#define CLOVER_OBJECT(name, type, field)                                                           \
    {name, CLOVER_INFO_OBJECT, offsetof(type, field), sizeof(void *), 0}
#define CLOVER_OBJECTS(name, type, field, counter)                                                 \
    {name, CLOVER_INFO_OBJECTS, offsetof(type, field), sizeof(void *), offsetof(type, counter)}
#define CLOVER_HANDLES(name) {name, CLOVER_INFO_HANDLES, 0, 0, 0}

/* Where a query's answer goes: the last three parameters of every clGet*Info. */
struct clover_answer {
    size_t size;
    void *value;
    size_t *size_ret;
};

/* CL_SUCCESS, or CL_INVALID_VALUE when the application's memory is too small. */
cl_int clover_answer(struct clover_answer to, const void *data, size_t size);
cl_int clover_answer_string(struct clover_answer to, const char *text);
/* Answers from the table's row of that name; CL_INVALID_VALUE when there is none. */
cl_int clover_info_query(const struct clover_info *table, size_t rows, const void *object,
                         cl_uint name, struct clover_answer to);
/* Likewise of a handle from the application, whose class's error is returned when it is none. */
cl_int clover_info_of(const void *handle, const struct clover_class *class,
                      const struct clover_info *table, size_t rows, cl_uint name,
                      struct clover_answer to);
