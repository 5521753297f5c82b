import { type Browser, chromium } from '@playwright/test';
import { type PortalProcess, startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { chromium as installed } from '../../scripts/test-tools.ts';
import { bookCookie, sessionCookie } from '../../src/lib/session.ts';
import { ANA, EMPTY_BOOK, pages, pathOf, searchOf, viewerOf } from '../support/route-visits.ts';
import { type Paint, type Plan, visit } from './first-paint.ts';
import { median } from './measure.ts';
import { type Row, wholeMs } from './report.ts';

const AIM = 'CLS ≤ 0.02, TBT ≤ 100 ms';
const [MAX_SHIFT, MAX_TBT] = [0.02, 100];
/** An open bill of Ana. */
const BILL = 107;
/** Pages of a message that has to exist; the page of a new message has the same parts. */
const written = /^push-.*-(edit|one)$/;
/** A login counts as re-authentication for ten minutes; later, pages of staff require it again. */
const FRESH_MS = 5 * 60_000;

/**
 * The first visit to every page by a slow phone: layout shifts, and blocking time of the browser. A page that misses its
 * target is visited again, and its median counts.
 *
 * @param only patterns of routes have one of these in them, split by commas.
 */
export async function stillness(rounds: number, only = ''): Promise<Row[]> {
  const executablePath = installed();
  if (!executablePath) return [];
  const portal = await startPortal();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const told: { row: Row; tbt: number }[] = [];
    const wanted = pages.filter(({ pattern }) => only.split(',').some((part) => pattern.includes(part)));
    for (const route of wanted.filter(({ name }) => !written.test(name))) {
      const link = route.name === 'pagar' ? await paymentLink(portal) : '';
      const url = portal.address + pathOf(route, 1).replace('{token}', link) + searchOf(route);
      const session = await sessionOf(portal, viewerOf(route));
      const judged = await judge(browser, { what: route.pattern, url, session, aim: AIM, byProcessor: true }, rounds);
      process.stderr.write(`${route.pattern}: ${judged.row.figure}\n`);
      told.push(judged);
    }
    return told.toSorted((a, b) => b.tbt - a.tbt).map(({ row }) => row);
  } finally {
    await browser.close();
    await portal.stop();
  }
}

async function judge(browser: Browser, plan: Plan, rounds: number): Promise<{ row: Row; tbt: number }> {
  const paints: Paint[] = [];
  const middle = (field: 'cls' | 'tbt') => median(paints.map((paint) => paint[field]));
  const isWell = () => middle('cls') <= MAX_SHIFT && middle('tbt') <= MAX_TBT;
  do paints.push(await visit(browser, plan));
  while (paints.length < rounds && !(paints.length === 1 && isWell()));
  const [tbt, cls] = [middle('tbt'), middle('cls')];
  const row = {
    what: plan.what,
    figure: `CLS ${cls.toFixed(3)}, TBT ${wholeMs(tbt)}`,
    yardstick: paints.length === 1 ? 'one visit' : `of ${paints.map((paint) => wholeMs(paint.tbt)).join(', ')}`,
    ratio: isWell() ? '' : 'misses',
    aim: plan.aim,
  };
  return { row, tbt };
}

const sessions = new Map<string, { made: number; session: string }>();

/** @returns `name=value`, or undefined for a visitor. */
async function sessionOf({ address }: PortalProcess, viewer: string): Promise<string | undefined> {
  const known = sessions.get(viewer);
  if (known && Date.now() - known.made < FRESH_MS) return known.session;
  if (viewer === 'visitor') return undefined;
  const session =
    viewer === 'empty-book' ? await bookSession(address) : `${sessionCookie}=${await tokenOf(address, viewer)}`;
  sessions.set(viewer, { made: Date.now(), session });
  return session;
}

async function bookSession(address: string): Promise<string> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(`${address}/api/v1/users/book/${EMPTY_BOOK}/`, { headers });
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(`${bookCookie}=`));
  return cookie?.split(';')[0] ?? '';
}

async function paymentLink({ address }: PortalProcess): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(address, ANA)}` };
  const answer = await fetch(`${address}/api/v1/do/finance.getPaymentLink/?input={"parcela_id":${BILL}}`, { headers });
  const { url } = (await answer.json()) as { url: string };
  return url.split('/').at(-1) ?? '';
}
