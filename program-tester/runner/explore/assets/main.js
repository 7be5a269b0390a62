// SPDX-License-Identifier: MIT
// main.js: puts the page together.
'use strict';

function describeLaunch() {
    if (!launch)
        return page.kernel ? `Kernel ${page.kernel}, which was not run.` : 'Nothing was run.';
    const groups = launch.groups.join(' × ');
    const others = page.launches.length > 1 ? ` The trace has ${page.launches.length} launches.` : '';
    return `Kernel ${launch.kernel} on ${launch.chip}: ${groups} work-groups of ${launch.local.join(' × ')}.` +
        `${others}${launch.failed ? ' It failed.' : ''}`;
}

function makePage() {
    byId('about').textContent = describeLaunch();
    byId('problem').textContent = page.variants.map(({name, problem}) => problem && `${name}: ${problem}`).filter(Boolean).join('\n');
    makePanes();
    if (launch) {
        makeWork();
        makeLife();
        makeImages();
        makeBuffers();
        makeState();
    }
    for (const section of document.querySelectorAll('main > section:not([hidden])'))
        byId('contents').append(make('a', {href: `#${section.id}`}, section.querySelector('h2').textContent));
    selectLine(0, null);
    if (page.launches.length > 1)
        byId('about').after(make('details', {}, make('summary', {}, `All ${page.launches.length} launches`),
            make('ul', {}, ...page.launches.map((text) => make('li', {}, text))),
            make('p', {class: 'calm'}, 'rootle-explore TRACE --launch N shows another one.')));
}

makePage();
