// SPDX-License-Identifier: MIT
// axes.js: the axes of a family of generated tests, and which two of them tell its failures apart best.
// Families are the first parts of names; axes are the other parts, and the pieces between their dashes.
'use strict';

const MOST_ROWS = 160;
const MOST_COLUMNS = 80;
const LEAST_FULL = 0.25; // of the cells of a map; names of hand-written tests fill fewer
const LEAST_TESTS = 12;

// What a map counts: -1 is bad; numbers of runs; 'differing'. Each test is 1, 0, or NOT_RUN.
const NOT_RUN = 2;
const lookOf = (run, i) => REPORT.statuses[verdictOf(run, i)]?.look;

function outcomes(tests, run, looks) {
    return Uint8Array.from(tests, (i) => {
        if (run === 'differing')
            return Number(differs(i));
        const look = lookOf(run, i);
        return look === undefined || look === 'skipped' && !looks.includes(look) ? NOT_RUN : Number(looks.includes(look));
    });
}

function axisOf(id, tests) {
    const numbers = new Map();
    const codes = Int16Array.from(tests, (i) => {
        const value = valueOn(id, i);
        if (value === undefined)
            return -1;
        if (!numbers.has(value))
            numbers.set(value, numbers.size);
        return numbers.get(value);
    });
    return {id, codes, values: [...numbers.keys()]};
}

// Pieces are axes of their own where all values of a part have equally many.
function piecesOf(part) {
    const counts = new Set(part.values.map((value) => value.split('-').length));
    const [count] = counts;
    return counts.size === 1 && count > 1 ? Array.from({length: count}, (_, piece) => `${part.id}.${piece}`) : [];
}

function axesOf(tests) {
    const most = Math.max(...tests.map((i) => partsOf(i).length));
    const found = [];
    for (let part = 1; part < most; part++) {
        const whole = axisOf(String(part), tests);
        found.push(whole, ...piecesOf(whole).map((id) => axisOf(id, tests)));
    }
    return found.filter(({values}) => values.length > 1 && values.length <= MOST_ROWS);
}

// Counts by cell: all tests that ran, and those with outcome 1.
function cellsOf(rows, columns, outcome) {
    const width = columns.values.length;
    const all = new Uint32Array(rows.values.length * width);
    const ones = new Uint32Array(all.length);
    for (let at = 0; at < outcome.length; at++) {
        const [row, column] = [rows.codes[at], columns.codes[at]];
        if (row >= 0 && column >= 0 && outcome[at] !== NOT_RUN) {
            all[row * width + column]++;
            ones[row * width + column] += outcome[at];
        }
    }
    return {all, ones};
}

const plogp = (count, total) => (count ? count * Math.log2(count / total) : 0);

// How many bits a map saves for somebody who is told which tests fail: the mutual information of cell
// and outcome times the number of tests, less twice what so many cells would save by chance alone
// (Miller and Madow's correction, and Akaike's criterion).
function savedBits({all, ones}) {
    let [tests, bad, used, within] = [0, 0, 0, 0];
    for (let cell = 0; cell < all.length; cell++) {
        if (!all[cell])
            continue;
        tests += all[cell];
        bad += ones[cell];
        used++;
        within += plogp(ones[cell], all[cell]) + plogp(all[cell] - ones[cell], all[cell]);
    }
    const whole = plogp(bad, tests) + plogp(tests - bad, tests);
    return tests ? within - whole - (used - 1) * Math.LOG2E : 0;
}

// How full a map is, from 0 to 1, and the length of its smaller side.
function fullness({all}) {
    return all.reduce((sum, count) => sum + (count > 0), 0) / all.length;
}

// The best two axes: {rows, columns, bits, shape}. Of maps that save nothing the fuller and larger one.
function bestAxes(axes, outcome) {
    let best = null;
    for (const [first, rows] of axes.entries()) {
        for (const [second, columns] of axes.entries()) {
            const isTall = rows.values.length > columns.values.length
                || rows.values.length === columns.values.length && first < second;
            const isOfOne = rows.id.split('.')[0] === columns.id || columns.id.split('.')[0] === rows.id;
            if (!isTall || isOfOne || columns.values.length > MOST_COLUMNS)
                continue;
            const cells = cellsOf(rows, columns, outcome);
            const full = fullness(cells);
            if (full < LEAST_FULL)
                continue;
            const found = {rows, columns, bits: Math.max(0, savedBits(cells)), shape: full * columns.values.length};
            if (!best || found.bits > best.bits || found.bits === best.bits && found.shape > best.shape)
                best = found;
        }
    }
    return best;
}
