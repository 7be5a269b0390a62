/* SPDX-License-Identifier: MIT */
/* foreign_binary.c: which readers of others' binaries this build has. */
#include "driver/foreign_binary.h"

#include <errno.h>
#include <stdio.h>

#ifdef ROOTLE_CATALYST
#include "driver/catalyst/catalyst.h"

bool foreign_binary_is(const void *image, size_t size)
{
    return catalyst_is(image, size);
}

struct rootle_binary *foreign_binary_read(const void *image, size_t size, char *error,
                                          size_t error_size)
{
    return catalyst_read(image, size, error, error_size);
}
#else
bool foreign_binary_is(const void *image, size_t size)
{
    (void)image, (void)size;
    return false;
}

struct rootle_binary *foreign_binary_read(const void *image, size_t size, char *error,
                                          size_t error_size)
{
    (void)image, (void)size;
    snprintf(error, error_size, "this build reads no binaries of other drivers");
    errno = EINVAL;
    return NULL;
}
#endif
