/* SPDX-License-Identifier: MIT */
/* passes.h: what the files share that look on at LLVM's passes. */
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <llvm/ADT/APInt.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>

#include "llvm/ir/variables.h"

template <typename Visit> void variables_each_record(llvm::Function &function, Visit visit)
{
    for (llvm::BasicBlock &block : function)
        for (llvm::Instruction &instruction : block)
            for (llvm::DbgRecord &record :
                 llvm::make_early_inc_range(instruction.getDbgRecordRange()))
                if (auto *variable = llvm::dyn_cast<llvm::DbgVariableRecord>(&record))
                    visit(block, *variable);
}

// read.cpp: when code comes in its function; 0: it is not known.
uint32_t variables_turn_of(const llvm::DILocation *location);

// iterations.cpp: records that mark where an iteration of a loop begins, or a loop is left.
bool variables_is_iteration(const llvm::DbgRecord &record);
void variables_read_iteration(const llvm::DbgRecord &record, ir_variable_record *read);
void variables_mark_iterations(llvm::Function &function);
// Puts the marks of a block in front of its other records.
void variables_lead_iteration(llvm::BasicBlock &block);

// elements.cpp: labels in front of stores to variables that stay in memory.
bool variables_is_store(const llvm::DbgRecord &record);
void variables_forget_stores();
// A label for a store, before variables become values.
llvm::DILabel *variables_label_assignment(const llvm::StoreInst &store);
// Once they are: looks which of these labels have lost their store. These variables get no marks.
void variables_find_lost_stores(llvm::Function &function);
void variables_mark_stores(llvm::Module &module);
// Doubts variables of which a pass has dropped, moved or made a store.
void variables_check_stores(llvm::Function &function);
// Whether a variable lies there whose stores are those of the source.
bool variables_has_stores(const llvm::Value *home);
// Finds the one that an instruction stores to, and when the source does; NULL: none.
const llvm::DbgVariableRecord *variables_stored_by(const llvm::Instruction &instruction,
                                                   uint32_t *turn);

// Finds the stores to a variable, or to a part of it. False: there may be others.
bool variables_find_stores(const llvm::Value &pointer, std::vector<const llvm::StoreInst *> &found);

// loads.cpp: the values that loads of variables get from stores before them. No others are in
// there.
std::map<const llvm::LoadInst *, llvm::Value *> variables_find_loaded(llvm::Function &function);

// An assignment of the source, by what each copy of its record has: variable, place, and part.
using variables_assignment =
    std::tuple<const llvm::Metadata *, const llvm::Metadata *, uint64_t, uint64_t>;
variables_assignment variables_assignment_of(const llvm::DbgVariableRecord &record);

// ranges.cpp: which numbers phis of loops may have, as far as that is known.
std::map<const llvm::PHINode *, llvm::ConstantRange>
variables_find_ranges(llvm::Function &function);

// evaluate.cpp: what a function's values are for made-up inputs, which depend on `trial`.
// Bits, and which of them are known: both have the same width.
struct variables_bits {
    llvm::APInt value, known;
};
struct variables_names {
    std::map<const void *, uint64_t> numbers;
    std::map<const llvm::PHINode *, llvm::ConstantRange> ranges; // before the pass: of loops' phis
    std::map<const llvm::PHINode *, llvm::APInt> changed; // by input: bits that are others now
    std::map<const llvm::LoadInst *, llvm::Value *> loaded;
    bool loads_differ = false; // of one address, too: memory may change between them
};
struct variables_evaluation {
    enum { TRIALS = 16 };

    variables_evaluation(llvm::Function &function, unsigned number, variables_names &names);
    // The bits that a debugger would show.
    variables_bits shown(const llvm::DbgVariableRecord &record) const;
    // The bits that a phi gets from one of the blocks before it.
    variables_bits incoming(const llvm::PHINode &phi, const llvm::BasicBlock &from) const;

    std::vector<const llvm::PHINode *> loop_phis; // inputs, of one trial or another

