/* SPDX-License-Identifier: MIT */
/* frontend.h: from OpenCL C to a linked LLVM module. */
#pragma once

#include <limits.h>
#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "driver/hw/image_access.h"
#include "llvm/config.h"

struct build_options;
struct compiler_input;
struct hw_chip;

/* The description of a target (llvm/target.h) before its passes. */
struct frontend_target {
    const char *builtins[HW_IMAGES_COUNT]; /* files of this tree, by enum hw_image_access */
    bool libclc;              /* which the system's library for the chip, and ours of half and
                                 double, complete */
    const char *cpu;          /* that Clang compiles for; NULL: the chip */
    bool image_programs_only; /* kernels are image programs: the language has what these can do */
};

enum { FRONTEND_MORE = 4 };

/* A context with the builtins of one chip opened in it, for one compile. */
struct frontend {
    char folder[PATH_MAX];  /* of the builtins of this tree */
    char include[PATH_MAX]; /* within it: headers that programs may include */
    LLVMContextRef context;
    const struct hw_chip *chip;
    const struct frontend_target *target;
    uint32_t image_access; /* enum hw_image_access */
    LLVMModuleRef own;     /* libclc/ of this tree */
    LLVMModuleRef libclc;  /* the system's, for this chip; NULL: the target needs none */
    LLVMModuleRef more[FRONTEND_MORE]; /* ours of half, of double, of fma, the system's of double */
    size_t more_count;
    bool linked;
};

/* Finds the folders of the builtins and no more. -1 with a line in `log`. */
int frontend_locate(struct frontend *frontend, const struct frontend_target *target, FILE *log);
/* Opens the builtins; function bodies are read when they are linked. -1 with a line in `log`. */
int frontend_init(struct frontend *frontend, const struct hw_chip *chip,
                  const struct frontend_target *target, uint32_t image_access, FILE *log);
void frontend_finish(struct frontend *frontend);
/* Compiles a trivial program, so that a child forked from here finds Clang's tables filled. */
void frontend_warm_up(struct frontend *frontend);

/* OpenCL C, what its diagnostics call it, and headers that it may include. */
struct frontend_source {
    const char *name;
    const char *text;
    size_t size;
    const struct compiler_input *headers;
    uint32_t header_count;
    const char *const *folders; /* that files may be included from; NULL: any */
    size_t folder_count;
    int version;         /* __OPENCL_VERSION__, as ROOTLE_CL has it */
    uint32_t extensions; /* 1 << row of hw_extensions each: those of them that the chip carries are
                            there, in every version of the language, and have macros */
    bool no_lines;       /* names of lines are not wanted */
    bool variables;      /* but variables and types are, too */
    char **outside;      /* protocol_reply.outside, malloc'ed; NULL: not wanted */
};

/* Declares OpenCL C's types and constants, in every program. */
#define FRONTEND_DEFAULT_HEADER ROOTLE_CLANG_RESOURCES "/include/opencl-c-base.h"

/* The folders of its own that a compile reads. They live as long as the frontend. */
enum { FRONTEND_FOLDERS = 3 };
void frontend_folders(const struct frontend *frontend, const char *folders[FRONTEND_FOLDERS]);

/* Compiles. Diagnostics go to `log`. NULL when there are errors. */
LLVMModuleRef frontend_compile(struct frontend *frontend, const struct frontend_source *source,
                               const struct build_options *options, FILE *log);
/* Links the builtins that the module calls. They can be linked once only. */
int frontend_link_builtins(struct frontend *frontend, LLVMModuleRef module, FILE *log);
