// SPDX-License-Identifier: MIT
// work.js: where the work went, by line of the source and by function.
'use strict';

const COUNTED = [
    ['groups', 'groups'], ['fetches', 'fetches'], ['stores', 'stores'], ['atomics', 'atomics'],
    ['lines', 'lines of memory'], ['conflicts', 'bank conflicts'],
];
const PLAIN_STORES = new Set(['STORE_RAW', 'STORE_TYPED', 'scratch', 'NOP', 'STORE_DWORD']);

function kindOfRow(row) {
    if (row.k === 'group')
        return 'groups';
    if (row.k === 'fetch')
        return 'fetches';
    const store = launch.stores.find(([word]) => word === row.w[0]);
    return store ? (PLAIN_STORES.has(store[1]) ? 'stores' : 'atomics') : '';
}

// Sums by line: a group with slots of several lines counts for each of them.
function workOfLines() {
    const found = new Map();
    for (const [number, count] of countOfRow) {
        const kind = kindOfRow(rows[number]);
        if (!kind)
            continue;
        for (const line of new Set(rows[number].l)) {
            const sum = found.get(line) || {line, groups: 0, fetches: 0, stores: 0, atomics: 0, lines: 0, conflicts: 0, runs: 0, lanes: 0};
            sum[kind] += count.runs;
            sum.lines += count.lines;
            sum.conflicts += count.conflicts;
            sum.runs += count.runs;
            sum.lanes += count.lanes;
            found.set(line, sum);
        }
    }
    return [...found.values()].filter(({runs}) => runs).sort((a, b) => b.runs - a.runs);
}

function lineRow(sum) {
    const text = sum.line ? `${sum.line}: ${(page.source[sum.line - 1] || '').trim()}` : 'no line';
    const button = make('button', {type: 'button', class: 'link', click: () => selectLine(sum.line, null)}, text);
    return make('tr', {},
        make('th', {scope: 'row'}, sum.line ? button : text),
        ...COUNTED.map(([name]) => make('td', {class: 'number'}, sum[name] ? counted(sum[name]) : '')),
        make('td', {class: 'number'}, percent(sum.lanes, sum.runs * launch.wave)));
}

// ---- by function ----

// A tree of calls: what is inlined lies in what calls it.
function workOfCalls() {
    const root = {name: launch.kernel, runs: 0, own: 0, inner: new Map()};
    for (const [number, {runs}] of countOfRow) {
        if (!kindOfRow(rows[number]))
            continue;
        let at = root;
        root.runs += runs;
        for (const name of rows[number].calls.slice(1)) {
            if (!at.inner.has(name))
                at.inner.set(name, {name, runs: 0, own: 0, inner: new Map()});
            at = at.inner.get(name);
            at.runs += runs;
        }
        at.own += runs;
    }
    return root;
}
function bar(call, whole) {
    const element = make('li', {},
        make('span', {class: 'call'}, `${call.name}: ${counted(call.runs)} (${percent(call.runs, whole)})`),
        call.inner.size ? make('ul', {}, ...[...call.inner.values()].sort((a, b) => b.runs - a.runs).map((inner) => bar(inner, whole))) : null);
    element.style.setProperty('--part', call.runs / whole);
    return element;
}

// ---- what the chip has room for ----

// A SIMD has 256 registers for each of its lanes, 8 of which clauses use for themselves.
const REGISTERS = 248;
function occupancy() {
    const waves = launch.gprs ? Math.floor(REGISTERS / launch.gprs) : 0;
    return [
        ['Registers', `${launch.gprs} of 128`],
        ['Stack entries', String(launch.stack)],
        ['Local memory', `${counted(launch.lds)} bytes a group`],
        ['Private memory', `${counted(launch.scratch)} bytes a work-item`],
        ['Wavefronts', `${launch.waves} of ${launch.wave} lanes a group`],
        ['Wavefronts that a SIMD has registers for', `${waves} (a model: ${REGISTERS} divided by the registers)`],
    ];
}
const facts = (list) => make('dl', {class: 'facts'},
    ...list.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))));

function makeWork() {
    const section = byId('work');
    const sums = workOfLines();
    section.hidden = false;
    const head = make('tr', {}, ...['line of the source', ...COUNTED.map(([, title]) => title), 'lanes in use']
        .map((title) => make('th', {scope: 'col'}, title)));
    const calls = workOfCalls();
    section.append(
        facts(occupancy()),
        make('p', {class: 'calm'}, 'Numbers count instructions issued for a wavefront. A group with operations of several lines counts for ' +
            'each. Lines of memory (64 bytes, once for each instruction of a wavefront and texel of a filter) and bank conflicts (32 ' +
            'banks, 32 lanes at a time) are those of a model, not of the hardware. There are no cycles: nobody knows them.'),
        make('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Work by line'},
            make('table', {class: 'plain'}, make('thead', {}, head), make('tbody', {}, ...sums.map(lineRow)))),
        make('h3', {}, 'By function'),
        make('ul', {class: 'flame'}, bar(calls, calls.runs || 1)));
}
