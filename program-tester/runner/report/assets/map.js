// SPDX-License-Identifier: MIT
// map.js: the map of a family of generated tests: the values of one axis against those of another, so
// that one sees at a glance which format or mode is broken. It opens on what tells failures apart best.
'use strict';

const EXAMPLES = 3; // values that name an axis in the choice
const inOrder = new Intl.Collator('en', {numeric: true}).compare; // 2 before 10
const LOOKS = [['bad'], ['odd', 'known'], ['skipped']]; // what a map tells apart: the first that there is

const families = new Map(); // numbers of tests by the first part of the name
names.forEach((name, i) => {
    const family = name.slice(0, Math.max(0, name.indexOf('/')));
    if (!families.has(family))
        families.set(family, []);
    families.get(family).push(i);
});

const lastRun = REPORT.runs.length - 1;
const map = {family: '', run: lastRun, rows: null, columns: null, worstFirst: false};

const axesKnown = new Map();
function axesFor(family) {
    if (!axesKnown.has(family))
        axesKnown.set(family, axesOf(families.get(family)));
    return axesKnown.get(family);
}

// What of a run is worth telling apart in these tests.
function looksOf(run, tests) {
    const there = new Set(run === 'differing' ? [] : tests.map((i) => lookOf(run, i)));
    return LOOKS.find((looks) => looks.some((look) => there.has(look))) || LOOKS[0];
}

function bestOf(family, run, looks) {
    const tests = families.get(family);
    return tests.length < LEAST_TESTS || !family ? null : bestAxes(axesFor(family), outcomes(tests, run, looks));
}

// Families that are products of axes, and where to begin: on what saves most.
function surveyFamilies(run) {
    const looks = looksOf(run, names.map((_, i) => i));
    const found = [];
    for (const family of families.keys()) {
        const best = bestOf(family, run, looks);
        if (best)
            found.push({family, ...best});
    }
    return found.sort((a, b) => b.bits - a.bits || families.get(b.family).length - families.get(a.family).length);
}

function emptyCell() {
    return {tests: 0, good: 0, skipped: 0, known: 0, odd: 0, bad: 0, differs: 0};
}

function count(cell, i) {
    const look = map.run === 'differing' ? lookOf(lastRun, i) : lookOf(map.run, i);
    if (!look)
        return;
    cell.tests++;
    cell[look]++;
    cell.differs += differs(i);
}

// Cells by row and column, and sums of rows.
function tally() {
    const [cells, sums] = [new Map(), new Map()];
    const at = (where, key) => {
        if (!where.has(key))
            where.set(key, emptyCell());
        return where.get(key);
    };
    families.get(map.family).forEach((i, place) => {
        const [row, column] = [map.rows.codes[place], map.columns.codes[place]];
        if (row < 0 || column < 0)
            return;
        count(at(cells, `${map.rows.values[row]}\n${map.columns.values[column]}`), i);
        count(at(sums, map.rows.values[row]), i);
    });
    return {cells, sums};
}

function cellClass(cell) {
    if (map.run === 'differing')
        return cell.differs ? 'differs' : 'look-good';
    if (cell.bad)
        return 2 * cell.bad < cell.tests - cell.skipped ? 'some-bad' : 'look-bad';
    if (cell.odd || cell.known)
        return cell.odd ? 'look-odd' : 'look-known';
    return cell.skipped === cell.tests ? 'all-skipped' : 'look-good';
}

function cellElement(row, column, cell) {
    if (!cell?.tests)
        return element('td', {}, element('span', {class: 'cell no-test'}));
    const differing = map.run === 'differing';
    const told = differing ? `${cell.differs} of ${cell.tests} differ` : `${cell.bad} of ${cell.tests} fail`
        + ['known', 'odd', 'skipped'].map((look) => cell[look] ? `, ${cell[look]} ${look}` : '').join('');
    const words = `${row} × ${column}: ${told}`;
    const shown = differing ? cell.differs : cell.bad || cell.odd || cell.known;
    const button = element('button',
        {type: 'button', class: `cell ${cellClass(cell)}`, title: words, 'aria-label': words, tabindex: -1}, `${shown || ''}`);
    button.addEventListener('click', () => {
        change({part: [['0', map.family], [map.rows.id, row], [map.columns.id, column]], group: -1,
            differing: differing && cell.differs > 0});
        showTests();
    });
    return element('td', {}, button);
}

// Whether the names of columns fit beside each other; where not, they stand on end.
const BESIDE = 8; // pixels between two of them
function hasRoom(table) {
    const names = [...table.querySelectorAll('thead th span')].map((name) => name.offsetHeight + BESIDE);
    const rowNames = table.querySelector('tbody th')?.offsetWidth || 0;
    return names.length * Math.max(...names) < byId('map').clientWidth - rowNames;
}

function drawTable() {
    const {cells, sums} = tally();
    const columns = [...map.columns.values].sort(inOrder);
    const rows = map.rows.values.filter((value) => sums.has(value)).sort(inOrder);
    const weight = (row) => (map.run === 'differing' ? sums.get(row).differs : sums.get(row).bad * 1e6 + sums.get(row).odd + sums.get(row).known);
    if (map.worstFirst)
        rows.sort((a, b) => weight(b) - weight(a));
    const head = element('tr', {}, element('td', {}),
        ...columns.map((value) => element('th', {scope: 'col'}, element('span', {}, value))));
    const body = rows.map((row) => element('tr', {}, element('th', {scope: 'row'}, row),
        ...columns.map((column) => cellElement(row, column, cells.get(`${row}\n${column}`)))));
    const table = element('table', {},
        element('caption', {class: 'unseen'}, `Failures in ${map.family}; arrow keys go from cell to cell`),
        element('thead', {}, head), element('tbody', {}, ...body));
    table.style.setProperty('--columns', columns.length);
    byId('map').replaceChildren(table);
    byId('map').classList.toggle('roomy', hasRoom(table));
    byId('map').querySelector('button.cell')?.setAttribute('tabindex', 0);
}

