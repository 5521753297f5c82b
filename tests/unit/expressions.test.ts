import { expect, it } from 'vitest';
import { slowTextFor } from '../support/attack-expression.ts';
import { expressionsIn } from './architecture/expressions.ts';
import { filesBelow, isSource } from './architecture/sources.ts';

const all = filesBelow('src')
  .filter(isSource)
  .flatMap((file) => expressionsIn(file));
const each = [...new Map(all.map((found) => [`/${found.source}/${found.flags}`, found])).entries()];

it('S1 no regular expression takes more than linear time for user input', { timeout: 300_000 }, () => {
  expect(all.length).toBeGreaterThan(400);
  const slow = each.flatMap(([written, { place, source, flags }]) => {
    const found = slowTextFor(source, flags);
    return found ? [`${place} ${written} with ${JSON.stringify(found.pump)} × ${found.times}`] : [];
  });
  expect(slow).toEqual([]);
});

it('expressions are found in code, pages and strings', () => {
  const page = '---\nconst a = /x+/;\n---\n<p>{text.split(/\\s*,/)}</p>\n';
  expect(expressionsIn('a.astro', page)).toEqual([
    { place: 'a.astro:2', source: 'x+', flags: '' },
    { place: 'a.astro:4', source: '\\s*,', flags: '' },
  ]);
  const hour = `const HOUR = '\\\\d{2}';`;
  const made = [
    hour,
    'const x = new RegExp(`^$' + '{HOUR}:($' + "{other})$`, 'gu');",
    'const y = String.raw`\\d`;',
    'RegExp(y);',
  ];
  expect(expressionsIn('a.ts', made.join('\n'))).toEqual([
    { place: 'a.ts:2', source: '^\\d{2}:(9)$', flags: 'gu' },
    { place: 'a.ts:4', source: '\\d', flags: '' },
  ]);
});

it.each([
  ['a search that starts again from each sign', '\\s+$', ''],
  ['two parts that share their signs', '^[\\w.]*push[\\w.]*/', ''],
  ['repetitions of repetitions', '^(<!--[\\s\\S]*?-->\\s*)*<svg', ''],
  ['a beginning that comes again', '\\beyJ[\\w-]+\\.[\\w-]+', 'g'],
  ['an end behind a line break', '^s3:\\/\\/([^/]+)\\/?(.*?)\\/?$', ''],
  ['an escape that hides the end', '"(?:[^"\\\\]|\\\\.)*"', 'g'],
])('%s takes more than linear time and is detected', (_what, source, flags) => {
  expect(slowTextFor(source, flags)).not.toBeNull();
});

it.each(['^\\s+$', '(?<![\\w-])[\\w-]+=', '^(\\d{1,3}\\.)*\\d+$'])('/%s/ takes linear time', (source) => {
  expect(slowTextFor(source, '')).toBeNull();
});
