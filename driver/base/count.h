/* SPDX-License-Identifier: MIT */
/* count.h: how many elements an array has, and the next multiple of a number. */
#pragma once

#define COUNT(array)        (sizeof(array) / sizeof(*(array)))
#define ALIGN_UP(value, to) (((value) + (to) - 1) / (to) * (to))
