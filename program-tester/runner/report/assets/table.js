// SPDX-License-Identifier: MIT
// table.js: the table of all tests with its filters, and a single test. Only rows in view are made.
'use strict';

const ROWS_AROUND = 12; // made above and below those in view
const MANY_RUNS = 10; // with more, a verdict is a narrow bar

function badge(status) {
    const {name, look, mark} = REPORT.statuses[status];
    return element('span', {class: `badge look-${look}`}, element('span', {class: 'mark', 'aria-hidden': true}, mark), ` ${name}`);
}

// The verdicts of a test in all runs.
function strip(i) {
    const found = REPORT.runs.map((label, run) => [label, REPORT.statuses[verdictOf(run, i)]]);
    const words = found.map(([label, status]) => `${label}: ${status?.name || 'no result'}`);
    return element('span', {class: `strip${found.length > MANY_RUNS ? ' many' : ''}`, role: 'img', 'aria-label': words.join('; ')},
        ...found.map(([, status], run) => element('span',
            {class: `look-${status?.look || 'none'}`, title: words[run]}, status?.mark || '·')));
}

function nameElement(i) {
    const [file, ...own] = names[i].split('::');
    const folder = element('span', {class: 'file'}, element('bdi', {}, own.length ? `${file}::` : file));
    return element('bdi', {class: 'test-name'}, folder, ...(own.length ? [element('span', {class: 'own'}, element('bdi', {}, own.join('::')))] : []));
}

function testLink(i) {
    const page = REPORT.pages[i];
    const link = element('a', {href: page || `#${new URLSearchParams({test: names[i]})}`, title: names[i]}, nameElement(i));
    if (!page)
        link.addEventListener('click', (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey)
                return;
            event.preventDefault();
            change({test: names[i]});
        });
    return link;
}

// Rows: those in view are kept as they are while the page scrolls, so that what has the focus keeps it.
const rows = new Map(); // elements by position
let rowHeight = 32;

function makeRow(position) {
    const i = view.shown[position];
    const message = messageOf(i);
    const row = element('div', {role: 'listitem', class: 'row', 'aria-posinset': position + 1, 'aria-setsize': view.shown.length},
        element('span', {class: 'status'}, SINGLE ? badge(worst[i]) : strip(i)),
        element('span', {class: 'name'}, testLink(i)),
        element('span', {class: 'seconds'}, (REPORT.milliseconds[i] / 1000).toFixed(3)),
        element('span', {class: 'message', title: message}, element('bdi', {}, element('span', {class: 'two-lines'}, message))));
    row.style.top = `${position * rowHeight}px`;
    return row;
}

function drawRows() {
    const table = byId('table');
    const above = -table.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(above / rowHeight) - ROWS_AROUND);
    const last = Math.min(view.shown.length, Math.ceil((above + innerHeight) / rowHeight) + ROWS_AROUND);
    for (const [position, row] of rows) {
        if ((position < first || position >= last) && !row.contains(document.activeElement)) {
            row.remove();
            rows.delete(position);
        }
    }
    const after = [...table.children];
    let at = 0;
    for (let position = first; position < last; position++) {
        while (at < after.length && Number(after[at].getAttribute('aria-posinset')) <= position)
            at++;
        if (!rows.has(position)) {
            rows.set(position, makeRow(position));
            table.insertBefore(rows.get(position), after[at] || null);
        }
    }
}

function redrawRows() {
    rows.clear();
    byId('table').replaceChildren();
    rowHeight = parseFloat(getComputedStyle(byId('table')).getPropertyValue('--row')) || rowHeight;
    byId('table').style.height = `${view.shown.length * rowHeight}px`;
    drawRows();
}

function chip(text, without) {
    const button = element('button', {type: 'button', 'aria-label': `Show more than ${text}`}, `${text} `,
        element('span', {'aria-hidden': true}, '✕'));
    button.addEventListener('click', () => change(without));
    return button;
}

function drawChips() {
    const chips = [];
    if (view.part)
        chips.push(chip(view.part.map(([, value]) => value).join(' × '), {part: null}));
    if (view.group >= 0)
        chips.push(chip(REPORT.groups[view.group].title, {group: -1}));
    byId('chips').replaceChildren(...chips);
}

