// SPDX-License-Identifier: MIT
// picture.js: arguments as pictures of magnified texels: what was expected, what came, and where they
// differ. Pointing at a texel, or going to it with the arrow keys, shows its values.
'use strict';

const WIDEST = 400; // pixels of a panel
const TEXEL = {least: 4, most: 40}; // pixels of a texel's side
const WRAP = 32; // a one-dimensional argument goes on in another row after as many elements
const GAP = 1; // texels between slices
const NO_NUMBER = '#b0209a'; // NaN

const style = getComputedStyle(document.documentElement);
const colour = (name) => style.getPropertyValue(name).trim();

// Numbers of the tester's texts. Long integers lose digits here, but not in what is shown as text.
function toNumber(text) {
    const special = {nan: NaN, '-nan': NaN, inf: Infinity, '-inf': -Infinity};
    return text in special ? special[text] : Number(text);
}

// How elements are laid out: columns and rows of the canvas, and where an element is.
function layoutOf(data) {
    const [x, y, z] = data.shape;
    const lanes = data.width > 4 ? data.width : 1; // wide vectors: a square for each lane
    if (y * z === 1 && x * lanes > WRAP) {
        const perRow = Math.max(1, Math.floor(WRAP / lanes));
        const at = (e) => [e % perRow * lanes, Math.floor(e / perRow)];
        return {lanes, columns: perRow * lanes, rows: Math.ceil(x / perRow), at};
    }
    const at = (e) => [e % x * lanes, Math.floor(e / x) % y + Math.floor(e / (x * y)) * (y + GAP)];
    return {lanes, columns: x * lanes, rows: z * (y + GAP) - GAP, at};
}

// Which lanes of an element make red, green and blue.
function coloursOf(data) {
    const named = data.channels;
    if (named && /^[rgba]+$/.test(named) && named.length === data.width) {
        if (data.width === 1)
            return [0, 0, 0];
        return [...'rgb'].map((channel) => named.indexOf(channel));
    }
    return data.width === 1 || data.width > 4 ? [0, 0, 0] : [0, 1, data.width > 2 ? 2 : -1];
}

// Names of channels that can be shown alone.
function channelsOf(data) {
    if (data.width === 1 || data.width > 4)
        return [];
    return Array.from({length: data.width}, (_, lane) => data.channels[lane] || String(lane));
}

// The channel to begin with, -1 for all: what is wrong must be seen, be it only the alpha.
function firstChannel(picture) {
    const wrong = new Set([...picture.wrong].map((lane) => lane % picture.data.width));
    const hidden = [...wrong].filter((channel) => !picture.colours.includes(channel));
    return channelsOf(picture.data).length && wrong.size === 1 && hidden.length ? hidden[0] : -1;
}

function rangeOf(data, layers) {
    if (data.scale)
        return data.scale;
    let [low, high] = [Infinity, -Infinity];
    for (const value of layers.flat()) {
        if (Number.isFinite(value)) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
    }
    if (low > high)
        return [0, 1];
    if (low >= 0 && high <= 1)
        return [0, 1];
    return [Math.min(low, 0), high > low ? high : low + 1];
}

// A picture: its data, numbers, layout, and the panels that show it.
function makePicture(figure, data) {
    for (const layer of ['expected', 'highs', 'actual', 'values']) {
        if (data[layer])
            data[layer] = data[layer].split(' ');
    }
    const picture = {figure, data, layout: layoutOf(data), colours: coloursOf(data), panels: []};
    picture.elements = data.shape.reduce((a, b) => a * b, 1);
    picture.expected = (data.expected || data.values).map(toNumber);
    picture.actual = data.actual?.map(toNumber);
    picture.wrong = new Set(data.wrong || []);
    picture.range = rangeOf(data, [picture.expected, picture.actual || []]);
    const size = Math.floor(WIDEST / picture.layout.columns);
    picture.texel = Math.min(TEXEL.most, Math.max(TEXEL.least, size));
    picture.cursor = -1;
    picture.channel = firstChannel(picture);
    return picture;
}

// 0 to 255; infinities are the ends.
function level(picture, value) {
    const [low, high] = picture.range;
    return Math.round(255 * Math.min(1, Math.max(0, (value - low) / (high - low))));
}

// The colour of some values of an element; lane is the first of those that the square shows.
function valueColour(picture, values, lane) {
    const {channel} = picture;
    const lanes = channel < 0 ? picture.colours : [channel, channel, channel];
    const shown = lanes.map((c) => (c < 0 ? picture.range[0] : values[lane + c]));
    if (shown.some(Number.isNaN))
        return NO_NUMBER;
    return `rgb(${shown.map((value) => level(picture, value)).join()})`;
}

