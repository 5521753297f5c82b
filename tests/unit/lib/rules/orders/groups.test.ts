import { expect, it } from 'vitest';
import { groupOf, orderGroups, readGroup } from '../../../../../src/lib/rules/orders/groups.ts';
import { statusIds } from '../../../../../src/lib/rules/orders/status.ts';

it('each status belongs to one group, and each group has one', () => {
  const groups = statusIds.map(groupOf);
  expect(new Set(groups)).toEqual(new Set(orderGroups));
  expect(groups.filter((group) => group !== 'andamento')).toHaveLength(2);
});

it.each([
  [8, 'entregues'],
  [-2, 'cancelados'],
  [1, 'andamento'],
  [-3, 'andamento'],
  // No status of the list: only a connected host knows it.
  [3, 'andamento'],
])('ORDER-02 the status %i is among the %s', (status, group) => expect(groupOf(status)).toBe(group));

it.each([
  ['', 'andamento'],
  ['grupo=entregues', 'entregues'],
  ['grupo=toString', 'andamento'],
])('the address %j shows the %s', (search, group) => expect(readGroup(new URLSearchParams(search))).toBe(group));
