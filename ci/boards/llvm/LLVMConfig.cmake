# SPDX-License-Identifier: MIT
# LLVM for another processor: this machine's headers, and the library below CROSS_ROOT. Debian's own file wants all
# static libraries of that processor, too.
set(LLVM_PACKAGE_VERSION ${LLVM_VERSION})
set(LLVM_INCLUDE_DIRS /usr/lib/llvm-${LLVM_VERSION_MAJOR}/include)
set(LLVM_LIBRARY_DIR ${CROSS_ROOT}/usr/lib/${TRIPLET})
add_library(LLVM SHARED IMPORTED)
set_target_properties(LLVM PROPERTIES IMPORTED_LOCATION ${LLVM_LIBRARY_DIR}/libLLVM.so.${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR})
