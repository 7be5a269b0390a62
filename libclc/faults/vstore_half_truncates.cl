// SPDX-License-Identifier: MIT
/* vstore_half_truncates.cl: vstore_half without a rounding mode that truncates. */
#include "store_half.h"

STORE_HALF_BROKEN()
