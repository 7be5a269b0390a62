/* SPDX-License-Identifier: MIT */
/* kernel_abi.h: what compiled kernels find, and where: numbers that the compiler, clover and the
 * hardware driver share. docs/kernel-abi.md explains them, and a test compares the two.
 *
 * Where LLVM's R600 back end has an ABI, this is the same one (r600-corpus checks it). */
#pragma once

/* Constant buffer 0, in bytes. */
enum {
    ABI_INPUT_GROUPS = 0,       /* numbers of work-groups: x y z, a dword each */
    ABI_INPUT_GLOBAL_SIZE = 12, /* in work-items, likewise */
    ABI_INPUT_LOCAL_SIZE = 24,
    ABI_INPUT_ARGUMENTS = 36, /* the kernel's arguments, then the implicit ones */

    ABI_ARGUMENT_ALIGN = 4, /* at least; counted from ABI_INPUT_ARGUMENTS */
    ABI_IMAGE_SIZE_BYTES =
        12, /* the implicit arguments behind an image: width, height, depth or layers */
    ABI_IMAGE_FORMAT_BYTES = 8, /* CL_* channel data type, channel order */
    ABI_WORK_DIM_BYTES = 4,
    ABI_GLOBAL_OFFSET_BYTES = 12,
};

/* kcache banks: constant buffers that ALU clauses read. */
enum { ABI_KCACHE_INPUTS = 0 };

/* Fetch resources. */
enum {
    ABI_RESOURCE_INPUTS = 0, /* constant buffer 0 again, for indexed reads */
    ABI_RESOURCE_POOL =
        1, /* every buffer and constant; stride 1, so that addresses are byte offsets */
    ABI_RESOURCE_IMAGES = 2, /* read image i is here + i */
    /* Images that are read and written, behind all that are only read: their number among the
     * written ones added. */
    ABI_RESOURCE_READ_WRITE_IMAGES = 130,
    ABI_RESOURCE_RETURNED = 160, /* old values of atomics on the pool */
    /* Code of LLVM's own back end (bindings of driver/abi/binding.h). */
    ABI_RESOURCE_LLVM_CONSTANTS = 2,
    ABI_RESOURCE_LLVM_INPUTS = 3,
};

/* Views of read_write images, counted from resource ABI_RESOURCE_IMAGES. */
enum { ABI_READ_WRITE_VIEWS = ABI_RESOURCE_READ_WRITE_IMAGES - ABI_RESOURCE_IMAGES };

/* Random access targets. */
enum { ABI_RAT_POOL = 0, ABI_RAT_IMAGES = 1 /* written image i is here + i */ };

/* Levels of a mipmapped image, of which there is a surface as one, and how an image of one level is
 * bound: a bit field. */
enum {
    ABI_LEVELS_COUNT_MASK = 0xf, /* how many */
    ABI_LEVELS_ROW_SHIFT = 4,    /* log2 of the tiles of 8 x 8 texels in a row of the surface */
    ABI_LEVELS_ROW_MASK = 0xf,
    ABI_LEVELS_ALIGN_SHIFT =
        8, /* log2 of the tiles that rows of a 1D-tiled level are multiples of */
    ABI_LEVELS_ALIGN_MASK = 3,
    ABI_LEVELS_MACRO_SHIFT = 10, /* how many levels, from the first on, are 2D-tiled */
    ABI_LEVELS_MACRO_MASK = 0xf,
    /* The macro tiles of such a surface have banks of one tile's width and no tile split
     * (docs/hardware.md, "Tiling"). The fields are logarithms of a texel's bytes, pipes, banks,
     * bank height and macro tile aspect. */
    ABI_LEVELS_TEXEL_SHIFT = 14,
    ABI_LEVELS_TEXEL_MASK = 7,
    ABI_LEVELS_PIPES_SHIFT = 17,
    ABI_LEVELS_PIPES_MASK = 3,
    ABI_LEVELS_BANKS_SHIFT = 19,
    ABI_LEVELS_BANKS_MASK = 7,
    ABI_LEVELS_HEIGHT_SHIFT = 22,
    ABI_LEVELS_HEIGHT_MASK = 3,
    ABI_LEVELS_ASPECT_SHIFT = 24,
    ABI_LEVELS_ASPECT_MASK = 3,
    ABI_LEVELS_NON_DISPLAYABLE = 1 << 26, /* the other order of texels within a tile */
    ABI_LEVELS_LOWERED = 1 << 27,         /* raw, as integers of 32 bits that kernels convert */
    ABI_LEVELS_LAYER_SHIFT = 28,          /* log2 of the rows of tiles in a layer of the surface */
    ABI_LEVELS_LAYER_MASK = 0xf,
    ABI_LEVELS_NO_SURFACE = 0xffff,
};

