import type { Page } from '@playwright/test';

/**
 * Asks what helps on one's own machine (`/dev/…`) of the portal that a page shows. It answers this machine alone, so the
 * address that a test gives its visitors stays away.
 */
export async function askDev(page: Page, path: `/dev/${string}`, method: 'GET' | 'POST' = 'GET'): Promise<string> {
  const { port } = new URL(page.url());
  const answer = await fetch(`http://localhost:${port}${path}`, { method, redirect: 'manual' });
  if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.text();
}
