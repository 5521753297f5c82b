import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { movedClock } from '../../scripts/moved-clock.ts';
import { type PortalProcess, startPortal } from '../../scripts/portal-process.ts';
import { totpCode } from '../support/factors.ts';
import { forgetSession, submitLogin } from './support/log-in.ts';
import { expect, expectNoAxeFindings, test } from './support/portal-test.ts';
import { copyOfSchool } from './support/school.ts';

const HOUR_MS = 3_600_000;
const login = 'gestora@demo.example';

/** A portal of its own, which starts again at a later hour on the same data and port. Passkeys need a name of a host. */
async function ownPortal(env: Record<string, string> = {}) {
  const data = copyOfSchool();
  let running: PortalProcess = await startPortal({ DATA_DIR: data, PORT: String(await freePort()), ...env });
  const { port } = new URL(running.address);
  return {
    address: `http://localhost:${port}`,
    async later(page: Page, ms: number) {
      await page.goto('about:blank');
      await running.stop();
      running = await startPortal({ DATA_DIR: data, PORT: port, ...env, ...movedClock(ms) });
    },
    async end(page: Page) {
      await page.goto('about:blank');
      await running.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The key that the page shows for people without a camera. */
const shownKey = async (page: Page) =>
  ((await page.getByText('Sem câmera?').locator('strong').textContent()) ?? '').replace(/\s/g, '');

const CODE_MS = 30_000;
/** The next code of the app: each counts once. */
const codeOf = (secret: string, steps = 0) => totpCode(secret, new Date(Date.now() + steps * CODE_MS));

async function connectApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Conectar um aplicativo' }).click();
  const secret = await shownKey(page);
  await page.getByLabel('Código de 6 dígitos').fill('000000');
  await page.getByRole('button', { name: 'Ligar o segundo fator' }).click();
  await expect(page.getByRole('alert')).toContainText('Confira');
  expect(await shownKey(page)).toBe(secret);
  // The earliest code that counts, so that later ones are left for logins. It ends with the half minute.
  await expect.poll(() => Date.now() % CODE_MS, { timeout: CODE_MS }).toBeLessThan(CODE_MS / 2);
  await page.getByLabel('Código de 6 dígitos').fill(codeOf(secret, -1));
  await page.getByRole('button', { name: 'Ligar o segundo fator' }).click();
  const shown = page.getByRole('region', { name: 'Guarde estes códigos' }).getByRole('listitem');
  const codes = await Promise.all(Array.from({ length: 10 }, (_, at) => shown.nth(at).textContent()));
  return { secret, codes: codes.map((code) => (code ?? '').trim()) };
}

async function enterWith(page: Page, address: string, second: string, label: string): Promise<void> {
  await forgetSession(page);
  await page.goto(`${address}/login/form`);
  await submitLogin(page, login);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirme que é você' })).toBeVisible();
  if (label !== 'Código de 6 dígitos') await page.getByText('Não estou com o aparelho').click();
  await page.getByLabel(label).fill(second);
  const button = label === 'Código de 6 dígitos' ? 'Entrar' : 'Entrar com este código';
  await page.getByRole('button', { name: button, exact: true }).click();
}

test('S22 the panel needs a second factor; the app and a recovery code open it, each code once', async ({ page }) => {
  const portal = await ownPortal({ STAFF_FACTOR: 'required' });
  await page.goto(`${portal.address}/login/form`);
  // The first factor ends the session of this call, so the call has to end before.
  const told = page.waitForResponse(/users\/pwa/, { timeout: 60_000 });
  await submitLogin(page, login);
  await page.waitForURL(/dashboard|manager-panel|segundo-fator/);
  await told;
  await page.goto(`${portal.address}/manager-panel/pedidos`);
  await expect(page.getByText('Falta um passo para abrir o painel')).toBeVisible();
  await expectNoAxeFindings(page);
  const { secret, codes } = await connectApp(page);
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'Já guardei, continuar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();

  await enterWith(page, portal.address, codeOf(secret), 'Código de 6 dígitos');
  await expect(page).toHaveURL(/\/dashboard|\/manager-panel/);
  const [recovery = ''] = codes;
  await enterWith(page, portal.address, recovery, 'Código de recuperação');
  await expect(page).toHaveURL(/\/dashboard|\/manager-panel/);
  await enterWith(page, portal.address, recovery, 'Código de recuperação');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoAxeFindings(page);
  await portal.end(page);
});

test.describe('a passkey', () => {
  test.use({ tolerated: [/ERR_INTERNET_DISCONNECTED/] });

  test('S22 a passkey is added, used for a login, and removed', async ({ page, context }) => {
    const portal = await ownPortal();
    const cdp = await context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${portal.address}/login/form`);
    // As above: the call has to end before the session.
    const told = page.waitForResponse(/users\/pwa/, { timeout: 60_000 });
    await submitLogin(page, login);
    await page.waitForURL(/dashboard|manager-panel/);
    await told;
    await page.goto(`${portal.address}/me/acesso`);
    await page.getByRole('link', { name: 'Ver o segundo fator' }).click();
    const make = page.getByRole('button', { name: 'Criar uma chave' });
    await expect(make).toBeVisible();
    await context.setOffline(true);
    await make.click();
    await expect(page.getByRole('status').filter({ hasText: 'Não carregou.' })).toBeVisible();
    await expect(make).toBeEnabled();
    await context.setOffline(false);
    await page.reload();
    await page.getByRole('region', { name: 'Chave de acesso' }).getByLabel('Nome').fill('Notebook da sala');
    await make.click();
    await expect(page.getByRole('region', { name: 'Guarde estes códigos' })).toBeVisible();
    await page.getByRole('link', { name: 'Já guardei, continuar' }).click();
    await expect(page.getByText('Notebook da sala', { exact: true })).toBeVisible();

    await forgetSession(page);
    await page.goto(`${portal.address}/login/form`);
    await submitLogin(page, login);
    await page.getByRole('button', { name: 'Entrar com a chave de acesso' }).click();
    await expect(page).toHaveURL(/\/dashboard|\/manager-panel/);

    await page.goto(`${portal.address}/me/segundo-fator`);
    await page.getByText('Mudar o nome ou remover').click();
    await page.getByRole('button', { name: 'Remover Notebook da sala' }).click();
    await expect(page.getByText('Segundo fator removido')).toBeVisible();
    await forgetSession(page);
    await page.goto(`${portal.address}/login/form`);
    await submitLogin(page, login);
    await expect(page).toHaveURL(/\/dashboard|\/manager-panel/);
    await portal.end(page);
  });
});

test.describe('on top of the page', () => {
  // The browser logs the re-authentication and the refusal as failed requests.
  test.use({ tolerated: [/status of 40[03]/] });
  test('S22 a change of rights needs re-authentication, and keeps the typed fields', {
    tag: ['@both', '@deep'],
  }, async ({ page }) => {
    const portal = await ownPortal();
    await page.goto(`${portal.address}/login/form`);
    await submitLogin(page, login);
    await page.waitForURL(/dashboard|manager-panel/);
    await portal.later(page, HOUR_MS);
    await page.goto(`${portal.address}/manager-panel/equipe`);
    await page.getByRole('button', { name: 'Convidar uma pessoa' }).click();
    await page.getByLabel('Nome completo').fill('Sofia Alves');
    await page.getByLabel('E-mail', { exact: true }).fill('sofia@escola.example');
    await page.getByRole('button', { name: 'Enviar convite' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
    await expect(proof).toBeVisible();
    await expectNoAxeFindings(page);
    await proof.getByLabel('Sua senha').fill('errada');
    await proof.getByRole('button', { name: 'Confirmar' }).click();
    await expect(proof.getByText('A senha atual não confere').first()).toBeVisible();
    await proof.getByLabel('Sua senha').fill('portal-demo');
    await proof.getByRole('button', { name: 'Confirmar' }).click();
    await expect(page.getByText('Pessoa convidada').first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Sofia Alves' })).toBeVisible();
    // A re-authentication is valid for ten minutes.
    await page.getByRole('link', { name: 'Sofia Alves', exact: true }).click();
    await page.getByRole('button', { name: 'Mudar o acesso' }).first().click();
    const rights = page.getByRole('dialog', { name: 'Mudar o acesso' });
    await rights.getByLabel('Financeiro', { exact: true }).uncheck();
    await rights.getByRole('button', { name: 'Salvar o acesso' }).click();
    await expect(page.getByText('Acesso salvo').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'O que abre no painel' })).not.toContainText('Financeiro');

    await portal.end(page);
  });
});

test('S22 downloading a list of people needs re-authentication, and an idle session ends', { tag: '@deep' }, async ({
  page,
}) => {
  const portal = await ownPortal();
  await page.goto(`${portal.address}/login/form`);
  await submitLogin(page, login);
  await page.waitForURL(/dashboard|manager-panel/);
  await portal.later(page, HOUR_MS);
  await page.goto(`${portal.address}/manager-panel/contatos`);
  await page
    .getByRole('link', { name: /Baixar|CSV/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Confirme que é você' })).toBeVisible();
  await page.getByLabel('Sua senha').fill('portal-demo');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  await expect(page.getByRole('heading', { level: 1, name: 'O arquivo está chegando' })).toBeVisible();

  // The whole log needs re-authentication too, and opens with its filter.
  await portal.later(page, 2 * HOUR_MS);
  await page.goto(`${portal.address}/manager-panel/auditoria?tipo=mudancas`);
  await page.getByLabel('Sua senha').fill('portal-demo');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Histórico da equipe' })).toBeVisible();
  await expect(page).toHaveURL(/auditoria\?tipo=mudancas/);

  await portal.later(page, 15 * HOUR_MS);
  await page.goto(`${portal.address}/manager-panel/contatos`);
  await expect(page.getByText('12 horas sem uso')).toBeVisible();
  await portal.end(page);
});
