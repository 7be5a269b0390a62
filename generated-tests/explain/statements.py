# SPDX-License-Identifier: MIT
"""What the specification says of images, statement by statement: a name of ours, the section, the
statement in words of ours, and which generated tests show it, by what they are about."""

import dataclasses
from collections.abc import Iterable, Mapping
from functools import cache

import numpy as np

from imagespec.formats import FORMATS
from suites import values

Selector = Mapping[str, tuple[str, ...]]  # an axis, and the values that tests of the statement have on it


@dataclasses.dataclass(frozen=True)
class Statement:
    """One statement. A test shows it whose description has, for one selector, a value of each axis."""

    name: str
    section: str  # of OpenCL 1.2, unless it says of what else
    text: str
    selectors: tuple[Selector, ...]
    why: str = ""  # why no test shows it, or no fault of driver/base/fault.def breaks it

    @property
    def source(self) -> str:
        """The document and the section."""
        return f"OpenCL 1.2, {self.section}" if self.section[0].isdigit() else self.section


def _selector(text: str) -> Selector:
    """"family=read,samplers; filter mode=linear" as a selector."""
    parts = (part.partition("=") for part in text.split("; "))
    return {axis: tuple(values.split(",")) for axis, _, values in parts}


def _row(name: str, section: str, text: str, *selectors: str, why: str = "") -> Statement:
    return Statement(name, section, text, tuple(map(_selector, selectors)), why)


_READS = "family=read,samplers,image-program"
_ARRAYS = "image type=1d_array,2d_array"
# A last comma allows families without the axis.
_TEXELS = "border=seen,unseen,"  # where all that is seen is the border, texels do not matter
_SEVERAL = "size=odd,power,large,"  # not images of one texel
_APART = "place=edges,outside,"  # inside of an image addressing does nothing
_AS_STORED = f"filter mode=nearest,samplerless,; {_TEXELS}"  # filters may be off by more than the rule
_UNLIKE = "colours=exact,quarter,half,three-quarters,inside,between,"  # others may be the same in all channels
_MAPPED = "channel order=A,RA,ARGB,BGRA,INTENSITY,LUMINANCE,RG,RGx,R,Rx,RGB,RGBx"
_NUMBERS = "colours=exact,quarter,half,three-quarters,ends,outside"  # not NaN, of which anything may come
_SRGB = "channel order=sRGB,sRGBx,sRGBA,sBGRA"
_BY_HAND = "by hand alone: sampler-modes.cl of the findings"
_UNSEEN = "a test file cannot ask the host for it; driver/clover/tests does"
_OF_HOST = "family=boxes; operation="
_MOVES = "copy-slice,copy-within,copy,read,write,fill-saturating,fill,to-buffer,from-buffer,map-read,map-write,map-invalidate"
_ACCESSED = ",".join(f"{call}{kind}{how}" for call in ("read_image", "write_image") for kind in ("f", "i", "ui") for how in ("", "-sampled")
                     if call == "read_image" or not how)  # fmt: skip
_OF_ITS_OWN = "each function is one of its own, so that no fault breaks half of them: those of ceil, rint or fabs break their tests"

def _lowest_read() -> list[str]:
    """The tests of values that read the lowest number of SNORM."""
    snorm = [item for item in FORMATS.values() if item.type.kind == "snorm"]
    return [
        f"family=values; channel order={item.order.name}; data type={item.type.name}; part={part}"
        for item in snorm for part in values.PARTS if (values.stored(item, int(part)) == np.iinfo(item.type.stored).min).any()
    ]  # fmt: skip


