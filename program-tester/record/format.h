/* SPDX-License-Identifier: MIT */
/* format.h: a recording: one file of records, each with its length and checksum, in the order in
 * which the application's calls were made. What was written before a kill can be read. */
#pragma once

#include <stdint.h>

/* Each file begins with these eight bytes; the last two are the version of the format. Version 2 is
 * version 3 without answers. */
#define RECORD_MAGIC      "RtlRec03"
#define RECORD_OLD_MAGIC  "RtlRec02"
#define RECORD_MAGIC_SIZE 8

/* The head of a record, little-endian; its payload follows without padding. */
struct record_head {
    uint64_t size; /* of the payload, in bytes */
    uint32_t op;   /* an enum op */
    uint32_t zero;
    uint64_t checksum; /* XXH64 of the payload, with op as the seed */
};

enum op {
    OP_NONE,
#define OP(name, fields) OP_##name,
#include "program-tester/record/ops.def"
#undef OP
    OP_COUNT
};

/* Questions whose answers are kept, and how many numbers one is asked with at most. */
enum answer {
#define ANSWER(name, function, kind) ANSWER_##name,
#include "program-tester/record/answers.def"
#undef ANSWER
    ANSWER_COUNT
};
enum { ANSWER_NUMBERS = 16 };

/* A kernel argument is given in one of these forms. */
enum argument_form {
    ARGUMENT_BYTES,  /* size, bytes */
    ARGUMENT_LOCAL,  /* size */
    ARGUMENT_OBJECT, /* id of a memory object, sampler or queue; 0: NULL */
};

/* Flags of memory by which the host may not read it, or not write it. */
#define RECORD_HOST_FLAGS                                                                          \
    (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | (cl_mem_flags)CL_MEM_HOST_NO_ACCESS)

/* The bytes of a content are kept in one of these ways. */
enum content_codec { CODEC_RAW, CODEC_ZSTD };

/* Kinds of objects, which share one counter of ids. */
enum object_kind {
    OBJECT_NONE,
    OBJECT_DEVICE,
    OBJECT_CONTEXT,
    OBJECT_QUEUE,
    OBJECT_BUFFER,
    OBJECT_IMAGE,
    OBJECT_SAMPLER,
    OBJECT_PROGRAM,
    OBJECT_KERNEL,
    OBJECT_EVENT,
    OBJECT_MAPPING,
    OBJECT_KINDS
};
