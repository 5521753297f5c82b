import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pdf, png } from '../support/sample-files.ts';
import { forgetSession, logIn } from './support/log-in.ts';
import { outbox } from './support/mails.ts';
import { expect, expectNoAxeFindings, freshTest, test, untilHydrated } from './support/portal-test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const passport = { name: 'passaporte.pdf', mimeType: 'application/pdf', buffer: pdf('passaporte') };
const photo = { name: 'foto.png', mimeType: 'image/png', buffer: png };
const identity = { name: 'rg-da-mae.pdf', mimeType: 'application/pdf', buffer: pdf('rg') };
/** Too soon for the trip to Orlando, on every day of a year. */
const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toLocaleDateString('pt-BR', { timeZone: 'UTC' });
const inYears = (years: number) => `30/06/${new Date().getFullYear() + years}`;

/** All themes and widths: this page exists only once, in the middle of a story. */
async function expectNoFindingsInFourThemes(page: Page) {
  for (const theme of ['knn-dark', 'phenom-light', 'phenom-dark', 'knn-light']) {
    await page.locator('html').evaluate((html, name) => html.setAttribute('data-theme', name), theme);
    await expectNoAxeFindings(page);
  }
}
/** Chooses an action in the menu of a document: a telephone has no room for its buttons. */
async function decide(page: Page, act: string, name: string) {
  await page.getByRole('button', { name: `Mais ações: ${name}` }).click();
  await page.getByRole('button', { name: act, exact: true }).click();
}
async function send(page: Page, kind: string, file: typeof passport) {
  const card = page.locator(`#${kind}`);
  await card.scrollIntoViewIfNeeded();
  await expect(card.locator('astro-island[ssr]')).toHaveCount(0);
  await Promise.all([
    page.waitForURL(/feito=/),
    page.waitForEvent('load'),
    card.getByLabel(/^Escolher arquivo/).setInputFiles(file),
  ]);
  await expect(card).toContainText(file.name);
}

/** The guardian's link, out of the mails that would have been sent. */
async function linkOfMail(page: Page): Promise<string> {
  let found = '';
  await expect(async () => {
    const mails = await outbox(page);
    found = /\/autorizar\/[\w.-]+/.exec(mails)?.[0] ?? '';
    expect(found).not.toBe('');
  }).toPass();
  return found;
}

