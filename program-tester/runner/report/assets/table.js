// SPDX-License-Identifier: MIT
// table.js: the table of all tests: search, filters, order. Only rows in view are made. What is chosen
// stands in the address, so that a view can be sent to somebody.
'use strict';

const ROW_HEIGHT = 26;
const ROWS_AROUND = 12; // made above and below those in view

const folded = REPORT.names.map(
    (name, i) => `${name}\n${REPORT.messages[REPORT.message[i]]}`.toLowerCase());
const view = {
    search: '',
    statuses: new Set(), // numbers; empty: all
    part: null, // what a cell of the map chose: {family, parts: [[number, value], ...]}
    sort: 'names',
    descending: false,
    shown: [], // numbers of tests
};
const byId = (id) => document.getElementById(id);

// The parts of a test's name: folders, file, and what stands between slashes in its own name.
const SUFFIX = /\.(cl|program_test)$/;
function partsOf(name) {
    const [file, ...own] = name.split('::');
    const parts = file.replace(SUFFIX, '').split('/');
    return own.length ? parts.concat(own.join('::').split('/')) : parts;
}
const parts = REPORT.names.map(partsOf);

// A function that says whether a text matches. A regex that is not finished matches nothing.
function matcher(search) {
    const regex = search.match(/^\/(.*?)\/?$/);
    if (regex) {
        try {
            const compiled = new RegExp(regex[1], 'i');
            return (text) => compiled.test(text);
        } catch {
            return () => false;
        }
    }
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return (text) => words.every((word) => text.includes(word));
}

function inPart(i) {
    return !view.part || view.part.every(([number, value]) => parts[i][number] === value);
}

const ORDERS = {
    names: (a, b) => a - b, // the data is in this order
    status: (a, b) => REPORT.status[b] - REPORT.status[a] || a - b,
    seconds: (a, b) => REPORT.seconds[b] - REPORT.seconds[a] || a - b,
};

function select() {
    const matches = matcher(view.search);
    const found = [];
    for (let i = 0; i < REPORT.names.length; i++) {
        const status = !view.statuses.size || view.statuses.has(REPORT.status[i]);
        if (status && inPart(i) && matches(folded[i]))
            found.push(i);
    }
    if (view.sort !== 'names')
        found.sort(ORDERS[view.sort]);
    view.shown = view.descending ? found.reverse() : found;
}

function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        made.setAttribute(name, value);
    made.append(...children);
    return made;
}

function row(position) {
    const i = view.shown[position];
    const {name: status, look} = REPORT.statuses[REPORT.status[i]];
    const message = REPORT.messages[REPORT.message[i]];
    const page = REPORT.pages[i];
    const name = page ? element('a', {href: page}, REPORT.names[i]) : REPORT.names[i];
    return element('div', {role: 'row', class: 'row', 'aria-rowindex': position + 2},
        element('span', {role: 'cell', class: 'status'},
            element('span', {class: `badge look-${look}`}, status)),
        element('span', {role: 'cell', class: 'name', title: REPORT.names[i]}, name),
        element('span', {role: 'cell', class: 'seconds'}, REPORT.seconds[i].toFixed(3)),
        element('span', {role: 'cell', class: 'message', title: message}, message));
}

function drawRows() {
    const viewport = byId('viewport');
    const first = Math.max(0, Math.floor(viewport.scrollTop / ROW_HEIGHT) - ROWS_AROUND);
    const count = Math.ceil(viewport.clientHeight / ROW_HEIGHT) + 2 * ROWS_AROUND;
    const last = Math.min(view.shown.length, first + count);
    const rows = [];
    for (let position = first; position < last; position++)
        rows.push(row(position));
    byId('window').style.top = `${first * ROW_HEIGHT}px`;
    byId('window').replaceChildren(...rows);
}

function drawChip() {
    const chip = byId('chip');
    chip.replaceChildren();
    if (!view.part)
        return;
    const text = view.part.map(([, value]) => value).join(' × ');
    const button = element('button', {type: 'button', 'aria-label': `Show more than ${text}`}, `${text} ✕`);
    button.addEventListener('click', () => change({part: null}));
    chip.append(button);
}

function draw() {
    select();
    byId('spacer').style.height = `${view.shown.length * ROW_HEIGHT}px`;
    byId('table').setAttribute('aria-rowcount', view.shown.length + 1);
    byId('count').textContent = `${view.shown.length} of ${REPORT.names.length} tests`;
    for (const button of document.querySelectorAll('[data-status]'))
        button.setAttribute('aria-pressed', view.statuses.has(Number(button.dataset.status)));
    for (const button of document.querySelectorAll('[data-sort]')) {
        const own = button.dataset.sort === view.sort;
        const order = own ? (view.descending ? 'descending' : 'ascending') : 'none';
        button.parentElement.setAttribute('aria-sort', order);
    }
    drawChip();
    byId('viewport').scrollTop = 0;
    drawRows();
}

// The address: #q=WORDS&status=fail,crash&part=3:value&sort=seconds
function writeAddress() {
    const found = new URLSearchParams();
    if (view.search)
        found.set('q', view.search);
    if (view.statuses.size)
        found.set('status', [...view.statuses].map((i) => REPORT.statuses[i].name).join());
    for (const [number, value] of view.part || [])
        found.append('part', `${number}:${value}`);
    if (view.sort !== 'names' || view.descending)
        found.set('sort', (view.descending ? '-' : '') + view.sort);
    history.replaceState(null, '', `#${found}`);
}

function readAddress() {
    const found = new URLSearchParams(location.hash.slice(1));
    const names = (found.get('status') || '').split(',');
    const numbers = REPORT.statuses.map((_, i) => i);
    const sort = (found.get('sort') || 'names').replace(/^-/, '');
    const chosen = found.getAll('part').map((text) => text.match(/^(\d+):(.*)$/)).filter(Boolean);
    view.search = found.get('q') || '';
    view.statuses = new Set(numbers.filter((i) => names.includes(REPORT.statuses[i].name)));
    view.part = chosen.length ? chosen.map(([, number, value]) => [Number(number), value]) : null;
    view.sort = ORDERS[sort] ? sort : 'names';
    view.descending = (found.get('sort') || '').startsWith('-');
    byId('search').value = view.search;
}

function change(what) {
    Object.assign(view, what);
    draw();
    writeAddress();
}

function makeStatusButtons() {
    const counts = REPORT.statuses.map(() => 0);
    for (const status of REPORT.status)
        counts[status]++;
    REPORT.statuses.forEach((status, i) => {
        if (!counts[i])
            return;
        const button = element('button', {type: 'button', 'data-status': i, 'aria-pressed': false},
            element('span', {class: `badge look-${status.look}`}, status.name), ` ${counts[i]}`);
        button.addEventListener('click', () => {
            const statuses = new Set(view.statuses);
            if (!statuses.delete(i))
                statuses.add(i);
            change({statuses});
        });
        byId('statuses').append(button);
    });
}

function start() {
    makeStatusButtons();
    byId('search').addEventListener('input', (event) => change({search: event.target.value}));
    byId('filters').addEventListener('submit', (event) => event.preventDefault());
    byId('viewport').addEventListener('scroll', drawRows, {passive: true});
    addEventListener('resize', drawRows);
    addEventListener('hashchange', () => { readAddress(); draw(); });
    for (const button of document.querySelectorAll('[data-sort]')) {
        button.addEventListener('click', () => {
            const sort = button.dataset.sort;
            change({sort, descending: sort === view.sort && !view.descending});
        });
    }
    readAddress();
    draw();
}

start();
