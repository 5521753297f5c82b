import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { areaLists } from '../../../scripts/area-lists.ts';

it.each(areaLists())('%s lists the folders of the areas', (file, text) => {
  expect(readFileSync(file, 'utf8'), 'Run: npm run lists').toBe(text);
});
