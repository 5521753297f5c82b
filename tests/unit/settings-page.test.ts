import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { readConfig, settingNames } from '../../src/server/config.ts';

const PAGE = 'docs/operations/settings.md';
const UNSET = '–';
const inCode = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** The settings of the page with their defaults: one for each setting of a row, or a dash for all. */
const documented = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => /^\| `[A-Z]/.test(line))
  .flatMap((line) => {
    const [names = '', shown = ''] = line.slice(2).split(' | ');
    // A link means that the defaults are listed elsewhere.
    const valueAt = (index: number) => (shown.startsWith('[') ? null : (inCode(shown)[index] ?? shown));
    return inCode(names).map((name, index) => ({ name, value: valueAt(index) }));
  });

const defaults: Readonly<Record<string, unknown>> = readConfig({});
const isUnset = (value: unknown) => (Array.isArray(value) ? value.length === 0 : (value ?? undefined) === undefined);

function isDefault({ name, value }: { name: string; value: string | null }): boolean {
  const expected = defaults[name];
  if (value === null) return !isUnset(expected);
  if (value === UNSET) return isUnset(expected);
  const read: Readonly<Record<string, unknown>> = readConfig({ [name]: value });
  return !isUnset(expected) && isDeepStrictEqual(read[name], expected);
}

it('docs/operations/settings.md lists exactly the settings', () => {
  expect(documented.map(({ name }) => name).toSorted()).toEqual(settingNames.toSorted());
});

it('docs/operations/settings.md has the defaults of the code', () => {
  expect(documented.filter((row) => !isDefault(row))).toEqual([]);
});
