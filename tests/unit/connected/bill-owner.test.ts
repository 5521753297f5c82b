import { expect, it } from 'vitest';
import { createBillOwners } from '../../../src/connected/bill-owner.ts';
import { ApiError, type Client } from '../../../src/lib/api/client.ts';
import { getFinance } from '../../../src/lib/contract/finance.ts';

const away = new ApiError(503, { detail: 'Fora do ar.' });
const answering = (finance: unknown, orders: unknown) =>
  (async (call: unknown) => {
    const answer = call === getFinance ? finance : orders;
    if (answer instanceof ApiError) throw answer;
    return answer;
  }) as unknown as Client;
const statusOf = (owners: ReturnType<typeof createBillOwners>, api: Client, bill = 81) =>
  owners.require('ana', [bill], api).then(
    () => 200,
    (error: ApiError) => error.status,
  );

it.each([
  ['names no bills', {}, {}, 200],
  ['has other words', { saldo: 3 }, [], 200],
  ['lists the bill', [{ id: 81 }], away, 200],
  ['holds the bill of an order', {}, { items: [{ parcela_id: '81' }] }, 200],
  ['lists another bill', { parcelas: [{ id: 5 }] }, away, 404],
  ['has contracts without bills', { contratos: [] }, {}, 404],
  ['has a list that is null', { parcelas: null }, {}, 404],
  ['says a failure in words', { detail: 'Tente mais tarde' }, {}, 502],
  ['says an error', { error: 'x' }, {}, 502],
  ['says no object', 'ok', {}, 502],
  ['fails with the bills', away, {}, 503],
  ['fails with the orders', {}, away, 503],
  ['says an error of the orders', {}, { error: 'x' }, 502],
])('AUTH-26 a host that %s', async (_what, finance, orders, status) => {
  expect(await statusOf(createBillOwners(), answering(finance, orders))).toBe(status);
});

it('AUTH-26 an answer of null gives nobody access to a bill', async () => {
  expect(await statusOf(createBillOwners(), answering(null, {}))).toBe(404);
});

it('AUTH-26 once a host has listed bills, an answer without bills means that the person has none', async () => {
  const owners = createBillOwners();
  expect(await statusOf(owners, answering({}, {}))).toBe(200);
  expect(await statusOf(owners, answering([{ id: 5 }], {}), 5)).toBe(200);
  expect(await statusOf(owners, answering({}, {}))).toBe(404);
});
