// SPDX-License-Identifier: MIT
// data.js: what the page knows, and helpers that all parts use.
'use strict';

const page = JSON.parse(document.getElementById('data').textContent);
const launch = page.launch;
page.source = page.pieces.map((line) => line.map(([, text]) => text).join('')); // lines
const CHANNELS = 'xyzw';
const byId = (id) => document.getElementById(id);

// An element. Attributes that are undefined are left out; functions are listeners.
function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function')
            element.addEventListener(name, value);
        else if (value !== undefined && value !== false)
            element.setAttribute(name, value === true ? '' : value);
    }
    element.append(...children.filter((child) => child !== undefined && child !== null));
    return element;
}

function drawing(tag, attributes = {}, ...children) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes))
        element.setAttribute(name, value);
    element.append(...children);
    return element;
}

// A select with groups of options: [[group, [[value, text], ...]], ...].
function choice(label, groups, chosen, change) {
    const select = make('select', {change: () => change(select.value)});
    for (const [name, options] of groups) {
        const items = options.map(([value, text]) => make('option', {value, selected: String(value) === String(chosen)}, text));
        select.append(...(name ? [make('optgroup', {label: name}, ...items)] : items));
    }
    return make('label', {}, make('span', {class: 'label'}, label), select);
}

const counted = (number) => number.toLocaleString('en');
const percent = (part, whole) => (whole ? `${Math.round(100 * part / whole)} %` : '');

// ---- vectors of lanes ----

const decoded = new Map();
function bytesOf(text) {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}
function lanesOf(text) {
    if (!decoded.has(text))
        decoded.set(text, new Uint32Array(bytesOf(text).buffer));
    return decoded.get(text);
}
// The value of a lane: a number stands for all of them.
const laneValue = (value, lane) => (typeof value === 'number' ? value : lanesOf(value)[lane] ?? 0);

const bits = new DataView(new ArrayBuffer(4));
function asFloat(value) {
    bits.setUint32(0, value);
    return bits.getFloat32(0);
}
function shortFloat(number) {
    return Number.isFinite(number) ? String(Number(number.toPrecision(7))) : String(number);
}
// Whether a value looks more like a float than like an integer.
function looksFloat(value) {
    const size = Math.abs(asFloat(value));
    return value !== 0 && size > 1e-9 && size < 1e12;
}
const SHOWN = {
    auto: (value, isFloat) => ((isFloat ?? looksFloat(value)) ? shortFloat(asFloat(value)) : String(value | 0)),
    float: (value) => shortFloat(asFloat(value)),
    integer: (value) => String(value | 0),
    unsigned: (value) => String(value),
    hex: (value) => `0x${value.toString(16).padStart(8, '0')}`,
};

// ---- the code that ran ----

const rows = launch ? launch.code : [];
const rowOfWord = new Map();
rows.forEach((row, number) => row.w.forEach((word) => rowOfWord.set(word, number)));

// Counts by row: how often it ran, lanes in all, lines of memory, bank conflicts.
const countOfRow = new Map();
function addCount(number, [runs, lanes, lines, conflicts], isGroup) {
    const count = countOfRow.get(number) || {runs: 0, lanes: 0, lines: 0, conflicts: 0};
    // All operations of a group run together.
    count.runs = isGroup ? Math.max(count.runs, runs) : count.runs + runs;
    count.lanes = isGroup ? Math.max(count.lanes, lanes) : count.lanes + lanes;
    count.lines += lines;
    count.conflicts += conflicts;
    countOfRow.set(number, count);
}
function readCounts() {
    const counts = launch.counts;
    (counts.cf || []).forEach((count, word) => addCount(rowOfWord.get(word), count, true));
    (counts.ops || []).forEach((count, op) => addCount(rowOfWord.get(launch.ops[op]?.[0]), count, true));
    (counts.fetches || []).forEach((count, fetch) => addCount(rowOfWord.get(launch.fetches[fetch]?.[0]), count, true));
    countOfRow.delete(undefined);
}
if (launch)
    readCounts();
const lanesOfRow = (count) => (count && count.runs ? count.lanes / (count.runs * launch.wave) : 0);
const mostRuns = Math.max(1, ...[...countOfRow.values()].map(({runs}) => runs));
