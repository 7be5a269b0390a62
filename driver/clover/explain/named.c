/* SPDX-License-Identifier: MIT */
/* named.c: what a variable of the binary is called in the source. LLVM puts digits behind the name
 * of a second variable `h`, and the compiler names a member by its byte, "s+8", where nobody wrote
 * it (llvm/check/undefined_values.c). */
#include "driver/clover/explain/layout.h"
#include "driver/clover/explain/nearest.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether a text has a name as a word. */
static bool has_word(const char *text, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = text; (at = strstr(at, name)); at += length)
        if ((at == text || !is_name(at[-1])) && !is_name(at[length]))
            return true;
    return false;
}

/* Takes digits from a name that the source does not have, if it has the rest. */
static void take_digits(const char *source, char name[NEAR_NAME])
{
    size_t length = strlen(name);
    char rest[NEAR_NAME];

    if (!source || has_word(source, name))
        return;
    memcpy(rest, name, length + 1);
    while (length && isdigit((unsigned char)rest[length - 1]))
        length--;
    rest[length] = '\0';
    if (length && has_word(source, rest))
        memcpy(name, rest, length + 1);
}

void near_name_variable(const struct clover_guide *guide, const struct rootle_variable *variable,
                        struct near_object *object)
{
    static const char *const kinds[] = {[ROOTLE_ADDRESS_PRIVATE] = "private",
                                        [ROOTLE_ADDRESS_GLOBAL] = "global",
                                        [ROOTLE_ADDRESS_CONSTANT] = "constant",
                                        [ROOTLE_ADDRESS_LOCAL] = "local"};
    const size_t length = strcspn(variable->name, "+");
    const uint64_t before = variable->name[length] ? strtoul(variable->name + length, NULL, 10) : 0;
    char bytes[NEAR_BYTES];

    assert(variable->space < sizeof kinds / sizeof *kinds);
    snprintf(object->name, NEAR_NAME, "%.*s", (int)length, variable->name);
    take_digits(guide->build->source, object->name);
    const uint64_t whole =
        variable->name[length] ? layout_bytes(guide->build->binary, object->name, before) : 0;
    if (whole) {
        object->start -= before;
        object->end = object->start + whole;
    }
    near_bytes(object->end - object->start, bytes);
    snprintf(object->what, NEAR_TEXT, "%s variable '%s' (%s)", kinds[variable->space], object->name,
             bytes);
}
