// SPDX-License-Identifier: MIT
/* read_written_unordered.cl: reads of read_write images may go before writes, and be taken for earlier ones. */
#include "image/image.h"
#define __rootle_tex_ld_ordered    __rootle_tex_ld
#define __rootle_buffer_ld_ordered __rootle_buffer_ld
#include "image/read.cl"
