# SPDX-License-Identifier: MIT
# Disassembler and verifier: text and checks of Evergreen code, without LLVM; for tests an assembler.
add_library(rootle_asm STATIC
  asm/asm_fields.c asm/asm_group.c asm/asm_hidden.c asm/disasm.c asm/disasm_alu.c asm/disasm_fetch.c
  asm/asm_verify.c asm/asm_verify_alu.c asm/asm_verify_fetch.c asm/asm_verify_flow.c)
target_link_libraries(rootle_asm PUBLIC rootle_hw)

if(BUILD_TESTING)
  add_library(rootle_as STATIC tests/asm/asm_program.c tests/asm/asm_text.c tests/asm/asm_cf.c tests/asm/asm_alu.c tests/asm/asm_fetch.c)
  target_link_libraries(rootle_as PUBLIC rootle_asm rootle_flags)
  add_executable(evg-as tests/evg_as.c)
  target_link_libraries(evg-as PRIVATE rootle_as)
  rootle_unit_test(evergreen-asm SOURCES tests/asm_test.c LIBS rootle_as)
  rootle_unit_test(evergreen-verify SOURCES tests/asm_verify_test.c LIBS rootle_as)
  # Beside the code generator's tests because it checks what they run on.
  add_subdirectory(${CMAKE_SOURCE_DIR}/llvm/tests/r600-corpus ${CMAKE_BINARY_DIR}/llvm/tests/r600-corpus)
endif()
