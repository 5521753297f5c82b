import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { FakeAsaas, notifyPortal } from '../support/asaas/fake-asaas.ts';
import { forgetSession, logIn } from './support/log-in.ts';
import { test as base, expect, expectNoAxeFindings } from './support/portal-test.ts';
import { type OwnPortal, openPortal } from './support/portals.ts';

const [STUDENT, OFFICE] = ['aluna@demo.example', 'gestora@demo.example'];
const [ANA, UNIT] = ['1', '101'];
const NAME = 'Pix Automático';

interface Asaas {
  provider: FakeAsaas;
  portal: OwnPortal;
  /** The provider sends what it has not sent yet. */
  tell(): Promise<void>;
}

/** A school of its own whose unit receives by the payment provider, a process beside it. */
const test = base.extend<{ asaas: Asaas }>({
  asaas: async ({ browserName: _any }, use) => {
    const [provider, portal] = await Promise.all([FakeAsaas.start(), openPortal()]);
    const beside = (...script: string[]) =>
      promisify(execFile)(process.execPath, script, {
        env: { ...process.env, NODE_ENV: 'production', DATA_DIR: portal.folder },
      });
    await beside('tests/support/asaas/add-account.ts', provider.url, UNIT);
    await beside('tests/support/asaas/soon-due.ts', ANA);
    let heard = 0;
    const send = async (method: string, path: string, init?: RequestInit) =>
      fetch(portal.address + path, { ...init, method });
    const tell = async () => {
      const { events } = await provider.look();
      for (const event of events.slice(heard)) {
        expect((await notifyPortal({ send } as never, 'asaas-1', event)).status).toBe(200);
      }
      heard = events.length;
    };
    await use({ provider, portal, tell });
    await portal.close();
    await provider.close();
  },
  baseURL: async ({ asaas }, use) => use(asaas.portal.address),
});

test('a payer authorizes once, the bank debits the next bill, and the payer cancels the authorization', async ({
  page,
  asaas: { provider, tell },
}) => {
  test.slow();
  await logIn(page, STUDENT);
  await page.goto('/financial');
  await expect(page.getByRole('heading', { name: NAME })).toHaveCount(0);
  await forgetSession(page);
  await logIn(page, OFFICE);
  await page.goto('/manager-panel/financeiro/regras');
  await page.getByRole('button', { name: 'Ligar o Pix Automático' }).first().click();
  await expect(page.getByText('quem paga já pode autorizar')).toBeVisible();
  await expectNoAxeFindings(page);
  await forgetSession(page);
  await logIn(page, STUDENT);
  await page.goto('/financial');
  await page.getByRole('link', { name: 'Pagar todo mês sozinho' }).press('Enter');
  await expect(page.getByText('Você encerra quando quiser')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: 'Conferir' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Está certo?' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: /^Gerar o código de/ }).press('Enter');
  await expect(page.getByRole('button', { name: 'Copiar código Pix' })).toBeVisible();
  await expectNoAxeFindings(page);
  const { authorizations } = await provider.look();
  await provider.consent(authorizations[0]?.contractId ?? '');
  await tell();
  await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Ver o Pix Automático' }).press('Enter');
  await expect(page.getByText('Próximo débito')).toBeVisible();
  await expectNoAxeFindings(page);
  const ordered = async () => (await provider.look()).payments.find(({ pixAutomaticAuthorizationId: by }) => by);
  await expect.poll(ordered, { timeout: 30_000 }).toBeDefined();
  await page.goto('/financial');
  const bill = page.getByRole('listitem').filter({ hasText: 'Será debitada pelo Pix Automático' });
  await bill.getByRole('link', { name: 'Ver o débito' }).click();
  await expect(page.getByRole('button', { name: 'Pagar de outra forma' })).toBeVisible();
  await expectNoAxeFindings(page);
  await provider.debit((await ordered())?.externalReference ?? '');
  await tell();
  await page.reload();
  await expect(page.getByText('Pagamento recebido')).toBeVisible();
  await page.goto('/financial/pix-automatico');
  await page.getByRole('button', { name: 'Encerrar' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Encerrar?' })).toBeVisible();
  await page.getByRole('button', { name: 'Encerrar o Pix Automático' }).press('Enter');
  await expect(page.getByText('Pix Automático encerrado')).toBeVisible();
  await expect
    .poll(async () => (await provider.look()).authorizations[0]?.status, { timeout: 90_000 })
    .toBe('CANCELLED');
});
