// SPDX-License-Identifier: MIT
// map.js: the map of a family of tests: the values of one part of their names against those of another,
// so that one sees at a glance which format or mode is broken.
'use strict';

const MOST_ROWS = 160;
const MOST_COLUMNS = 80;
const EXAMPLES = 3; // values that name a part in the choice
const inOrder = new Intl.Collator('en', {numeric: true}).compare; // 2 before 10

// Families are the first parts of names.
const families = new Map();
parts.forEach((own, i) => {
    if (!families.has(own[0]))
        families.set(own[0], []);
    families.get(own[0]).push(i);
});
const map = {family: '', rows: 0, columns: 0, worstFirst: false};

// The distinct values of each part in a family, by the part's number.
const valuesCache = new Map();
function valuesOf(family) {
    if (!valuesCache.has(family)) {
        const found = [];
        for (const i of families.get(family)) {
            parts[i].forEach((value, number) => {
                (found[number] ||= new Set()).add(value);
            });
        }
        valuesCache.set(family, found.map((set) => [...set]));
    }
    return valuesCache.get(family);
}

// How well two parts make a map: how full it is, times its smaller side.
function worth(family, rows, columns) {
    const values = valuesOf(family);
    const [height, width] = [values[rows].length, values[columns].length];
    if (height < 2 || width < 2 || height > MOST_ROWS || width > MOST_COLUMNS)
        return 0;
    const cells = new Set();
    for (const i of families.get(family)) {
        if (parts[i].length > Math.max(rows, columns))
            cells.add(`${parts[i][rows]}\n${parts[i][columns]}`);
    }
    return cells.size / (height * width) * Math.min(height, width);
}

function chooseParts(family) {
    const count = valuesOf(family).length;
    let best = {rows: Math.min(1, count - 1), columns: 0, worth: 0};
    for (let rows = 1; rows < count; rows++) {
        for (let columns = 1; columns < count; columns++) {
            const tall = valuesOf(family)[rows].length >= valuesOf(family)[columns].length;
            const found = rows !== columns && tall ? worth(family, rows, columns) : 0;
            if (found > best.worth)
                best = {rows, columns, worth: found};
        }
    }
    return best;
}

function emptyCell() {
    return {tests: 0, good: 0, skipped: 0, known: 0, odd: 0, bad: 0}; // by how verdicts look
}

const lookOf = (i) => REPORT.statuses[REPORT.status[i]].look;

function count(cell, i) {
    cell.tests++;
    cell[lookOf(i)]++;
}

// Cells by row and column, and sums of rows.
function tally() {
    const cells = new Map();
    const sums = new Map();
    const at = (where, key) => {
        if (!where.has(key))
            where.set(key, emptyCell());
        return where.get(key);
    };
    for (const i of families.get(map.family)) {
        const [row, column] = [parts[i][map.rows], parts[i][map.columns]];
        if (row === undefined || column === undefined)
            continue;
        count(at(cells, `${row}\n${column}`), i);
        count(at(sums, row), i);
    }
    return {cells, sums};
}

// How many of the tests that ran in a cell fail, in percent.
function badPart(cell) {
    return Math.round(100 * cell.bad / Math.max(1, cell.tests - cell.skipped));
}

function cellClass(cell) {
    if (cell.bad)
        return badPart(cell) < 50 ? 'some-bad' : 'look-bad';
    if (cell.odd || cell.known)
        return cell.odd ? 'look-odd' : 'look-known';
    return cell.skipped === cell.tests ? 'all-skipped' : 'look-good';
}

function cellElement(row, column, cell) {
    if (!cell)
        return element('td', {}, element('span', {class: 'cell no-test'}));
    const words = `${row} × ${column}: ${cell.bad} of ${cell.tests} fail` +
        ['known', 'odd', 'skipped'].map((look) => cell[look] ? `, ${cell[look]} ${look}` : '').join('');
    const button = element('button',
        {type: 'button', class: `cell ${cellClass(cell)}`, title: words, 'aria-label': words,
            style: `--part: ${badPart(cell)}%`},
        `${cell.bad || cell.odd || cell.known || ''}`);
    button.addEventListener('click', () => {
        change({part: [[0, map.family], [map.rows, row], [map.columns, column]]});
        byId('tests-title').scrollIntoView({block: 'start'});
    });
    return element('td', {}, button);
}

function drawTable() {
    const values = valuesOf(map.family);
    const {cells, sums} = tally();
    const present = (number) => values[number].filter((value) => value !== undefined);
    const columns = present(map.columns).sort(inOrder).slice(0, MOST_COLUMNS);
    let rows = present(map.rows).filter((value) => sums.has(value)).sort(inOrder);
    if (map.worstFirst)
        rows.sort((a, b) => sums.get(b).bad - sums.get(a).bad);
    const left = rows.length - MOST_ROWS;
    rows = rows.slice(0, MOST_ROWS);
    const head = element('tr', {}, element('td', {}),
        ...columns.map((value) => element('th', {scope: 'col'}, element('span', {}, value))));
    const body = rows.map((row) => element('tr', {}, element('th', {scope: 'row'}, row),
        ...columns.map((column) => cellElement(row, column, cells.get(`${row}\n${column}`)))));
    const table = element('table', {}, element('caption', {hidden: ''}, `Failures in ${map.family}`),
        element('thead', {}, head), element('tbody', {}, ...body));
    byId('map').replaceChildren(table);
    if (left > 0)
        byId('map').append(element('p', {}, `... and ${left} more rows`));
}

function partName(family, number) {
    const values = valuesOf(family)[number];
    const more = values.length > EXAMPLES ? `, ... (${values.length})` : '';
    return values.slice(0, EXAMPLES).join(', ') + more;
}

function choice(label, options, chosen, onChange) {
    const select = element('select', {},
        ...options.map(([value, text]) => element('option', {value}, text)));
    select.value = chosen;
    select.addEventListener('change', () => onChange(select.value));
    return element('label', {}, `${label} `, select);
}

function drawMap() {
    const numbers = valuesOf(map.family).map((_, number) => [number, partName(map.family, number)]);
    const familyOptions = [...families].map(([name, own]) => {
        const bad = own.filter((i) => lookOf(i) === 'bad').length;
        return [name, `${name} (${bad ? `${bad} of ` : ''}${own.length})`];
    });
    const worst = element('button', {type: 'button', 'aria-pressed': map.worstFirst}, 'Worst first');
    worst.addEventListener('click', () => { map.worstFirst = !map.worstFirst; drawMap(); });
    byId('map-controls').replaceChildren(
        choice('Family', familyOptions, map.family, showFamily),
        choice('Rows', numbers, map.rows, (value) => { map.rows = Number(value); drawMap(); }),
        choice('Columns', numbers, map.columns, (value) => { map.columns = Number(value); drawMap(); }),
        worst);
    drawTable();
}

function showFamily(family) {
    const {rows, columns} = chooseParts(family);
    Object.assign(map, {family, rows, columns});
    drawMap();
}

// The family with most failures first; without any, the largest.
function firstFamily() {
    const weight = (own) => {
        const bad = own.filter((i) => lookOf(i) === 'bad').length;
        return bad * 1e6 + own.length;
    };
    return [...families].sort((a, b) => weight(b[1]) - weight(a[1]))[0]?.[0];
}

if (families.size)
    showFamily(firstFamily());
