/* SPDX-License-Identifier: MIT */
/* structure.h: a function's control flow as a tree of ifs and loops, each with one way in and one
 * way out. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "driver/base/arena.h"

enum { IR_NO_BLOCK = -1 };

struct ir_block {
    LLVMBasicBlockRef block;
    LLVMValueRef terminator; /* NULL: it has none */
    int succ[2], succ_count; /* two edges to one block are one */
    int pred_count;          /* edges from blocks that can be reached */
    bool in_tree;            /* else the entry does not lead to it */
    int join;                /* immediate post-dominator, or IR_NO_BLOCK */
    int latch;               /* of the loop that this block heads, or IR_NO_BLOCK */
    enum { IR_UNSEEN, IR_OPEN, IR_DONE } search; /* of the depth-first search for loops */
};

enum ir_node_kind { IR_NODE_BLOCK, IR_NODE_IF, IR_NODE_LOOP };

/* A piece of code, and what comes behind it. */
struct ir_node {
    enum ir_node_kind kind;
    int block;                     /* the block; before an if; that a loop begins with */
    struct ir_node *body, *orelse; /* of a loop; of an if: by its first edge, by its second */
    struct ir_node *next;
};

struct ir_structure {
    struct arena *arena; /* holds all of it */
    struct ir_block *blocks;
    int count;
    struct ir_node *root;
    struct ir_block_index *index; /* to find blocks by */
    const char *fault;            /* why there is no tree; NULL: there is one */
    LLVMValueRef at;              /* the terminator of a block with that fault */
};

/* Finds the tree of a function's blocks. False when it has none: `fault` says why. */
bool ir_find_structure(LLVMValueRef function, struct arena *arena, struct ir_structure *structure);
/* A block's place in `blocks`. It must be of the function. */
int ir_structure_place(const struct ir_structure *structure, LLVMBasicBlockRef block);
/* Whether a function has such a tree. */
bool ir_is_structured(LLVMValueRef function);
