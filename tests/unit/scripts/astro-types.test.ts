import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { placedInPages, writeAstroTypes } from '../../../scripts/astro-types.ts';

const PAGE = `---
const { name } = Astro.props;
---
<p>Olá</p>
<p>{name.first}</p>
<script>
import { start } from './start.ts';

start(3);
</script>
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/page.astro'), PAGE);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A position in a written file, in the format of the compiler. */
function seenAt(name: string, piece: string): string {
  const before =
    readFileSync(join(folder, '.cache/astro', name), 'utf8')
      .split(piece)[0]
      ?.split('\n') ?? [];
  return `.cache/astro/${name}(${before.length},${(before.at(-1) ?? '').length + 1}): error TS1: x`;
}

it('pages and their scripts are written as TypeScript, and files of deleted pages are removed', () => {
  expect(writeAstroTypes(folder)).toEqual([]);
  expect(readFileSync(join(folder, '.cache/astro/src/page.astro.0.mts'), 'utf8')).toContain('start(3);');
  rmSync(join(folder, 'src/page.astro'));
  writeAstroTypes(folder);
  expect(() => readFileSync(join(folder, '.cache/astro/src/page.astro.tsx'))).toThrow('ENOENT');
});

it('an error is reported at its place in the page', () => {
  writeAstroTypes(folder);
  const report = [
    seenAt('src/page.astro.tsx', '{ name } ='),
    seenAt('src/page.astro.tsx', 'name.first'),
    seenAt('src/page.astro.0.mts', '3);'),
    'src/other.ts(1,2): error TS1: x',
  ];
  expect(placedInPages(folder, report.join('\n')).split('\n')).toEqual([
    'src/page.astro(2,7): error TS1: x',
    'src/page.astro(5,5): error TS1: x',
    'src/page.astro(9,7): error TS1: x',
    'src/other.ts(1,2): error TS1: x',
  ]);
});

it('a page that cannot be parsed is an error', () => {
  writeFileSync(join(folder, 'src/page.astro'), '---\nconst = 3;\n---\n<p>{</p>\n');
  expect(writeAstroTypes(folder).join('\n')).toMatch(/^src\/page\.astro\(\d+,\d+\): \S/);
});
