/* SPDX-License-Identifier: MIT */
/* evg_as.c: the assembler by hand: text on standard input to machine code on standard output. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "llvm/evergreen/tests/asm/assemble.h"

enum { TEXT_BYTES = 1 << 20 };

int main(void)
{
    static char text[TEXT_BYTES + 1], error[256];
    uint32_t *code = NULL;
    size_t dwords = 0;
    text[fread(text, 1, TEXT_BYTES, stdin)] = '\0';
    if (evg_assemble(text, &code, &dwords, error, sizeof(error))) {
        fprintf(stderr, "evg-as: %s\n", error);
        return EXIT_FAILURE;
    }
    bool written = fwrite(code, sizeof(*code), dwords, stdout) == dwords && !fflush(stdout);
    free(code);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}
