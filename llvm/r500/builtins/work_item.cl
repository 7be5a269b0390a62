/* SPDX-License-Identifier: MIT */
/* work_item.cl: a work-item is a pixel of the rectangle that is drawn. */
#include "builtins.h"

size_t OVERLOAD get_global_id(uint dimension)
{
    return dimension < 2 ? __rootle_global_id(dimension) : 0;
}

uint CONST __rootle_global_size_x(void) __asm("llvm.r600.read.global.size.x");
uint CONST __rootle_global_size_y(void) __asm("llvm.r600.read.global.size.y");

size_t OVERLOAD get_global_size(uint dimension)
{
    return dimension == 0   ? __rootle_global_size_x()
           : dimension == 1 ? __rootle_global_size_y()
                            : 1;
}