function lanesOfSquare(picture, element, square) {
    const {width} = picture.data;
    if (picture.layout.lanes > 1)
        return [element * width + square];
    if (picture.channel >= 0)
        return [element * width + picture.channel];
    return Array.from({length: width}, (_, channel) => element * width + channel);
}

// How far a square is off, relative to the range: 0 where nothing is wrong; all of it for NaN.
function distance(picture, lanes) {
    const [low, high] = picture.range;
    const found = lanes.filter((lane) => picture.wrong.has(lane)).map((lane) => {
        const off = Math.abs(picture.actual[lane] - picture.expected[lane]) / (high - low);
        return Number.isFinite(off) ? Math.min(1, off) : 1;
    });
    return found.length ? Math.max(0.02, ...found) : 0;
}

function differenceColour(picture, lanes) {
    const off = distance(picture, lanes);
    // Small differences must be seen, too: the fourth root lifts them.
    return off ? `color-mix(in srgb, ${colour('--wrong')} ${30 + 70 * off ** 0.25}%, ${colour('--back')})`
        : colour('--raised');
}

function drawSquare(context, picture, panel, element, square) {
    const {texel, layout} = picture;
    const [column, row] = layout.at(element);
    const [x, y] = [(column + square) * texel, row * texel];
    const lanes = lanesOfSquare(picture, element, square);
    const edge = texel >= 8 ? 1 : 0;
    const first = element * picture.data.width + square;
    context.fillStyle = panel.values ? valueColour(picture, panel.values, first)
        : differenceColour(picture, lanes);
    context.fillRect(x, y, texel - edge, texel - edge);
    if (panel.values && panel.marks && texel >= 8 && lanes.some((lane) => picture.wrong.has(lane))) {
        context.strokeStyle = colour('--wrong');
        context.lineWidth = 2;
        context.strokeRect(x + 1, y + 1, texel - edge - 2, texel - edge - 2);
    }
}

function drawPanel(picture, panel) {
    const context = panel.canvas.getContext('2d');
    context.clearRect(0, 0, panel.canvas.width, panel.canvas.height);
    for (let element = 0; element < picture.elements; element++) {
        for (let square = 0; square < picture.layout.lanes; square++)
            drawSquare(context, picture, panel, element, square);
    }
    if (picture.cursor >= 0) {
        const [column, row] = picture.layout.at(picture.cursor);
        const {texel, layout} = picture;
        context.strokeStyle = colour('--text');
        context.lineWidth = 2;
        context.strokeRect(column * texel, row * texel, layout.lanes * texel - 1, texel - 1);
    }
}

function placeOf(data, element) {
    const [x, y, z] = data.shape;
    const at = [element % x, Math.floor(element / x) % y, Math.floor(element / (x * y))];
    const used = at.slice(0, z > 1 ? 3 : y > 1 ? 2 : 1);
    return data.image || y * z > 1 ? `(${used.join(', ')})` : `[${element}]`;
}

// What a lane is expected to be; of lanes that are chosen together, in the nearest choice.
function wantedOf(data, lane) {
    const alternatives = data.choices?.[lane] || '(';
    const high = data.highs && data.highs[lane] !== data.expected[lane] ? `..${data.highs[lane]}` : '';
    return alternatives.startsWith('(') ? `${data.expected[lane]}${high}` : alternatives;
}

// The values of an element, a line for each of its lanes.
function describe(picture, element) {
    const {data} = picture;
    const lines = [placeOf(data, element)];
    for (let channel = 0; channel < data.width; channel++) {
        const lane = element * data.width + channel;
        const name = data.width === 1 ? '' : `${data.channels?.[channel] || channel}: `;
        if (data.values) {
            lines.push(`${name}${data.values[lane]}`);
            continue;
        }
        const verdict = picture.wrong.has(lane) ? '  ✗' : '';
        lines.push(`${name}expected ${wantedOf(data, lane)}, got ${data.actual[lane]}${verdict}`);
    }
    const together = data.choices?.[element * data.width] || '';
    if (together.startsWith('('))
        lines.push(`one of ${together}`);
    return lines.join('\n');
}

