# SPDX-License-Identifier: MIT
"""Wrong rules that stand in the families themselves: copies, clears, atomics, samples, borders, what is outside, and features."""

from .change import Wrong

MOVED = [
    Wrong("copy.grid_of", "rows come from the last", "vk-copy 2D/ image-to-buffer", "*texels.shape[1:])", "*texels.shape[1:])[::-1]"),
    Wrong("copy.inside_of", "boxes begin a texel earlier", "vk-copy /box/", "slice(first, first + size)", "slice(max(first - 1, 0), max(first - 1, 0) + size)"),
    Wrong("copy._with_buffer", "a copy to a buffer begins earlier", "vk-copy image-to-buffer", "[before, inside, before]", "[before[1:], inside, before[:1], before]"),
    Wrong("copy._with_buffer", "a copy changes what is beside its box", "vk-copy buffer-to-image /box/", "after = grid.copy()", "after = grid * 0"),
    Wrong("copy._between", "a copy goes where it came from", "vk-copy image-to-image /box/", "after[inside_of(there, region)] = ", "after[inside_of(origin, region)] = "),
    Wrong("copy._between", "a copy changes what is beside its box", "vk-copy image-to-image /box/", "grid_of(picture, other).copy()", "grid_of(picture, other) * 0"),
    Wrong("copy._within", "a copy within an image moves", "vk-copy within", "    return [", "    after[inside_of(origin, region)] = 0\n    return ["),
    Wrong("copy._cleared", "clears have the next colour", "vk-copy /clear", "picture.count, row)", "picture.count, (row + 1) % PERIOD)"),
    Wrong("aspect.changed", "a clear is of zeros", "vk-aspect clear", "return grid, grid,", "return grid * 0, grid,"),
    Wrong("aspect.changed", "a copy changes what is beside its box", "vk-aspect box", "picture.texels).copy()", "picture.texels) * 0"),
    Wrong("aspect._test", "the other aspect is changed", "vk-aspect", "| {at: after}", "| {1 - at: {0: depth, 1: stencil}[1 - at].texels * 0}"),
    Wrong("pitch.laid_out", "rows are tight", "vk-pitch image-to-buffer rows", "y) * row_length * size", "y) * columns * size"),
    Wrong("pitch.laid_out", "slices are tight", "vk-pitch 3D/image-to-buffer slices", "z * image_height + y", "z * rows + y"),
    Wrong("pitch.laid_out", "what is between rows is changed", "vk-pitch image-to-buffer rows", "FILLING, dtype", "0, dtype"),
    Wrong("pitch._slices", "layers come from the last", "vk-pitch 1DArray/image-to-buffer", "*components)", "*components)[::-1]"),
    Wrong("pitch._test", "a copy is of the whole", "vk-pitch buffer-to-image /box/", "after[inside_of(origin, region)] = box", "after[...] = grid"),
    Wrong("samples.resolved", "integers are averaged", "vk-samples resolve-rgba8ui", "[samples.low[:, s] for s in range(samples.low.shape[1])]", "[samples.low.astype(float).mean(axis=1).astype(samples.low.dtype)]"),
    Wrong("samples.resolved", "samples are summed", "vk-samples resolve-r", "choice.low.min(axis=1)", "choice.low.max(axis=1) + 1"),
    Wrong("samples.resolved", "a resolve is off by one", "vk-samples resolve-rgba8", "choice.high.max(axis=1)", "(choice.high.max(axis=1) + 1)", "ends"),
    Wrong("samples._stored", "samples are exchanged between texels", "vk-samples resolve", "colours.reshape(-1, 4)", "colours[::-1].reshape(-1, 4)"),
    Wrong("samples._after", "a resolve is of the whole", "vk-samples /resolve box/", "after[inside_of(origin, region)] = grid_of(picture, ends)[inside_of(origin, region)]", "after = grid_of(picture, ends).copy()"),
    Wrong("samples._seen", "samples are exchanged", "vk-samples load", "colours.reshape(-1, 4)", "colours[:, ::-1].reshape(-1, 4)"),
    Wrong("samples._seen", "an alpha that is not stored is 0", "vk-samples load-r16f", "(0, 0, 0, 1)", "(0, 0, 0, 0)"),
    Wrong("samples._looked_at", "there is one sample", "vk-samples query", "int(samples)])", "1])"),
]  # fmt: skip

