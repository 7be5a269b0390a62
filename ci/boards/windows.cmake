# SPDX-License-Identifier: MIT
# A toolchain of Debian's MinGW-w64. What POSIX has and Windows lacks comes from program-tester/boards/windows: posix.h is read before
# each source, and the headers that it stands for are empty. ci/cross gives CROSS_ROOT.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TRIPLET CROSS_ROOT)
set(CMAKE_C_COMPILER ${TRIPLET}-gcc)
set(CMAKE_CXX_COMPILER ${TRIPLET}-gcc)
set(CMAKE_CXX_COMPILER_FORCED TRUE)
# Without a C++ compiler CMake takes libraries to have the names of Microsoft: this file is read once more behind project().
set(CMAKE_PROJECT_INCLUDE ${CMAKE_CURRENT_LIST_FILE})
set(CMAKE_LINK_LIBRARY_SUFFIX "")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)

get_filename_component(windows ${CMAKE_CURRENT_LIST_DIR}/../../program-tester/boards/windows ABSOLUTE)
file(STRINGS ${windows}/posix_headers.txt headers)
foreach(header IN LISTS headers)
  file(WRITE ${CROSS_ROOT}/empty/${header} "")
endforeach()
# Debian's OpenCL headers are the same for all systems.
set(CMAKE_C_FLAGS_INIT "-D__USE_MINGW_ANSI_STDIO=1 -include ${windows}/posix.h -I${CROSS_ROOT}/empty -isystem ${CROSS_ROOT}/usr/include")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -lpsapi")
