import type { Page } from '@playwright/test';
import { pdf, webm } from '../support/sample-files.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest as test, untilHydrated } from './support/portal-test.ts';

const essay = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(name) });

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(async ({ page }) => {
  await logIn(page, 'aluna@demo.example');
  await page.goto('/pedagogico/notas/1');
  await untilHydrated(page);
});

/** Opens a piece of work. @returns its sheet */
async function sheet(page: Page, title: string) {
  await page.getByRole('link', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('a file is handed in, replaced, taken back, and the page knows it after a reload (PED-08…10)', async ({
  page,
}) => {
  const work = await sheet(page, 'Redação: A trip to remember');
  await expect(work.getByText('PDF, DOC, DOCX, JPG, PNG · até 20 MB')).toBeVisible();
  await work.getByLabel(/^Arquivo de/).setInputFiles(essay('primeira.pdf'));
  await expect(work.getByRole('link', { name: /primeira\.pdf/ })).toBeVisible();
  await expect(work.getByText('Enviada', { exact: true })).toBeVisible();
  await expectNoAxeFindings(page);

  const [picker] = await Promise.all([
    page.waitForEvent('filechooser'),
    work.getByRole('button', { name: 'Trocar primeira.pdf' }).click(),
  ]);
  await picker.setFiles(essay('segunda.pdf'));
  await expect(work.getByRole('link', { name: /segunda\.pdf/ })).toBeVisible();
  await expect(work.getByRole('link', { name: /primeira\.pdf/ })).toHaveCount(0);
  await page.reload();
  await expect(work.getByText('Enviada', { exact: true })).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    work.getByRole('link', { name: /segunda\.pdf/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('segunda.pdf');

  await work.getByRole('button', { name: 'Apagar segunda.pdf' }).click();
  await page.getByRole('dialog', { name: 'Apagar este arquivo?' }).getByRole('button', { name: 'Manter' }).click();
  await work.getByRole('button', { name: 'Apagar segunda.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar', exact: true }).click();
  await expect(work.getByRole('link', { name: /segunda\.pdf/ })).toHaveCount(0);
  await expect(work.getByText('A fazer', { exact: true })).toBeVisible();
});

test('late work is told as sent and late without a reload, and its deadline comes back with the deletion', async ({
  page,
}) => {
  const work = await sheet(page, 'Exercícios da página 38');
  await expect(work.getByText('Atrasada', { exact: true })).toBeVisible();
  await expect(work.getByText(/^O prazo era /)).toBeVisible();
  await work.getByLabel(/^Arquivo de/).setInputFiles(essay('atrasado "final".pdf'));
  await expect(work.getByText('Enviada com atraso', { exact: true })).toBeVisible();
  await expect(work.getByText('Atrasada', { exact: true })).toHaveCount(0);
  await expect(work.getByText(/^O prazo era /)).toHaveCount(0);
  await expectNoAxeFindings(page);
  await work.getByRole('button', { name: 'Apagar atrasado final.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar', exact: true }).click();
  await expect(work.getByText('Atrasada', { exact: true })).toBeVisible();
  await expect(work.getByText(/^O prazo era /)).toBeVisible();
});

test.describe('what is refused', () => {
  test.use({ tolerated: [/status of 415/] });
  test('a refused file is said in words, and the file stays at hand to be sent again (S9)', async ({ page }) => {
    const work = await sheet(page, 'Redação: A trip to remember');
    await work
      .getByLabel(/^Arquivo de/)
      .setInputFiles({ name: 'dever.pdf', mimeType: 'application/pdf', buffer: webm });
    await expect(work.getByRole('alert')).toContainText('O conteúdo deste arquivo não é de um tipo aceito');
    await expect(work.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
    await expectNoAxeFindings(page);
  });
});

test('the correction stands beside what was handed in, and can be downloaded (PED-11)', async ({ page }) => {
  const work = await sheet(page, 'Redação: An old friend');
  await expect(work).toContainText('Corrigida');
  await expect(work).toContainText('Texto claro e bem organizado.');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    work.getByRole('link', { name: /Correção: correcao-an-old-friend\.pdf/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('correcao-an-old-friend.pdf');
  await expect(work.getByRole('button', { name: /Enviar/ })).toHaveCount(0);
});

/** Holds uploads until the test lets them go. */
async function holdUploads(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/enviar-arquivo-atividade/', async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

test('a choice to replace that is left replaces nothing later', async ({ page }) => {
  const work = await sheet(page, 'Redação: A trip to remember');
  const field = work.getByLabel(/^Arquivo de/);
  await field.setInputFiles(essay('primeira.pdf'));
  const replace = work.getByRole('button', { name: 'Trocar primeira.pdf' });
  await Promise.all([page.waitForEvent('filechooser'), replace.click()]);
  await work.getByLabel('Foto da câmera').setInputFiles(essay('foto.pdf'));
  await expect(work.getByRole('link', { name: /foto\.pdf/ })).toBeVisible();
  await Promise.all([page.waitForEvent('filechooser'), replace.click()]);
  await field.dispatchEvent('cancel', { bubbles: true });
  await field.setInputFiles(essay('terceira.pdf'));
  await expect(work.getByRole('link', { name: /terceira\.pdf/ })).toBeVisible();
  await expect(work.getByRole('link', { name: /primeira\.pdf/ })).toBeVisible();
});

test('a file that is chosen to replace another during an upload waits for its turn', async ({ page }) => {
  const work = await sheet(page, 'Redação: A trip to remember');
  const field = work.getByLabel(/^Arquivo de/);
  await field.setInputFiles(essay('primeira.pdf'));
  await expect(work.getByRole('link', { name: /primeira\.pdf/ })).toBeVisible();
  const letGo = await holdUploads(page);
  await field.setInputFiles(essay('anexo.pdf'));
  await expect(work.getByRole('progressbar', { name: 'Envio de anexo.pdf' })).toBeVisible();
  const [picker] = await Promise.all([
    page.waitForEvent('filechooser'),
    work.getByRole('button', { name: 'Trocar primeira.pdf' }).click(),
  ]);
  await picker.setFiles(essay('segunda.pdf'));
  await expect(work.getByText('Depois: segunda.pdf')).toBeVisible();
  letGo();
  await expect(work.getByRole('link', { name: /anexo\.pdf/ })).toBeVisible();
  await expect(work.getByRole('link', { name: /segunda\.pdf/ })).toBeVisible();
  await expect(work.getByRole('link', { name: /primeira\.pdf/ })).toHaveCount(0);
});

test.describe('a replaced file that stays', () => {
  test.use({ tolerated: [/status of 503/] });
  test('is said, and both files stand there', async ({ page }) => {
    const work = await sheet(page, 'Redação: A trip to remember');
    await work.getByLabel(/^Arquivo de/).setInputFiles(essay('primeira.pdf'));
    await page.route('**/excluir-atividade/**', (route) => route.fulfill({ status: 503, json: {} }));
    const [picker] = await Promise.all([
      page.waitForEvent('filechooser'),
      work.getByRole('button', { name: 'Trocar primeira.pdf' }).click(),
    ]);
    await picker.setFiles(essay('segunda.pdf'));
    await expect(work.getByRole('alert').filter({ hasText: 'primeira.pdf: ' })).toBeVisible();
    await expect(work.getByRole('link', { name: /primeira\.pdf/ })).toBeVisible();
    await expect(work.getByRole('link', { name: /segunda\.pdf/ })).toBeVisible();
  });
});

test('a file arrives after its sheet was closed: a notice says so, and the row knows it', async ({ page }) => {
  const late = 'Exercícios da página 38';
  const letGo = await holdUploads(page);
  const work = await sheet(page, late);
  await work.getByLabel(/^Arquivo de/).setInputFiles(essay('lista.pdf'));
  const progress = work.getByRole('progressbar', { name: 'Envio de lista.pdf' });
  await expect(progress).toBeVisible();
  await work.getByRole('button', { name: 'Fechar' }).click();
  await expect(work).toBeHidden();
  await sheet(page, late);
  await expect(progress).toBeVisible();
  await work.getByRole('button', { name: 'Fechar' }).click();
  await expect(work).toBeHidden();
  letGo();
  await expect(page.getByText('“lista.pdf” foi enviado.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Concluídas' }).getByRole('link', { name: late })).toContainText(
    'Enviada com atraso',
  );
});
