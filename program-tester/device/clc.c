/* SPDX-License-Identifier: MIT */
/* clc.c: which version of OpenCL C a program is built for. */
#include "program-tester/device/clc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "program-tester/device/device.h"

static const unsigned before_lists[] = {10, 11, 12, 20};

static const char *const of_20[] = {
    "__opencl_c_3d_image_writes",
    "__opencl_c_atomic_order_acq_rel",
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_device_enqueue",
    "__opencl_c_generic_address_space",
    "__opencl_c_pipes",
    "__opencl_c_program_scope_global_variables",
    "__opencl_c_read_write_images",
    "__opencl_c_work_group_collective_functions",
};

bool pt_clc_has(pt_clc_versions versions, unsigned version)
{
    return version <= PT_CLC_HIGHEST && versions >> version & 1;
}

pt_clc_versions pt_clc_add(pt_clc_versions versions, unsigned version)
{
    return version <= PT_CLC_HIGHEST ? versions | UINT64_C(1) << version : versions;
}

pt_clc_versions pt_clc_up_to(unsigned version)
{
    pt_clc_versions versions = pt_clc_add(0, version);

    for (size_t i = 0; i < PT_COUNT(before_lists) && before_lists[i] < version; i++)
        versions = pt_clc_add(versions, before_lists[i]);
    return versions;
}

unsigned pt_clc_choose(pt_clc_versions versions, unsigned usual, unsigned least, unsigned most)
{
    if (usual < least) {
        for (unsigned version = least; version <= most && version <= PT_CLC_HIGHEST; version++) {
            if (pt_clc_has(versions, version))
                return version;
        }
        return 0;
    }
    if (usual <= most)
        return usual;
    for (unsigned version = most; version && version >= least; version--) {
        if (pt_clc_has(versions, version))
            return version;
    }
    return 0;
}

/* Compilers take the last of several. */
unsigned pt_clc_stated(const char *options)
{
    static const char option[] = "-cl-std=CL";
    unsigned version = 0;

    for (const char *at = options; (at = strstr(at, option));) {
        at += sizeof(option) - 1;
        if (isdigit((unsigned char)at[0]) && at[1] == '.' && isdigit((unsigned char)at[2]))
            version = (unsigned)(at[0] - '0') * 10 + (unsigned)(at[2] - '0');
    }
    return version;
}

char *pt_clc_text(pt_clc_versions versions)
{
    struct pt_string text = {0};

    for (unsigned version = 0; version <= PT_CLC_HIGHEST; version++) {
        if (!pt_clc_has(versions, version))
            continue;
        bool last = !(versions >> version >> 1);
        const char *before = !text.length ? "" : last ? " and " : ", ";
        pt_string_add(&text, "%s%u.%u", before, version / 10, version % 10);
    }
    return pt_string_take(&text);
}

char *pt_clc_lacks_of_20(const char *features)
{
    struct pt_string text = {0};

    for (size_t i = 0; i < PT_COUNT(of_20); i++) {
        if (!pt_names_have(features, of_20[i]))
            pt_string_add(&text, "%s%s", text.length ? " " : "", of_20[i]);
    }
    return pt_string_take(&text);
}