  private:
    uint64_t name_of(const void *thing) const;
    llvm::Constant *compute(llvm::Instruction &instruction);
    llvm::Constant *compute_phi(const llvm::PHINode &phi);
    llvm::Constant *find(llvm::Value *value) const;
    llvm::Constant *make_up(llvm::Type *type, uint64_t seed) const;
    llvm::Constant *make_up_for_loop(const llvm::PHINode &phi) const;
    llvm::Constant *make_up_for(const llvm::Instruction &instruction,
                                llvm::ArrayRef<llvm::Constant *> operands) const;

    const llvm::DataLayout &layout;
    unsigned trial;
    variables_names &names;
    std::map<const llvm::Value *, llvm::Constant *> known;
};

// restated.cpp: numbers of records. Those of one assignment with one number have the same value,
// each time that their block runs.
using variables_restated = std::map<const llvm::DbgVariableRecord *, uint32_t>;
variables_restated variables_find_restated(llvm::Function &function);

// believe.cpp: the bits of the variable, or of its part, that a record is of.
unsigned variables_size_of(const llvm::DbgVariableRecord &record);

// believe.cpp: records that a pass has given another value are taken away.
struct variables_beliefs {
    void look(llvm::Function &function);
    void mend(llvm::Function &function);

  private:
    using results = std::vector<variables_bits>;                  // of each trial
    using incoming = std::map<const llvm::BasicBlock *, results>; // of a phi
    static incoming of_phi(const std::vector<variables_evaluation> &trials,
                           const llvm::PHINode &phi);
    static results of_record(const std::vector<variables_evaluation> &trials,
                             const llvm::DbgVariableRecord &record);

    bool find_changed(const std::vector<variables_evaluation> &trials, bool whole);
    std::vector<variables_evaluation> try_all(llvm::Function &function);
    std::vector<variables_evaluation> try_again(llvm::Function &function);

    variables_names names; // of inputs
    // Copies of a block have the same assignment each.
    std::map<variables_assignment, std::map<const llvm::DbgVariableRecord *, results>> before;
    std::map<const llvm::PHINode *, incoming> phis; // of loops
    std::vector<const llvm::BasicBlock *> graph;    // blocks, each with those that may follow
};
std::vector<const llvm::BasicBlock *> variables_graph_of(llvm::Function &function);

// assigned.cpp: assignments that a pass has dropped, or put behind others.
struct variables_assigned {
    void look(llvm::Function &function);
    void mend(llvm::Function &function);

  private:
    struct code_block {
        std::vector<llvm::WeakVH> code;
        std::vector<const llvm::BasicBlock *> next; // that may follow; they may be gone
        size_t number; // blocks behind it have larger ones, but around a loop
        bool runs;
    };
    struct assigned {
        const llvm::DbgVariableRecord *record; // it may be gone
        const llvm::BasicBlock *home;
        size_t at; // of the instruction that it was in front of
        size_t order;
        const llvm::Metadata *value; // it may be gone
        const llvm::DIExpression *expression;
        const llvm::DILocalVariable *variable;
        llvm::DebugLoc location;
    };
    struct iteration {
        const llvm::DbgRecord *record; // of its mark, which may be gone
        llvm::DILabel *label;
        const llvm::BasicBlock *home;
        size_t at;
        llvm::DebugLoc location;
    };
    void add_block(llvm::BasicBlock &home, bool runs);
    void find_places(const llvm::BasicBlock *home, size_t at,
                     std::set<const llvm::BasicBlock *> &seen,
                     std::vector<llvm::Instruction *> &found) const;
    bool came_behind(const assigned &a, const assigned &b) const;
    bool came_before(const llvm::DbgVariableRecord &record, const assigned &was) const;
    void put_kills(const assigned &was) const;
    std::vector<llvm::Instruction *> places_of_mark(const iteration &was) const;
    void mend_marks(llvm::Function &function) const;
    static void pass_turn_on(const assigned &was, const llvm::DbgRecord &kill,
                             llvm::Instruction &place);
    bool is_overtaken(const llvm::DbgVariableRecord &moved, const llvm::BasicBlock &home) const;
    bool leads(const llvm::BasicBlock *from, const llvm::BasicBlock *to) const;

    std::map<const llvm::BasicBlock *, code_block> blocks;
    std::multimap<variables_assignment, assigned> records;
    std::vector<iteration> marks;
    std::vector<const llvm::BasicBlock *> graph;
};
