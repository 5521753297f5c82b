import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { tokenOf } from '../../../scripts/portal-process.ts';
import { createBroadcast, sendBroadcast } from '../../../src/lib/contract/broadcasts.ts';
import { sessionCookie } from '../../../src/lib/session.ts';
import { moveDate } from '../../support/move-date.ts';
import { addressOn, port } from './brands.ts';
import { hideTours } from './hide-tours.ts';
import { openPortal } from './portals.ts';
import { watchRefusals } from './refusals-in-sight.ts';

interface Fixtures {
  /** Whether tours open by themselves, a second after the page. They would cover what most tests check. */
  hasTours: boolean;
  /** Errors of the page that this test allows: any other fails it. */
  tolerated: RegExp[];
  /** Watches the page. */
  quiet: undefined;
  /** After a failure: reports the state of each open page, also of pages that a test opened itself. */
  witness: undefined;
  /** Logs in a demo account without the screens. */
  loginAs(login: string): Promise<void>;
}

const tokens = new Map<string, { made: number; token: Promise<string> }>();
/** A login counts as re-authentication for ten minutes, then pages of staff ask again. */
const FRESH_MS = 5 * 60_000;
let visits = 0;

/** An IP address for each test, so that guesses of one test do not count for another. */
const ownAddress = (worker: number) => `10.${worker % 250}.${Math.floor(visits / 250) % 250}.${visits++ % 250}`;

/** Node does not resolve names below localhost. */
const loopback = () => `http://127.0.0.1:${port()}`;

/** Pages of a run at another instant (`--at`) tell its time. */
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);

/** Browsers log each 404, and the server answers 404 for an unknown device (PUSH-05). */
const UNKNOWN_DEVICE = /status of 404 .*\/api\/v1\/push-notifications\/[\w-]+\/\)$/;
/** Without JavaScript a browser blocks the files that a page preloads. */
const BLOCKED_SCRIPT = /^request: .*\/_astro\/\S+\.js csp$/;

export const test = base.extend<Fixtures, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      if (shift !== 0) {
        browser.newContext = async (options) => {
          const context = await newContext(options);
          await context.addInitScript(moveDate, shift);
          return context;
        };
      }
      await use(browser);
    },
    { scope: 'worker' },
  ],
  hasTours: [false, { option: true }],
  context: async ({ context, hasTours }, use) => {
    if (!hasTours) await hideTours(context);
    await watchRefusals(context);
    await use(context);
  },
  tolerated: [[], { option: true }],
  extraHTTPHeaders: async ({ browserName: _any }, use, info) => {
    await use({ 'x-forwarded-for': ownAddress(info.workerIndex) });
  },
  quiet: [
    async ({ page, tolerated, javaScriptEnabled }, use) => {
      const complaints: string[] = [];
      const allowed = [...tolerated, UNKNOWN_DEVICE, ...(javaScriptEnabled ? [] : [BLOCKED_SCRIPT])];
      const complain = (text: string) => {
        if (!allowed.some((pattern) => pattern.test(text))) complaints.push(text);
      };
      page.on('console', (message) => {
        if (message.type() === 'error' || /Content.Security.Policy/i.test(message.text())) {
          complain(`console: ${message.text()} (${message.location().url})`);
        }
      });
      page.on('pageerror', (error) => complain(`error: ${error.message}`));
      page.on('requestfailed', (request) => {
        const why = request.failure()?.errorText ?? '';
        // A later navigation, or a page that closes, aborts its open requests.
        if (why !== 'net::ERR_ABORTED') complain(`request: ${request.url()} ${why}`);
      });
      await use(undefined);
      expect(complaints, 'the page complained').toEqual([]);
    },
    { auto: true },
  ],
  witness: [
    async ({ browser }, use, info) => {
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      for (const page of browser.contexts().flatMap((context) => context.pages()))
        console.log(await seenOn(page).catch(String));
    },
    { auto: true },
  ],
  loginAs: async ({ context }, use) => {
    await use((login) => enter(context, login));
  },
});

