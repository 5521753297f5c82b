import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routeTable } from '../../../src/lib/rules/routes/route-table.ts';
import { type WhyOff, whyOff } from '../../../src/lib/words/why-off.ts';
import { allEndpoints, connectedModes } from '../../../src/server/app.ts';

/** The mode of our own calls and operations in connected mode. */
const ways = [...connectedModes().values()].filter((how) => how !== 'host');
const off = ways.filter((how): how is WhyOff => how in whyOff);

describe('our calls in connected mode', () => {
  it('exactly the calls of the specification are sent to a host', () => {
    const ofHost = allEndpoints().filter(({ endpoint }) => endpoint.connected === 'host');
    const specified = allEndpoints().filter(({ call }) => !call.path.startsWith('portal/'));
    expect(ofHost.map(({ name }) => name)).toEqual(specified.map(({ name }) => name));
  });

  it('each call or page that is off has a sentence with the reason', () => {
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

  it('README.md states that most are off', () => {
    expect(off.length).toBeGreaterThan(ways.length * 0.75);
    expect(readFileSync('README.md', 'utf8').replace(/\s+/g, ' ')).toContain('most of our own calls are off');
  });
});
