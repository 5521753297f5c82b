import { setTimeout } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { type PortalProcess, startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { chromium as installed } from '../../scripts/test-tools.ts';
import { cookieName, sessionCookie } from '../../src/lib/session.ts';
import { hideTours } from '../e2e/support/hide-tours.ts';
import { NETWORK } from './first-paint.ts';
import { type Front, openFront } from './front.ts';
import { median } from './measure.ts';
import { type Row, wholeMs } from './report.ts';

/** The time before the first touch. */
const REST_MS = 2_000;
const MAX_MS = 20_000;
const AIM = '≤ 1,200 ms, ≤ 400 ms; heard ≤ 100 ms';

interface Place {
  what: string;
  path: string;
  as: string;
  /** The pressed element; by default the first file field. */
  press?: string;
  /** An expression in the page that is true once it has opened. */
  shown: string;
}
const ANA = 'aluna@demo.example';
const PANEL = 'gestora@demo.example';
const DIALOG = 'document.querySelector("dialog[open]")';
const SENDING = '!document.querySelector("main .file-chooser")';
const FILE = 'input.file-field[name="file"]';
const PRACTICE = '/pedagogico/minha-pratica/1?unidade=4';

const places: readonly Place[] = [
  { what: 'rewards: redeem', path: '/knn-club/usar-pontos', as: ANA, press: 'a[data-held]', shown: DIALOG },
  { what: 'home of the club: redeem', path: '/knn-club/meu-clube', as: ANA, press: 'a[data-held]', shown: DIALOG },
  { what: 'one order: cancel', path: '/pedidos/9', as: ANA, press: 'text=Cancelar pedido', shown: DIALOG },
  {
    what: 'payment: link for somebody else',
    path: '/financial/pagar?parcelas=106',
    as: ANA,
    press: 'text=Criar link de pagamento',
    // The call to the server has been sent.
    shown: 'document.querySelector("astro-island [aria-disabled=true]")',
  },
  { what: 'classes: add a book', path: '/pedagogico/list', as: ANA, press: 'text=Adicionar livro', shown: DIALOG },
  { what: 'practice: code of a page', path: PRACTICE, as: ANA, press: 'text=Código da página', shown: DIALOG },
  {
    what: 'practice: play',
    path: PRACTICE,
    as: ANA,
    press: 'role=button[name="Tocar"]',
    shown: '[...document.querySelectorAll("audio")].some(({ paused }) => !paused)',
  },
  { what: 'books of a school: scan', path: '/manager-panel/book', as: PANEL, press: 'text=Ler QR code', shown: DIALOG },
  { what: 'own data: picture', path: '/me/dados', as: ANA, shown: SENDING },
  { what: 'lesson: file', path: '/professor/aulas/1001', as: 'professora@demo.example', shown: SENDING },
  { what: 'a reward: picture', path: '/manager-panel/club/recompensas/1', as: PANEL, shown: SENDING },
  { what: 'promo page: picture', path: '/manager-panel/paginas/knn-orlando', as: PANEL, shown: SENDING },
  { what: 'an event: picture', path: '/manager-panel/campanhas/2', as: PANEL, shown: SENDING },
];

/** Milliseconds from the touch until the opened part is shown. */
interface Touch {
  shown: number;
  /** Milliseconds until the page shows a reaction. */
  heard: number;
  /** CPU time of the page meanwhile. */
  processor: number;
}
interface Side {
  front: Front;
  portal: PortalProcess;
  /** Touches by place and wait. */
  touches: Map<string, Touch[]>;
}

/**
 * How long a first touch takes on a slow mobile network with an empty cache: as soon as the page has loaded, and after it
 * has rested. Pages come over HTTP/2, as a school's proxy serves them.
 *
 * @param beside a built folder of another version, measured in turn.
 * @param only places have one of these in their names, split by commas.
 */
export async function firstTouch(
  rounds: number,
  { beside, only = '' }: { beside?: string; only?: string },
): Promise<Row[]> {
  const executablePath = installed();
  if (!executablePath) return [];
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const sides: Side[] = [];
  try {
    for (const folder of ['.', ...(beside ? [beside] : [])]) sides.push(await open(folder));
    const wanted = places.filter(({ what }) => only.split(',').some((part) => what.includes(part)));
    for (let round = 0; round < rounds; round += 1) {
      for (const place of wanted) for (const side of sides) await measure(browser, place, side);
    }
    return wanted.map(({ what }) => rowOf(what, sides));
  } finally {
    await browser.close();
    for (const { front, portal } of sides) {
      front.close();
      await portal.stop();
    }
  }
}

async function open(folder: string): Promise<Side> {
  const command = ['env', `--chdir=${folder}`, process.execPath, 'src/main.ts'] as const;
  const portal = await startPortal({ TRUST_PROXY: 'on' }, command);
  return { portal, front: await openFront(portal.address), touches: new Map() };
}

function rowOf(what: string, sides: readonly Side[]): Row {
  const told = sides.map(({ touches }) => {
    const [once, rested] = [0, REST_MS].map((wait) => touches.get(`${what} ${wait}`) ?? []);
    const middle = (all: Touch[] | undefined, field: keyof Touch) => median((all ?? []).map((touch) => touch[field]));
    const heard = Math.max(middle(once, 'heard'), middle(rested, 'heard'));
    return {
      once: middle(once, 'shown'),
      rested: middle(rested, 'shown'),
      text:
        `${wholeMs(middle(once, 'shown'))} at once, ${wholeMs(middle(rested, 'shown'))} rested ` +
        `(processor ${wholeMs(middle(once, 'processor'))}, ${wholeMs(middle(rested, 'processor'))}), heard ${wholeMs(heard)}`,
    };
  });
  const [own, other] = told;
  return {
    what,
    figure: own?.text ?? '–',
    yardstick: other?.text ?? '–',
    ratio: own && other ? `${(own.once / other.once).toFixed(2)} ×, ${(own.rested / other.rested).toFixed(2)} ×` : '–',
    aim: AIM,
  };
}

async function measure(browser: Browser, place: Place, { front, portal, touches }: Side): Promise<void> {
  for (const wait of [0, REST_MS]) {
    const key = `${place.what} ${wait}`;
    const session = await tokenOf(portal.address, place.as);
    const touch = await touchOnce(browser, place, front.address + place.path, session, wait);
    process.stderr.write(`${key}: ${wholeMs(touch.shown)}\n`);
    touches.set(key, [...(touches.get(key) ?? []), touch]);
  }
}

/** A visit with a new browser profile. */
async function touchOnce(browser: Browser, place: Place, url: string, session: string, wait: number): Promise<Touch> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
  });
  try {
    await context.addCookies([
      { name: cookieName(sessionCookie, true), value: session, url: new URL(url).origin, secure: true },
    ]);
    await hideTours(context);
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await tools.send('Network.enable');
    await tools.send('Performance.enable');
    await tools.send('Network.emulateNetworkConditions', NETWORK);
    await page.addInitScript(watchOf(place));
    const answer = await page.goto(url);
    if (answer?.status() !== 200 || page.url() !== url) throw new Error(`${url}: ${answer?.status()} ${page.url()}`);
    // The element is scrolled into view, as for a user.
    await targetOf(page, place).scrollIntoViewIfNeeded();
    await setTimeout(wait);
    const before = await processorMs(tools);
    await press(page, place);
    const { shown, heard } = await page.evaluate<{ shown: number; heard: number }>('window.opened');
    return { shown, heard, processor: (await processorMs(tools)) - before };
  } finally {
    await context.close();
  }
}

const targetOf = (page: Page, { press }: Place) =>
  page
    .locator('main')
    .locator(press ?? FILE)
    .first();

async function press(page: Page, place: Place): Promise<void> {
  if (place.press) return targetOf(page, place).tap();
  const picture = { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.alloc(100) };
  await targetOf(page, place).setInputFiles(picture);
}

/** Checks each frame after the touch. A chosen file shows its name natively, so its reaction is immediate. */
const watchOf = ({ press, shown }: Place) => `
  window.opened = new Promise((resolve, reject) => {
    const begin = () => {
      const start = performance.now();
      let heard = ${press ? 'undefined' : '0'};
      const look = () => {
        const now = performance.now() - start;
        const isShown = Boolean(${shown});
        if (isShown || document.querySelector('astro-island [aria-busy="true"]')) heard ??= now;
        if (isShown) resolve({ shown: now, heard });
        else if (now > ${MAX_MS}) reject(new Error('Nothing opened'));
        else requestAnimationFrame(look);
      };
      look();
    };
    addEventListener('${press ? 'pointerdown' : 'change'}', begin, { capture: true, once: true });
  });
`;

async function processorMs(tools: CDPSession): Promise<number> {
  const { metrics } = await tools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}
