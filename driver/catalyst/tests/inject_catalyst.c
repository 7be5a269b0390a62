/* SPDX-License-Identifier: MIT */
/* inject_catalyst.c: binaries of AMD's driver, with each allocation of their reader failing. */
#include <stdlib.h>

#include "ci/inject/inject.h"
#include "driver/base/count.h"
#include "driver/catalyst/catalyst.h"

enum { FILE_BYTES = 1 << 18 };

static unsigned char file[FILE_BYTES];
static size_t file_bytes;

static void read_binary(void)
{
    char error[256] = "";
    struct rootle_binary *binary = catalyst_read(file, file_bytes, error, sizeof error);

    inject_require(binary || inject_happened(), "a sound binary is refused: %s", error);
    inject_require(binary || *error, "nothing says why");
    rootle_binary_destroy(binary);
}

int main(int argc, char **argv)
{
    static const struct inject_scenario scenarios[] = {{"read", read_binary, 1}};
    FILE *from = fopen(CATALYST_ELFS "/kernels-cypress.elf", "rb");

    if (!from)
        return EXIT_FAILURE;
    file_bytes = fread(file, 1, FILE_BYTES, from);
    fclose(from);
    return inject_main(argc, argv, scenarios, COUNT(scenarios));
}
