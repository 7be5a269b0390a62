/* SPDX-License-Identifier: MIT */
/* evergreen.h: from legal LLVM IR to Evergreen machine code.
 *
 * The input is one kernel function, already legal; "legal" is this contract between llvm/passes and
 * llvm/evergreen (llvm/passes/check_legal.c verifies it and names what is not):
 *
 * - `void f()`: parameters were replaced by loads from address space 7 at constant addresses, byte
 *   offsets in constant buffer 0 as docs/kernel-abi.md says. Everything is inlined; the calls left
 *   are those below.
 * - Address spaces: 1 global and 4 constant (both: byte offset in the pool), 3 local (byte offset
 *   in LDS), 5 private (static allocas in the entry block), 7 inputs (constant or computed
 *   offsets). Pointers are 32 bits. No global variables are left: local ones became constant
 *   addresses, constants an offset from the RODATA implicit argument.
 * - Types: i1, i8, i16, i32, i64, float, half (loads, stores, fpext, fptrunc, bitcast only), and
 *   vectors of them of any width. No aggregates.
 * - Control flow is structured (lower-switch, fix-irreducible, unify-loop-exits, structurizecfg):
 *   every branch is an if whose join post-dominates it, or a loop with one latch that is its only
 *   exit; one return.
 * - Instructions: all integer and float arithmetic, comparisons, casts, select, phi, load, store,
 *   getelementptr (all address arithmetic), insertelement, extractelement (constant or variable
 *   index), shufflevector, freeze, unreachable (as return), fence; atomicrmw and cmpxchg of 32 bits
 *   on address spaces 1 and 3; extractvalue of what cmpxchg and the overflow intrinsics return.
 *   Division of more than 32 bits is not.
 * - Calls, by callee; `resource`, `sampler` and `rat` are constants, the numbers of the fetch
 *   resource, the sampler and the RAT themselves:
 *
 *   llvm.r600.read.tidig.{x,y,z}, llvm.r600.read.tgid.{x,y,z}
 *       R0, R1
 *   llvm.r600.read.{ngroups,global.size,local.size}.{x,y,z}
 *       the first dwords of constant buffer 0
 *   llvm.r600.group.barrier
 *   llvm.r600.recipsqrt.ieee.f32 (and .clamped)
 *   llvm.{fabs,sqrt,floor,ceil,trunc,rint,roundeven,round,fma,fmuladd,copysign,canonicalize,ldexp}
 *   llvm.{minnum,maxnum,minimum,maximum,sin,cos,exp2,log2}, llvm.is.fpclass
 *   llvm.{ctpop,ctlz,cttz,bswap,bitreverse,abs,fshl,fshr,smin,smax,umin,umax}
 *   llvm.{sadd.sat,...,uadd.with.overflow,...}
 *       on scalars or vectors; sin and cos are in radians
 *   llvm.lifetime.*, llvm.assume, llvm.dbg.*
 *       ignored
 *   <4 x i32> __rootle_tex_sample(<4 x float> coord, i32 resource, i32 sampler, i32 normalized)
 *       SAMPLE_LZ; `normalized`: bit i says that coordinate i is; layers of arrays never are
 *   <4 x i32> __rootle_tex_sample_l(...)
 *       likewise SAMPLE_L; the fourth coordinate is the level of detail
 *   <4 x i32> __rootle_tex_sample_g(<4 x float> coord, <4 x float> x, <4 x float> y, ...)
 *       likewise SAMPLE_G; gradients x and y are in the units of the coordinates
 *   <4 x i32> __rootle_tex_ld(<4 x i32> coord, i32 resource)
 *       LD, lod 0
 *   <4 x i32> __rootle_buffer_ld(i32 index, i32 resource)
 *       of a buffer resource, whose format it has
 *   __rootle_tex_ld_ordered, __rootle_tex_sample_l_ordered, __rootle_tex_sample_g_ordered,
 *   __rootle_buffer_ld_ordered
 *       the same, behind the stores before them
 *   void __rootle_rat_store_typed(<4 x i32> value, <4 x i32> coord, i32 rat)
 *   i32 __rootle_rat_atomic(i32 op, i32 value, i32 compare, <4 x i32> coord, i32 rat)
 *       the old value; `op` is a constant, ATOMIC_* of libclc/image/image.h
 *   void __rootle_check_address(i32 address, i32 what)
 *       MEM_RAT NOP with `what`, a constant: HW_CHECK_* and an alignment, as its mask, and 16 times
 *       its RAT_ID
 *   void __rootle_check_selected(i32 address, i32 base, i32 what)
 *       likewise, of an access by a pointer to the argument that begins at `base`
 *
 * Whatever else is met is an error that names it, with the source line where debug information has
 * one.
 */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct hw_chip;
