/* SPDX-License-Identifier: MIT */
/* target.c: the table of targets. */
#include "llvm/target.h"

#include <assert.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "llvm/config.h"

#define TARGET(family, name) extern const struct target target_##name;
#define LEFT_OUT(family, name, option)
#include "llvm/targets.def"
#undef TARGET
#undef LEFT_OUT

static const struct {
    enum hw_family family;
    const struct target *target; /* NULL: left out */
    const char *name, *option;   /* of what is left out */
} rows[] = {
#define TARGET(family, name)           {family, &target_##name, NULL, NULL},
#define LEFT_OUT(family, name, option) {family, NULL, name, option},
#include "llvm/targets.def"
#undef TARGET
#undef LEFT_OUT
};

const struct ir_pass_info target_link_builtins = {.name = "linking builtins"};

static void check(const struct target *target)
{
    assert(target->name && target->frontend.builtins[0]);
    assert(target->order && target->order_count > 0);
    assert(!target->passes == !target->pass_count);
    assert(target->compile && target->describe && target->disassemble && target->count);
    assert(target->list_passes);
}

const struct target *target_of(const struct hw_chip *chip, FILE *log)
{
    size_t row = 0;
    while (row < COUNT(rows) && rows[row].family != chip->family)
        row++;
    if (row == COUNT(rows))
        fprintf(log, "error: %s only draws: nothing is compiled for it\n", chip->name);
    else if (!rows[row].target)
        fprintf(log, "error: %s: this compiler has no %s, as it was built with %s=OFF\n",
                chip->name, rows[row].name, rows[row].option);
    else
        check(rows[row].target);
    return row == COUNT(rows) ? NULL : rows[row].target;
}

const struct target *target_at(size_t number)
{
    for (size_t row = 0; row < COUNT(rows); row++)
        if (rows[row].target && number-- == 0)
            return rows[row].target;
    return NULL;
}
