import { type Browser, chromium as driver, type Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import type { BrandKey } from '../src/lib/brand.ts';
import { sessionCookie, themeCookie } from '../src/lib/session.ts';
import { hideTours } from '../tests/e2e/support/hide-tours.ts';
import { isBuilt } from './build-state.ts';
import { movedClock } from './moved-clock.ts';
import { noSettings } from './no-settings.ts';
import { startPortal, tokenOf } from './portal-process.ts';
import { ensure, headlessShell } from './test-tools.ts';

/** The subject of a picture, and its format. */
export interface Shot {
  path: string;
  brand: BrandKey;
  size: { width: number; height: number };
  /** The logged-in account; absent: a visitor. */
  login?: string | undefined;
  /** `claro` or `escuro`. */
  theme?: string | undefined;
  /** The whole length of the page instead of what the screen shows. */
  isWhole?: boolean;
  /** Device pixels for each CSS pixel. */
  scale?: number;
  /** Brings the page into the state to show. @returns the part of the screen to take, in CSS pixels */
  prepare?(page: Page): Promise<{ x: number; y: number; width: number; height: number }>;
}

/** A demo school that runs, and a browser that visits it. */
export interface DemoSchool {
  /** `http://127.0.0.1:port` */
  address: string;
  browser: Browser;
  /** The school's time, or null for now. */
  at: Date | null;
}

/** The reason, in one sentence, why no picture can be taken. */
export class PictureError extends Error {}

/**
 * Builds if necessary, and opens a demo school in its own folder and a browser while `work` runs.
 *
 * @param at the time at the school; null for now
 * @throws PictureError without Chromium
 */
export async function withDemoSchool(at: Date | null, work: (school: DemoSchool) => Promise<void>): Promise<void> {
  ensure('chromium', () => headlessShell() !== null);
  const executablePath = headlessShell();
  if (!executablePath) throw new PictureError('Pictures need Chromium: install it, or say where it is by CHROME_PATH.');
  if (!isBuilt()) {
    process.stdout.write('Building the pages…\n');
    await (await import('./build.ts')).buildOrExit();
  }
  const { HOST: _host, PORT: _port, DATA_DIR: _data, LOG_LEVEL: _level, ...none } = noSettings();
  const portal = await startPortal({
    ...none,
    DEMO: 'on',
    ...(at && movedClock(at.getTime() - Date.now())),
  });
  try {
    const browser = await driver.launch({ executablePath });
    await work({ address: portal.address, browser, at }).finally(() => browser.close());
  } finally {
    await portal.stop();
  }
}

/**
 * Takes a picture of a page once its fonts, pictures and islands are loaded, without animations and tours.
 *
 * @throws PictureError when the login fails
 */
export async function takePicture({ address, browser, at }: DemoSchool, shot: Shot): Promise<Sharp> {
  const { path, brand, size, login, theme = 'claro', scale = 1, isWhole = false, prepare } = shot;
  const isPhone = size.width < 600;
  const home = new URL(address);
  home.hostname = brand === 'phenom' ? 'phenom.localhost' : 'localhost';
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: scale,
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  try {
    await hideTours(context);
    await context.addCookies([{ name: themeCookie, value: theme, url: home.href }]);
    if (login !== undefined) {
      const value = await tokenOf(address, login).catch((error: Error) => {
        throw new PictureError(error.message);
      });
      await context.addCookies([{ name: sessionCookie, value, url: home.href, httpOnly: true, sameSite: 'Lax' }]);
    }
    const page = await context.newPage();
    if (at) await page.clock.setFixedTime(at);
    await openPage(page, new URL(path, home));
    const clip = await prepare?.(page);
    return sharp(await page.screenshot({ fullPage: isWhole, animations: 'disabled', ...(clip && { clip }) }));
  } finally {
    await context.close();
  }
}

/** Opens a page and waits until it is complete; prints where it redirects. */
export async function openPage(page: Page, address: URL): Promise<void> {
  const answer = await page.goto(address.href, { waitUntil: 'networkidle' });
  const status = answer?.status() ?? 0;
  const landed = new URL(page.url()).pathname;
  if (status >= 400) process.stdout.write(`${address.pathname} answered ${status}.\n`);
  if (landed !== address.pathname) process.stdout.write(`${address.pathname} led to ${landed}.\n`);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

/** Small text stays sharp, and no picture of the README weighs more than 120 kB. */
const QUALITY = 82;

/** Writes WebP or PNG, by the ending of the name, and prints its size. */
export async function savePicture(picture: Sharp, file: string, quality = QUALITY): Promise<void> {
  const drawn = file.endsWith('.webp') ? picture.webp({ quality, smartSubsample: true }) : picture.png();
  const { size, width, height } = await drawn.toFile(file);
  process.stdout.write(`${file}: ${width}×${height}, ${Math.ceil(size / 1000)} kB\n`);
}
