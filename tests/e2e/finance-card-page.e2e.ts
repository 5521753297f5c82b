import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/free-port.ts';
import { FakeAsaas } from '../support/asaas/fake-asaas.ts';
import { logIn } from './support/log-in.ts';
import { test as base, expect, expectNoAxeFindings } from './support/portal-test.ts';
import { type OwnPortal, openPortal } from './support/portals.ts';

const STUDENT = 'aluna@demo.example';
const UNIT = '101';
const NEXT = 106;

interface Asaas {
  provider: FakeAsaas;
  portal: OwnPortal;
}

/** A school of its own whose unit receives by the payment provider, a process beside it. */
const test = base.extend<{ asaas: Asaas }>({
  asaas: async ({ browserName: _any }, use) => {
    // The provider leads back to the address that the portal names as its own.
    const port = String(await freePort());
    const [provider, portal] = await Promise.all([FakeAsaas.start(), openPortal({ PORT: port })]);
    await promisify(execFile)(process.execPath, ['tests/support/asaas/add-account.ts', provider.url, UNIT], {
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: portal.folder },
    });
    await provider.nameDomain(new URL(portal.address).hostname);
    await use({ provider, portal });
    await portal.close();
    await provider.close();
  },
  baseURL: async ({ asaas }, use) => use(asaas.portal.address),
  // The provider signs its own certificate.
  ignoreHTTPSErrors: true,
});

test('tuition is paid by card on the provider’s page, and the portal shows the payment', async ({ page }) => {
  test.slow();
  await logIn(page, STUDENT);
  await page.goto(`/financial/pagar?parcelas=${NEXT}`);
  const ways = page.getByRole('navigation', { name: 'Forma de pagamento' });
  await expect(ways.getByRole('link')).toHaveText(['Pix', 'Boleto', 'Cartão']);
  await ways.getByRole('link', { name: 'Cartão' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Continuar para o cartão' })).toBeVisible();
  await expect(page.getByLabel('Número do cartão')).toHaveCount(0);
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Continuar para o cartão' }).press('Enter');
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'Pagar na página do Asaas' }).press('Enter');
  await page.waitForURL(/\/v3\/i\/pay_1_/);
  await page.getByRole('button', { name: /^Pagar / }).click();
  await page.waitForURL(/\/financial\/pagar/);
  await page.getByRole('button', { name: 'Já paguei: conferir' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Baixar recibo (PDF)' })).toBeVisible();
});
