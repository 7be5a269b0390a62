" SPDX-License-Identifier: MIT
" OpenCL C with the header comment of a test in it; docs/test-format.md describes that.

if exists('b:current_syntax')
  finish
endif

let s:kept_cpoptions = &cpoptions
set cpoptions&vim

let s:whole_file = expand('%:e') ==# 'program_test'
if !s:whole_file
  runtime! syntax/opencl.vim
  if !exists('b:current_syntax')
    runtime! syntax/c.vim
  endif
  unlet! b:current_syntax
  syntax region rootleHeader matchgroup=rootleFence start='/\*!' end='!\*/' keepend
        \ contains=@rootleConfig
endif

syntax cluster rootleConfig contains=rootleSection,rootleKey,rootleComment,rootleType,rootleKind,
      \rootleSubkey,rootleFormat,rootleWord,rootleNumber,rootleChoice,rootleParameter,rootleContinue

syntax match rootleSection '^\s*\[\(config\|test\|program source\|program binary\)\]'
" Keys are also sub-keys of launch; of two that match, the last one wins.
syntax match rootleSubkey '\<\(args\|global_size\|local_size\|global_offset\)\>' contained
syntax match rootleKey '^\s*\(name\|clc_version_min\|clc_version_max\|platform_regex\|device_regex\|require_platform_extensions\|require_device_extensions\|require_features\|program_source_file\|program_binary_file\|build_options\|expect_build_fail\|expect_build_log\|need_image_support\|need_image_program\):'
syntax match rootleKey '^\s*\(kernel_name\|expect_test_fail\|expect\|dimensions\|global_size\|local_size\|global_offset\):'
syntax match rootleKey '^\s*\(for\|name\|arg_in\|arg_out\|launch\|read\|write\|map\|fill\|copy\|blit\|resolve\|format\|queue\|ask\|info\):'
syntax match rootleComment '#.*$' contained containedin=rootleHeader
syntax match rootleParameter '\$\(\w\+\|([^)]*)\|\$\)' contained
syntax match rootleContinue '\\\s*$' contained
syntax match rootleType '\<\(u\?\(char\|short\|int\|long\)\|half\|float\|double\)\(2\|3\|4\|8\|16\)\?\>' contained
syntax match rootleNumber '[-+]\?\<\(0x[0-9a-fA-F.]\+\(p[-+]\?\d\+\)\?\|\d[0-9.]*\(e[-+]\?\d\+\)\?\)' contained
syntax keyword rootleNumber nan inf contained
syntax match rootleChoice '\.\.\|[|()]' contained
syntax keyword rootleKind buffer image sampler contained
syntax keyword rootleSubkey image_type image_width image_height image_depth image_array_size contained
syntax keyword rootleSubkey image_mip_levels image_bound_level image_row_pitch image_slice_pitch image_access image_over image_from image_error image_host_access sampler_error type values contained
syntax keyword rootleSubkey image_channel_order image_channel_data_type contained
syntax keyword rootleSubkey normalized_coords addressing_mode filter_mode mip_filter_mode lod_min lod_max contained
syntax keyword rootleSubkey tolerance relative ulp signed_zero flushed contained
syntax keyword rootleSubkey origin level region offset size row_pitch slice_pitch row_length image_height contained
syntax keyword rootleSubkey host_row_pitch host_slice_pitch to error contained
syntax keyword rootleSubkey mapped_row_pitch mapped_slice_pitch at_least contained
syntax keyword rootleFormat SNORM_INT8 SNORM_INT16 UNORM_INT8 UNORM_INT16 UNORM_SHORT_565 UNORM_SHORT_555 UNORM_INT_101010 UNORM_INT_101010_2 SIGNED_INT8 SIGNED_INT16 SIGNED_INT32 UNSIGNED_INT8 UNSIGNED_INT16 UNSIGNED_INT32 HALF_FLOAT FLOAT contained
syntax keyword rootleFormat R Rx A INTENSITY LUMINANCE RG RGx RA RGB RGBx RGBA ARGB BGRA sRGBA sBGRA sRGBx ABGR DEPTH contained
syntax keyword rootleWord repeat random texels_of NULL true false runs contained
syntax keyword rootleWord read write read_write kernel_read_write invalidate contained
syntax keyword rootleWord read_and_invalidate write_and_invalidate invalid contained
syntax match rootleWord '\<CL_[A-Z_]\+\>' contained
syntax keyword rootleWord none clamp_to_edge clamp mirrored_repeat nearest linear contained
syntax match rootleWord '\<[123]d\(_array\|_buffer\)\?\>' contained

if s:whole_file
  syntax region rootleHeader start='\%^' end='\%$' keepend contains=@rootleConfig
endif

highlight default link rootleFence SpecialComment
highlight default link rootleSection Title
highlight default link rootleKey Identifier
highlight default link rootleComment Comment
highlight default link rootleContinue Special
highlight default link rootleType Type
highlight default link rootleKind StorageClass
highlight default link rootleSubkey Keyword
highlight default link rootleFormat Constant
highlight default link rootleWord Constant
highlight default link rootleNumber Number
highlight default link rootleChoice Operator

let b:current_syntax = 'rootletest'

let &cpoptions = s:kept_cpoptions
unlet s:kept_cpoptions s:whole_file
