import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BUNDLE_MS, bundleTime } from '../../../../../src/lib/rules/inbox/bundle.ts';

const START = Date.parse('2026-03-10T12:00:00.000Z');
const MINUTE_MS = 60_000;

it('each notice is sent once: urgent ones at once, others within an hour and at most hourly', () => {
  const arrivals = fc.array(fc.record({ after: fc.integer({ min: 0, max: 90 }), presses: fc.boolean() }), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(arrivals, (list) => {
      let now = START;
      const sent: { came: number; goes: number; presses: boolean }[] = [];
      for (const { after, presses } of list) {
        now += after * MINUTE_MS;
        const known = sent.map(({ goes }) => new Date(goes));
        sent.push({ came: now, goes: presses ? now : bundleTime(new Date(now), known).getTime(), presses });
      }
      for (const { came, goes, presses } of sent) {
        expect(goes - came).toBeGreaterThanOrEqual(0);
        expect(goes - came).toBeLessThanOrEqual(presses ? 0 : BUNDLE_MS);
      }
      // Notices sent at the same instant are one message.
      const messages = [...new Set(sent.filter(({ presses }) => !presses).map(({ goes }) => goes))].toSorted(
        (a, b) => a - b,
      );
      for (const [at, goes] of messages.entries())
        if (at > 0) expect(goes - (messages[at - 1] ?? 0)).toBeGreaterThanOrEqual(BUNDLE_MS);
    }),
  );
});