# From the special to the general: what is first tells most of a test that shows several.
STATEMENTS = (
    # 5.3: image objects
    _row("host-row-pitch", "5.3.1.2", "image_row_pitch is how many bytes of host_ptr lie between the beginnings of rows",
         "family=transfer; pitch=padded; image type=2d,2d_array,3d"),
    _row("host-slice-pitch", "5.3.1.2", "image_slice_pitch is how many bytes of host_ptr lie between slices, or the images of an array",
         f"family=transfer; pitch=padded; {_ARRAYS},3d"),
    _row("image-of-buffer", "5.3.1.2", "a 1D image buffer's texels are the memory of the buffer that it is made from",
         "image type=1d_buffer; family=read,write,write-read,read-write,transfer,listed,fence,barrier,half-image,later-read,later-write,later-write-read,"
         "later-read-write,later-transfer,later-listed",
         f"image type=1d_buffer; family=boxes,later-boxes; operation={_MOVES}"),
    _row("box-out-of-bounds", "5.3.3", "a box that reaches out of the image is CL_INVALID_VALUE; the layers of an array count",
         f"{_OF_HOST}refused"),
    _row("copy-overlap", "5.3.3", "a copy within one image whose boxes overlap is CL_MEM_COPY_OVERLAP", f"{_OF_HOST}refused"),
    _row("transfer-row-pitch", "5.3.3", "row_pitch of a read or write is how many bytes of ptr lie between rows",
         "family=boxes; operation=read,write; pitch=padded,unaligned; image type=2d,2d_array,3d"),
    _row("transfer-slice-pitch", "5.3.3", "slice_pitch of a read or write is how many bytes of ptr lie between slices or layers, of 1D arrays, too",
         f"family=boxes; operation=read,write; pitch=padded,unaligned; {_ARRAYS},3d"),
    _row("copy-between-types", "5.3.3", "a copy may go between images of the types that are listed, slice or layer by slice",
         f"{_OF_HOST}copy-slice"),
    _row("copy-within", "5.3.3", "source and target of a copy may be one image where the boxes do not overlap", f"{_OF_HOST}copy-within"),
    _row("copy-box", "5.3.3", "a copy changes the texels of its target box, to those of its source, and no others", f"{_OF_HOST}copy"),
    _row("read-box", "5.3.3", "a read gives the texels of its box, in order", f"{_OF_HOST}read"),
    _row("write-box", "5.3.3", "a write changes the texels of its box, and no others", f"{_OF_HOST}write"),
    _row("fill-converts", "5.3.4", "a fill's colour is converted to the format as a kernel's write is: integers saturate", f"{_OF_HOST}fill-saturating"),
    _row("fill-box", "5.3.4", "a fill gives all texels of its box its colour, and changes no others", f"{_OF_HOST}fill"),
    _row("image-to-buffer", "5.3.5", "a copy to a buffer stores the texels of a box one after the other", f"{_OF_HOST}to-buffer"),
    _row("buffer-to-image", "5.3.5", "a copy from a buffer takes the texels of a box one after the other", f"{_OF_HOST}from-buffer"),
    _row("map-read", "5.3.6", "a region that is mapped for reading shows the texels of its box", f"{_OF_HOST}map-read"),
    _row("map-write", "5.3.6", "what is written into a mapped region is in the image after it is unmapped", f"{_OF_HOST}map-write"),
    _row("map-invalidate", "5.3.6", "a region that is mapped to be invalidated, and written as a whole, is in the image afterwards",
         f"{_OF_HOST}map-invalidate"),
    _row("host-texels", "5.3.3", "texels that an image is made from come back as they were", "family=transfer"),
    _row("listed-formats", "5.3.2.1", "a format that is listed for a way of access can be used so in every call", "family=listed,depth-listed,later-listed"),
    _row("pitches-refused", "5.3.1.2", "pitches below a row or a slice, within a texel or a row, or without host memory are CL_INVALID_IMAGE_DESCRIPTOR",
         "family=objects; operation=row-short,row-uneven,slice-short,slice-uneven,row-alone,slice-alone"),
    _row("size-refused", "5.3.1", "an image that is larger than those of the devices is CL_INVALID_IMAGE_SIZE", "family=objects; operation=too-wide"),
    _row("empty-region", "5.3.3", "a region of no texels is CL_INVALID_VALUE", "family=objects; operation=empty"),
    _row("no-slices", "5.3.3", "a slice_pitch of a read or write of an image without slices is CL_INVALID_VALUE", "family=objects; operation=flat"),
    _row("host-access", "5.3.6", "what an image's flags forbid the host is CL_INVALID_OPERATION, maps that invalidate among it",
         "family=objects; operation=host-reads,host-writes,host-neither"),
    _row("map-flags", "5.3.6", "flags of maps that exclude each other are CL_INVALID_VALUE", "family=objects; operation=exclusive"),
    _row("map-pitches", "5.3.6", "a map returns the pitches of the image, and 0 for a slice pitch that it does not have", "family=objects; operation=mapped"),
    _row("image-info", "5.3.7", "clGetImageInfo gives the extents and pitches of an image, and 0 for those that it does not have",
         "family=objects; operation=extents,pitches"),
    # 5.5: samplers
    _row("sampler-modes", "5.5.1", "a sampler argument has the modes that clCreateSampler was given", f"family=read,image-program; filter mode=nearest,linear; {_SEVERAL}"),
    _row("sampler-error", "5.5.1", "modes that there are not are CL_INVALID_VALUE", why=_BY_HAND),
    _row("sampler-retained", "5.5.1", "a sampler lives until it is released as often as it was made and retained, and no launch uses it", why=_UNSEEN),
    _row("sampler-queries", "5.5.2", "clGetSamplerInfo gives the modes, the context and the reference count", why=_UNSEEN),
    # 6.12.2: mathematical functions
    _row("math-specials", "7.5.1", "functions of zeros, infinities and NaN give what ISO C99 (annex F.9) and the section say", "family=ulps; values=special", why=_OF_ITS_OWN),
    _row("math-denormals", "7.5.3", "where denormal numbers may be flushed, of operands and of results each may be a zero of either sign",
         "family=ulps; values=denormal", why=_OF_ITS_OWN),
    _row("math-bounds", "7.4", "functions lie within their bound in ulps of the exact value, which is 0 for those that are rounded to the nearest number",
         "family=ulps", why=_OF_ITS_OWN),
    # 6.12.14: built-in functions
    _row("constant-sampler", "6.12.14.1", "a sampler may be a constant of the program or of the kernel", "family=samplers"),
    _row("samplers-pass-on", "6.12.14.1", "a sampler argument may be passed to functions, and not be computed with",
         "family=qualifiers; function=sampler-argument-passed-on,sampler-array,sampler-pointer,sampler-arithmetic,sampler-in-struct"),
    _row("access-qualifiers", "6.6", "what is read_only is not written, what is write_only not read, and what is both not read with a sampler",
         f"family=qualifiers; verdict=fails; function={_ACCESSED}"),
    _row("image-restrictions", "6.9", "images are neither kept in variables, arrays and structures, nor returned, nor pointed to",
         "family=qualifiers; function=image-local-variable,image-array,image-pointer,image-in-struct,image-returned,image-by-global-pointer"),
    _row("layer-not-normalized", "8.1", "the layer of an array is not normalized, whatever the sampler says",
         f"{_READS}; {_ARRAYS}; coordinates=normalized; {_SEVERAL}; {_TEXELS}",
         f"family=write-read; {_ARRAYS}; coordinates=normalized; {_SEVERAL}"),
    _row("layer-selection", "8.4", "the layer is the coordinate rounded to nearest even, and then clamped to those that there are",
         f"{_READS}; {_ARRAYS}; filter mode=nearest,linear; {_SEVERAL}; {_TEXELS}"),
    _row("border-opaque", "6.12.14.1", "the border colour of R, RG, RGB and LUMINANCE is (0, 0, 0, 1)",
         f"{_READS}; addressing mode=clamp; place=outside; channel order=R,RG,RGB,LUMINANCE",
         "family=samplers; addressing mode=clamp; channel order=R,RG,RGB,LUMINANCE"),
    _row("border-transparent", "6.12.14.1", "the border colour of A, INTENSITY, Rx, RA, RGx, RGBx, ARGB, BGRA and RGBA is (0, 0, 0, 0)",
         f"{_READS}; addressing mode=clamp; place=outside; channel order=A,INTENSITY,Rx,RA,RGx,RGBx,ARGB,BGRA,RGBA",
         "family=samplers; addressing mode=clamp; channel order=A,INTENSITY,Rx,RA,RGx,RGBx,ARGB,BGRA,RGBA"),
    _row("unmapped-alpha", "6.12.14.6", "alpha of R, Rx, RG, RGx, RGB, RGBx and LUMINANCE is 1",
         f"family=read,samplers,image-program,values,write-read,read-write; channel order=R,Rx,RG,RGx,RGB,RGBx,LUMINANCE; {_TEXELS}"),
    _row("samplerless-read", "6.12.14.3", "a read without a sampler takes the texel at integer coordinates, nearest and without addressing",
         f"family=read; addressing mode=samplerless; {_SEVERAL}"),
    _row("integer-coordinates", "6.12.14.2", "integer coordinates name texels; they are neither normalized nor filtered",
         f"{_READS}; coordinate type=int; {_SEVERAL}; {_TEXELS}"),
    _row("write-coordinates", "6.12.14.4", "a write goes to the texel at its integer coordinates, slice and layer included", "family=write,read-write,write-read"),
    _row("query-array-size", "6.12.14.5", "get_image_array_size is the number of layers", f"family=attributes; {_ARRAYS}; {_SEVERAL}"),
    _row("query-size", "6.12.14.5", "get_image_width, _height, _depth and _dim are the extents", f"family=attributes; {_SEVERAL}"),
    _row("query-format", "6.12.14.5", "get_image_channel_data_type and _channel_order are those of the format", "family=attributes"),
    _row("mapped-channels", "6.12.14.6", "channels are red, green, blue and alpha by the order, in whatever order they are stored",
         f"family=read,image-program,values; {_MAPPED}; {_TEXELS}", f"family=write,write-read,read-write; {_MAPPED}; {_UNLIKE}; {_SEVERAL}"),
    # 8: image addressing and filtering
    _row("repeat", "8.2", "CLK_ADDRESS_REPEAT goes on with the image as if it lay there again", f"{_READS}; addressing mode=repeat; {_APART}"),
    _row("mirrored-repeat", "8.2", "CLK_ADDRESS_MIRRORED_REPEAT goes on with the image turned round each time", f"{_READS}; addressing mode=mirrored_repeat; {_APART}"),
    _row("clamp-to-edge", "8.2", "CLK_ADDRESS_CLAMP_TO_EDGE takes the nearest texel of the image for those outside", f"{_READS}; addressing mode=clamp_to_edge; {_APART}"),
    _row("clamp", "8.2", "CLK_ADDRESS_CLAMP takes the border colour for texels outside", f"{_READS}; addressing mode=clamp; border=seen,all that is seen"),
    _row("linear-filter", "8.2", "CLK_FILTER_LINEAR weighs the 2, 4 or 8 texels around (u - 0.5, v - 0.5, w - 0.5)", f"{_READS}; addressing mode=none,clamp,repeat,mirrored_repeat; filter mode=linear; {_SEVERAL}; {_TEXELS}",
         f"{_READS}; addressing mode=clamp_to_edge; filter mode=linear; place=inside,edges; {_SEVERAL}"),
    _row("nearest-filter", "8.2", "CLK_FILTER_NEAREST takes the texel at floor(u), floor(v), floor(w)", f"{_READS}; addressing mode=none,clamp,repeat,mirrored_repeat; filter mode=nearest; {_SEVERAL}; {_TEXELS}",
         f"{_READS}; addressing mode=clamp_to_edge; filter mode=nearest; place=inside,edges; {_SEVERAL}"),
    _row("snorm-lowest", "8.3.1.1", "the lowest SNORM number is read as -1.0, as the second lowest is",
         *_lowest_read()),
    _row("norm-read", "8.3.1.1", "a UNORM or SNORM number is read as the quotient by its largest, within 1.5 ulp; 0, 1 and -1 are exact",
         f"family=values,read,samplers; data kind=UNORM_INT,SNORM_INT,UNORM_SHORT_,UNORM_INT_; {_AS_STORED}"),
    _row("norm-write", "8.3.1.2", "a colour is stored as UNORM or SNORM within 0.6 of a step, and saturates",
         f"family=write,write-read; data kind=UNORM_INT,SNORM_INT,UNORM_SHORT_,UNORM_INT_; {_NUMBERS}"),
    _row("half-read", "8.3.2", "a half is read without loss", f"family=values,read,samplers; data type=HALF_FLOAT; {_AS_STORED}"),
    _row("half-write", "8.3.2", "a colour is stored as the nearest half, or that towards zero", f"family=write,write-read,read-write; data type=HALF_FLOAT; {_SEVERAL}"),
    _row("float-channels", "8.3.3", "floats are read and written as they are; denormals may become 0",
         f"family=values,read,samplers; data type=FLOAT; {_AS_STORED}", f"family=write,write-read,read-write; data type=FLOAT; {_SEVERAL}"),
    _row("integer-read", "8.3.4", "integers are read as they are", f"family=values,read,samplers; data kind=SIGNED_INT,UNSIGNED_INT; {_TEXELS}"),
    _row("integer-write", "8.3.4", "integers are stored as they are, and those that do not fit saturated", "family=write,write-read,read-write; data kind=SIGNED_INT,UNSIGNED_INT"),
    # Statements of later versions
    _row("depth-read", "OpenCL C 3.0, 6.15.15.2", "a depth image is read as one float", f"family=depth-read,depth-values; {_TEXELS}"),
    _row("depth-write", "OpenCL C 3.0, 6.15.15.5", "a float that is written to a depth image is its depth", "family=depth-write,depth-write-read"),
    _row("depth-texels", "OpenCL 3.0, 5.3.3", "depths that an image is made from come back as they were", "family=depth-transfer"),
    _row("depth-queries", "OpenCL C 3.0, 6.15.15.6", "sizes and format of depth images can be asked for", "family=depth-attributes"),
    _row("srgb-read", "OpenCL C 3.0, 8.3", "sRGB numbers are read as linear ones; alpha is linear in both", f"family=later-read,later-values; {_SRGB}; {_TEXELS}"),
    _row("srgb-write", "cl_khr_srgb_image_writes", "linear numbers are written as sRGB ones; alpha is linear in both", f"family=later-write,later-write-read; {_SRGB}; {_UNLIKE}"),
    _row("abgr-order", "OpenCL 3.0, 5.3.1.1", "CL_ABGR has alpha first, and red last",
         f"family=later-read,later-values,later-write,later-write-read; channel order=ABGR; {_UNLIKE}; {_TEXELS}"),
    _row("packed-with-alpha", "OpenCL 3.0, 5.3.1.1", "UNORM_INT_101010_2 has ten bits of three colours, and two of alpha, the lowest",
         f"family=later-read,later-values,later-write,later-write-read; data type=UNORM_INT_101010_2; {_TEXELS}"),
    _row("later-queries", "OpenCL C 3.0, 6.15.15.6", "kernels can ask for these orders and types", "family=later-attributes"),
    _row("read-write-image", "OpenCL C 3.0, 6.15.15", "a read_write image is read without a sampler, and written",
         "family=read-write,later-read-write,depth-read-write"),
    _row("image-fence", "OpenCL C 3.0, 6.15.15.4", "what a work-item has written is what it reads behind atomic_work_item_fence of images", "family=fence"),
    _row("image-barrier", "OpenCL C 3.0, 6.15.8", "what a work-group has written into a read_write image all of it read behind work_group_barrier(CLK_IMAGE_MEM_FENCE)", "family=barrier"),
    _row("half-image-read", "cl_khr_fp16", "read_imageh gives a normalized number within 1.5 ulp of a half, and halves as they are", "family=half-image; operation=read,sample,turn"),
    _row("half-image-write", "cl_khr_fp16", "write_imageh stores a half as write_imagef stores the float of it", "family=half-image; operation=write,turn"),
    _row("image-over-buffer", "cl_khr_image2d_from_buffer", "a 2D image over a buffer has its bytes, with the row pitch that it was given", "family=over; pitch=least,twice"),
    _row("any-image-over-buffer", "cl_ext_image_from_buffer", "an image of any type over a buffer has its bytes, with the pitches that it was given",
         "family=over-any; operation=read,sample,write,write-some,read-back,map,write-image,write-buffer,fill,copy,copy-out,turn"),
    _row("over-small-buffer", "cl_ext_image_from_buffer", "a buffer that is too small for an image is CL_INVALID_IMAGE_SIZE",
         "family=over-any; operation=too-small"),
    _row("over-any-unaligned", "cl_ext_image_from_buffer", "pitches of rows and slices that are not aligned are CL_INVALID_IMAGE_FORMAT_DESCRIPTOR",
         "family=over-any; operation=row-unaligned,slice-unaligned"),
    _row("image-size", "cl_ext_image_requirements_info", "the size that an image asks of a buffer is that of its pitches, and the least that is taken",
         "family=requirements; requirement=size; asked=all,holds"),
    _row("image-alignments", "cl_ext_image_requirements_info", "alignments that images ask for are powers of two, of pitches and host memory that are taken",
         f"family=requirements; requirement=row_pitch_alignment; {_ARRAYS},2d,3d; asked=all,format,description",
         f"family=requirements; requirement=slice_pitch_alignment; {_ARRAYS},3d; asked=all,format,description",
         "family=requirements; requirement=base_address_alignment; asked=all,format,description"),
    _row("image-limits", "cl_ext_image_requirements_info", "an image of the largest extent can be made, and one that is larger by one cannot",
         f"family=requirements; requirement=max_width; {_ARRAYS},1d,2d,3d; asked=all,extents",
         "family=requirements; requirement=max_height; image type=2d,2d_array,3d; asked=all,extents",
         "family=requirements; requirement=max_depth; image type=3d; asked=all,extents",
         f"family=requirements; requirement=max_array_size; {_ARRAYS}; asked=all,extents"),
    _row("image-over-image", "OpenCL 3.0, 5.3.1.2", "an image over an image has its bytes in another order", "family=over; operation=view-read,view-write,view-turn"),
    _row("over-error", "OpenCL 3.0, 5.3.1", "a pitch that is not aligned, and an order that is not compatible, are refused", "family=over; operation=pitch-unaligned,wrong-order"),
    _row("mip-level-of-detail", "cl_khr_mipmap_image", "a read takes the level that is named, at most the last one and the sampler's largest", "family=mip-read; mip filter=nearest; lods=given,beyond,bounded"),
    _row("mip-blended", "cl_khr_mipmap_image", "CL_FILTER_LINEAR between levels weighs the two that are nearest",
         "family=mip-read; mip filter=linear; lods=given,bounded", "family=mip-gradients; mip filter=linear; gradients=bounded"),
    _row("mip-first-level", "cl_khr_mipmap_image", "a read that names no level takes level 0", "family=mip-read; lods=none"),
    _row("mip-bounds", "cl_khr_mipmap_image", "a level of detail that is computed is clamped to the sampler's bounds", "family=mip-gradients; gradients=bounded"),
    _row("mip-gradients", "OpenGL 4.6, 8.14.1", "gradients say the level of detail, as far as OpenGL says how: cl_khr_mipmap_image has that they do, and no more", "family=mip-gradients"),
    _row("mip-write", "cl_khr_mipmap_image_writes", "a write changes the texel of the level that is named", "family=mip-write"),
    _row("mip-origin", "OpenCL 3.0, 5.3.8", "the origin of a transfer names the level, behind its coordinates", "family=mip-transfer"),
    _row("mip-no-such-level", "OpenCL 3.0, 5.3.8", "a level that an image does not have is CL_INVALID_MIP_LEVEL", "family=mip-errors; operation=no-such-level"),
    _row("mip-sizes", "OpenCL 3.0, 5.3.1", "each level has half of the size of the one before, rounded down", "family=mip-errors; operation=box-of-level", "family=mip-transfer"),
    _row("mip-refused", "OpenCL 3.0, 5.3.1", "mipmapped images are not made of host memory, of buffers, nor of depths",
         "family=mip-errors; operation=host-memory,buffer-image,depth-image"),
    _row("mip-queries", "OpenCL C 3.0, 6.15.15.6", "get_image_num_mip_levels is how many levels there are, and sizes are those of level 0", "family=mip-attributes"),
)  # fmt: skip

