import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownCalls } from '../../../src/connected/own-calls.ts';
import { everyCall, type OwnCall } from '../../../src/lib/contract/index.schema.ts';
import { routeTable } from '../../../src/lib/rules/routes/route-table.ts';
import { type WhyOff, whyOff } from '../../../src/lib/words/why-off.ts';
import { allOperations } from '../../../src/server/app.ts';

const names = Object.keys(ownCalls) as OwnCall[];
/** What connected mode makes of calls and operations. */
const ways: string[] = [...Object.values(ownCalls), ...allOperations().map(({ connected }) => connected)];
const off = ways.filter((how): how is WhyOff => how in whyOff);

describe('our own calls in connected mode', () => {
  it('the table names each call below portal/ and no other', () => {
    const ours = everyCall().filter(({ call }) => call.path.startsWith('portal/'));
    expect(names.toSorted()).toEqual(ours.map(({ name }) => name).toSorted());
  });

  it('a call or page that is off says why in a sentence of its own', () => {
    const used = [
      ...off.map((how) => whyOff[how]),
      ...routeTable.map(({ onlyEmbedded }) => onlyEmbedded && whyOff[onlyEmbedded]),
    ];
    for (const sentence of Object.values(whyOff)) {
      expect(sentence).toMatch(/^[A-ZÀ-Ý].{30,}\.$/);
      expect(used).toContain(sentence);
    }
    expect(new Set(Object.values(whyOff)).size).toBe(Object.keys(whyOff).length);
  });

  it('README.md says that most are off', () => {
    expect(off.length).toBeGreaterThan(ways.length * 0.75);
    expect(readFileSync('README.md', 'utf8').replace(/\s+/g, ' ')).toContain('most of our own calls are off');
  });
});
