# SPDX-License-Identifier: MIT
# Assembler, disassembler and verifier: text and checks of Evergreen code, without LLVM.
set(asm_dir ${CMAKE_CURRENT_LIST_DIR})
add_library(rootle_asm STATIC
  ${asm_dir}/asm_fields.c ${asm_dir}/asm_group.c
  ${asm_dir}/asm_text.c ${asm_dir}/asm_program.c ${asm_dir}/asm_cf.c ${asm_dir}/asm_alu.c
  ${asm_dir}/asm_fetch.c
  ${asm_dir}/disasm.c ${asm_dir}/disasm_alu.c ${asm_dir}/disasm_fetch.c
  ${asm_dir}/verify.c ${asm_dir}/verify_alu.c ${asm_dir}/verify_fetch.c
  ${asm_dir}/verify_flow.c)
target_link_libraries(rootle_asm PUBLIC rootle_hw)

if(BUILD_TESTING)
  rootle_unit_test(evergreen-asm SOURCES ${asm_dir}/tests/asm_test.c LIBS rootle_asm)
  rootle_unit_test(evergreen-verify SOURCES ${asm_dir}/tests/asm_verify_test.c LIBS rootle_asm)
  # Beside the code generator's tests because it checks what they run on.
  add_subdirectory(${asm_dir}/../tests/r600-corpus ${CMAKE_BINARY_DIR}/llvm/tests/r600-corpus)
endif()
