import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { chromium as installed } from '../../scripts/test-tools.ts';
import { hideTours } from '../e2e/support/hide-tours.ts';
import { median, type Target } from './measure.ts';
import { sveltekit, withPeers } from './peers.ts';
import { kilobytes, type Row, wholeMs } from './report.ts';

/** The time after loading, in which late parts appear without any input. */
const QUIET_MS = 4_000;
const SLOWER = 4;
/** Longer tasks delay the reaction to input (“long tasks”). */
const LONG_MS = 50;
const STILL = 'CLS ≤ 0.02, TBT ≤ 100 ms';
/** Limit of the largest contentful paint, relative to the same page without scripts. */
const BESIDE_BARE = '≤ 1.15 ×';
/** A slow mobile network: milliseconds, and bytes a second. */
export const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };

export interface Plan {
  what: string;
  url: string;
  /** `name=value`; a visitor has none. */
  session?: string;
  aim: string;
  /** Script files are blocked. */
  isBare?: true;
  /** Long tasks are measured in CPU time, so other work on the machine adds little. */
  byProcessor?: true;
}
export interface Paint {
  /** Milliseconds to the largest contentful paint. */
  lcp: number;
  /** The sum of all layout shifts. Browsers report the worst session window, which is never larger. */
  cls: number;
  /** Milliseconds beyond 50 of each long task after the first paint. */
  tbt: number;
  bytes: number;
  requests: number;
  /** Bytes of scripts that the page requests only when it is idle. */
  ahead: number;
}

/** Collects performance entries of the browser; the page's content security policy does not apply to it. */
const WATCH = `
  const tasks = [];
  window.paint = {
    lcp: 0,
    cls: 0,
    get tbt() {
      const [painted] = performance.getEntriesByName('first-contentful-paint');
      const late = tasks.filter(({ startTime }) => painted && startTime >= painted.startTime);
      return late.reduce((sum, { duration }) => sum + duration - 50, 0);
    },
  };
  const watch = (type, add) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => { window.paint.lcp = startTime; });
  watch('layout-shift', ({ value }) => { window.paint.cls += value; });
  watch('longtask', (task) => { tasks.push(task); });
`;

/**
 * First visits by a slow phone on a slow network: pages in turn, each also without scripts, the median of some rounds
 * (P13).
 *
 * @param hasPeers also visits the dashboard of the SvelteKit peer.
 */
export async function firstPaint(rounds: number, hasPeers: boolean): Promise<Row[]> {
  if (hasPeers) {
    const all = await withPeers([sveltekit], 1, ({ portal, session, peers: [peer] }) =>
      visits(plansOf(portal.address, session, peer), rounds),
    );
    return all.flat();
  }
  const portal = await startPortal();
  try {
    const session = `portal_session=${await tokenOf(portal.address, 'aluna@demo.example')}`;
    return await visits(plansOf(portal.address, session), rounds);
  } finally {
    await portal.stop();
  }
}

const plansOf = (address: string, session: string, peer?: Target): Plan[] => [
  ...(peer ? [{ what: '/dashboard of SvelteKit', url: peer.url, session, aim: '–' }] : []),
  {
    what: '/dashboard',
    url: `${address}/dashboard`,
    session,
    aim: `${peer ? '≤ 1 ×' : BESIDE_BARE}, ${STILL}, ≤ 10 requests`,
  },
  { what: '/financial', url: `${address}/financial`, session, aim: `${BESIDE_BARE}, ${STILL}` },
  { what: '/login/main', url: `${address}/login/main`, aim: `${BESIDE_BARE}, ${STILL}` },
  {
    what: 'practice page, untouched',
    url: `${address}/pedagogico/minha-pratica/1?unidade=4`,
    session,
    aim: `${BESIDE_BARE}, ${STILL}, ≤ 120 kB`,
  },
];