function showTip(picture, x, y) {
    const tip = document.getElementById('tip');
    tip.textContent = describe(picture, picture.cursor);
    tip.hidden = false;
    const {offsetWidth, offsetHeight} = tip;
    tip.style.left = `${Math.max(0, Math.min(x + 16, innerWidth - offsetWidth - 8))}px`;
    tip.style.top = `${y + 16 + offsetHeight < innerHeight ? y + 16 : Math.max(0, y - offsetHeight - 16)}px`;
}

function moveCursor(picture, element) {
    if (element === picture.cursor)
        return;
    picture.cursor = element;
    redraw(picture);
    if (element < 0)
        document.getElementById('tip').hidden = true;
}

function elementAt(picture, event) {
    const {texel, layout} = picture;
    const [column, row] = [Math.floor(event.offsetX / texel), Math.floor(event.offsetY / texel)];
    for (let element = 0; element < picture.elements; element++) {
        const [c, r] = layout.at(element);
        if (r === row && column >= c && column < c + layout.lanes)
            return element;
    }
    return -1;
}

function onKey(picture, event) {
    const [x] = picture.data.shape;
    const steps = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -x, ArrowDown: x};
    if (event.key === 'Escape')
        moveCursor(picture, -1);
    if (!(event.key in steps))
        return;
    event.preventDefault();
    const next = picture.cursor < 0 ? 0 : picture.cursor + steps[event.key];
    if (next < 0 || next >= picture.elements)
        return;
    moveCursor(picture, next);
    const box = event.target.getBoundingClientRect();
    const [column, row] = picture.layout.at(next);
    showTip(picture, box.left + column * picture.texel, box.top + row * picture.texel);
}

function addPanel(picture, place, title, values, marks) {
    const canvas = document.createElement('canvas');
    const heading = document.createElement('h3');
    const box = document.createElement('div');
    const panel = {canvas, values, marks};
    canvas.width = picture.layout.columns * picture.texel;
    canvas.height = picture.layout.rows * picture.texel;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `${title}; arrow keys show the values of texels`);
    heading.textContent = title;
    box.className = 'panel';
    const frame = document.createElement('div'); // scrolls where the page is narrower than the picture
    frame.className = 'frame';
    frame.append(canvas);
    box.append(heading, frame);
    place.append(box);
    picture.panels.push(panel);
    canvas.addEventListener('mousemove', (event) => {
        moveCursor(picture, elementAt(picture, event));
        if (picture.cursor >= 0)
            showTip(picture, event.clientX, event.clientY);
    });
    canvas.addEventListener('mouseleave', () => moveCursor(picture, -1));
    canvas.addEventListener('blur', () => moveCursor(picture, -1));
    canvas.addEventListener('keydown', (event) => onKey(picture, event));
}

function redraw(picture) {
    for (const panel of picture.panels)
        drawPanel(picture, panel);
    for (const button of picture.figure.querySelectorAll('[data-channel]'))
        button.setAttribute('aria-pressed', Number(button.dataset.channel) === picture.channel);
}

function addChannelButtons(picture, place) {
    const names = channelsOf(picture.data);
    if (!names.length)
        return;
    ['all', ...names].forEach((name, number) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = name;
        button.dataset.channel = number - 1;
        button.addEventListener('click', () => {
            picture.channel = number - 1;
            redraw(picture);
        });
        place.append(button, ' ');
    });
}

function show(figure, data) {
    const picture = makePicture(figure, data);
    const place = document.createElement('div');
    const scale = document.createElement('p');
    place.className = picture.layout.rows > 1 ? 'panels' : 'panels lines'; // lines are compared below each other
    scale.className = 'scale';
    figure.append(place, scale);
    if (data.values) {
        addPanel(picture, place, 'given', picture.expected, false);
    } else {
        addPanel(picture, place, 'expected', picture.expected, false);
        addPanel(picture, place, 'actual', picture.actual, true);
        addPanel(picture, place, 'difference', null, false);
    }
    addChannelButtons(picture, scale);
    scale.append(`Black is ${picture.range[0]}, white is ${picture.range[1]}.`);
    redraw(picture);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => redraw(picture));
}

function offerCopy(button) {
    button.hidden = false;
    button.addEventListener('click', () => {
        getSelection().selectAllChildren(button.parentElement.querySelector('.command'));
        button.textContent = document.execCommand('copy') ? 'Copied' : 'Selected';
        setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
}

const contents = JSON.parse(document.getElementById('pictures').textContent);
for (const figure of document.querySelectorAll('.pictures'))
    show(figure, contents[Number(figure.dataset.number)]);
document.querySelectorAll('.copy').forEach(offerCopy);
