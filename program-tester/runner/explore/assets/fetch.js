// SPDX-License-Identifier: MIT
// fetch.js: the way of a fetch from a texture: coordinates, the texels that they become, weights, result.
'use strict';

const CLAMPS = ['repeat', 'mirrored repeat', 'clamp to the last texel', 'mirror once', 'clamp half way to the border',
    'mirror once half way to the border', 'clamp to the border', 'mirror once to the border'];
const AROUND = 2; // texels that are drawn on each side of those that are read
const MOST_DRAWN = 12; // texels of a side

const inputOf = (slot) => launch.images.find(({image, slot: at, after}) => image === 'texture' && at === slot && !after);

// What an axis does for a lane: its size, where the coordinate is in texels, and [texel, is border, weight] once or
// twice.
function axisOf(fetch, image, [axis, ...values], lane) {
    const raw = laneValue(fetch.coordinates[axis], lane);
    const size = image ? image.size[axis] : 0;
    const isLoad = fetch.kind === 'load';
    const coordinate = isLoad ? raw | 0 : asFloat(raw);
    const isNormalized = !isLoad && fetch.normalized >> axis & 1;
    const texels = [];
    for (let i = 0; i < values.length; i += 3)
        texels.push({
            at: laneValue(values[i], lane), isBorder: laneValue(values[i + 1], lane) !== 0, weight: asFloat(laneValue(values[i + 2], lane)),
        });
    return {axis, size, coordinate, isNormalized, texels, place: isNormalized ? coordinate * size : coordinate};
}

function axisWords({axis, size, coordinate, isNormalized, texels, place}, sampler, isLoad) {
    const name = CHANNELS[axis];
    const scaled = isNormalized ? ` × ${size} = ${shortFloat(place)}` : '';
    const mode = sampler && !isLoad ? `, ${CLAMPS[sampler.clamp[axis]] || `mode ${sampler.clamp[axis]}`}` : '';
    const read = texels.map(({at, isBorder, weight}) => (isBorder ? 'the border' : `texel ${at}`) +
        (texels.length > 1 ? ` (weight ${shortFloat(weight)})` : '')).join(' and ');
    return `${name}: ${shortFloat(coordinate)}${scaled}${mode} → ${read}`;
}

// Texels that are read, with the weights of all axes in one.
function corners(axes) {
    let found = [{at: [0, 0, 0], weight: 1, isBorder: false}];
    for (const {axis, texels} of axes)
        found = found.flatMap((corner) => texels.map(({at, isBorder, weight}) => ({
            at: corner.at.map((value, c) => (c === axis ? at : value)),
            weight: corner.weight * weight, isBorder: corner.isBorder || isBorder,
        })));
    return found;
}

// The first and the last texel that are drawn of an axis.
function extent(list, size) {
    const low = Math.max(0, Math.min(...list) - AROUND);
    const high = Math.min(size - 1, Math.max(...list) + AROUND);
    return high - low < MOST_DRAWN ? [low, high] : [Math.max(0, list[0] - AROUND), Math.min(size - 1, list[0] + AROUND)];
}

function texelShape(image, x, y, z, weights) {
    const corner = weights.find(({at, isBorder}) => !isBorder && at[0] === x && at[1] === y);
    const values = texelAt(image, x, y, z);
    const shape = drawing('g', {});
    shape.append(drawing('rect', {x, y, width: 1, height: 1, fill: colourOf(image, values), class: corner ? 'read' : 'texel'}));
    shape.append(drawing('title', {}, `(${x}, ${y}): ${values.map(shortValue).join(', ')}`));
    if (corner)
        shape.append(
            drawing('rect', {x: x + 0.06, y: y + 0.6, width: 0.88, height: 0.32, rx: 0.08, class: 'plate'}),
            drawing('text', {x: x + 0.5, y: y + 0.83, class: 'weight'}, shortFloat(Number(corner.weight.toPrecision(3)))));
    return shape;
}

function drawTexels(image, axes, weights) {
    const [first, second] = [axes.find(({axis}) => axis === 0), axes.find(({axis}) => axis === 1)];
    const inside = weights.filter(({isBorder}) => !isBorder);
    if (!inside.length || !image)
        return null;
    const [left, right] = extent(inside.map(({at}) => at[0]), image.size[0]);
    const [top, bottom] = extent(inside.map(({at}) => at[1]), image.size[1]);
    const wide = right - left + 1;
    const high = bottom - top + 1;
    const shape = drawing('svg', {
        viewBox: `${left - 0.05} ${top - 0.05} ${wide + 0.1} ${high + 0.1}`, class: 'texels', role: 'img',
        'aria-label': `Texels ${left} to ${right} and ${top} to ${bottom}, with the weights of those that are read`,
    });
    shape.style.setProperty('--wide', wide);
    for (let y = top; y <= bottom; y++)
        for (let x = left; x <= right; x++)
            shape.append(texelShape(image, x, y, inside[0].at[2], weights));
    const at = [first.place, second ? second.place : 0.5].map((place) => place + (first.isInteger ? 0.5 : 0));
    if (at[0] >= left && at[0] <= right + 1 && at[1] >= top && at[1] <= bottom + 1)
        shape.append(drawing('path', {d: `M${at[0] - 0.2} ${at[1]}h.4m-.2-.2v.4`, class: 'point'}));
    return shape;
}

// What a step's fetch did for a lane, in words and as a drawing.
function fetchPath(step, lane) {
    const {fetch} = step;
    const result = step.writes.map(([vector, value]) => `${nameOfVector(vector)} = ${SHOWN[life.format](laneValue(value, lane))}`);
    if (!fetch.axes)
        return [make('p', {}, `Fetched: ${result.join(', ')}`)];
    const image = inputOf(fetch.resource);
    const sampler = launch.samplers.find(({sampler: slot}) => slot === fetch.sampler);
    const axes = fetch.axes.map((axis) => axisOf(fetch, image, axis, lane));
    axes.forEach((axis) => { axis.isInteger = fetch.kind === 'load'; });
    const weights = corners(axes);
    return [
        make('p', {}, `From ${nameOfTexture(fetch.resource)}${fetch.kind === 'load' ? '' : `, sampler ${fetch.sampler}`}:`),
        make('ul', {}, ...axes.map((axis) => make('li', {}, axisWords(axis, sampler, fetch.kind === 'load')))),
        drawTexels(image, axes, weights),
        make('p', {}, `Result: ${result.join(', ')}`),
    ];
}