async function visits(plans: readonly Plan[], rounds: number): Promise<Row[]> {
  const executablePath = installed();
  if (!executablePath) return [];
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const paints: Paint[][] = plans.map(() => []);
    const bare: Paint[][] = plans.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, plan] of plans.entries()) {
        paints[index]?.push(await visit(browser, plan));
        if (plan.aim !== '–') bare[index]?.push(await visit(browser, { ...plan, isBare: true }));
      }
    }
    const middle = (all: Paint[], field: keyof Paint) => median(all.map((paint) => paint[field]));
    const peer = plans.findIndex(({ aim }) => aim === '–');
    return plans.map(({ what, aim }, index) => {
      const all = paints[index] ?? [];
      const lcp = middle(all, 'lcp');
      const isBesidePeer = what === '/dashboard' && peer >= 0;
      const yardstick = index === peer ? [] : ((isBesidePeer ? paints[peer] : bare[index]) ?? []);
      const theirs = yardstick.length > 0 ? middle(yardstick, 'lcp') : null;
      const shift = `CLS ${middle(all, 'cls').toFixed(3)}, TBT ${wholeMs(middle(all, 'tbt'))}`;
      const weight = `${kilobytes(middle(all, 'bytes'))}, ${middle(all, 'requests')} requests, ${kilobytes(middle(all, 'ahead'))} ahead`;
      return {
        what,
        figure: `LCP ${wholeMs(lcp)}, ${shift}, ${weight}`,
        yardstick: theirs === null ? '–' : `${isBesidePeer ? 'SvelteKit' : 'without scripts'} LCP ${wholeMs(theirs)}`,
        ratio: theirs === null ? '–' : `${(lcp / theirs).toFixed(2)} ×`,
        aim,
      };
    });
  } finally {
    await browser.close();
  }
}

/** A visit with a new browser profile. */
export async function visit(browser: Browser, { url, session, isBare, byProcessor }: Plan): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  try {
    const [name = '', value = ''] = session?.split('=') ?? [];
    if (session) await context.addCookies([{ name, value, url: new URL(url).origin }]);
    // A tour begins a second after the first visit, and its card would be the largest contentful paint.
    await hideTours(context);
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await tools.send('Network.enable');
    if (isBare) await tools.send('Network.setBlockedURLs', { urls: ['*.js'] });
    await tools.send('Network.setCacheDisabled', { cacheDisabled: true });
    await tools.send('Network.emulateNetworkConditions', NETWORK);
    if (!byProcessor) await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    let [bytes, requests, ahead] = [0, 0, 0];
    const isAhead = new Set<string>();
    tools.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
      if (type === 'Script' && request.initialPriority === 'Low') isAhead.add(requestId);
      else if (request.url.startsWith('http')) requests += 1;
    });
    tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (isAhead.has(requestId)) ahead += encodedDataLength;
      else bytes += encodedDataLength;
    });
    await page.addInitScript(WATCH);
    if (byProcessor) await browser.startTracing(page, { categories: [TASKS, PAINTS] });
    const answer = await page.goto(url);
    if (answer?.status() !== 200 || page.url() !== url) throw new Error(`${url}: ${answer?.status()} ${page.url()}`);
    await setTimeout(QUIET_MS);
    const told = await page.evaluate<Pick<Paint, 'lcp' | 'cls' | 'tbt'>>('window.paint');
    const tbt = byProcessor ? blockedBy(await browser.stopTracing()) : told.tbt;
    return { ...told, tbt, bytes, requests, ahead };
  } finally {
    await context.close();
  }
}

/** Chromium's trace event for each task of a thread. */
const TASKS = 'disabled-by-default-devtools.timeline';
/** Chromium's trace event for the first paint of each page. */
const PAINTS = 'loading';
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Start in microseconds. */
  ts: number;
  /** CPU time in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** @returns milliseconds beyond 50 of each task after the first paint of a page, scaled to a slower processor. */
function blockedBy(trace: Buffer): number {
  const { traceEvents } = JSON.parse(String(trace)) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isOfPage = ({ pid, tid }: TraceEvent) => threads.some((each) => each.pid === pid && each.tid === tid);
  const painted = traceEvents.findLast(({ name }) => name === 'firstContentfulPaint')?.ts ?? 0;
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && isOfPage(event) && event.ts >= painted);
  return tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur * SLOWER) / 1_000 - LONG_MS), 0);
}
