import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownCalls, reasonOf } from '../../../src/connected/own-calls.ts';
import { everyCall, type OwnCall } from '../../../src/lib/contract/index.schema.ts';
import { routeTable } from '../../../src/lib/rules/routes/route-table.ts';
import { whyOff } from '../../../src/lib/words/why-off.ts';

const names = Object.keys(ownCalls) as OwnCall[];

describe('our own calls in connected mode', () => {
  it('the table names each call below portal/ and no other', () => {
    const ours = everyCall().filter(({ call }) => call.path.startsWith('portal/'));
    expect(names.toSorted()).toEqual(ours.map(({ name }) => name).toSorted());
  });

  it('a call or page that is off says why in a sentence of its own', () => {
    const used = [
      ...names.map(reasonOf),
      ...routeTable.map(({ onlyEmbedded }) => onlyEmbedded && whyOff[onlyEmbedded]),
    ];
    for (const sentence of Object.values(whyOff)) {
      expect(sentence).toMatch(/^[A-ZÀ-Ý].{30,}\.$/);
      expect(used).toContain(sentence);
    }
    expect(new Set(Object.values(whyOff)).size).toBe(Object.keys(whyOff).length);
  });

  it('README.md says that most are off', () => {
    const off = names.filter((name) => reasonOf(name) !== null);
    expect(off.length).toBeGreaterThan(names.length * 0.75);
    expect(readFileSync('README.md', 'utf8').replace(/\s+/g, ' ')).toContain('most of our own calls are off');
  });
});
