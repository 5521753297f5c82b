import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { loginWithBookCode } from '../../src/lib/contract/auth.ts';
import { routes } from '../../src/lib/routes.ts';
import { sessionCookie } from '../../src/lib/session.ts';
import { keyOf } from '../support/level-test.ts';
import { readPdf } from '../support/pdf.ts';
import { forgetSession, logIn } from './support/log-in.ts';
import {
  addressOn,
  test as base,
  expect,
  expectNoAxeFindings,
  expectNoAxeFindingsInThemes,
  test,
} from './support/portal-test.ts';
import { openPortal } from './support/portals.ts';

const GRADES = '/pedagogico/notas/101?parte=notas';

/** Presses a download button, and reads the downloaded PDF. */
async function downloaded(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const bytes = await readFile(await download.path());
  const pdf = await readPdf(new Uint8Array(bytes).buffer);
  return {
    name: download.suggestedFilename(),
    text: pdf.text,
    check: /\/verificar\/([A-Z2-9-]{14})/.exec(pdf.text)?.[0] ?? '',
  };
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, { tag: javaScriptEnabled ? [] : '@deep' }, () => {
    test.use({ javaScriptEnabled, contextOptions: { reducedMotion: 'reduce' } });

    test('a student downloads her report, and anybody finds it genuine', async ({ page, loginAs }) => {
      await loginAs('aluna@demo.example');
      await page.goto(GRADES);
      const button = page.getByRole('button', { name: 'Baixar boletim (PDF)' });
      const report = await downloaded(page, () => button.click());
      expect(report.name).toMatch(/^boletim-[A-Z2-9-]{14}\.pdf$/);
      expect(report.text).toContain('Ana Souza');
      expect(page.url()).toContain(GRADES);

      await forgetSession(page);
      await page.goto(report.check);
      await expect(page.getByText('Documento autêntico')).toBeVisible();
      await expect(page.getByRole('row', { name: 'Nome Ana S.' })).toBeVisible();
      await expect(page.getByRole('row', { name: 'Turma Inglês A2 · Noite' })).toBeVisible();
      await expect(page.getByText('Souza')).toHaveCount(0);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow');
    });

    test('a student downloads what was paid within a year, and anybody finds it genuine', async ({ page, loginAs }) => {
      await loginAs('aluna@demo.example');
      await page.goto('/me/documentos');
      const button = page.getByRole('button', { name: /^PDF: Pagamentos do ano, Recebidos em 20\d\d$/ }).first();
      const statement = await downloaded(page, () => button.click());
      expect(statement.name).toMatch(/^pagamentos-[A-Z2-9-]{14}\.pdf$/);
      expect(statement.text).toMatch(/Recebemos de [\s\S]*Total: R\$/);

      await forgetSession(page);
      await page.goto(statement.check);
      await expect(page.getByText('Documento autêntico')).toBeVisible();
      await expect(page.getByRole('row', { name: /^Pago por / })).toHaveCount(1);
    });

    test('a code can be typed in any format, and an unknown code says so', async ({ page }) => {
      await page.goto('/verificar');
      const field = page.getByLabel('Código de verificação');
      await field.fill('abc');
      await page.getByRole('button', { name: 'Conferir' }).click();
      await expect(page.getByText('Este código não está completo')).toBeVisible();
      await expect(field).toHaveValue('abc');
      await field.fill(' aaaa bbbb cccc ');
      await page.getByRole('button', { name: 'Conferir' }).click();
      await expect(page).toHaveURL(/\/verificar\/AAAA-BBBB-CCCC$/);
      await expect(page.getByText('Não há documento com este código')).toBeVisible();
    });
  });
}

