import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { listRewards } from '../../src/lib/contract/club.ts';
import { updatePwa } from '../../src/lib/contract/devices.ts';
import { getFinance } from '../../src/lib/contract/finance.ts';
import { listClasses } from '../../src/lib/contract/pedagogico.ts';
import type { PageHandler } from '../../src/process/pages.ts';
import { type FranchiseHost, type HostAnswer, jsonAnswer, openFranchiseHost } from '../support/franchise-host.ts';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';

const PART_MS = 2_000;
const hostsOf = ({ address }: FranchiseHost) => ({ PORTAL_API_URL: address, DRIVE_API_URL: address });

/** A page that reads in sequence or in parallel, and writes in between if its address says so. */
const pageHandler: PageHandler = async (request, response, _next, { session }) => {
  const told: string[] = [];
  const ask = (name: string, work: Promise<unknown>) =>
    work.then(
      () => told.push(name),
      (error: { status?: number }) => told.push(`${name} ${error.status}`),
    );
  const [money, classes] = [() => session.api(getFinance), () => session.api(listClasses, { query: {} })];
  if (request.url?.includes('together')) await Promise.all([ask('finance', money()), ask('classes', classes())]);
  else
    for (const [name, work] of [
      ['finance', money],
      ['classes', classes],
    ] as const)
      await ask(name, work());
  if (request.url?.includes('write')) await ask('write', session.api(updatePwa, { body: { pwa_installed: true } }));
  await ask('rewards', session.api(listRewards));
  await ask('me', session.api(getMe));
  response.setHeader('content-type', 'text/html').end(told.join());
};

describe('S12 timeouts of a page and its parts', () => {
  let host: FranchiseHost;
  let portal: RunningPortal;
  /** Skipped calls stay skipped until the end. */
  let resting: RunningPortal;
  beforeAll(async () => {
    host = await openFranchiseHost();
    const settings = { ...hostsOf(host), UPSTREAM_PART_MS: String(PART_MS) };
    portal = await openTestPortal({ ...settings, UPSTREAM_PAUSE_MS: '100' }, { pageHandler });
    resting = await openTestPortal({ ...settings, UPSTREAM_PAUSE_MS: '600000' }, { pageHandler });
  });
  afterAll(async () => {
    await portal.close();
    await resting.close();
    await host.close();
  });
  beforeEach(() => {
    host.seen.length = 0;
  });
  /** Never answers these calls, and answers the others with 404 at once. */
  const silentTo =
    (pattern: RegExp): HostAnswer =>
    (request, response) => {
      if (!pattern.test(request.url ?? '')) jsonAnswer(404, { detail: 'Não existe.' })(request, response);
    };
  const open = async (path: string) => {
    const began = performance.now();
    const { text } = await sendRaw(portal, path, { headers: { cookie: 'portal_session=tok-1' } });
    return { text, took: performance.now() - began };
  };

  it('a silent host delays a page by one timeout, however many sequential requests it makes', async () => {
    host.answer = silentTo(/./);
    const { text, took } = await open('/a');
    expect(text).toBe('finance 504,classes 504,rewards 504,me 504');
    expect(took).toBeGreaterThan(PART_MS * 0.9);
    // Four separate timeouts would take four times as long.
    expect(took).toBeLessThan(PART_MS * 3.5);
  });

  it('a late part does not drop parts that their host answers', async () => {
    host.answer = silentTo(/financeiro/);
    const { text } = await open('/b?together');
    expect(text).toMatch(/^classes 404,finance 504,/);
  });

  it('a write of a page has the full timeout, and reads after it have their own', async () => {
    host.answer = (request, response) => {
      if (request.url?.includes('pwa')) {
        setTimeout(() => jsonAnswer(200, { pwa_installed: true })(request, response), PART_MS * 1.5);
      } else silentTo(/financeiro|rewards/)(request, response);
    };
    const { text, took } = await open('/c?write');
    // The two that answer at once have 200 ms left, which a busy machine may take.
    expect(text).toMatch(/^finance 504,classes [45]04,write,rewards 504,me [45]04$/);
    expect(host.seen.map(({ line }) => line)).toEqual(
      expect.arrayContaining(['GET /api/v1/at-home/turmas/', 'GET /api/v1/users/me/']),
    );
    expect(took).toBeGreaterThan(PART_MS * 3.4);
  });

  it('a call that is too slow for pages is skipped by pages, and still answers requests that wait longer', async () => {
    const slowTo: HostAnswer = (request, response) => {
      const late = request.url?.includes('turmas') ? PART_MS * 1.5 : 0;
      setTimeout(() => jsonAnswer(404, { detail: 'Não existe.' })(request, response), late);
    };
    host.answer = slowTo;
    const page = async () =>
      (await sendRaw(resting, '/d?together', { headers: { cookie: 'portal_session=tok-1' } })).text;
    for (const _ of [1, 2, 3]) expect(await page()).toContain('classes 504');
    host.seen.length = 0;
    expect(await page()).toContain('classes 504');
    expect(host.seen.map(({ line }) => line)).not.toContain('GET /api/v1/at-home/turmas/');
    const headers = { cookie: 'portal_session=tok-1', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    for (const _ of [1, 2]) expect((await sendRaw(resting, '/api/v1/at-home/turmas/', { headers })).status).toBe(404);
  });

  it('a call that got no time of its page does not count as failed', async () => {
    // Two parts of the page come late enough to use up its time; the one behind them answers after half a second.
    let rewardsMs = 500;
    host.answer = (request, response) => {
      const url = request.url ?? '';
      const slow = /financeiro/.test(url) ? PART_MS * 3 : /rewards/.test(url) ? rewardsMs : 0;
      setTimeout(() => jsonAnswer(404, { detail: 'Não existe.' })(request, response), slow);
    };
    const page = async () => (await sendRaw(resting, '/e', { headers: { cookie: 'portal_session=tok-1' } })).text;
    for (const _ of [1, 2, 3]) expect(await page()).toContain('rewards 504');
    // The finance call is skipped now, so the page has its whole time for the rewards.
    rewardsMs = 0;
    expect(await page()).toContain('rewards 404');
  });

  it('a direct request of a browser is answered when the host answers', async () => {
    host.answer = (request, response) => {
      setTimeout(() => jsonAnswer(404, { detail: 'Não existe.' })(request, response), PART_MS * 1.5);
    };
    const headers = { cookie: 'portal_session=tok-1', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    expect((await sendRaw(portal, '/api/v1/at-home/turmas/', { headers })).status).toBe(404);
  });
});
