# SPDX-License-Identifier: MIT
# The version is that of this machine's headers.
include(/usr/lib/llvm-19/lib/cmake/llvm/LLVMConfigVersion.cmake)
