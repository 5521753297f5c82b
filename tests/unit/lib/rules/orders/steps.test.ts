import { expect, it } from 'vitest';
import { STATUS, statusIds } from '../../../../../src/lib/rules/orders/status.ts';
import {
  asksForTracking,
  isShared,
  mayRefuse,
  staffStep,
  staffSteps,
} from '../../../../../src/lib/rules/orders/steps.ts';
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

it('the steps lead from paid to delivered, and one of them requests tracking', () => {
  const way: number[] = [];
  for (let step = staffStep(STATUS.toAttend); step; step = staffStep(step.to)) way.push(step.to);
  expect(way).toEqual([4, 5, 6, 7, 8]);
  expect(staffSteps.filter(asksForTracking).map(({ from }) => from)).toEqual([STATUS.waitingForCarrier]);
});

it('a step for several orders has one starting status and needs no input', () => {
  expect([...statusIds, 0, 3, 99].filter(isShared)).toEqual([4, 5, 6, 8]);
  for (const step of staffSteps.filter(({ isShared }) => isShared)) {
    expect(asksForTracking(step)).toBe(false);
    expect(statusIds.filter((from) => mayMove(from, step.to, 'equipe'))).toEqual([step.from]);
  }
});

it('each order act has its own name and key', () => {
  expect(new Set(staffSteps.map(({ name }) => name)).size).toBe(staffSteps.length);
  expect(new Set(staffSteps.map(({ key }) => key)).size).toBe(staffSteps.length);
});
