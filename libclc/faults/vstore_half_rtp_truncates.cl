// SPDX-License-Identifier: MIT
/* vstore_half_rtp_truncates.cl: vstore_half_rtp that truncates. */
#include "store_half.h"

STORE_HALF_BROKEN(_rtp)
