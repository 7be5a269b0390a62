// SPDX-License-Identifier: MIT
// panes.js: source, IR and machine code beside each other. What is of one line of the source has one
// colour; pointing at it, or going to it with the arrow keys, shows its counterparts in all panes.
'use strict';

const panes = [];
let selectedLine = 0;

const hueOf = (line) => (line * 67 + 200) % 360;
const linesOf = (element) => (element.dataset.lines || '').split(' ').filter(Boolean).map(Number);

// Marks what is of a line, and brings it into view in all panes but the one where it was chosen.
function selectLine(line, chosenIn) {
    selectedLine = line;
    for (const pane of panes) {
        let first = null;
        for (const element of pane.list.querySelectorAll('[data-lines]')) {
            const isOf = line > 0 && linesOf(element).includes(line);
            element.classList.toggle('hot', isOf);
            first = first || (isOf ? element : null);
        }
        if (first && pane !== chosenIn)
            scrollInto(pane.list, first);
    }
    byId('chosen').textContent = line ? `line ${line}: ${(page.source[line - 1] || '').trim()}` : '';
}

// Scrolls a list, but never the page.
function scrollInto(list, element) {
    const top = element.offsetTop;
    if (top < list.scrollTop || top + element.offsetHeight > list.scrollTop + list.clientHeight)
        list.scrollTop = top - list.clientHeight / 3;
}

function setActive(pane, option) {
    pane.list.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
    option.setAttribute('aria-selected', 'true');
    pane.list.setAttribute('aria-activedescendant', option.id);
    scrollInto(pane.list, option);
    const line = linesOf(option)[0] || 0;
    if (line)
        selectLine(line, pane);
}

const MOVES = {ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -1e9, End: 1e9};
function movedBy(pane, event) {
    const by = MOVES[event.key];
    const options = [...pane.list.querySelectorAll('[role="option"]')];
    if (!by || !options.length)
        return;
    event.preventDefault();
    const at = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    setActive(pane, options[Math.min(options.length - 1, Math.max(0, at + by))]);
}

// A row of a pane. `counts`: what ran of it.
function option(pane, lines, content, count) {
    const of = [...new Set(lines)].filter(Boolean);
    const element = make('div', {
        role: 'option', 'aria-selected': 'false', id: `${pane.id}-${pane.made++}`, class: 'at',
        'data-lines': of.length ? of.join(' ') : undefined,
    }, ...heat(pane, count), ...content);
    if (of.length)
        element.style.setProperty('--hue', hueOf(of[0]));
    return element;
}

// How often something ran, and with how many of its lanes: numbers, and bars that show them.
function heat(pane, count) {
    if (!launch || pane.name === 'ir' || pane.name === 'mir')
        return [];
    const runs = make('span', {class: 'runs'}, count ? counted(count.runs) : '');
    const use = make('span', {class: 'use'}, count && count.runs ? percent(count.lanes, count.runs * launch.wave) : '');
    if (count) {
        runs.style.setProperty('--part', `${100 * Math.log2(1 + count.runs) / Math.log2(1 + mostRuns)}%`);
        use.style.setProperty('--part', `${100 * lanesOfRow(count)}%`);
    }
    return [runs, use];
}

function addPane(name, title, controls) {
    const pane = {name, id: `pane-${name}`, made: 0};
    pane.list = make('div', {
        class: 'list', role: 'listbox', tabindex: 0, 'aria-label': title, id: pane.id,
        keydown: (event) => movedBy(pane, event),
        pointerover: (event) => pointed(pane, event.target.closest('[data-lines]')),
        click: (event) => event.target.closest('[role="option"]') && setActive(pane, event.target.closest('[role="option"]')),
    });
    const head = make('div', {class: 'controls'}, make('h3', {}, title), ...controls);
    byId('panes').append(make('div', {class: `pane of-${name}`}, head, pane.list));
    panes.push(pane);
    return pane;
}

function pointed(pane, element) {
    if (element && linesOf(element)[0] !== selectedLine)
        selectLine(linesOf(element)[0], pane);
}

