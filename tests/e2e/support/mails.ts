import { expect, type Page } from '@playwright/test';
import { askDev } from './dev-pages.ts';

/** Every mail that the portal of a page wrote. */
export const outbox = (page: Page): Promise<string> => askDev(page, '/dev/outbox');

/** What `pattern` finds in the mails, once one has come. */
export async function inMail(page: Page, pattern: RegExp): Promise<string> {
  let found = '';
  const look = async () => {
    found = pattern.exec(await outbox(page))?.[0] ?? '';
    return found;
  };
  // The first mail of a process loads what draws it.
  await expect.poll(look, { timeout: 20_000 }).not.toBe('');
  return found;
}
