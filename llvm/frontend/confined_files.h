/* SPDX-License-Identifier: MIT */
/* confined_files.h: the machine's files, but for those outside of some folders. */
#pragma once

#include <llvm/Support/VirtualFileSystem.h>
#include <string>
#include <vector>

/* Shows what is, with all links followed, in one of the folders, and there only folders and regular
 * files. All else looks as if it were not there. */
class ConfinedFiles : public llvm::vfs::ProxyFileSystem
{
  public:
    ConfinedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, const char *const *folders,
                  size_t count);
    llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
    bool exists(const llvm::Twine &path) override;
    llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
    openFileForRead(const llvm::Twine &path) override;
    llvm::vfs::directory_iterator dir_begin(const llvm::Twine &path,
                                            std::error_code &error) override;
    /* The last path that was asked for and lies outside, whether there is such a file or not. */
    const std::string &refused() const
    {
        return last_refused;
    }
    /* All that was looked for, as protocol_reply.outside. */
    const std::string &seen() const
    {
        return lines;
    }

  private:
    bool would_be_inside(const llvm::Twine &path);
    bool is_visible(const llvm::Twine &path);
    std::vector<std::string> folders; /* with links followed */
    std::vector<std::string> names;   /* theirs, absolute */
    std::string last_refused, lines;
};