// ---- differences ----

// Whether lines of two texts are in both: [sign, index of the row] from the first to the last. Rows that both
// have come from the second.
function difference(before, after) {
    let head = 0;
    let tail = 0;
    const least = Math.min(before.length, after.length);
    while (head < least && before[head] === after[head])
        head++;
    while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail))
        tail++;
    const found = after.slice(0, head).map((_, i) => [' ', i]);
    found.push(...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail), head));
    for (let i = after.length - tail; i < after.length; i++)
        found.push([' ', i]);
    return found;
}

// Longest common subsequence of what is left.
function middle(before, after, first) {
    const width = after.length + 1;
    const length = new Uint16Array((before.length + 1) * width);
    for (let i = before.length - 1; i >= 0; i--)
        for (let j = after.length - 1; j >= 0; j--)
            length[i * width + j] = before[i] === after[j] ? length[(i + 1) * width + j + 1] + 1
                : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
    const found = [];
    for (let i = 0, j = 0; i < before.length || j < after.length;) {
        const isSame = i < before.length && j < after.length && before[i] === after[j];
        if (isSame)
            found.push([' ', first + j++]), i++;
        else if (j === after.length || (i < before.length && length[(i + 1) * width + j] >= length[i * width + j + 1]))
            found.push(['−', first + i++]);
        else
            found.push(['+', first + j++]);
    }
    return found;
}

// ---- what panes show ----

// Texts with lines, by name: {texts, lines, contents?, counts?}.
function stageShown(name) {
    const [variant, number] = name.split('/').map(Number);
    const list = page.variants[variant].stages[number].rows;
    return {texts: list.map(([text]) => page.texts[text]), lines: list.map(([, line]) => [line])};
}
function codeShown(name) {
    const list = name === 'ran' ? rows : page.variants[Number(name)].code;
    const counts = name === 'ran' ? list.map((_, number) => countOfRow.get(number)) : [];
    return {texts: list.map(textOfRow), lines: list.map(({l}) => l), contents: list.map(contentOfRow), counts};
}
const textOfRow = (row) => (row.k === 'group' ? row.s.map(([slot, text]) => `${slot}: ${text}`).join('\n') : `${row.k} ${row.t}`);

function fill(pane, shown, than) {
    pane.made = 0;
    const list = than ? difference(than.texts, shown.texts) : shown.texts.map((_, i) => [' ', i]);
    pane.list.replaceChildren(...list.map(([sign, i]) => {
        const of = sign === '−' ? than : shown;
        const content = of.contents ? of.contents[i]() : [make('span', {class: 'text'}, of.texts[i] || ' ')];
        const signed = than ? [make('span', {class: 'sign'}, sign), ...content] : content;
        const element = option(pane, of.lines[i], signed, of.counts?.[i]);
        element.classList.toggle('added', sign === '+');
        element.classList.toggle('gone', sign === '−');
        element.dataset.row = sign === '−' ? '' : i;
        return element;
    }));
    pane.list.scrollTop = 0;
    selectLine(selectedLine, null);
}

// A pane whose text is chosen, and maybe compared with another one. `shownOf` makes what a name stands for.
function choosingPane(name, title, groups, chosen, shownOf) {
    const now = {what: chosen, than: ''};
    const show = () => fill(pane, shownOf(now.what), now.than && shownOf(now.than));
    const controls = groups.length ? [
        choice('shows', groups, chosen, (value) => { now.what = value; show(); }),
        choice('compared with', [['', [['', 'nothing']]], ...groups], '', (value) => { now.than = value; show(); }),
    ] : [];
    const pane = addPane(name, title, controls);
    if (groups.length)
        show();
    return pane;
}

function stageGroups(isMachine) {
    return page.variants.map(({name, stages}, variant) => [name, stages.map((stage, number) => [stage, number])
        .filter(([stage]) => stage.machine === isMachine)
        .map(([stage, number]) => [`${variant}/${number}`, isMachine && stage.name === 'selection' ? 'selection' : `after ${stage.name}`])])
        .filter(([, options]) => options.length);
}
const lastOf = (groups) => groups[0]?.[1].at(-1)[0];

