/* SPDX-License-Identifier: MIT */
/* sha256.c: SHA-256 as FIPS 180-4 section 6.2 has it. */
#include "driver/base/sha256.h"

#include <string.h>

/* Fractional parts of the cube roots of the first 64 primes (section 4.2.2). */
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

static void expand(uint32_t w[64], const uint8_t *block)
{
    for (int t = 0; t < 16; t++)
        w[t] = (uint32_t)block[4 * t] << 24 | block[4 * t + 1] << 16 | block[4 * t + 2] << 8 |
               block[4 * t + 3];
    for (int t = 16; t < 64; t++) {
        uint32_t s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3;
        uint32_t s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = s1 + w[t - 7] + s0 + w[t - 16];
    }
}

/* A round (section 6.2.2, step 3). The working variables a to h keep their places: `a` is where the
 * first one stands in this round, and moves down by one from round to round. */
static inline void do_round(uint32_t s[8], unsigned a, uint32_t input)
{
    const uint32_t x = s[a % 8], e = s[(a + 4) % 8];
    uint32_t sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    uint32_t choose = (e & s[(a + 5) % 8]) ^ (~e & s[(a + 6) % 8]);
    uint32_t t1 = s[(a + 7) % 8] + sum1 + choose + input;
    uint32_t sum0 = rotate(x, 2) ^ rotate(x, 13) ^ rotate(x, 22);
    uint32_t majority =
        (x & s[(a + 1) % 8]) ^ (x & s[(a + 2) % 8]) ^ (s[(a + 1) % 8] & s[(a + 2) % 8]);
    s[(a + 3) % 8] += t1;
    s[(a + 7) % 8] = t1 + sum0 + majority;
}

static void compress(uint32_t state[8], const uint8_t *block)
{
    uint32_t w[64], s[8];
    expand(w, block);
    memcpy(s, state, sizeof(s));
    for (unsigned t = 0; t < 64; t += 8)
#pragma GCC unroll 8
        for (unsigned i = 0; i < 8; i++)
            do_round(s, 8 - i, constants[t + i] + w[t + i]);
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

void sha256_init(struct sha256 *sha)
{
    /* Fractional parts of the square roots of the first 8 primes (section 5.3.3). */
    *sha = (struct sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                     0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void sha256_update(struct sha256 *sha, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    size_t held = sha->bytes % SHA256_BLOCK;
    sha->bytes += size;
    while (size) {
        if (!held && size >= SHA256_BLOCK) {
            compress(sha->state, bytes);
            bytes += SHA256_BLOCK;
            size -= SHA256_BLOCK;
            continue;
        }
        size_t take = SHA256_BLOCK - held < size ? SHA256_BLOCK - held : size;
        memcpy(sha->block + held, bytes, take);
        bytes += take;
        size -= take;
        held = (held + take) % SHA256_BLOCK;
        if (!held)
            compress(sha->state, sha->block);
    }
}

void sha256_finish(struct sha256 *sha, uint8_t digest[SHA256_BYTES])
{
    uint64_t bits = sha->bytes * 8;
    uint8_t length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_update(sha, "\x80", 1);
    while (sha->bytes % SHA256_BLOCK != SHA256_BLOCK - sizeof(length))
        sha256_update(sha, "", 1);
    sha256_update(sha, length, sizeof(length));
    for (int i = 0; i < SHA256_BYTES; i++)
        digest[i] = (uint8_t)(sha->state[i / 4] >> (24 - 8 * (i % 4)));
}
