import { expect, type Page } from '@playwright/test';

/** Every mail that the portal of a page wrote. Its own machine alone sees them: no request of the browser, which names a proxy. */
export async function outbox(page: Page): Promise<string> {
  const { port } = new URL(page.url());
  return (await fetch(`http://127.0.0.1:${port}/dev/outbox`)).text();
}

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
