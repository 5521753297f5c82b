import type { Page } from '@playwright/test';

/**
 * Calls an address for developers (`/dev/…`) of the page's portal. It answers only this machine, so the call leaves out
 * the address that a test gives its visitors.
 */
export async function askDev(page: Page, path: `/dev/${string}`, method: 'GET' | 'POST' = 'GET'): Promise<string> {
  const { port } = new URL(page.url());
  const answer = await fetch(`http://localhost:${port}${path}`, { method, redirect: 'manual' });
  if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.text();
}
