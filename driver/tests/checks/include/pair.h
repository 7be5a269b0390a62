// SPDX-License-Identifier: MIT
// pair.h: one source for a wrong kernel and its right twin: W(what is wrong, what is right).
#ifdef WRONG
#define W(wrong, right) wrong
#else
#define W(wrong, right) right
#endif
