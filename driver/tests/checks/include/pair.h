// SPDX-License-Identifier: MIT
// pair.h: one source for a wrong kernel and its right twin: W(what is wrong, what is right).
#ifdef WRONG
#define W(wrong, right) wrong
#else
#define W(wrong, right) right
#endif

// The numbers of a work-item: in the launch, and in its group.
#define I ((int)get_global_id(0))
#define L ((int)get_local_id(0))