function drawFilters() {
    const {problem} = view;
    byId('count').textContent = `${view.shown.length} of ${names.length} tests`;
    byId('problem').textContent = problem;
    byId('search').setAttribute('aria-invalid', Boolean(problem));
    if (byId('search').value !== view.search)
        byId('search').value = view.search;
    for (const button of document.querySelectorAll('[data-status]'))
        button.setAttribute('aria-pressed', view.statuses.has(Number(button.dataset.status)));
    byId('differing')?.setAttribute('aria-pressed', view.differing);
    for (const button of document.querySelectorAll('[data-sort]')) {
        const own = button.dataset.sort === view.sort;
        button.setAttribute('aria-pressed', own);
        button.dataset.order = own ? (view.descending ? 'reversed' : 'straight') : '';
    }
    drawChips();
}

// A test alone, over the page: what is known of it, be it well or not.
function drawDetail() {
    const dialog = byId('detail');
    const i = view.test ? names.indexOf(view.test) : -1;
    if (!view.test) {
        dialog.close();
        return;
    }
    byId('detail-title').replaceChildren(i < 0 ? view.test : nameElement(i));
    const lines = i < 0 ? [element('p', {}, 'This report has no such test.')] : detailLines(i);
    byId('detail-body').replaceChildren(...lines);
    if (!dialog.open)
        dialog.showModal();
}

function detailLines(i) {
    const verdicts = REPORT.runs.map((label, run) => element('li', {}, element('bdi', {}, label), ' ',
        verdictOf(run, i) < 0 ? 'no result' : badge(verdictOf(run, i))));
    const found = [element('ol', {class: 'verdicts'}, ...verdicts)];
    if (messageOf(i))
        found.push(element('pre', {class: 'message'}, messageOf(i)));
    found.push(element('p', {}, `${(REPORT.milliseconds[i] / 1000).toFixed(3)} seconds`));
    if (REPORT.pages[i])
        found.push(element('p', {}, element('a', {href: REPORT.pages[i]}, 'Its page: values, pictures, source')));
    return found;
}

let drawn = null; // the tests of the rows that are there
function draw() {
    select();
    drawFilters();
    const before = drawn;
    drawn = view.shown;
    if (!before || before.length !== drawn.length || before.some((i, at) => i !== drawn[at]))
        redrawRows();
    drawDetail();
    globalThis.drawMapOf?.(view.map);
}

// To the first row, where the page is scrolled past it.
function showTests() {
    const top = byId('tests').getBoundingClientRect().top;
    scrollTo({top: scrollY + top});
}

function toggle(text, attributes, onClick) {
    const button = element('button', {type: 'button', 'aria-pressed': false, ...attributes}, ...text);
    button.addEventListener('click', onClick);
    return button;
}

function makeStatusButtons() {
    REPORT.statuses.forEach((_, i) => {
        const only = new Set([i]);
        const count = names.reduce((sum, _, test) => sum + has(test, only), 0);
        if (count)
            byId('statuses').prepend(toggle([badge(i), ` ${count}`], {'data-status': i}, () => {
                const statuses = new Set(view.statuses);
                if (!statuses.delete(i))
                    statuses.add(i);
                change({statuses});
            }));
    });
    if (!SINGLE)
        byId('statuses').append(toggle(['differing'], {id: 'differing'}, () => change({differing: !view.differing})));
}

// The address of this view, for somebody else.
async function share() {
    const button = byId('share');
    try {
        await navigator.clipboard.writeText(location.href);
        button.textContent = 'Link copied';
    } catch {
        button.textContent = 'It is in the address bar';
    }
    setTimeout(() => { button.textContent = 'Copy link'; }, 2000);
}

function listen() {
    byId('search').addEventListener('input', (event) => change({search: event.target.value}));
    byId('filters').addEventListener('submit', (event) => event.preventDefault());
    byId('share').addEventListener('click', share);
    byId('detail').addEventListener('close', () => view.test && change({test: ''}));
    addEventListener('scroll', drawRows, {passive: true});
    addEventListener('resize', redrawRows);
    addEventListener('popstate', () => {
        const {group} = view;
        readAddress();
        view.typing = false;
        draw();
        if (view.group >= 0 && view.group !== group)
            showTests();
    });
    for (const button of document.querySelectorAll('[data-sort]')) {
        button.addEventListener('click', () => {
            const {sort} = button.dataset;
            change({sort, descending: sort === view.sort && !view.descending});
        });
    }
}

byId('tests').hidden = false;
makeStatusButtons();
listen();
readAddress();
draw();
if (view.group >= 0)
    showTests();