// ---- machine code ----

// What a row of machine code looks like: control flow and fetches as text, a group as slots x y z w t.
function contentOfRow(row) {
    return () => {
        if (row.k !== 'group')
            return [make('span', {class: `text ${row.k}`}, row.t)];
        return [make('span', {class: 'slots'}, ...[...CHANNELS, 't'].map((slot) => slotCell(row, slot)))];
    };
}
// A narrow slot breaks long names behind their underscores.
const breakable = (text) => text.split(/(?<=_)/).flatMap((word) => [make('wbr'), word]);
function slotCell(row, slot) {
    const at = row.s.findIndex(([name]) => name === slot);
    if (at < 0)
        return make('span', {class: 'slot empty'});
    const [operation, ...operands] = row.s[at][1].split(/ +/);
    const cell = make('span', {class: 'slot', 'data-lines': row.l[at] || undefined},
        make('span', {class: 'name'}, `${slot}: `), make('b', {}, ...breakable(operation)), ' ', ...breakable(operands.join(' ')));
    cell.style.setProperty('--hue', hueOf(row.l[at]));
    return cell;
}

// ---- the source ----

// What ran of each line: groups and fetches, lanes.
function countsOfLines() {
    const found = new Map();
    for (const [number, count] of countOfRow) {
        const row = rows[number];
        for (const line of row.k === 'cf' && !isStore(row) ? [] : new Set(row.l)) {
            const sum = found.get(line) || {runs: 0, lanes: 0};
            sum.runs += count.runs;
            sum.lanes += count.lanes;
            found.set(line, sum);
        }
    }
    return found;
}
const isStore = (row) => /^MEM_/.test(row.t);

function fillSource(pane, counts) {
    const known = new Set(rows.flatMap(({l}) => l));
    page.variants.forEach(({code, stages}) => {
        code.forEach(({l}) => l.forEach((line) => known.add(line)));
        stages.forEach((stage) => stage.rows.forEach(([, line]) => known.add(line)));
    });
    pane.list.replaceChildren(...page.source.map((text, i) => option(pane, known.has(i + 1) ? [i + 1] : [],
        [make('span', {class: 'number'}, String(i + 1)), make('span', {class: 'text'}, ...(text ? coloured(i) : [' ']))], counts.get(i + 1))));
}
const coloured = (i) => page.pieces[i].map(([kind, text]) => (kind ? make('span', {class: `of-${kind}`}, text) : text));

function makePanes() {
    byId('panes').before(make('p', {class: 'calm'},
        'Point at a line, or go to it with the arrow keys: what is of the same line of the source is marked everywhere. ',
        launch ? 'The first number of a line says how often it was issued for a wavefront, the second how many of its lanes took part.' : ''));
    byId('panes').before(make('p', {id: 'chosen', 'aria-live': 'polite'}));
    const counts = launch ? countsOfLines() : new Map();
    const most = Math.max(mostRuns, ...[...counts.values()].map(({runs}) => runs));
    byId('panes').style.setProperty('--digits', counted(most).length);
    byId('code').hidden = false;
    const source = addPane('source', 'Source', []);
    fillSource(source, counts);
    const ir = stageGroups(false);
    const mir = stageGroups(true);
    const code = [['', [...(launch ? [['ran', 'what ran']] : []), ...page.variants.map(({name}, i) => [String(i), name])]]];
    const shown = code[0][1].length ? code : [];
    choosingPane('asm', 'Machine code', shown, launch ? 'ran' : '0', codeShown);
    choosingPane('ir', 'LLVM IR', ir, lastOf(ir), stageShown);
    choosingPane('mir', 'Machine IR', mir, lastOf(mir), stageShown);
    const first = page.source.findIndex((text) => page.kernel && text.includes(`${page.kernel}(`));
    const line = source.list.children[Math.max(0, first - 1)];
    if (line)
        source.list.scrollTop = line.offsetTop;
}
