import type { Page } from '@playwright/test';

/** Whether the page asks for confirmation before it is left. */
export const asks = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
