/* SPDX-License-Identifier: MIT */
/* count.h: how many elements an array has. */
#ifndef ROOTLE_BASE_COUNT_H
#define ROOTLE_BASE_COUNT_H

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

#endif
