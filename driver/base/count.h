/* SPDX-License-Identifier: MIT */
/* count.h: how many elements an array has. */
#pragma once

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
