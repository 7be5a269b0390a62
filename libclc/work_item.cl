/* SPDX-License-Identifier: MIT */
/* work_item.cl: ids of work-items. libclc's are 1 in dimensions that do not exist, where OpenCL C
 * 1.2 (section 6.12.1) wants 0, and branch on the dimension where a choice is cheaper. */

#define OVERLOAD __attribute__((overloadable))

static uint choose(uint dimension, uint x, uint y, uint z, uint none)
{
    uint low = dimension == 0 ? x : y;
    uint high = dimension == 2 ? z : none;
    return dimension < 2 ? low : high;
}

size_t OVERLOAD get_local_id(uint dimension)
{
    return choose(dimension, __builtin_r600_read_tidig_x(), __builtin_r600_read_tidig_y(),
                  __builtin_r600_read_tidig_z(), 0);
}

size_t OVERLOAD get_group_id(uint dimension)
{
    return choose(dimension, __builtin_r600_read_tgid_x(), __builtin_r600_read_tgid_y(),
                  __builtin_r600_read_tgid_z(), 0);
}

size_t OVERLOAD get_global_id(uint dimension)
{
    return get_group_id(dimension) * get_local_size(dimension) + get_local_id(dimension) +
           get_global_offset(dimension);
}

/* ---- OpenCL C 3.0, 6.15.1 ---- */

/* All work-groups of a launch have one size. */
size_t OVERLOAD get_enqueued_local_size(uint dimension)
{
    return get_local_size(dimension);
}

size_t OVERLOAD get_local_linear_id(void)
{
    return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
           get_local_id(0);
}

static size_t launched_id(uint dimension)
{
    return get_global_id(dimension) - get_global_offset(dimension);
}

size_t OVERLOAD get_global_linear_id(void)
{
    return (launched_id(2) * get_global_size(1) + launched_id(1)) * get_global_size(0) +
           launched_id(0);
}
