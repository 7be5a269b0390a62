/* SPDX-License-Identifier: MIT */
/* format.c: image formats as OpenGL names them (OpenGL 4.5, tables 8.2, 8.5, 8.12 and 8.13). */
#include "program-tester/gl/format.h"

#include <string.h>

/* A data type, with OpenGL's sized formats of one, two and four channels. */
struct row {
    cl_channel_type type;
    GLenum internal[3];
    GLenum pixels;
    bool integer;
};

static const struct row rows[] = {
    {CL_UNORM_INT8, {GL_R8, GL_RG8, GL_RGBA8}, GL_UNSIGNED_BYTE, false},
    {CL_UNORM_INT16, {GL_R16, GL_RG16, GL_RGBA16}, GL_UNSIGNED_SHORT, false},
    {CL_SNORM_INT8, {GL_R8_SNORM, GL_RG8_SNORM, GL_RGBA8_SNORM}, GL_BYTE, false},
    {CL_SNORM_INT16, {GL_R16_SNORM, GL_RG16_SNORM, GL_RGBA16_SNORM}, GL_SHORT, false},
    {CL_SIGNED_INT8, {GL_R8I, GL_RG8I, GL_RGBA8I}, GL_BYTE, true},
    {CL_SIGNED_INT16, {GL_R16I, GL_RG16I, GL_RGBA16I}, GL_SHORT, true},
    {CL_SIGNED_INT32, {GL_R32I, GL_RG32I, GL_RGBA32I}, GL_INT, true},
    {CL_UNSIGNED_INT8, {GL_R8UI, GL_RG8UI, GL_RGBA8UI}, GL_UNSIGNED_BYTE, true},
    {CL_UNSIGNED_INT16, {GL_R16UI, GL_RG16UI, GL_RGBA16UI}, GL_UNSIGNED_SHORT, true},
    {CL_UNSIGNED_INT32, {GL_R32UI, GL_RG32UI, GL_RGBA32UI}, GL_UNSIGNED_INT, true},
    {CL_HALF_FLOAT, {GL_R16F, GL_RG16F, GL_RGBA16F}, GL_HALF_FLOAT, false},
    {CL_FLOAT, {GL_R32F, GL_RG32F, GL_RGBA32F}, GL_FLOAT, false},
};

static const GLenum pixels_of[2][3] = {{GL_RED, GL_RG, GL_RGBA},
                                       {GL_RED_INTEGER, GL_RG_INTEGER, GL_RGBA_INTEGER}};

/* Formats that are no row and column of the table. */
static const struct {
    cl_channel_order order;
    cl_channel_type type;
    struct pt_gl_format found;
} others[] = {
    {CL_sRGBA, CL_UNORM_INT8, {GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, false}},
    {CL_RGB, CL_UNORM_SHORT_565, {GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, false}},
};

/* The column of an order, or -1. */
static int column_of(cl_channel_order order)
{
    return order == CL_R ? 0 : order == CL_RG ? 1 : order == CL_RGBA ? 2 : -1;
}

bool pt_gl_format(struct pt_format format, struct pt_gl_format *found)
{
    int column = column_of(format.order->value);

    for (size_t i = 0; i < PT_COUNT(others); i++) {
        if (others[i].order == format.order->value && others[i].type == format.type->value) {
            *found = others[i].found;
            return true;
        }
    }
    for (size_t i = 0; i < PT_COUNT(rows) && column >= 0; i++) {
        if (rows[i].type == format.type->value) {
            *found = (struct pt_gl_format){
                rows[i].internal[column], pixels_of[rows[i].integer][column], rows[i].pixels, true};
            return true;
        }
    }
    return false;
}
