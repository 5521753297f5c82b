import { expect, type Page } from '@playwright/test';
import { askDev } from './dev-pages.ts';

/** Every mail that the portal of this page wrote. */
export const outbox = (page: Page): Promise<string> => askDev(page, '/dev/outbox');

/** The match of `pattern` in the mails, once a mail arrives. */
export async function inMail(page: Page, pattern: RegExp): Promise<string> {
  let found = '';
  const look = async () => {
    found = pattern.exec(await outbox(page))?.[0] ?? '';
    return found;
  };
  // The first mail of a process loads the code that draws it.
  await expect.poll(look, { timeout: 20_000 }).not.toBe('');
  return found;
}
