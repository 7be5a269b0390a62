/* SPDX-License-Identifier: MIT */
/* mangled_spaces.h: names of built-in functions, from the address spaces of SPIR to those of r600.
 */
#pragma once

#include <string>
#include <vector>

/* A mangled name (Itanium C++ ABI, 5.1) as Clang writes it for r600: SPIR leaves private memory
 * unnamed and numbers constant memory 2 and generic pointers 4, where r600 has 5, 4 and 0. `images`
 * gets, for each parameter, whether it is an image. What is no mangled name, or is not understood,
 * is returned as it is. */
std::string respell_builtin(const std::string &name, std::vector<bool> &images);
