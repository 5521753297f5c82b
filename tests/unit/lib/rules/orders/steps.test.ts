import { expect, it } from 'vitest';
import { STATUS, statusIds } from '../../../../../src/lib/rules/orders/status.ts';
import { asksForTracking, mayRefuse, staffStep } from '../../../../../src/lib/rules/orders/steps.ts';
import { mayMove } from '../../../../../src/server/orders/transitions.ts';

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
