import { describe, expect, it } from 'vitest';
import { beginAnew, isRead, timeoutFor, waiterOf } from '../../../src/connected/page-timeout.ts';
import { everyCall } from '../../../src/lib/contract/index.schema.ts';

const limits = { timeoutMs: 8_000, partMs: 2_000 };
const sender = { requestId: 'one', address: '127.0.0.1', host: 'localhost' };

describe('S12 the time limit of a read from a host', () => {
  it('the reads of one page share one time limit, and the last ones still get 200 ms', () => {
    const requested = { caller: { ...sender, page: { until: null } } };
    const waits = [1_000, 1_500, 2_900, 9_000].map((now) => timeoutFor(requested, limits, now));
    expect(waits).toEqual([2_000, 1_500, 200, 200]);
  });

  it('a write resets the time limit of a page', () => {
    const requested = { caller: { ...sender, page: { until: null } } };
    timeoutFor(requested, limits, 0);
    beginAnew(requested);
    expect(timeoutFor(requested, limits, 7_000)).toBe(2_000);
  });

  it('a call of a browser has the full time limit, and a page never has more than that', () => {
    expect(timeoutFor({ caller: sender }, limits, 0)).toBe(8_000);
    const requested = { caller: { ...sender, page: { until: null } } };
    expect(timeoutFor(requested, { timeoutMs: 500, partMs: 2_000 }, 0)).toBe(500);
    expect(timeoutFor(requested, { timeoutMs: 100, partMs: 2_000 }, 9_000)).toBe(100);
  });

  it.each([
    [8_000, 'whole'],
    [2_000, 'page'],
    [1_000, 'page'],
    [999, null],
    [200, null],
  ])('a wait of %i ms without an answer counts as a failure for: %s', (waited, learnt) => {
    expect(waiterOf(waited, limits)).toBe(learnt);
  });

  it('where pages have the full time limit, a failure of a page counts for all callers', () => {
    expect(waiterOf(500, { timeoutMs: 500, partMs: 2_000 })).toBe('whole');
  });

  it('a POST that only computes is a read, and a GET that writes is not', () => {
    const known = ['orders.prepareOrder', 'exchange.simulateExchange', 'finance.getFinance', 'finance.payWithPix'];
    const names = everyCall().filter(({ name }) => known.includes(name));
    expect(
      names
        .filter(isRead)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(known.slice(0, 3).toSorted());
  });
});