/* Limits of a kernel. */
enum {
    ABI_MAX_READ_IMAGES = 128,
    ABI_MAX_WRITE_IMAGES = 11,     /* read_write ones among them */
    ABI_MAX_SURFACES = 11,         /* written images, and all levels of some as one */
    ABI_MAX_SAMPLERS = 18,         /* arguments and constants together */
    ABI_MAX_ARGUMENT_BYTES = 4096, /* CL_DEVICE_MAX_PARAMETER_SIZE */
    ABI_MAX_INPUT_BYTES = 8192,    /* all of constant buffer 0: what implicit arguments add, too */
};

/* Private memory in registers: a dword each in one channel of successive registers. */
enum {
    ABI_PRIVATE_GPR = 2,
    ABI_PRIVATE_CHANNEL = 3,
};

/* Address spaces of LLVM IR. */
enum abi_address_space {
    ABI_SPACE_GENERIC = 0,
    ABI_SPACE_GLOBAL = 1,
    ABI_SPACE_LOCAL = 3,
    ABI_SPACE_CONSTANT = 4,
    ABI_SPACE_PRIVATE = 5,
    ABI_SPACE_INPUTS = 7, /* byte offsets in constant buffer 0; between passes only */
};

/* Generic pointers: those to local and private memory have a tag in their upper half, behind the
 * end of the pool; those to global memory are as they are, and null is 0. */
enum abi_generic_pointer {
    ABI_GENERIC_TAG = 0xffff0000,
    ABI_GENERIC_LOCAL = 0xfffe0000,
    ABI_GENERIC_PRIVATE = 0xffff0000,
};

/* Sampler values: a bit field, in the CLK_* numbers of Clang's OpenCL C. */
enum {
    ABI_SAMPLER_NORMALIZED = 1,
    ABI_SAMPLER_ADDRESS_NONE = 0,
    ABI_SAMPLER_CLAMP_TO_EDGE = 2,
    ABI_SAMPLER_CLAMP = 4,
    ABI_SAMPLER_REPEAT = 6,
    ABI_SAMPLER_MIRRORED_REPEAT = 8,
    ABI_SAMPLER_ADDRESS_MASK = 0xe,
    ABI_SAMPLER_NEAREST = 0x10,
    ABI_SAMPLER_LINEAR = 0x20,
    ABI_SAMPLER_FILTER_MASK = 0x30,
};

/* A launch's printf buffer, in dwords. */
enum {
    ABI_PRINTF_ROOM = 0, /* that records may take */
    ABI_PRINTF_USED = 1, /* that they asked for */
    ABI_PRINTF_LOST = 2, /* records that did not fit */
    ABI_PRINTF_RECORDS = 3,
    /* A record. */
    ABI_PRINTF_LENGTH = 0,    /* of the record; 0 ends the buffer */
    ABI_PRINTF_FORMAT = 1,    /* index among the binary's strings */
    ABI_PRINTF_WORK_ITEM = 2, /* linear id in the launch */
    ABI_PRINTF_ARGUMENTS = 3,
    ABI_PRINTF_MAX_LENGTH = 1024, /* of a record; there is room for one behind the records */
};

/* The argument of __rootle_fence: which side of it keeps its accesses there, and the numbers of a
 * memory_order and a memory_scope (OpenCL C 6.15.12). */
enum {
    ABI_FENCE_RELEASES = 1, /* accesses before it stay there, */
    ABI_FENCE_ACQUIRES = 2, /* and those behind it */
    ABI_FENCE_ORDER = 4,
    ABI_FENCE_SCOPE = 8,
};