/** State that a screenshot does not show: a pending navigation, the focus, and typed text. */
async function seenOn(page: Page): Promise<string> {
  const seen = await page.evaluate(() => ({
    at: location.href,
    isLeaving: document.documentElement.hasAttribute('data-leaving'),
    focus: document.activeElement?.outerHTML.slice(0, 160),
    scrolled: scrollY,
    fields: [...document.querySelectorAll('input:not([type=hidden], [type=password]), textarea, select')].map(
      (field) => {
        const { name, value, checked, validationMessage } = field as HTMLInputElement;
        return [name, value, checked, validationMessage].join(' ');
      },
    ),
  }));
  return JSON.stringify(seen, null, 1);
}

/** A session's token of a demo account, on the portal of this project. */
export function tokenFor(login: string): Promise<string> {
  const key = `${port()} ${login}`;
  const known = tokens.get(key);
  const isFresh = known !== undefined && Date.now() - known.made < FRESH_MS;
  const current = isFresh ? known : { made: Date.now(), token: tokenOf(loopback(), login) };
  tokens.set(key, current);
  return current.token;
}

async function enter(context: BrowserContext, login: string): Promise<void> {
  const value = await tokenFor(login);
  for (const brand of ['knn', 'phenom'] as const) {
    await context.addCookies([
      { name: sessionCookie, value, url: addressOn(brand, '/'), httpOnly: true, sameSite: 'Lax' },
    ]);
  }
}

/**
 * Answers the call by which a page, three seconds after it opened, tells whether it is installed: a story that logs out then
 * would see it refused.
 */
export const keepInstallQuiet = (page: Page): Promise<unknown> =>
  page.route('**/api/v1/users/pwa/', (route) => route.fulfill({ json: {} }));

/** The token of a link that pays a bill without a login. */
export async function paymentLink(login: string, bill: number): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(loopback(), login)}` };
  const answer = await fetch(`${loopback()}/api/v1/do/finance.getPaymentLink/?input={"parcela_id":${bill}}`, {
    headers,
  });
  const { url } = (await answer.json()) as { url: string };
  return url.split('/').at(-1) ?? '';
}

/** Felipe Nunes, whose pages no test compares. */
const RECIPIENT = 6;

/** A message of the panel, as a draft or sent. @returns its id */
export async function newBroadcast(login: string, { isSent }: { isSent: boolean }): Promise<number> {
  const address = `${loopback()}/api/v1/`;
  const headers = {
    authorization: `Bearer ${await tokenOf(loopback(), login)}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const body = {
    ...{ title: 'Oi, {primeiro_nome}', body: 'A secretaria fecha mais cedo.', link: '/dashboard', category: 'aviso' },
    audience: {
      all: false,
      company_ids: [],
      turma_ids: [],
      livro_ids: [],
      user_ids: [RECIPIENT],
      exclude_user_ids: [],
    },
    ...{ respect_quiet_hours: false, ttl_s: 3600, urgency: 'normal' },
  };
  const { method, path } = createBroadcast;
  const answer = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  const { id } = (await answer.json()) as { id: number };
  if (isSent) {
    const sent = await fetch(address + sendBroadcast.path, { method: 'POST', headers, body: JSON.stringify({ id }) });
    expect(sent.status).toBe(200);
  }
  return id;
}

/** For tests that change the demo school for good: each has its own portal and school. */
export const freshTest = test.extend({
  baseURL: async ({ browserName: _any }, use) => {
    const portal = await openPortal();
    await use(portal.address);
    await portal.close();
  },
});

/**
 * Touches the page, and waits until each of its islands listens: a press on an island of `client:load` is lost before.
 * After a press that leads here the page may still be on its way, without an island to wait for. An island loses its
 * mark when React begins with it. Its effects, which listen to keys and links, come later, so this also waits for a
 * background task.
 */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.evaluate(() => document.body.dispatchEvent(new Event('pointerover')));
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await page.evaluate(async () => {
    for (let round = 0; round < 2; round += 1) await scheduler.postTask(() => undefined, { priority: 'background' });
  });
}

/** Waits for the last file that a page loads by itself. */
export const untilLoaded = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/signed-in\./.test(name))),
    )
    .toBe(true);

export { expectNoAxeFindings, expectNoAxeFindingsInThemes } from './axe.ts';
export { addressOn, type Brand, setTheme } from './brands.ts';
export { hideTours } from './hide-tours.ts';
export { expect };