struct ir_variable_reader;
struct rootle_variable;

/* By the names of mir/passes.def, whose order has no meaning. */
enum evg_pass {
#define MIR_PASS(name, takes, leaves, optional, help) EVG_PASS_##name,
#define MIR_PART(name, place, optional, help)         EVG_PASS_##name,
#include "llvm/evergreen/mir/passes.def"
#undef MIR_PASS
#undef MIR_PART
    EVG_PASS_COUNT
};

/* The passes that may be left out, as a bit mask. */
enum {
    EVG_OPTIONAL_PASSES = 0
#define MIR_PASS(name, takes, leaves, optional, help) | (optional) << EVG_PASS_##name
#define MIR_PART(name, place, optional, help)         | (optional) << EVG_PASS_##name
#include "llvm/evergreen/mir/passes.def"
#undef MIR_PASS
#undef MIR_PART
};

/* Fewer do not hold the operands of some instructions. */
enum { EVG_LEAST_GPRS = 8 };

/* A comma list of optional passes as a bit mask. -1, with `error` filled, when one is not among
 * them. */
int evg_parse_passes(const char *list, uint32_t *passes, char *error, size_t error_size);
/* Prints the table: a line each, with the name first. */
void evg_list_passes(FILE *out);

struct evg_options {
    const struct hw_chip *chip;
    uint32_t without;   /* bit mask of optional passes to skip */
    bool verify;        /* check machine IR after each pass and the encoded program */
    FILE *dump;         /* not NULL: print machine IR after each pass */
    unsigned max_gprs;  /* registers that may be used, at least EVG_LEAST_GPRS; 0: all there are */
    unsigned tex_group; /* fetches of a clause; 0: as many as the hardware has room for */
    const struct ir_variable_reader *variables; /* not NULL: find where variables are; no code
                                                   changes */
};

/* An access that is of one variable. */
struct evg_access {
    uint32_t word;   /* of the instruction, 64 bits each; rising */
    uint32_t space;  /* ROOTLE_ADDRESS_LOCAL, _PRIVATE, or _CONSTANT: among the program's data */
    uint32_t offset; /* where the variable begins in it, bytes */
};

struct evg_program {
    uint32_t *code; /* malloc'ed */
    uint32_t code_dwords;
    void *lines; /* malloc'ed: their table, driver/abi/lines.h; NULL: none are known */
    uint32_t line_bytes;
    char *places; /* malloc'ed: where variables are, docs/debugging.md; NULL: nobody asked */
    uint32_t place_bytes;
    struct rootle_variable *variables; /* malloc'ed, with their names: those in private memory */
    uint32_t variable_count;
    struct evg_access *accesses; /* malloc'ed */
    uint32_t access_count;
    bool without_denormals; /* to be run so */
    uint32_t gprs, stack_entries, scratch_bytes;
    uint32_t array_bytes; /* of private memory in registers */
    uint32_t groups, scalar_ops, tex_ops, vtx_ops, rat_ops, cf_ops, slot_ops[5];
};

/* Compiles one kernel. Returns 0, or -1 with `error` filled (function, line where known, what).
 * Never aborts on IR it cannot carry. */
int evg_compile(LLVMValueRef kernel, const struct evg_options *options, struct evg_program *program,
                char *error, size_t error_size);
/* For developers and tests: runs a comma list of passes on each function of machine IR as text
 * (mir/mir_text.h says how it is written) and prints what it becomes; with an empty list, only
 * that. Returns 0, or -1 after an error with the path, and line and column where the text has one.
 */
int evg_run_text(const char *passes, const char *path, const char *text, FILE *out, FILE *log);
void evg_program_finish(struct evg_program *program);