NAMED = {statement.name: statement for statement in STATEMENTS}
Selected = int  # some of _SELECTORS: bit N is the Nth

_SELECTORS = [(statement, selector) for statement in STATEMENTS for selector in statement.selectors]


def _table(axis: str) -> tuple[str, dict[str, Selected], Selected]:
    """An axis, the selectors that allow each of the values that any names, and those that allow all others."""
    allowed = [selector.get(axis) for _, selector in _SELECTORS]
    named = {value for values in allowed for value in values or ()}
    of_value = {
        value: sum(1 << at for at, values in enumerate(allowed) if values is None or value in values) for value in named
    }
    return axis, of_value, sum(1 << at for at, values in enumerate(allowed) if values is None)


_TABLES = [_table(axis) for axis in sorted({axis for _, selector in _SELECTORS for axis in selector})]


@cache
def _of_selectors(selected: Selected) -> tuple[Statement, ...]:
    """The statements that have one of these selectors, in order."""
    names = {statement.name for at, (statement, _) in enumerate(_SELECTORS) if selected >> at & 1}
    return tuple(statement for statement in STATEMENTS if statement.name in names)


def shown(description: Mapping[str, str]) -> tuple[Statement, ...]:
    """The statements that a test of this description shows: one look into a table for each axis."""
    selected = (1 << len(_SELECTORS)) - 1
    for axis, of_value, of_others in _TABLES:
        selected &= of_value.get(description.get(axis, ""), of_others)
    return _of_selectors(selected)


def described(statements: Iterable[Statement], most: int) -> str:
    """The first of them as comments of a test file."""
    return "".join(f"# {one.source}: {one.text}.\n" for one in list(statements)[:most])
