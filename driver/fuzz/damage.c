/* SPDX-License-Identifier: MIT */
/* damage.c: runs a fuzz target over its good inputs, damaged in the same ways each time: bits
 * flipped, dwords replaced, pieces cut off, doubled or moved. With an argument, writes the good
 * inputs into that folder instead: where libFuzzer starts from. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/fuzz/fuzz.h"

#ifndef FUZZ_ROUNDS /* fewer, of inputs that take long */
#define FUZZ_ROUNDS 4000
#endif

enum { MAX_CHANGES = 4 };

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

static void replace_dword(uint8_t *data, size_t size, uint64_t *random)
{
    static const uint32_t values[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff};
    uint32_t pick = next_random(random), value = next_random(random);
    if (pick % 2)
        value = values[pick / 2 % (COUNT(values))];
    if (size >= sizeof(value))
        memcpy(data + next_random(random) % (size / sizeof(value)) * sizeof(value), &value,
               sizeof(value));
}

static void move_piece(uint8_t *data, size_t size, uint64_t *random)
{
    size_t length = next_random(random) % (size / 2 + 1);
    size_t from = next_random(random) % (size - length + 1);
    size_t to = next_random(random) % (size - length + 1);
    memmove(data + to, data + from, length);
}

static size_t damage(uint8_t *data, size_t size, uint64_t *random)
{
    for (uint32_t changes = next_random(random) % MAX_CHANGES + 1; changes > 0 && size; changes--)
        switch (next_random(random) % 8) {
        case 0:
            size = next_random(random) % (size + 1);
            break;
        case 1:
            move_piece(data, size, random);
            break;
        case 2:
        case 3:
            replace_dword(data, size, random);
            break;
        default:
            data[next_random(random) % size] ^= (uint8_t)(1u << next_random(random) % 8);
        }
    return size;
}

static int write_seeds(const char *folder)
{
    uint8_t seed[FUZZ_SEED_MAX];
    char path[4096];
    size_t size;
    for (unsigned n = 0; (size = fuzz_seed(n, seed)); n++) {
        snprintf(path, sizeof(path), "%s/seed-%u", folder, n);
        FILE *file = fopen(path, "wb");
        bool written = file && fwrite(seed, 1, size, file) == size;
        if (!file || fclose(file) || !written) {
            perror(path);
            return 1;
        }
    }
    return 0;
}

static int run_damaged(void)
{
    uint8_t seed[FUZZ_SEED_MAX];
    size_t size;
    uint64_t random = 1;
    unsigned n = 0;
    for (; (size = fuzz_seed(n, seed)); n++) {
        LLVMFuzzerTestOneInput(seed, size);
        for (unsigned round = 0; round < FUZZ_ROUNDS; round++) {
            uint8_t *data = malloc(size); /* of its size, so that reads behind it are seen */
            if (!data)
                return 1;
            memcpy(data, seed, size);
            LLVMFuzzerTestOneInput(data, damage(data, size, &random));
            free(data);
        }
    }
    printf("%u inputs, each damaged in %d ways\n", n, FUZZ_ROUNDS);
    return n ? 0 : 1;
}

int main(int argc, char **argv)
{
    return argc > 1 ? write_seeds(argv[1]) : run_damaged();
}
