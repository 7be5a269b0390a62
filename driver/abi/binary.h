/* SPDX-License-Identifier: MIT */
/* binary.h: a compiled program: what rootle-cc writes, the cache keeps and the driver loads. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/abi/binding.h"
#include "driver/abi/kernel_abi.h"

/* The kinds of arguments: each names what the driver writes to the argument's place in constant
 * buffer 0. clSetKernelArg sets those up to SAMPLER, in order; the others are implicit. */
enum rootle_arg_kind {
    ROOTLE_ARG_VALUE,       /* bytes as given */
    ROOTLE_ARG_GLOBAL,      /* pool address of a buffer, 4 bytes; 0 for NULL */
    ROOTLE_ARG_CONSTANT,    /* likewise */
    ROOTLE_ARG_LOCAL,       /* byte offset in LDS, after the static local memory, 4 bytes */
    ROOTLE_ARG_IMAGE_READ,  /* 4 bytes, unused by code; `slot` is the view's */
    ROOTLE_ARG_IMAGE_WRITE, /* likewise; `slot` is the surface's. With ROOTLE_ACCESS_READ_WRITE it
                               is also that of a view, counted from ABI_READ_WRITE_VIEWS */
    ROOTLE_ARG_SAMPLER,     /* bit field of CLK_* values, 4 bytes; `slot` is the sampler's */
    ROOTLE_ARG_LAST_EXPLICIT = ROOTLE_ARG_SAMPLER,
    ROOTLE_ARG_IMAGE_SIZE,   /* width, height, depth (array size for arrays) of the image before it,
                                12 bytes */
    ROOTLE_ARG_IMAGE_FORMAT, /* channel data type, channel order of the image before it: the CL_*
                                values, 8 bytes */
    ROOTLE_ARG_WORK_DIM,     /* 4 bytes */
    ROOTLE_ARG_GLOBAL_OFFSET, /* 12 bytes */
    ROOTLE_ARG_RODATA,        /* pool address of the program's constants, 4 bytes */
    ROOTLE_ARG_PRINTF,        /* pool address of the launch's printf buffer, 4 bytes */
    /* Implicit arguments that only the code of other compilers needs. */
    ROOTLE_ARG_GLOBAL_SIZE, /* in work-items, 12 bytes */
    ROOTLE_ARG_LOCAL_SIZE,  /* likewise */
    ROOTLE_ARG_GROUPS,      /* numbers of work-groups, 12 bytes */
    ROOTLE_ARG_LITERAL,     /* the number `slot`, 4 bytes */
    /* ABI_LEVELS_* of the image before it, 4 bytes. `slot` is that of a surface of all of its
     * levels, or ABI_LEVELS_NO_SURFACE. */
    ROOTLE_ARG_IMAGE_LEVELS,
    ROOTLE_ARG_KIND_COUNT
};

enum {
    ROOTLE_ACCESS_NONE,
    ROOTLE_ACCESS_READ_ONLY,
    ROOTLE_ACCESS_WRITE_ONLY,
    ROOTLE_ACCESS_READ_WRITE
};
enum {
    ROOTLE_ADDRESS_PRIVATE,
    ROOTLE_ADDRESS_GLOBAL,
    ROOTLE_ADDRESS_CONSTANT,
    ROOTLE_ADDRESS_LOCAL
};
enum { ROOTLE_TYPE_CONST = 1, ROOTLE_TYPE_RESTRICT = 2, ROOTLE_TYPE_VOLATILE = 4 };
enum {
    ROOTLE_IMAGE_NONE,
    ROOTLE_IMAGE_1D,
    ROOTLE_IMAGE_1D_BUFFER,
    ROOTLE_IMAGE_1D_ARRAY,
    ROOTLE_IMAGE_2D,
    ROOTLE_IMAGE_2D_ARRAY,
    ROOTLE_IMAGE_3D,
    ROOTLE_IMAGE_2D_DEPTH, /* of order CL_DEPTH, as the next */
    ROOTLE_IMAGE_2D_ARRAY_DEPTH,
    ROOTLE_IMAGE_TYPE_COUNT
};

/* Bytes of constant buffer 0 from byte 36 on. */
enum { ROOTLE_MAX_INPUT_BYTES = 65536 - ABI_INPUT_ARGUMENTS };

struct rootle_arg {
    uint32_t kind;      /* enum rootle_arg_kind */
    uint32_t offset;    /* in constant buffer 0, bytes; at least ABI_INPUT_ARGUMENTS */
    uint32_t size;      /* bytes of the argument; its place takes whole dwords */
    uint32_t is_signed; /* VALUE of one or two bytes: 1 when its sign fills the dword */
    uint32_t slot;  /* images and samplers: index in views, surfaces or samplers; LITERAL: itself */
    uint32_t align; /* LOCAL: alignment that the pointee needs, bytes */
    uint32_t image_type; /* ROOTLE_IMAGE_* */
    uint32_t access;     /* ROOTLE_ACCESS_*, for clGetKernelArgInfo */
    uint32_t address;    /* ROOTLE_ADDRESS_* */
    uint32_t type_qualifier;
    char *name;      /* "" when it is not known; clGetKernelArgInfo tells it to those who built with
                        -cl-kernel-arg-info */
    char *type_name; /* as written, e.g. "float4*" */
};

