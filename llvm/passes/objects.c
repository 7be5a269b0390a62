/* SPDX-License-Identifier: MIT */
/* objects.c: which variable an access is of, noted while variables still have names.
 *
 * The layouts of local memory and of the program's constants make numbers of variables, and LLVM
 * moves what is added to an address about as it likes: behind them nobody can tell first[i + 8]
 * from second[i]. So each access of one variable, whatever its index, keeps where that variable
 * begins, as metadata, and the code generator puts it into the binary. LLVM's passes that make one
 * access of two leave out metadata that they do not know. */
#include "llvm/passes/objects.h"

#include "llvm/ir/ir.h"
#include "llvm/ir/objects.h"

struct objects {
    const struct placed *placed;
    size_t count;
};

static int note(LLVMValueRef instruction, void *data)
{
    const struct objects *objects = data;
    LLVMValueRef pointer = ir_access_pointer(instruction);
    LLVMValueRef object = pointer ? ir_only_object(pointer) : NULL;
    for (size_t i = 0; object && i < objects->count; i++)
        if (objects->placed[i].variable == object) {
            ir_note_object(instruction, objects->placed[i].offset);
            break;
        }
    return 0;
}

void pass_note_objects(LLVMValueRef function, const struct placed *placed, size_t count)
{
    struct objects objects = {placed, count};
    if (count)
        ir_visit_instructions(function, note, &objects);
}
