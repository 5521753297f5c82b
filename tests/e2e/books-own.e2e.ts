import { bookFiles, bookZip, text } from '../support/school-book.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';

const zip = (files: Record<string, Uint8Array>) => ({
  name: 'bairro-1.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from(bookZip(files)),
});

// The book that was installed waits no more, and a number that is none.
freshTest.use({ tolerated: [/status of 4(04|22)/] });

freshTest(
  'a school installs its own book, prints codes, and a student studies it',
  { tag: '@both' },
  async ({ page }) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto('/manager-panel/livros');
    await untilHydrated(page);
    // An error is shown with its file and line.
    await page
      .getByLabel('Livro em ZIP')
      .setInputFiles(zip({ ...bookFiles(), 'unidade-1/faixa-1.mp3': text('no sound') }));
    await expect(page.getByRole('heading', { name: 'O que corrigir' })).toBeVisible();
    await expect(page.getByText('Isto não é um som MP3')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: 'Enviar de novo' }).first().click();
    await untilHydrated(page);
    await expect(page.getByRole('link', { name: 'Ver o que corrigir em bairro-1.zip' })).toBeVisible();
    await page.getByLabel('Livro em ZIP').setInputFiles(zip(bookFiles()));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('English do Bairro');
    await expect(page.getByText('unidades: 2 novas')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Instalar' }).first().click();
    await expect(page.getByText('Livro instalado')).toBeVisible();
    await expect(page.getByText('Não está mais nesta lista')).toBeVisible();
    await page.goto('/manager-panel/livros');
    await page.getByRole('link', { name: 'English do Bairro' }).click();
    await page.getByRole('button', { name: 'Criar códigos' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Quantos códigos').fill('muitos');
    await form.getByRole('button', { name: 'Criar códigos' }).click();
    await expect(form.getByText('Escreva um número')).toBeVisible();
    await form.getByLabel('Quantos códigos').fill('2');
    await form.getByLabel('Para a unidade').selectOption({ index: 0 });
    await form.getByRole('button', { name: 'Criar códigos' }).click();
    await expect(page.getByText('Códigos criados')).toBeVisible();
    await expect(form).toHaveCount(0);
    await expectNoAxeFindings(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /Baixar a lista/ }).click();
    const lines = await (await download).createReadStream();
    const list = Buffer.concat(await lines.toArray()).toString('utf8');
    const [, code = ''] = /^(BAIRRO1-\S+?);/m.exec(list) ?? [];
    await page.reload();
    await expect(page.getByText(/lista baixada em/)).toBeVisible();

    await logIn(page, 'aluna@demo.example');
    const link = (entered: string) =>
      page.evaluate(
        async (body) => {
          const headers = { 'content-type': 'application/json' };
          const answer = await fetch('/api/v1/users/book/', { method: 'POST', headers, body });
          return ((await answer.json()) as { id: number }).id;
        },
        JSON.stringify({ code: entered }),
      );
    await page.goto(`/pedagogico/minha-pratica/${await link(code)}?unidade=1`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello there');
    const sound = page.waitForResponse(/livros\/arquivos/);
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Tocar' }).click();
    expect((await sound).status()).toBeLessThan(300);
  },
);