/* A variable in memory, for messages. */
struct rootle_variable {
    char *name;      /* as in the source */
    uint32_t space;  /* ROOTLE_ADDRESS_*: local and private ones of a kernel, constant and global
                        ones of a program */
    uint32_t offset; /* bytes: in the group's local memory, the work-item's private memory, the
                        program's constants */
    uint32_t size;   /* bytes */
};

/* An access of a kernel's code that is of one variable for certain, whatever its index is. */
struct rootle_access {
    uint32_t word;     /* of the instruction, ROOTLE_WORD_BYTES each; rising */
    uint32_t variable; /* number among the kernel's variables, and behind those the program's */
};

struct rootle_kernel {
    char *name;
    char *attributes;        /* CL_KERNEL_ATTRIBUTES; "" for none */
    struct rootle_arg *args; /* explicit ones in order, implicit ones among and after them */
    uint32_t arg_count;
    uint32_t input_bytes; /* size of constant buffer 0 from byte 36 on */
    uint32_t *samplers; /* constant samplers: CLK_* bit fields for the slots after the arguments' */
    uint32_t sampler_count;
    struct rootle_binding *bindings; /* beside those of docs/kernel-abi.md */
    uint32_t binding_count;
    uint32_t required_size[3]; /* reqd_work_group_size, or 0 0 0 */
    uint32_t lds_bytes, scratch_bytes, private_bytes;
    uint32_t gprs, stack_entries;
    uint32_t without_denormals; /* 1: single denormals are to be zeros while it runs */
    void *code;
    uint32_t code_bytes;
    void *lines; /* the source lines of the code: driver/abi/lines.h */
    uint32_t line_bytes;
    void *places; /* where variables of the source are, in the words of docs/debugging.md; only when
                     the program was compiled for a debugger */
    uint32_t place_bytes;
    struct rootle_variable *variables;
    uint32_t variable_count;
    struct rootle_access *accesses;
    uint32_t access_count;
    /* Statistics (ROOTLE_DEBUG=pstat). */
    uint32_t groups, scalar_ops, tex_ops, vtx_ops, rat_ops, cf_ops;
    uint32_t slot_ops[5]; /* x y z w t */
};

/* A string literal of printf: a format, or the argument of a %s. Records of docs/kernel-abi.md hold
 * its index. */
struct rootle_string {
    char *text;
    char *arguments; /* of a format: a letter and a number of elements each, as "i1f4s1": i and l
                        for integers of 32 and 64 bits, f for float, d for double, s for an index
                        among the strings */
    char *file, *function; /* of a format: where its printf stands; "": not known */
    uint32_t line, column;
};

enum rootle_binary_type {
    ROOTLE_EXECUTABLE,
    ROOTLE_OBJECT,
    ROOTLE_LIBRARY,
    ROOTLE_BINARY_TYPE_COUNT
};

struct rootle_binary {
    uint32_t type; /* enum rootle_binary_type */
    char *chip;
    char *compiler;        /* version that made it */
    uint32_t image_access; /* executables: enum hw_image_access, how kernels access images */
    void *ir;              /* objects and libraries: LLVM bitcode, for the linker */
    uint32_t ir_bytes;
    struct rootle_string *strings;
    uint32_t string_count;
    void *rodata; /* program-scope constants, shared by the kernels */
    uint32_t rodata_bytes;
    uint32_t
        *relocations; /* byte offsets of the dwords in rodata that its pool address is added to */
    uint32_t relocation_count;
    struct rootle_variable *variables; /* what lies in rodata */
    uint32_t variable_count;
    /* Members of variables in the words of docs/kernel-abi.md; of guarded programs. */
    void *layouts;
    uint32_t layout_bytes;
    struct rootle_kernel *kernels;
    uint32_t kernel_count;
};

/* An empty binary, or NULL. Every pointer inside is malloc'ed and owned by it. */
struct rootle_binary *rootle_binary_create(void);
void rootle_binary_destroy(struct rootle_binary *binary); /* NULL is legal */

/* Serialises to a versioned, checksummed image (little-endian). NULL when memory is short. */
void *rootle_binary_write(const struct rootle_binary *binary, size_t *size);
/* Reads an image back; never trusts a length it has not checked. NULL with `error` filled and errno
 * EINVAL when it is damaged, of another version or not ours, or ENOMEM when memory is short. */
struct rootle_binary *rootle_binary_read(const void *image, size_t size, char *error,
                                         size_t error_size);
/* NULL, or what of a kernel's inputs contradicts docs/kernel-abi.md: the size of the inputs, then
 * each argument's kind, place, size and image type, and bindings. rootle_binary_read refuses
 * binaries with such kernels; who has passed this may trust those fields. */
const char *rootle_kernel_fault(const struct rootle_kernel *kernel);
