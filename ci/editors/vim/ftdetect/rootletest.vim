" SPDX-License-Identifier: MIT
" OpenCL tests: .program_test files, and .cl files that start with a test's header comment.

function! s:Detect() abort
  for line in getline(1, 20)
    if line =~# '^/\*!'
      setlocal filetype=rootletest
      return
    elseif line !~# '^\s*\($\|//\|/\*\|\*\)'
      return
    endif
  endfor
endfunction

autocmd BufRead,BufNewFile *.program_test setlocal filetype=rootletest
autocmd BufRead,BufWritePost *.cl call s:Detect()
