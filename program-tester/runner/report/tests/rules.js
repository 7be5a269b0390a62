// SPDX-License-Identifier: MIT
// rules.js: what must hold of any page at any width. Each rule gives the elements that break it.
'use strict';

const nameOf = (element) => {
    const own = element.id ? `#${element.id}` : String(element.className?.baseVal ?? element.className);
    return `${element.tagName.toLowerCase()} ${own} "${element.textContent.trim().slice(0, 40)}"`;
};
const visible = (element) => element.checkVisibility({visibilityProperty: true, opacityProperty: true});
const scope = () => document.querySelector('dialog[open]') || document.body; // what is below a dialog counts not
const elements = () => [...scope().querySelectorAll('*')].filter(
    (element) => visible(element) && !['SCRIPT', 'OPTION', 'TITLE'].includes(element.tagName));

// What is left of a box when all that clips it has done so.
function clipped(box, element) {
    let {left, top, right, bottom} = box;
    for (let at = element; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.overflowX === 'visible' && style.overflowY === 'visible')
            continue;
        const own = at.getBoundingClientRect();
        left = Math.max(left, own.left);
        right = Math.min(right, own.right);
        top = Math.max(top, own.top);
        bottom = Math.min(bottom, own.bottom);
    }
    return {left, top, right, bottom};
}

function overflowing() {
    const width = document.documentElement.clientWidth;
    const found = elements().filter((element) => {
        const box = clipped(element.getBoundingClientRect(), element.parentElement);
        return box.right - box.left > 1 && (box.right > width + 1 || box.left < -1);
    }).map(nameOf);
    if (document.scrollingElement.scrollWidth > width)
        found.push(`the page is ${document.scrollingElement.scrollWidth} wide, of ${width}`);
    return found;
}

// The boxes of all lines of text.
function lines() {
    const found = [];
    for (const element of elements()) {
        for (const node of element.childNodes) {
            if (node.nodeType !== 3 || !node.data.trim() || element.closest('.unseen'))
                continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            for (const box of range.getClientRects())
                found.push({element, ...clipped(box, element)});
        }
    }
    return found.filter(({left, top, right, bottom}) => right - left > 2 && bottom - top > 2);
}

function overlapping() {
    const all = lines();
    const found = [];
    all.forEach((a, number) => {
        for (const b of all.slice(number + 1)) {
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            const isStuck = [a, b].some(({element}) => element.closest('.map th, .map thead td'));
            if (wide > 2 && high > 5 && a.element !== b.element && !isStuck)
                found.push(`${nameOf(a.element)} and ${nameOf(b.element)}`);
        }
    });
    return found;
}

const context = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
function channels(colour) {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
}
function luminance(colour) {
    const [r, g, b] = channels(colour).slice(0, 3).map((c) => c / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function behind(element) {
    for (let at = element; at; at = at.parentElement) {
        const colour = getComputedStyle(at).backgroundColor;
        if (channels(colour)[3] === 255)
            return colour;
    }
    return 'white';
}
function contrast(a, b) {
    const [x, y] = [luminance(a), luminance(b)];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

// Contrasts of text, by what it is. WCAG 2.2, 1.4.3.
function contrasts() {
    const found = {};
    for (const {element} of lines()) {
        const style = getComputedStyle(element);
        found[nameOf(element)] = contrast(style.color, behind(element));
    }
    for (const element of scope().querySelectorAll('[placeholder]'))
        found[`placeholder of ${nameOf(element)}`] = contrast(getComputedStyle(element, '::placeholder').color, behind(element));
    return found;
}

// Borders of what can be used, where they are all there is to see of it. WCAG 2.2, 1.4.11.
function faint() {
    return elements().filter((element) => element.matches('input, select, #filters button, #map-controls button'))
        .filter((element) => contrast(getComputedStyle(element).borderTopColor, behind(element.parentElement)) < 3)
        .map(nameOf);
}

// WCAG 2.2, 2.5.8.
function small() {
    return elements().filter((element) => element.matches('button, input, select, summary')).filter((element) => {
        const {width, height} = element.getBoundingClientRect();
        return width < 24 || height < 24;
    }).map(nameOf);
}

// What has the focus: whether one sees it, and whether it comes after what had it before.
let before = document.body;
function focused() {
    const element = document.activeElement;
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const at = document.elementFromPoint(box.left + Math.min(box.width, 60) / 2, box.top + box.height / 2);
    const comesNext = before.isConnected && Boolean(before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
    before = element;
    return {
        name: nameOf(element),
        isBody: element === document.body,
        hasOutline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
        isCovered: !at || !(element.contains(at) || at.contains(element)),
        comesNext,
    };
}
