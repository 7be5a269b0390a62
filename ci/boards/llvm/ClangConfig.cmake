# SPDX-License-Identifier: MIT
# Clang for another processor, beside LLVM.
add_library(clang-cpp SHARED IMPORTED)
set_target_properties(clang-cpp PROPERTIES IMPORTED_LOCATION ${LLVM_LIBRARY_DIR}/libclang-cpp.so.${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR})
