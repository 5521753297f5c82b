import { describe, expect, it } from 'vitest';
import { composed } from '../../../src/connected/composed-calls.ts';
import { answeredHere, composedHere, switchedOff } from '../../../src/connected/own-calls.ts';
import type { Call } from '../../../src/lib/contract/core.ts';
import { contract } from '../../../src/lib/contract/index.ts';

const ours = Object.entries(contract).flatMap(([area, calls]) =>
  Object.entries(calls as Record<string, Call>)
    .filter(([, call]) => call.path.startsWith('portal/'))
    .map(([name]) => `${area}.${name}`),
);
const listed = [...answeredHere, ...composedHere, ...switchedOff.keys()];

describe('our own calls in connected mode', () => {
  it('each is answered, composed or switched off, and no more than one of them', () => {
    expect(listed.toSorted()).toEqual(ours.toSorted());
  });

  it('what is composed has somebody who does it, and nothing else has', () => {
    expect(Object.keys(composed).toSorted()).toEqual([...composedHere].toSorted());
  });
});
