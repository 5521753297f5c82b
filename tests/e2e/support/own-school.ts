import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { movedClock } from '../../../scripts/moved-clock.ts';
import { moveDate } from '../../support/move-date.ts';
import { hideTours } from './hide-tours.ts';
import { untilHydrated } from './portal-test.ts';
import type { OwnPortal, TimedPortal } from './portals.ts';
import { screens } from './screens.ts';

// A school without demo data: what its operator types, and its people with a browser of their own each.

export const PASSWORD = 'um cavalo azul 9';

/** What the operator types into a shell beside the running portal. @returns what the command says */
export async function admin(portal: OwnPortal | TimedPortal, ...words: string[]): Promise<string> {
  const clock = 'shift' in portal ? movedClock(portal.shift()) : {};
  const env = { ...process.env, ...clock, DATA_DIR: portal.folder, DEMO: 'off', LOG_LEVEL: 'error' };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/admin.ts', ...words], { env });
  return stdout;
}

/** The address at which somebody chooses a password, in what a command says. */
export const pathIn = (said: string) => /\/login\/recover-password\?token=\S+/.exec(said)?.[0] ?? '';

/** A person with a browser of her own, whose clock is the portal's. */
export async function visit(
  browser: Browser,
  portal: OwnPortal | TimedPortal,
  screen: { width: number; height: number } = screens.desktop,
): Promise<Page> {
  const { address: baseURL } = portal;
  const context = await browser.newContext({ baseURL, viewport: screen, permissions: ['microphone'] });
  if ('shift' in portal) await context.addInitScript(moveDate, portal.shift());
  await hideTours(context);
  return context.newPage();
}

export async function choosePassword(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
  await page.getByLabel('Nova senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: /Salvar/ }).click();
  await page.waitForURL(/\/login\/main/);
}
