import { type Browser, chromium, type Page } from '@playwright/test';
import { startPortal, tokenOf } from '../../scripts/portal-process.ts';
import { chromium as installed } from '../../scripts/test-tools.ts';
import { cookieName, sessionCookie } from '../../src/lib/session.ts';
import { median } from './measure.ts';
import { type Row, wholeMs } from './report.ts';

const ANA = 'aluna@demo.example';
const AIM = '≤ 50 ms, moved 0 px';
/** Slowdown of a cheap phone's processor. */
const SLOWER = 4;
/** Without a question for this long the session has ended. */
const END_MS = 5_000;
const sittings = [
  { what: 'words of today, graded on the device', path: '/pedagogico/minha-pratica/1/sessao?tipo=revisao' },
  { what: 'test of a unit, graded by the school', path: '/pedagogico/minha-pratica/1/sessao?tipo=teste&unidade=5' },
];

/** Time from tapping an answer to its verdict, and the layout shift of the question. @param max answers of each session */
export async function verdicts(max: number): Promise<Row[]> {
  const executablePath = installed();
  if (!executablePath) return [];
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const portal = await startPortal({}, [process.execPath, 'src/main.ts']);
  try {
    const rows: Row[] = [];
    for (const { what, path } of sittings) {
      const all = await answer(browser, portal.address + path, await tokenOf(portal.address, ANA), max);
      const times = all.map(({ told }) => told).toSorted((a, b) => a - b);
      const moved = Math.max(...all.map((each) => each.moved));
      const figure = `${wholeMs(median(times))}, slowest ${wholeMs(times.at(-1) ?? 0)} of ${times.length}, moved ${moved} px`;
      rows.push({ what, figure, yardstick: '–', ratio: '–', aim: AIM });
    }
    return rows;
  } finally {
    await browser.close();
    await portal.stop();
  }
}

async function answer(browser: Browser, url: string, token: string, max: number) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await context.addCookies([{ name: cookieName(sessionCookie, false), value: token, url: new URL(url).origin }]);
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await page.goto(url);
  await page.locator('astro-island:not([ssr])').first().waitFor();
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const all: { told: number; moved: number }[] = [];
  const ask = page.getByRole('button', { name: /^(Mostrar resposta|Não sei|Agora não posso falar)$/ });
  const mayContinue = () =>
    ask.waitFor({ timeout: END_MS }).then(
      () => true,
      () => false,
    );
  for (let round = 0; round < max * 3 && all.length < max && (await mayContinue()); round += 1) {
    const name = await ask.textContent();
    if (name === 'Não sei') all.push(await judge(page));
    else await ask.tap();
    if (name === 'Agora não posso falar') continue;
    await page.getByRole('button', { name: name === 'Não sei' ? /^(Continuar|Ver resultado)$/ : /^Bom/ }).tap();
    await page.locator('.sitting-told').waitFor({ state: 'detached' });
  }
  await context.close();
  return all;
}

/** Skips the answer, and waits for its verdict. */
async function judge(page: Page) {
  const stage = page.locator('.sitting-stage > [tabindex]').last();
  const before = await stage.boundingBox();
  await page.evaluate(`window.told = new Promise((resolve) => {
    addEventListener('click', () => {
      const start = performance.now();
      const look = () =>
        document.querySelector('.sitting-told') ? resolve(performance.now() - start) : requestAnimationFrame(look);
      look();
    }, { capture: true, once: true });
  });
  0`);
  await page.getByRole('button', { name: 'Não sei' }).tap();
  const told = await page.evaluate<number>('window.told');
  const after = await stage.boundingBox();
  return { told, moved: Math.abs((after?.y ?? 0) - (before?.y ?? 0)) };
}
