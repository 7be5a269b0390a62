// SPDX-License-Identifier: MIT
// images.js: images as pictures: of any format, each slice, zoomed in to texels with their values. A
// texel that a recorded work-item wrote leads to it.
'use strict';

// ---- texels ----

const dwordsOf = new Map();
function dataOf(image) {
    if (!dwordsOf.has(image))
        dwordsOf.set(image, new DataView(bytesOf(image.texels).buffer));
    return dwordsOf.get(image);
}

function half(value) {
    const exponent = value >> 10 & 31;
    const mantissa = value & 1023;
    const size = exponent === 31 ? (mantissa ? NaN : Infinity)
        : exponent ? 2 ** (exponent - 15) * (1 + mantissa / 1024) : 2 ** -14 * mantissa / 1024;
    return value >> 15 ? -size : size;
}
function linear(value) {
    const c = value / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}
const signed = (value, width) => (value << (32 - width)) >> (32 - width);
const DECODE = {
    none: () => 0,
    one: () => 1,
    one_int: () => 1,
    uint: (value) => value,
    sint: signed,
    unorm: (value, width) => value / (2 ** width - 1),
    snorm: (value, width) => Math.max(-1, signed(value, width) / (2 ** (width - 1) - 1)),
    uscaled: (value) => value,
    sscaled: signed,
    half,
    srgb: linear,
};

// The dword of an element that begins at a byte; bytes that it lacks are zeros.
function dwordAt(data, at, end) {
    if (at + 4 <= end)
        return data.getUint32(at, true);
    let value = 0;
    for (let i = 0; at + i < end; i++)
        value += data.getUint8(at + i) * 2 ** (8 * i);
    return value;
}

// Which channel in memory a component of the colour is; -1 and -2: it is 0, 1.
function channelOf(image, c) {
    if (image.image !== 'rat')
        return image.select[c] < 4 ? image.select[c] : image.select[c] === 5 ? -2 : -1;
    // A RAT says which component each channel takes.
    const found = image.select.findIndex((from, k) => from === c && image.channels[k][0] !== 'none');
    return found < 0 ? (c === 3 ? -2 : -1) : found;
}

// Writes a component of all texels of a slice to every fourth place of `values`.
function decodeComponent(image, slice, c, values) {
    const data = dataOf(image);
    const channel = channelOf(image, c);
    const count = image.size[0] * Math.max(0, Math.min(image.size[1], image.rows - slice * image.size[1]));
    const [kind, dword, shift, width] = image.channels[Math.max(0, channel)];
    const decode = DECODE[kind] || (image.integer ? (value) => value : asFloat);
    const mask = 2 ** width;
    const first = slice * image.size[0] * image.size[1] * image.bytes;
    values.fill(NaN, 4 * count);
    for (let i = 0; i < count; i++) {
        const at = first + i * image.bytes;
        values[4 * i + c] = channel < 0 ? -1 - channel
            : decode((dwordAt(data, at + dword * 4, at + image.bytes) >>> shift) % mask, width);
    }
}

// Red, green, blue and alpha of a slice's texels, decoded when they are first asked for.
const slices = new Map();
function sliceOf(image, slice) {
    const known = slices.get(image) || slices.set(image, []).get(image);
    if (!known[slice]) {
        known[slice] = new Float64Array(4 * image.size[0] * image.size[1]);
        for (let c = 0; c < 4; c++)
            decodeComponent(image, slice, c, known[slice]);
    }
    return known[slice];
}
function texelAt(image, x, y, slice) {
    const at = 4 * (y * image.size[0] + x);
    return [...sliceOf(image, slice).subarray(at, at + 4)];
}
const shortValue = (value) => (Number.isInteger(value) ? String(value) : shortFloat(value));

// ---- colours ----

const ranges = new Map();
// The largest value of an image's first slice: 1 for one whose values are between 0 and 1.
function rangeOf(image) {
    if (ranges.has(image))
        return ranges.get(image);
    let most = image.integer ? 0 : 1;
    sliceOf(image, 0).forEach((value, i) => {
        if (i % 4 < 3 && Number.isFinite(value))
            most = Math.max(most, Math.abs(value));
    });
    ranges.set(image, most || 1);
    return most || 1;
}
const level = (value, most) => (Number.isNaN(value) ? 0 : Math.round(255 * Math.min(1, Math.abs(value) / most)));
function colourOf(image, values) {
    const most = rangeOf(image);
    return `rgb(${values.slice(0, 3).map((value) => level(value, most)).join(' ')})`;
}

// ---- pictures ----

const WIDEST = 512; // pixels

function draw(view) {
    const {image, canvas, slice} = view;
    const [width, height] = image.size;
    const pixels = new ImageData(width, height);
    const most = rangeOf(image);
    sliceOf(image, slice).forEach((value, i) => {
        pixels.data[i] = i % 4 === 3 ? 255 : level(value, most);
    });
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d').putImageData(pixels, 0, 0);
    zoom(view);
}
function zoom({image, canvas, scale}) {
    canvas.style.width = `${image.size[0] * scale}px`;
    canvas.style.height = `${image.size[1] * scale}px`;
}

