import type { Page } from '@playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { openMailServer } from '../support/mail-server.ts';
import { submitLogin } from './support/log-in.ts';
import { type Brand, expect, hideTours, test, untilHydrated } from './support/portal-test.ts';
import { openPortal } from './support/portals.ts';

const PASSWORD = 'Caminho novo 42';
const PEOPLE = {
  knn: { email: 'aluna@demo.example', name: /Ana/, brandName: 'KNN' },
  phenom: { email: 'phenom@demo.example', name: /Nina/, brandName: 'Phenom' },
} as const;

/** One portal at two addresses, as a franchise runs it. */
async function openTwo() {
  const port = await freePort();
  const addresses = { knn: `http://localhost:${port}`, phenom: `http://phenom.localhost:${port}` };
  const mails = await openMailServer();
  const portal = await openPortal({
    ...{ PORT: String(port), DEMO: 'on', SMTP_URL: mails.url },
    ...{ PUBLIC_URL: addresses.knn, BRAND2_PUBLIC_URL: addresses.phenom },
  });
  /** The addresses of the newest mail to somebody, without that of its document type. */
  const linksTo = (recipient: string) => {
    const source = mails.taken.findLast(({ to }) => to === recipient)?.source ?? '';
    const text = source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    return [...text.matchAll(/https?:\/\/(?!www\.w3\.org)[^\s"<>]+/g)].map(([link]) => link);
  };
  const close = async () => {
    await portal.close();
    await mails.close();
  };
  return { addresses, linksTo, close };
}

const ask = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (address) => (await fetch(address)).json(), `/api/v1/${path}`);

test('all links lead to the address of the person’s brand: mail, login, invitation, payment link, promotion (BRAND-03)', async ({
  browser,
}) => {
  const { addresses, linksTo, close } = await openTwo();
  const expectBrand = (page: Page, brand: Brand) => expect(page.locator('html')).toHaveAttribute('data-brand', brand);
  for (const brand of ['knn', 'phenom'] as const) {
    const { email, name, brandName } = PEOPLE[brand];
    const own = addresses[brand];
    const other = addresses[brand === 'knn' ? 'phenom' : 'knn'];
    const context = await browser.newContext();
    await hideTours(context);
    const page = await context.newPage();

    await test.step(`${brand}: a mail links to the own address, also if requested at the other one`, async () => {
      await page.goto(`${other}/login/recover-password`);
      await untilHydrated(page);
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('button', { name: /Enviar/ }).click();
      await expect(page.getByText(/Se houver uma conta com este e-mail/)).toBeVisible();
      await expect.poll(() => linksTo(email).length, { timeout: 20_000 }).toBeGreaterThan(0);
      expect(linksTo(email).filter((link) => !link.startsWith(`${own}/`))).toEqual([]);
      await page.goto(linksTo(email).find((link) => link.includes('token=')) ?? '');
      await expectBrand(page, brand);
      await untilHydrated(page);
      await page.getByLabel('Nova senha', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: /Salvar/ }).click();
      await page.waitForURL(`${own}/login/main**`);
    });

    await test.step(`${brand}: the login leads to the own dashboard, and the other address has no session`, async () => {
      await untilHydrated(page);
      await submitLogin(page, email, PASSWORD);
      await page.waitForURL(`${own}/dashboard`);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await page.goto(`${other}/dashboard`);
      await page.waitForURL(`${other}/login/main**`);
      await page.goto(`${own}/knn-club/juntar-pontos`);
      await expectBrand(page, brand);
    });

    await page.goto(`${own}/knn-club/juntar-pontos`);
    const link = await page.getByLabel('Link do convite').inputValue();
    const { parcelas } = await ask<{ parcelas: { id: number; status: string }[] }>(page, 'at-home/financeiro/');
    const bill = parcelas.find(({ status }) => status === 'a_vencer')?.id;
    const { url } = await ask<{ url: string }>(page, `do/finance.getPaymentLink/?input={"parcela_id":${bill}}`);
    const stranger = await browser.newContext();
    const visitor = await stranger.newPage();

    await test.step(`${brand}: a friend and a payer without a login open the own address`, async () => {
      for (const [address, path] of [
        [link, '/convite/'],
        [url, '/pagar/'],
      ] as const) {
        expect(address).toContain(own + path);
        await visitor.goto(address);
        await expectBrand(visitor, brand);
        await expect(visitor.getByRole('banner')).toContainText(brandName);
      }
    });

    await test.step(`${brand}: a promotional page has the shell of the host, and its login is at the same address`, async () => {
      for (const path of ['/knn-orlando', '/london-by-phenom']) {
        await visitor.goto(own + path);
        await expectBrand(visitor, brand);
        await expect(visitor.getByRole('banner')).toContainText(brandName);
        await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute(
          'href',
          `${path === '/knn-orlando' ? addresses.knn : addresses.phenom}${path}`,
        );
        await visitor.getByRole('link', { name: 'Entrar' }).click();
        await visitor.waitForURL(`${own}/login/main`);
        await expectBrand(visitor, brand);
      }
    });
    await context.close();
    await stranger.close();
  }
  await close();
});
