/* SPDX-License-Identifier: MIT */
/* r300.h: streams of drivers of OpenGL on R500: checked as the kernel does, and drawn. */
#pragma once

#include "driver/sim/family.h"

/* The registration of a device with these chips. Streams of image programs are r500_family's. */
extern const struct sim_family r300_family;
/* And of one whose registers and fragment programs are R300's. */
extern const struct sim_family r300_older_family;

struct checker;
/* check.c: whether a stream draws nothing but rectangles of image programs; goes through another
 * one by the rules of Linux's r300.c and r100.c for rv515. */
bool r300_is_of_images(const struct sim_stream *stream);
bool r300_check(struct checker *c);