function showTexel(view, x, y) {
    const {image, slice, said} = view;
    view.at = [x, y];
    const values = texelAt(image, x, y, slice);
    said.textContent = `(${x}, ${y}${image.size[2] > 1 ? `, ${slice}` : ''}): ${values.map(shortValue).join(', ')}`;
}
function pointedAt(view, event) {
    const box = view.canvas.getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left) / view.scale);
    const y = Math.floor((event.clientY - box.top) / view.scale);
    if (x >= 0 && y >= 0 && x < view.image.size[0] && y < view.image.size[1])
        showTexel(view, x, y);
}

const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
function movedOn(view, event) {
    if (event.key === 'Enter')
        goToWriter(view);
    const by = ARROWS[event.key];
    if (!by)
        return;
    event.preventDefault();
    const [width, height] = view.image.size;
    showTexel(view, Math.min(width - 1, Math.max(0, view.at[0] + by[0])), Math.min(height - 1, Math.max(0, view.at[1] + by[1])));
}

// Goes to the recorded work-item that wrote a texel, at the step when it did.
function goToWriter(view) {
    const [x, y] = view.at;
    if (view.image.image !== 'rat')
        return;
    for (const wave of waves.values())
        for (const [number, {store, mask}] of wave.steps.entries()) {
            if (!store || store.operation !== 'STORE_TYPED' || store.rat !== view.image.slot)
                continue;
            for (let lane = 0; lane < launch.wave; lane++)
                if (mask >> BigInt(lane) & 1n && laneValue(store.index[0], lane) === x && laneValue(store.index[1], lane) === y) {
                    chooseItem(wave.group, wave.wave * launch.wave + lane);
                    goTo(number);
                    view.said.textContent += `: written by work-item ${wave.wave * launch.wave + lane} of group ${wave.group}, shown above`;
                    return;
                }
        }
    view.said.textContent += ': no recorded work-item wrote it; rootle-explore --groups records others';
}

function titleOf({image, slot, level: step, after, size, integer, bytes, channels}) {
    const name = (image === 'rat' ? nameOfRat(slot) : nameOfTexture(slot)) + (step ? `, level ${step}` : '');
    const kinds = [...new Set(channels.map(([kind]) => kind))].filter((kind) => !['none', 'one', 'one_int'].includes(kind));
    const used = channels.filter(([kind]) => kinds.includes(kind)).length;
    const kind = kinds.map((one) => (one === 'copy' ? (integer ? 'int' : 'float') : one)).join('/');
    return `${name}, ${size.filter((n, i) => i === 0 || n > 1).join(' × ')}, ${used} × ${kind}, ${bytes} bytes a texel` +
        `${image === 'rat' ? (after ? ', after the launch' : ', before it') : ''}`;
}

function addImage(image) {
    const [width, height, depth] = image.size;
    const scale = Math.max(1, Math.min(32, Math.floor(WIDEST / Math.max(width, height))));
    const view = {image, scale, slice: 0, at: [0, 0]};
    view.said = make('output', {class: 'texel-value', 'aria-live': 'polite'}, 'Point at a texel, or go to it with the arrow keys.');
    view.canvas = make('canvas', {
        tabindex: 0, role: 'application', 'aria-label': `Texels of ${titleOf(image)}`,
        pointermove: (event) => pointedAt(view, event), keydown: (event) => movedOn(view, event),
        click: (event) => { pointedAt(view, event); goToWriter(view); },
    });
    const controls = [choice('zoom', [['', [1, 2, 4, 8, 16, 32].map((n) => [n, `${n}×`])]], 2 ** Math.floor(Math.log2(scale)), (value) => {
        view.scale = Number(value);
        zoom(view);
    })];
    view.scale = 2 ** Math.floor(Math.log2(scale));
    if (depth > 1)
        controls.push(choice('slice', [['', Array.from({length: depth}, (_, z) => [z, String(z)])]], 0, (value) => {
            view.slice = Number(value);
            draw(view);
        }));
    byId('images').append(make('div', {class: 'image'}, make('h3', {}, titleOf(image)), make('div', {class: 'controls'}, ...controls),
        make('div', {class: 'frame'}, view.canvas), view.said,
        image.rows < height * depth ? make('p', {class: 'note'}, `The trace has the first ${image.rows} rows.`) : ''));
    draw(view);
}

function makeImages() {
    byId('images').hidden = !launch.images.length;
    const isChanged = (image) => !launch.images.some((other) => other.after && other.slot === image.slot && other.image === image.image);
    for (const image of launch.images)
        if (image.after || isChanged(image) || image.image === 'texture')
            addImage(image);
}