test('a session of a printed code needs the password before a document', async ({ page, context, baseURL }) => {
  const answer = await fetch(`http://127.0.0.1:${new URL(baseURL ?? '').port}/api/v1/${loginWithBookCode.path}`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'aluna@demo.example', uuid: 'KNN-LIVRO-0001' }),
  });
  const { access_token: value } = (await answer.json()) as { access_token: string };
  await context.addCookies([{ name: sessionCookie, value, url: baseURL ?? '', httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(GRADES);
  await expect(page).toHaveURL(/\/login\/form\?motivo=senha&next=%2Fpedagogico%2Fnotas%2F101%3Fparte%3Dnotas$/);
});

test('a genuine document has no axe findings in any theme', async ({ page, loginAs }) => {
  await loginAs('aluna@demo.example');
  await page.goto(GRADES);
  const button = page.getByRole('button', { name: 'Baixar boletim (PDF)' });
  const { check } = await downloaded(page, () => button.click());
  await expectNoAxeFindingsInThemes(page, 0, async (brand) => {
    await page.goto(addressOn(brand, check));
    await expect(page.getByText('Documento autêntico')).toBeVisible();
  });
});

/** A school that opens the level test to everybody. */
const openTest = base.extend({
  baseURL: async ({ browserName: _any }, use) => {
    const portal = await openPortal({ PUBLIC_PAGES: '/english-test' });
    await use(portal.address);
    await portal.close();
  },
});

openTest.describe('a visitor', () => {
  openTest.use({ javaScriptEnabled: false });

  openTest('a visitor gets the certificate without consenting to a call', { tag: '@deep' }, async ({ page }) => {
    await takeTest(page);
    await page.goto('/english-test');
    const form = page.locator('#certificado');
    await expect(form.getByRole('checkbox')).not.toBeChecked();
    await expect(form.getByLabel('Telefone com DDD')).toBeHidden();
    await form.getByLabel('Nome completo').fill('Lia Campos');
    await form.getByRole('button', { name: 'Receber certificado' }).click();
    const link = page.getByRole('link', { name: 'Baixar certificado (PDF)' });
    expect((await downloaded(page, () => link.click())).text).toContain('Lia Campos');
  });

  openTest('a visitor who asks for a call leaves name and telephone, and gets the certificate', async ({ page }) => {
    await takeTest(page);
    await page.goto('/english-test');
    const form = page.locator('#certificado');
    await form.getByLabel('Nome completo').fill('Joana dos Santos');
    await form.getByRole('checkbox').check();
    await form.getByLabel('Telefone com DDD').fill('(00) 99123-4567');
    await form.getByLabel('Cidade').fill('Campinas');
    // Bots fill in the hidden field, and get nothing.
    await form.locator('#site').fill('http://ofertas.example');
    await form.getByRole('button', { name: 'Receber certificado' }).click();
    await expect(form.getByLabel('Nome completo')).toHaveValue('');

    await form.getByLabel('Nome completo').fill('Joana dos Santos');
    await form.getByRole('checkbox').check();
    await form.getByLabel('Telefone com DDD').fill('(00) 99123-4567');
    await form.getByLabel('Cidade').fill('Campinas');
    await form.getByRole('button', { name: 'Receber certificado' }).click();
    await expect(page.getByText('Confira o DDD e o número')).toBeVisible();
    await expect(form.getByLabel('Nome completo')).toHaveValue('Joana dos Santos');
    await form.getByLabel('Telefone com DDD').fill('(19) 99123-4567');
    await form.getByRole('button', { name: 'Receber certificado' }).click();
    const link = page.getByRole('link', { name: 'Baixar certificado (PDF)' });
    const certificate = await downloaded(page, () => link.click());
    expect(certificate.text).toContain('Joana dos Santos');
    await page.goto(certificate.check);
    await expect(page.getByRole('row', { name: 'Nome Joana S.' })).toBeVisible();
  });
});

openTest('the form of a visitor has no axe findings', async ({ page }) => {
  await takeTest(page);
  await page.goto('/english-test');
  await expect(page.locator('#certificado')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.locator('#certificado form').evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Receber certificado' }).click();
  await expect(page.getByLabel('Telefone com DDD')).toHaveAttribute('aria-invalid', 'true');
  await expectNoAxeFindings(page);
});

openTest(
  'a beginner leaves name and telephone after the level test, and the school sees the level',
  async ({ page }) => {
    await takeTest(page, false);
    await page.goto('/english-test');
    await expect(page.getByRole('heading', { name: 'O que quer dizer Pré-A1' })).toBeVisible();
    await expect(page.locator('#certificado')).toHaveCount(0);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: 'Quero começar do zero' }).click();
    const form = page.locator('#comecar');
    const chat = form.getByRole('link', { name: 'KNN Vila Nova, Campinas' });
    await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/55\d{10,11}\?text=/);
    await form.getByLabel('Seu nome').fill('Zenaide do Zero');
    await form.getByLabel('Telefone com DDD').fill('(00) 99123-4567');
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Quero começar do zero' }).click();
    await expect(form.getByText('Confira o DDD e o número')).toBeVisible();
    await expect(form.getByLabel('Seu nome')).toHaveValue('Zenaide do Zero');
    await expectNoAxeFindings(page);
    await form.getByLabel('Telefone com DDD').fill('(19) 99123-4577');
    await form.getByRole('button', { name: 'Quero começar do zero' }).click();
    await expect(form.getByRole('status')).toContainText('A escola recebeu seu contato');
    await expect(chat).toBeVisible();
    await expectNoAxeFindings(page);

    await logIn(page, 'gestora@demo.example');
    await page.goto('/manager-panel/contatos?q=zenaide');
    await expect(page.getByRole('main').locator('tbody tr')).toContainText('Pré-A1 · Teste de inglês');
  },
);

/** Takes a whole level test as the visitor of `page`, right or wrong throughout, by its forms without the screens. */
async function takeTest(page: Page, isRight = true): Promise<void> {
  const send = async (form: Record<string, string>) => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await page.request.post(routes.englishTest(), { form, headers });
    return /name="questao" value="(\d+)"/.exec(await answer.text())?.[1];
  };
  let item = await send({ acao: 'comecar' });
  expect(item).toBeDefined();
  while (item) {
    const key = keyOf(Number(item));
    const resposta = isRight ? key : key === 'a' ? 'b' : 'a';
    item = await send({ acao: 'responder', questao: item, resposta, inicio: String(Date.now() - 3_000) });
  }
}
