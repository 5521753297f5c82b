import type { BrowserContext } from '@playwright/test';
import { tours } from '../../../src/lib/words/tour.ts';

const MAX_ACCOUNTS = 60;

/** Pages of this browser treat every tour as shown already. */
export async function hideTours(context: BrowserContext): Promise<void> {
  const accounts = Array.from({ length: MAX_ACCOUNTS }, (_, index) => index + 1);
  const shown = accounts.flatMap((account) => Object.keys(tours).map((route) => `${account}:${route}`));
  // Blank pages, and pages left before their scripts run, have no storage: there it is null.
  await context.addInitScript({
    content: `if (location.protocol.startsWith('http')) sessionStorage?.setItem('portal_tour_shown', '${shown}')`,
  });
}
