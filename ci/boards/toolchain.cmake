# SPDX-License-Identifier: MIT
# A toolchain of Debian's cross packages. ci/cross gives TRIPLET and PROCESSOR, and CROSS_ROOT, where libraries are unpacked.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${PROCESSOR})
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TRIPLET PROCESSOR CROSS_ROOT)
set(CMAKE_C_COMPILER ${TRIPLET}-gcc)
# Nothing for boards is C++: its compiler need not be there.
set(CMAKE_CXX_COMPILER ${TRIPLET}-gcc)
set(CMAKE_CXX_COMPILER_FORCED TRUE)
set(CMAKE_FIND_ROOT_PATH ${CROSS_ROOT}/usr)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_LIBRARY_ARCHITECTURE ${TRIPLET})
set(ENV{PKG_CONFIG_LIBDIR} ${CROSS_ROOT}/usr/lib/${TRIPLET}/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CROSS_ROOT})
# Before the system's, of which the linker must not take any. Processors of 32 bits have large files and inodes, too.
set(CMAKE_C_FLAGS_INIT "-D_FILE_OFFSET_BITS=64 -isystem ${CROSS_ROOT}/usr/include -isystem ${CROSS_ROOT}/usr/include/${TRIPLET}")
# Those libraries may be newer than the compiler's libc: what they need of it is on the board.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${CROSS_ROOT}/usr/lib/${TRIPLET} -Wl,--allow-shlib-undefined")
# A board has neither.
set(PNG_LIBRARY ${CROSS_ROOT}/usr/lib/${TRIPLET}/libpng16.a CACHE FILEPATH "")
set(PNG_PNG_INCLUDE_DIR ${CROSS_ROOT}/usr/include CACHE PATH "")
set(ZLIB_LIBRARY ${CROSS_ROOT}/usr/lib/${TRIPLET}/libz.a CACHE FILEPATH "")
set(ZLIB_INCLUDE_DIR ${CROSS_ROOT}/usr/include CACHE PATH "")
