import { describe, expect, it } from 'vitest';
import { IslandFiles } from '../../../src/process/island-files.ts';

const island = (client: string, name = 'Redeem', props = '') =>
  `<astro-island uid="1" component-url="/_astro/${name}.x.js" component-export="${name}" renderer-url="/_astro/hydrate.x.js" props="${props}" ssr client="${client}" opts="{}" await-children>`;
const files = new IslandFiles(
  new Map([
    ['/_astro/Redeem.x.js', { files: ['react.x', 'fields.x'], later: [] }],
    ['/_astro/Scan.x.js', { files: ['react.x', 'Dialog.x'], later: ['QrScanner.x'] }],
  ]),
);
const named = (html: string) => {
  const page = { status: 200, headers: {}, body: Buffer.from(html) };
  files.name(page);
  return page.body.toString();
};

describe('files of islands on a page', () => {
  it('an island that loads on touch lists its imports and its later files', () => {
    expect(named(`<body>${island('touch')}á</astro-island></body>`)).toBe(
      `<body>${island('touch').replace(/>$/, ' data-files="react.x fields.x">')}á</astro-island></body>`,
    );
    expect(named(island('touch', 'Scan'))).toContain(' data-files="react.x Dialog.x" data-later="QrScanner.x">');
  });

  it('files of islands that load automatically are preloaded once each, at the end of the page', () => {
    const html = named(`<body>${island('load')}</astro-island>${island('idle', 'Scan')}</astro-island><link></body>`);
    expect(html).toContain(
      '<link><link rel="modulepreload" href="/_astro/react.x.js"><link rel="modulepreload" href="/_astro/fields.x.js">' +
        '<link rel="modulepreload" href="/_astro/Dialog.x.js" fetchpriority="low"></body>',
    );
  });

  it.each([
    ['an island that waits until it is seen', `<body>${island('visible')}</astro-island></body>`],
    ['an island that the build does not know', `<body>${island('touch', 'Other')}</astro-island></body>`],
    ['a page without islands', '<body><p component-url="/_astro/Redeem.x.js"></body>'],
  ])('%s is not changed', (_what, html) => {
    expect(named(html)).toBe(html);
  });

  it('text in the properties of an island is not read as an attribute', () => {
    const told = island('touch', 'Other', 'component-url=&quot;/_astro/Redeem.x.js&quot; &gt;');
    expect(named(told)).toBe(told);
  });
});
