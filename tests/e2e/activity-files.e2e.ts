import type { Page } from '@playwright/test';
import { pdf, webm } from '../support/sample-files.ts';
import { asks } from './support/asks.ts';
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

test('a file is submitted, replaced and deleted, and the page shows it after a reload (PED-08…10)', async ({
  page,
}) => {
  const work = await sheet(page, 'Redação: A trip to remember');
  await expect(work.getByText('PDF, DOC, DOCX, JPG, PNG · até 20 MB')).toBeVisible();
  await work.getByLabel('Escolher arquivo').setInputFiles(essay('primeira.pdf'));
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

test('late work shows as sent late without a reload, and its deadline again after the deletion', {
  tag: '@deep',
}, async ({ page }) => {
  const work = await sheet(page, 'Exercícios da página 38');
  await expect(work.getByText('Atrasada', { exact: true })).toBeVisible();
  await expect(work.getByText(/^O prazo era /)).toBeVisible();
  await work.getByLabel('Escolher arquivo').setInputFiles(essay('atrasado "final".pdf'));
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
  test('a refused file shows a message, and can be sent again (S9)', { tag: '@deep' }, async ({ page }) => {
    const work = await sheet(page, 'Redação: A trip to remember');
    await work
      .getByLabel('Escolher arquivo')
      .setInputFiles({ name: 'dever.pdf', mimeType: 'application/pdf', buffer: webm });
    await expect(work.getByRole('alert')).toContainText('O conteúdo deste arquivo não é de um tipo aceito');
    await expect(work.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
    await expectNoAxeFindings(page);
  });
});

test('the correction is shown beside the submission, and can be downloaded (PED-11)', async ({ page }) => {
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

test('a replacement that is chosen during an upload waits, and the last choice counts', { tag: '@deep' }, async ({
  page,
}) => {
  const work = await sheet(page, 'Redação: A trip to remember');
  const field = work.getByLabel('Escolher arquivo');
  await field.setInputFiles(essay('primeira.pdf'));
  await expect(work.getByRole('link', { name: /primeira\.pdf/ })).toBeVisible();
  const letGo = await holdUploads(page);
  await field.setInputFiles(essay('anexo.pdf'));
  await expect(work.getByRole('progressbar', { name: 'Envio de anexo.pdf' })).toBeVisible();
  for (const name of ['segunda.pdf', 'terceira.pdf']) {
    const [picker] = await Promise.all([
      page.waitForEvent('filechooser'),
      work.getByRole('button', { name: 'Trocar primeira.pdf' }).click(),
    ]);
    await picker.setFiles(essay(name));
    await expect(work.getByText(name)).toBeVisible();
    await expect(work.getByText('Na fila')).toHaveCount(1);
  }
  letGo();
  await expect(work.getByRole('link', { name: /anexo\.pdf/ })).toBeVisible();
  await expect(work.getByRole('link', { name: /terceira\.pdf/ })).toBeVisible();
  await expect(work.getByRole('link', { name: /primeira\.pdf|segunda\.pdf/ })).toHaveCount(0);
  await expect(work.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
});

test('a replacement chosen for a file that is being replaced replaces the new file', { tag: '@deep' }, async ({
  page,
}) => {
  const work = await sheet(page, 'Redação: A trip to remember');
  await work.getByLabel('Escolher arquivo').setInputFiles(essay('primeira.pdf'));
  await expect(work.getByRole('link', { name: /primeira\.pdf/ })).toBeVisible();
  const gate = Promise.withResolvers<void>();
  await page.route('**/excluir-atividade/**', async (route) => {
    await gate.promise;
    await route.continue();
  });
  const replace = work.getByLabel('Trocar primeira.pdf');
  await replace.setInputFiles(essay('segunda.pdf'));
  await expect(work.getByText('Guardando…')).toBeVisible();
  await expect(work.getByRole('button', { name: /^Cancelar o envio/ })).toHaveCount(0);
  await replace.setInputFiles(essay('terceira.pdf'));
  await expect(work.getByText('Na fila')).toBeVisible();
  gate.resolve();
  await expect(work.getByRole('link', { name: /terceira\.pdf/ })).toBeVisible();
  await expect(work.getByRole('link', { name: /primeira\.pdf|segunda\.pdf/ })).toHaveCount(0);
});

test('the number of a deleted file is reused, and the file that has it now stays', { tag: '@deep' }, async ({
  page,
}) => {
  const work = await sheet(page, 'Redação: A trip to remember');
  await work.getByLabel('Escolher arquivo').setInputFiles(essay('primeira.pdf'));
  const link = work.getByRole('link', { name: /primeira\.pdf/ });
  await expect(link).toBeVisible();
  // Another page of the student deletes the file.
  const address = (await link.getAttribute('href'))?.replace('download-', 'excluir-') ?? '';
  expect(await page.evaluate(async (url) => (await fetch(url, { method: 'DELETE' })).status, address)).toBe(200);
  await work.getByLabel('Trocar primeira.pdf').setInputFiles(essay('segunda.pdf'));
  await expect(work.getByRole('link', { name: /segunda\.pdf/ })).toBeVisible();
  await expect(work.getByRole('status').filter({ hasText: 'segunda.pdf' })).toBeVisible();
  await page.reload();
  await expect(work.getByRole('link', { name: /segunda\.pdf/ })).toBeVisible();
});

test('a cancelled upload leaves the focus at the field of its sheet', { tag: '@deep' }, async ({ page }) => {
  const work = await sheet(page, 'Redação: A trip to remember');
  await holdUploads(page);
  const field = work.getByLabel('Escolher arquivo');
  await field.setInputFiles(essay('primeira.pdf'));
  await work.getByRole('button', { name: 'Cancelar o envio: primeira.pdf' }).press('Enter');
  await expect(work.getByRole('progressbar')).toHaveCount(0);
  await expect(field).toBeFocused();
});

test.describe('a replaced file that stays', () => {
  test.use({ tolerated: [/status of 503/] });
  test('a message says so, and both files are listed', { tag: '@deep' }, async ({ page }) => {
    const work = await sheet(page, 'Redação: A trip to remember');
    await work.getByLabel('Escolher arquivo').setInputFiles(essay('primeira.pdf'));
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

test.describe('failed uploads', () => {
  test.use({ tolerated: [/status of 503/] });

  test('failed files stay selected, also the second in a row, and each is sent again once', { tag: '@deep' }, async ({
    page,
  }) => {
    const work = await sheet(page, 'Redação: A trip to remember');
    const field = work.getByLabel('Escolher arquivo');
    const upload = '**/enviar-arquivo-atividade/';
    await page.route(upload, (route) => route.fulfill({ status: 503, json: { detail: 'Agora não.' } }));
    for (const name of ['primeira.pdf', 'segunda.pdf']) {
      await field.setInputFiles(essay(name));
      await expect(work.getByRole('alert').filter({ hasText: name })).toContainText('Agora não.');
    }
    expect(await asks(page)).toBe(true);
    await expectNoAxeFindings(page);

    await page.unroute(upload);
    const letGo = await holdUploads(page);
    const again = (name: string) => work.getByRole('button', { name: `Tentar de novo: ${name}` });
    await again('primeira.pdf').click();
    await expect(again('primeira.pdf')).toHaveCount(0);
    await expect(field).toBeFocused();
    await again('segunda.pdf').click();
    await expect(work.getByText('Na fila')).toBeVisible();
    await expect(work.getByRole('button', { name: /^Tentar de novo/ })).toHaveCount(0);
    letGo();
    await expect(work.getByRole('link', { name: /segunda\.pdf/ })).toHaveCount(1);
    await expect(work.getByRole('link', { name: /primeira\.pdf/ })).toHaveCount(1);
    expect(await asks(page)).toBe(false);
  });
});

test('a file that the activity does not take is refused before it is sent', { tag: '@deep' }, async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('enviar-arquivo') && sent.push(request.url()));
  const work = await sheet(page, 'Redação: A trip to remember');
  const field = work.getByLabel('Escolher arquivo');
  await field.setInputFiles({ ...essay('dever.exe'), mimeType: 'application/octet-stream' });
  await expect(work.getByRole('alert')).toContainText('dever.exe: Este tipo de arquivo não é aceito.');
  await field.setInputFiles({ ...essay('vazio.pdf'), buffer: Buffer.alloc(0) });
  await expect(work.getByRole('alert')).toContainText('vazio.pdf: Este arquivo está vazio.');
  await expectNoAxeFindings(page);
  await field.setInputFiles(essay('certo.pdf'));
  await expect(work.getByRole('link', { name: /certo\.pdf/ })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a file that arrives after its sheet was closed shows a notice, and updates the row', { tag: '@deep' }, async ({
  page,
}) => {
  const late = 'Exercícios da página 38';
  const letGo = await holdUploads(page);
  const work = await sheet(page, late);
  await work.getByLabel('Escolher arquivo').setInputFiles(essay('lista.pdf'));
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