// One cell is in the order of focus; arrows go to the next one there is in their direction.
function onKey(event) {
    const steps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};
    const step = steps[event.key];
    const cell = event.target.closest('td');
    if (!step || !cell)
        return;
    event.preventDefault();
    const {rows} = cell.closest('tbody');
    let [row, column] = [cell.parentElement.sectionRowIndex, cell.cellIndex];
    let next = null;
    do {
        row += step[0];
        column += step[1];
        next = rows[row]?.cells[column];
    } while (next && !next.querySelector('button'));
    if (!next || column < 1)
        return;
    event.target.tabIndex = -1;
    next.querySelector('button').tabIndex = 0;
    next.querySelector('button').focus();
}

function axisName({values}) {
    const more = values.length > EXAMPLES ? `, ... (${values.length})` : '';
    return values.slice(0, EXAMPLES).join(', ') + more;
}

function choice(label, options, chosen, onChange) {
    const select = element('select', {}, ...options.map(([value, text]) => element('option', {value}, text)));
    select.value = chosen;
    select.addEventListener('change', () => onChange(select.value));
    return element('label', {}, element('span', {class: 'label'}, label), ' ', select);
}

// The map in the address: RUN/ROWS/COLUMNS/FAMILY, and a ! before where the worst rows are first.
function mapAddress(what) {
    const next = {...map, ...what};
    return `${next.worstFirst ? '!' : ''}${next.run}/${next.rows.id}/${next.columns.id}/${next.family}`;
}

function chooseMap(what) {
    const next = {...map, ...what};
    if ('family' in what || 'run' in what) {
        const {rows, columns} = bestOf(next.family, next.run, looksOf(next.run, families.get(next.family)));
        Object.assign(next, {rows, columns});
    }
    change({map: mapAddress(next)});
}

function familyOptions() {
    return generated.map(({family}) => {
        const own = families.get(family);
        const bad = own.filter((i) => (map.run === 'differing' ? differs(i) : lookOf(map.run, i) === 'bad')).length;
        return [family, `${family} (${bad ? `${bad} of ` : ''}${own.length})`];
    });
}

function runOptions() {
    return [...REPORT.runs.map((label, run) => [run, label]), ['differing', 'where the runs differ']];
}

function drawMap() {
    const axes = axesFor(map.family);
    const axisOptions = axes.map((axis) => [axis.id, axisName(axis)]);
    const byAxis = (id) => axes.find((axis) => axis.id === id);
    const sideways = axisOptions.filter(([id]) => byAxis(id).values.length <= MOST_COLUMNS);
    const controls = [
        choice('Family', familyOptions(), map.family, (family) => chooseMap({family})),
        choice('Rows', axisOptions, map.rows.id, (id) => chooseMap({rows: byAxis(id)})),
        choice('Columns', sideways, map.columns.id, (id) => chooseMap({columns: byAxis(id)})),
        toggle(['Worst first'], {'aria-pressed': map.worstFirst}, () => chooseMap({worstFirst: !map.worstFirst})),
    ];
    if (!SINGLE) {
        const run = (value) => (value === 'differing' ? value : Number(value));
        controls.unshift(choice('Of', runOptions(), map.run, (value) => chooseMap({run: run(value)})));
    }
    const focused = [...byId('map-controls').querySelectorAll('select, button')].indexOf(document.activeElement);
    byId('map-controls').replaceChildren(...controls);
    byId('map-controls').querySelectorAll('select, button')[focused]?.focus();
    drawTable();
}

// Draws the map that the address asks for; without one, or where it makes no sense, the first.
let mapDrawn = null;
function drawMapOf(text) {
    if (!generated.length || text === mapDrawn)
        return;
    mapDrawn = text;
    const [, worstFirst, run, rows, columns, family] = text.match(/^(!?)(\d+|differing)\/([\d.]+)\/([\d.]+)\/(.*)$/) || [];
    const axis = (id) => generated.some((item) => item.family === family) && axesFor(family).find((item) => item.id === id);
    const isRun = run === 'differing' ? !SINGLE : Number(run) <= lastRun;
    if (isRun && axis(rows) && axis(columns) && axis(columns).values.length <= MOST_COLUMNS)
        Object.assign(map, {family, run: run === 'differing' ? run : Number(run), rows: axis(rows), columns: axis(columns), worstFirst: Boolean(worstFirst)});
    else
        Object.assign(map, {family: generated[0].family, run: firstRun, rows: generated[0].rows, columns: generated[0].columns, worstFirst: false});
    drawMap();
}

// Drivers are compared by where they differ; a run over time is looked at as it is now.
let generated = [];
const firstRun = REPORT.kind === 'drivers' && names.some((_, i) => differs(i)) ? 'differing' : lastRun;
function startMap() {
    generated = surveyFamilies(firstRun);
    byId('map-section').hidden = !generated.length;
    byId('map').addEventListener('keydown', onKey);
    drawMapOf(view.map);
}

// The table comes first.
if (REPORT.files.length)
    setTimeout(startMap);