OTHERS = [
    Wrong("gl.opengl.inside", "the first texel is outside", "vk-robust texelFetch", "(texels[:, axis] >= 0)", "(texels[:, axis] > 0)"),
    Wrong("gl.opengl.inside", "the last texel is outside", "vk-atomic each", "< extent)", "< extent - 1)"),
    *(Wrong("gl.opengl.atomic", f"{name} is {other}", f"vk-atomic -{name}.", f'"{name}": {text},', f'"{name}": {new},')
      for name, text, other, new in (
          ("Add", "old + new", "a subtraction", "old - new"), ("Min", "np.minimum(old, new)", "Max", "np.maximum(old, new)"),
          ("Max", "np.maximum(old, new)", "Min", "np.minimum(old, new)"), ("And", "old & new", "Or", "old | new"), ("Or", "old | new", "Xor", "old ^ new"),
          ("Xor", "old ^ new", "Or", "old | new"), ("Exchange", "new", "a load", "old"))),
    Wrong("gl.atomic._leave", "a comparison always exchanges", "vk-atomic CompSwap", "after[at] == compare[i]", "True"),
    Wrong("gl.atomic._leave", "the new value is returned", "vk-atomic -Add each", "    return after", "    returned = after[:COUNT] if len(after) >= COUNT else returned + 1\n    return after"),
    Wrong("gl.atomic._leave", "what is outside is the last texel", "vk-atomic outside", "if not there[i]:\n            continue", "if not there[i]:\n            after[-1] += 1\n            continue"),
    Wrong("gl.atomic.lines_of", "the texels stay", "vk-atomic each", "numbers.text(after)", "numbers.text(texels)"),
    Wrong("fetch.loaded", "rows and columns are exchanged", "vk-fetch 2D/ /inside/", "range(len(picture.extents) - 1, -1, -1)", "range(len(picture.extents))"),
    Wrong("fetch.robust", "what is outside is an edge", "vk-fetch /outside/", "np.where(there, end, zero)", "end"),
    Wrong("fetch.robust", "what is outside is white", "vk-fetch /outside/", "[0, 0, 0, alpha]", "[alpha, alpha, alpha, 1]", "ends"),
    Wrong("robust.read", "what is outside is an edge", "vk-robust texelFetch", "np.where(there, end, none)", "end"),
    Wrong("robust.read", "there is one level", "vk-robust texelFetch", " & (where[:, 3] == 0)", ""),
    Wrong("robust.read", "alphas outside are 1", "vk-robust texelFetch R8G8B8A8_UNORM", "as_seen((0, 0, 0, 0))", "as_seen((0, 0, 0, 1))"),
    Wrong("robust.left_by", "a write outside is to the last element", "vk-robust storage/write", "(number + 1000)[there]", "(number + 1000)[there]; after[-1] = 1000"),
    Wrong("robust.left_by", "a read outside is of the last element", "vk-robust storage/read", 'results[there] = given[at]', "results[:] = given[np.minimum(places, len(given) - 1)]"),
    Wrong("robust.left_by", "an atomic outside is of the last element", "vk-robust storage/atomic", "after[at] += (number + 1)[there]", "after[at] += (number + 1)[there]; after[-1] += 1"),
    Wrong("robust.left_by", "lengths are of bytes", "vk-robust storage/length", "len(given) + places", "given.nbytes + places"),
    Wrong("border.borders", "borders are two units off", "vk-border UNORM", "exact - step, exact + step", "exact - 2 * step, exact + 2 * step", "ends"),
    Wrong("border.borders", "integers are halved", "vk-border UINT", "return _seen(form, exact), _seen(form, exact)", "return _seen(form, exact // 2), _seen(form, exact // 2)"),
    Wrong("border.borders", "borders of floats of 32 bits are rounded", "vk-border R32_SFLOAT", "(form.components[0].bits < 32)", "1", "ends"),
    Wrong("border.borders", "sRGB is rounded before the curve", "vk-border SRGB", 'form.kind == "srgb"', "False", "ends"),
    Wrong("border.borders", "numbers are beyond -1 and 1", "vk-border NORM", "np.maximum(low, -1 if form.kind == \"snorm\" else 0), np.minimum(high, 1)", "low, high", "ends"),
    Wrong("border._seen", "red and blue are exchanged", "vk-border R8G8B8A8_UNORM", "as_seen((red, green, blue, alpha))", "as_seen((blue, green, red, alpha))"),
    Wrong("border._seen", "a border has what is not stored", "vk-border R8_UNORM", "form.as_seen((red, green, blue, alpha))", "np.array([red, green, blue, alpha])"),
    Wrong("border.sampled", "borders are black", "vk-border", "read.border = low", "read.border = low = high = low * 0"),
    Wrong("format.required", "transfers need not be", "vk-format optimal", 'f"{_TRANSFERS} {found}" if layout == "optimal" and found else found', "found"),
    Wrong("format._OPTIMAL", "storage need not be", "vk-format optimal", "", lambda was: {key.replace(" STORAGE_IMAGE", ""): names for key, names in was.items()}),
    Wrong("format._OPTIMAL", "filters need not be", "vk-format optimal", "", lambda was: {key.replace(" SAMPLED_IMAGE_FILTER_LINEAR", ""): names for key, names in was.items()}),
    Wrong("format._OPTIMAL", "blends need not be", "vk-format optimal", "", lambda was: {key.replace(" COLOR_ATTACHMENT_BLEND", ""): names for key, names in was.items()}),
    Wrong("format._BUFFERS", "atomics need not be", "vk-format buffer", "", lambda was: {key.replace(" STORAGE_TEXEL_BUFFER_ATOMIC", ""): names for key, names in was.items()}),
    Wrong("format._BUFFERS", "texel buffers need not be", "vk-format buffer", "", lambda was: {}),
    Wrong("format._TRANSFERS", "a copy to an image need not be", "vk-format optimal", "", lambda was: was.split()[0]),
]  # fmt: skip

FAMILIES = MOVED + OTHERS