freshTest(
  'ABROAD-01…08 a minor applies, his mother consents, one document is refused, and the trip is paid',
  async ({ page }) => {
    // Six turns of three people, each page in four looks.
    freshTest.setTimeout(300_000);
    await logIn(page, 'menor@demo.example');
    await page.goto('/intercambio');
    await page.getByRole('link', { name: 'Quero me inscrever' }).click();

    // Registration data is filled in, missing fields are named, and nothing is lost.
    await expect(page.getByLabel('Nome completo')).toHaveValue('Felipe Nunes');
    await expect(page.getByLabel('Nome do responsável')).toHaveValue('Sandra Nunes');
    await expect(page.getByLabel('Nome completo')).toBeHidden();
    await page.getByText('Corrigir').first().click();
    await expect(page.getByLabel('Nome completo')).toBeVisible();
    await page.getByLabel('Nome do contato').fill('Sandra Nunes');
    await page.getByRole('button', { name: 'Salvar e continuar' }).click();
    await expect(page.getByRole('alert')).toContainText('Guardamos o que você digitou');
    await expect(page.getByLabel('Nome do contato')).toHaveValue('Sandra Nunes');
    await expectNoAxeFindings(page);
    await page.getByLabel('Telefone do contato').fill('(19) 99444-0000');
    await page.getByLabel('Parentesco do contato').fill('Mãe');
    await page.getByRole('button', { name: 'Salvar e continuar' }).click();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Passaporte e visto');
    await page.getByLabel('Número do passaporte').fill('FX482913');
    await page.getByLabel('Validade do passaporte').fill(inAYear());
    await page.getByRole('button', { name: 'Salvar e continuar' }).click();
    await expectNoAxeFindings(page);
    await expect(page.getByRole('heading', { name: /Londres/ })).toBeHidden();
    await page.getByText('Inscrições encerradas (1)').click();
    await expect(page.getByRole('heading', { name: /Londres/ })).toBeVisible();
    await page.getByRole('radio', { name: /Orlando/ }).check();
    await page.getByRole('button', { name: 'Salvar e continuar' }).click();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seus documentos');
    await send(page, 'passaporte', passport);
    await send(page, 'foto', photo);
    await send(page, 'autorizacao_responsavel', identity);
    await expectNoFindingsInFourThemes(page);
    await page.getByRole('link', { name: 'Continuar' }).click();

    await expect(page.getByRole('region', { name: 'Preço da viagem' })).toContainText(/US\$\s2\.890,00/);
    await expect(page.getByRole('region', { name: 'Preço da viagem' })).toContainText(/R\$\s[\d.]+,\d\d hoje/);
    await page.getByRole('radio', { name: /Pix/ }).check();
    await page.getByLabel('Parcelas', { exact: true }).selectOption('2');
    await expectNoFindingsInFourThemes(page);
    await page.getByRole('button', { name: 'Salvar e continuar' }).click();

    // A passport that expires too soon for this trip is named here, with a link to its field.
    await page.getByRole('checkbox', { name: /regras/ }).check();
    await page.getByRole('link', { name: /^Passaporte: Precisa valer até/ }).click();
    await expect(page.getByLabel('Validade do passaporte')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Validade do passaporte').fill(inYears(6));
    await page.getByRole('button', { name: 'Salvar e continuar' }).click();
    await page.goto('/intercambio/pedido');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confira e envie');
    await expectNoFindingsInFourThemes(page);
    await page.getByRole('checkbox', { name: /regras/ }).check();
    await page.getByRole('checkbox', { name: /Autorizo/ }).check();
    await page.getByRole('button', { name: 'Enviar o pedido' }).click();
    await expect(page.getByText('Pedido enviado.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Responsável' })).toContainText('Falta autorizar');
    await expectNoAxeFindings(page);

    // His mother, from her mail.
    const link = await linkOfMail(page);
    await forgetSession(page);
    await page.goto(link);
    await expectNoFindingsInFourThemes(page);
    await page.getByLabel('Seu CPF').fill('278.657.573-79');
    await page.getByRole('button', { name: 'Autorizar a viagem' }).click();
    await expect(page.getByText('Marque que autoriza')).toBeVisible();
    await expect(page.getByLabel('Seu CPF')).toHaveValue('278.657.573-79');
    await page.getByRole('checkbox', { name: /Sou responsável/ }).check();
    await page.getByRole('button', { name: 'Autorizar a viagem' }).click();
    await expect(page.getByText('Autorização registrada')).toBeVisible();
    await expectNoAxeFindings(page);

    // The school refuses one of three.
    await logIn(page, 'gestora@demo.example');
    await page.goto('/manager-panel/intercambio');
    await page.getByRole('link', { name: /Felipe Nunes/ }).click();
    await page.getByRole('button', { name: 'Começar a análise' }).click();
    await expect(page.getByText('O pedido está em “Em análise”')).toBeVisible();
    await decide(page, 'Aceitar', 'Passaporte');
    await expect(page.getByText('aceitar 2 documentos')).toBeVisible();
    await decide(page, 'Aceitar', 'Documento do responsável');
    await expect(page.getByText('aceitar 1 documento')).toBeVisible();
    await expectNoFindingsInFourThemes(page);
    await decide(page, 'Recusar', 'Foto 5 × 7');
    const form = page.getByRole('dialog', { name: 'Recusar' });
    await form.getByLabel('Motivo, que o aluno vai ler').fill('O fundo não é branco');
    await form.getByRole('button', { name: 'Recusar' }).click();
    await expect(page.getByText('Documento recusado. O aluno foi avisado.')).toBeVisible();
    await expect(page.getByRole('article').getByText('Falta um documento').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Aprovar o pedido', exact: true })).toHaveCount(0);

    // Only the refused document is requested again.
    await forgetSession(page);
    await logIn(page, 'menor@demo.example');
    await page.goto('/intercambio');
    await expect(page.locator('#foto')).toContainText('O fundo não é branco');
    await expect(page.locator('#passaporte input[type=file]')).toHaveCount(0);
    await expectNoFindingsInFourThemes(page);
    await send(page, 'foto', { ...photo, name: 'foto-branca.png' });
    await expect(page.getByText('Documento enviado. A escola vai conferir.')).toBeVisible();

    await forgetSession(page);
    await logIn(page, 'gestora@demo.example');
    await page.goto('/manager-panel/intercambio?estado=em_analise');
    await page.getByRole('link', { name: /Felipe Nunes/ }).click();
    await decide(page, 'Aceitar', 'Foto 5 × 7');
    await page.getByRole('button', { name: 'Aprovar o pedido', exact: true }).click();
    await expect(page.getByText('O pedido está em “Aprovado”')).toBeVisible();

    // The chosen payment method is changed to one card payment.
    await forgetSession(page);
    await logIn(page, 'menor@demo.example');
    await page.goto('/intercambio');
    await page.getByRole('link', { name: 'Escolher como pagar' }).click();
    await expect(page.getByLabel('Parcelas', { exact: true })).toHaveValue('2');
    await page.getByRole('button', { name: 'Confirmar a forma de pagamento' }).click();
    await expect(page.getByRole('region', { name: 'Pagamento' })).toContainText('2ª parcela');
    await expectNoAxeFindings(page);
    await page.getByRole('radio', { name: /Cartão/ }).check();
    await page.getByLabel('Parcelas no cartão').selectOption('3');
    await page.getByRole('button', { name: 'Mudar a forma' }).click();
    await expect(page.getByRole('region', { name: 'Pagamento', exact: true })).toContainText('Parcela única');
    await page.getByRole('link', { name: /^Pagar R\$/ }).click();
    await untilHydrated(page);
    await page.getByLabel('Número do cartão').fill('4000 0000 0000 0010');
    await page.getByLabel('Nome impresso no cartão').fill('SANDRA NUNES');
    await page.getByLabel('Validade').fill('12/35');
    await page.getByLabel('Código (CVV)').fill('123');
    await page.getByLabel('CPF de quem é o cartão').fill('278.657.573-79');
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeVisible();
    await page.goto('/intercambio');
    await expect(page.getByRole('region', { name: 'Andamento' })).toContainText('Pago');
    await expect(page.getByRole('link', { name: /Recibo/ })).toBeVisible();
    await expectNoAxeFindings(page);
  },
);

/** Takes the first trip of a draft: it says which documents are needed. */
async function openDocuments(page: Page) {
  await logIn(page, 'menor@demo.example');
  await page.goto('/intercambio/pedido?passo=turma');
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Salvar e continuar' }).click();
  await page.waitForURL(/passo=documentos/);
}

freshTest('an uploaded document does not disturb the upload of another', { tag: '@deep' }, async ({ page }) => {
  await openDocuments(page);
  const gate = Promise.withResolvers<void>();
  await page.route('**/foto/**', async (route) => {
    await gate.promise;
    await route.continue();
  });
  const [first, second] = [page.locator('#foto'), page.locator('#passaporte')];
  const choose = async (card: typeof first, file: typeof passport) => {
    await card.scrollIntoViewIfNeeded();
    await expect(card.locator('astro-island[ssr]')).toHaveCount(0);
    await card.getByLabel(/^Escolher arquivo/).setInputFiles(file);
  };
  await choose(first, photo);
  await expect(first.getByRole('progressbar', { name: 'Envio de foto.png' })).toBeVisible();
  await choose(second, passport);
  await expect(second.getByRole('status')).toContainText('Arquivo enviado.passaporte.pdf');
  await expect(first.getByRole('progressbar', { name: 'Envio de foto.png' })).toBeVisible();
  gate.resolve();
  await page.waitForURL(/feito=foto/);
  await expect(first).toContainText('foto.png');
  await expect(second).toContainText('passaporte.pdf');
});

freshTest.describe('without scripts', () => {
  freshTest.use({ javaScriptEnabled: false });

  freshTest(
    'ABROAD-06 a refused document is sent again by a plain form, larger than other forms may be',
    { tag: '@deep' },
    async ({ page }) => {
      await logIn(page, 'aluna@demo.example');
      await page.goto('/intercambio');
      const card = page.locator('#foto');
      await expect(card).toContainText('fundo branco');
      const folder = await mkdtemp(join(tmpdir(), 'abroad-'));
      const large = join(folder, 'foto-clara.png');
      await writeFile(large, Buffer.concat([png, Buffer.alloc(300_000)]));
      await card.getByLabel(/^Escolher arquivo/).setInputFiles(large);
      await card.getByRole('button', { name: 'Enviar arquivo' }).click();
      await expect(page.getByText('Documento enviado.')).toBeVisible();
      await expect(card).toContainText('foto-clara.png');
      await expect(page.getByRole('region', { name: 'Andamento' })).toContainText('Documentos reenviados');
    },
  );

  freshTest(
    'a refused file for a stored document shows the reason next to its form',
    { tag: '@deep' },
    async ({ page }) => {
      await openDocuments(page);
      const card = page.locator('#passaporte');
      const choose = async (file: typeof passport) => {
        await card.getByLabel(/^Escolher arquivo/).setInputFiles(file);
        await card.getByRole('button', { name: 'Enviar arquivo' }).click();
      };
      await choose(passport);
      await expect(card).toContainText(passport.name);
      await card.getByText('Trocar o arquivo').click();
      await choose({ ...passport, name: 'vazio.pdf', buffer: Buffer.alloc(0) });
      await expect(card.getByRole('alert')).toHaveText('Este arquivo está vazio. Escolha outro.');
      await expect(card.getByLabel(/^Escolher arquivo/)).toBeVisible();
    },
  );
});
