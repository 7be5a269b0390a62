/* SPDX-License-Identifier: MIT */
/* image_parameters.h: finds the parameters that are images, which SPIR has as pointers. */
#pragma once

#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Module.h>

/* The parameters of functions that are images. */
class SpirImages
{
  public:
    explicit SpirImages(llvm::Module &module);

    bool is(const llvm::Function *function, unsigned index) const
    {
        auto found = rows.find(function);
        return found != rows.end() && index < found->second.size() && found->second[index];
    }

  private:
    void read(llvm::Function &function);

    /* A parameter is an image where it is given to one, or gets one. */
    bool spread(llvm::Module &module);

    bool join(const llvm::Function &function, const llvm::Argument &argument, llvm::Use &use);

    llvm::DenseMap<const llvm::Function *, std::vector<bool>> rows;
};
