# SPDX-License-Identifier: MIT
# A toolchain of Debian's cross packages over a whole system of that processor, below CROSS_ROOT. ci/cross --driver gives it,
# TRIPLET and PROCESSOR.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${PROCESSOR})
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TRIPLET PROCESSOR CROSS_ROOT)
set(CMAKE_C_COMPILER ${TRIPLET}-gcc)
set(CMAKE_CXX_COMPILER ${TRIPLET}-g++)
set(CMAKE_SYSROOT ${CROSS_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_LIBRARY_ARCHITECTURE ${TRIPLET})
set(ENV{PKG_CONFIG_LIBDIR} ${CROSS_ROOT}/usr/lib/${TRIPLET}/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CROSS_ROOT})
# Named once more, that folder would come before the compiler's own libc, of which no two versions mix.
set(ENV{PKG_CONFIG_SYSTEM_INCLUDE_PATH} ${CROSS_ROOT}/usr/include)
set(LLVM_DIR ${CMAKE_CURRENT_LIST_DIR}/llvm)
set(Clang_DIR ${CMAKE_CURRENT_LIST_DIR}/llvm)
# Bitcode of built-ins is the same for all hosts, and lies there where it lies here.
set(ROOTLE_LIBCLC_DIR /usr/lib/clc CACHE PATH "")
set(ROOTLE_LIBCLC_FOLDER /usr/lib/clc CACHE PATH "")
# That system may be newer than the compiler's libc: what its libraries need of one another is there.
set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,--allow-shlib-undefined)
# riscv64's compiler has no atomic operations on bytes of its own before GCC 14. GCC 12 makes wrong code of loops that take the upper
# half of products of 32 bits (docs/boards.md).
if(PROCESSOR STREQUAL riscv64)
  set(CMAKE_C_FLAGS_INIT -fno-tree-loop-vectorize)
  set(CMAKE_C_STANDARD_LIBRARIES "-Wl,--push-state,--as-needed -latomic -Wl,--pop-state" CACHE STRING "")
  set(CMAKE_CXX_STANDARD_LIBRARIES "${CMAKE_C_STANDARD_LIBRARIES}" CACHE STRING "")
endif()
# GCC notes each call that GCC 6 would have made in another way.
if(PROCESSOR STREQUAL armhf)
  set(CMAKE_CXX_FLAGS_INIT -Wno-psabi)
endif()
