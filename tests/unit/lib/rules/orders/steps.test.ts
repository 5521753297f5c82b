import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATUS, statusIds } from '../../../../../src/lib/rules/orders/status.ts';
import {
  asksForTracking,
  markedOrders,
  mayRefuse,
  sharedStep,
  staffStep,
  statusBefore,
  stepTogether,
} from '../../../../../src/lib/rules/orders/steps.ts';
import { moveOrdersInput } from '../../../../../src/server/money/orders/inputs.ts';
import { mayMove } from '../../../../../src/server/money/orders/transitions.ts';

it.each([...statusIds, 0, 3, 99])(
  'ORDER-14 the panel of orders offers the staff in status %i what the server lets it do',
  (status) => {
    const offered = [staffStep(status)?.to, mayRefuse(status) ? STATUS.cancelled : undefined].filter(
      (to) => to !== undefined,
    );
    expect(offered.toSorted()).toEqual(statusIds.filter((to) => mayMove(status, to, 'equipe')).toSorted());
  },
);

it('the panel of orders leads from paid to delivered, and asks how to follow it once', () => {
  const way: number[] = [STATUS.toAttend];
  for (let step = staffStep(STATUS.toAttend); step; step = staffStep(step.to)) way.push(step.to);
  expect(way).toEqual([2, 4, 5, 6, 7, 8]);
  expect(way.filter(asksForTracking)).toEqual([STATUS.waitingForCarrier]);
});

describe('a step that several orders take together', () => {
  const anyStatus = fc.constantFrom(...statusIds, 0, 3, 99);

  it('is one that the single order takes too, and asks for no code, no reason and no payment', () => {
    const leads = statusIds.flatMap((status) => stepTogether(status)?.to ?? []);
    expect(leads).toEqual([4, 5, 6, 8]);
    for (const status of statusIds) {
      const step = stepTogether(status);
      if (!step) continue;
      expect(step).toMatchObject({ ...staffStep(status) });
      expect(asksForTracking(status)).toBe(false);
      expect(statusBefore(step.to)).toBe(status);
      expect(statusIds.filter((from) => mayMove(from, step.to, 'equipe'))).toEqual([status]);
      expect(step.labelOf(3)).toContain('3 pedidos');
    }
  });

  it('the call takes these steps and no others', () => {
    const takes = (status_id: number) => moveOrdersInput.safeParse({ ids: [1], status_id }).success;
    expect([...statusIds, 0, 3, 99].filter(takes)).toEqual(
      statusIds.flatMap((status) => stepTogether(status)?.to ?? []),
    );
  });

  it('is shared where all stand in the same place, in any order, and not otherwise', () => {
    expect(sharedStep([])).toBeNull();
    fc.assert(
      fc.property(fc.array(anyStatus, { minLength: 1, maxLength: 30 }), (statuses) => {
        const shared = sharedStep(statuses);
        const isSame = new Set(statuses).size === 1;
        expect(shared).toEqual(isSame ? stepTogether(statuses[0] ?? 0) : null);
        expect(sharedStep(statuses.toReversed())).toEqual(shared);
      }),
    );
  });

  it('the form names orders with the status that was seen, and nothing else', () => {
    expect(markedOrders(['7:2', '12:-3', '0:2', '7', 'x:2', '7:2:2', '1234567890:2', ''])).toEqual([
      { id: 7, status: 2 },
      { id: 12, status: -3 },
    ]);
  });
});
