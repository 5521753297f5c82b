import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isOff, ownCalls } from '../../../src/connected/own-calls.ts';
import { everyCall, type OwnCall } from '../../../src/lib/contract/index.schema.ts';

const names = Object.keys(ownCalls) as OwnCall[];

describe('our own calls in connected mode', () => {
  it('the table names each call below portal/ and no other', () => {
    const ours = everyCall().filter(({ call }) => call.path.startsWith('portal/'));
    expect(names.toSorted()).toEqual(ours.map(({ name }) => name).toSorted());
  });

  it('README.md says that most are off', () => {
    expect(names.filter(isOff).length).toBeGreaterThan(names.length * 0.75);
    expect(readFileSync('README.md', 'utf8').replace(/\s+/g, ' ')).toContain('most of our own calls are off');
  });
});
