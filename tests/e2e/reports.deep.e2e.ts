import { expect, type Page, test } from '@playwright/test';
import { type PortalProcess, startPortal } from '../../scripts/portal-process.ts';
import { openIntake, type ReportIntake } from '../support/report-intake.ts';

let intake: ReportIntake;
let portal: PortalProcess;

test.beforeAll(async () => {
  intake = await openIntake();
  portal = await startPortal({ SENTRY_DSN: intake.dsn, SENTRY_ENVIRONMENT: 'homologacao' });
});
test.afterAll(async () => {
  await portal.stop();
  await intake.close();
});
test.beforeEach(() => {
  intake.envelopes.length = 0;
});

/** Opens the login with every report drawn and none timed, and waits until reports are on. */
async function openWithReports(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The first draw decides about timing (SENTRY-02), those after it about each error (SENTRY-01).
    let first = true;
    Math.random = () => {
      const value = first ? 0.99 : 0.01;
      first = false;
      return value;
    };
  });
  const loaded = page.waitForResponse(/sentry.*\.js$/);
  await page.goto(`${portal.address}/login/main`);
  await loaded;
  await page.waitForFunction(() => '__SENTRY__' in window);
}

/** Throws in the page, outside of every handler. */
const fail = (page: Page, message: string) =>
  page.evaluate(
    (text) =>
      new Promise<void>((thrown) => {
        setTimeout(() => {
          setTimeout(thrown);
          throw new Error(text);
        });
      }),
    message,
  );
const errors = () => intake.errors();

test('an error is reported without tokens, CPF and mail addresses, with its stack (SENTRY-03, SENTRY-04, SENTRY-07)', async ({
  page,
}) => {
  await openWithReports(page);
  await fail(page, 'Falhou para ana@demo.example, 529.982.247-25, Bearer abc.def.ghi');
  await expect.poll(errors).toHaveLength(1);
  const [report = ''] = errors();
  expect(report).toContain('[e-mail]');
  expect(report).not.toMatch(/ana@demo|529\.982|abc\.def/);
  expect(report).toContain('"stacktrace"');
  expect(report).toContain('"environment":"homologacao"');
});

test('missing chunks and ResizeObserver errors are not reported (SENTRY-05, ERR-13, ERR-14)', async ({ page }) => {
  await openWithReports(page);
  await fail(page, 'ResizeObserver loop completed with undelivered notifications.');
  await fail(page, 'Failed to fetch dynamically imported module: /_astro/x.js');
  await fail(page, 'o último');
  await expect.poll(errors).toHaveLength(1);
  expect(errors()[0]).toContain('o último');
});

test('one error in twenty is sent (SENTRY-01)', async ({ page }) => {
  await openWithReports(page);
  await draw(page, 0.051);
  await fail(page, 'não sorteado');
  await draw(page, 0.049);
  await fail(page, 'sorteado');
  await expect.poll(errors).toHaveLength(1);
  expect(errors()[0]).toContain('"sorteado"');
});

for (const [number, isTimed] of [
  [0.101, false],
  [0.099, true],
] as const) {
  test(`one page in ten is timed: ${number} is ${isTimed ? 'drawn' : 'not drawn'} (SENTRY-02)`, async ({ page }) => {
    const scripts: string[] = [];
    page.on('response', (answer) => scripts.push(new URL(answer.url()).pathname));
    const tracing = () => scripts.filter((path) => /\/tracing\..*\.js$/.test(path)).length;
    await page.addInitScript((value) => {
      Math.random = () => value;
    }, number);
    await page.goto(`${portal.address}/login/main`);
    await page.waitForFunction(() => '__SENTRY__' in window);
    if (isTimed) await expect.poll(tracing).toBe(1);
    await draw(page, 0.01);
    await fail(page, 'o último');
    await expect.poll(errors).toHaveLength(1);
    expect(tracing()).toBe(isTimed ? 1 : 0);
  });
}

/** The next draw of the page gives this number, and so do those after it. */
const draw = (page: Page, number: number) =>
  page.evaluate((value) => {
    Math.random = () => value;
  }, number);
