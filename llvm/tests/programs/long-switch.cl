// SPDX-License-Identifier: MIT
// A switch whose cases fall through takes time in proportion to their number.
// RUN: %s --emit=pstat
// CHECK: pstat: fall:
#define CASE(n) case n: p[i + n] = s; s += p[i + n + 1];
#define CASE8(n) CASE(n) CASE(n + 1) CASE(n + 2) CASE(n + 3) CASE(n + 4) CASE(n + 5) CASE(n + 6) CASE(n + 7)
#define CASE64(n) CASE8(n) CASE8(n + 8) CASE8(n + 16) CASE8(n + 24) CASE8(n + 32) CASE8(n + 40) CASE8(n + 48) CASE8(n + 56)

kernel void fall(global int *p)
{
    int i = get_global_id(0), s = p[i];
    switch (s) {
        CASE64(0) CASE64(64) CASE64(128) CASE64(192) CASE64(256) CASE64(320) CASE64(384) CASE64(448)
    }
    p[i] = s;
}
