import { forgetSession, logIn } from './support/log-in.ts';
import { expect, freshTest } from './support/portal-test.ts';

const DAY_MS = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

freshTest.describe('without scripts', () => {
  freshTest.use({ javaScriptEnabled: false });

  freshTest('a manager makes a trip, mends what is wrong, publishes it, and a student sees it', async ({ page }) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto('/manager-panel/intercambio');
    await page.getByRole('link', { name: 'Viagens', exact: true }).click();
    await page.getByRole('link', { name: 'Nova viagem' }).click();
    await page.getByLabel('Nome', { exact: true }).fill('Dublin · duas semanas');
    await page.getByLabel('Destino', { exact: true }).fill('Dublin, Irlanda');
    await page.getByLabel('Escola parceira').fill('Liffey House');
    await page.getByLabel('Descrição', { exact: true }).fill('Aulas de manhã e a cidade à tarde.');
    await page.getByLabel('Ida', { exact: true }).fill(day(200));
    await page.getByLabel('Volta', { exact: true }).fill(day(190));
    await page.getByLabel('Inscrições até').fill(day(60));
    await page.getByLabel('Vagas', { exact: true }).fill('12');
    await page.getByLabel('Idade mínima').fill('14');
    await page.getByLabel('Preço', { exact: true }).fill('2.890,00');
    await page.getByLabel('O que o preço inclui').fill('Aulas, hospedagem e café da manhã.');
    await page.getByLabel('RG ou CNH').selectOption('Opcional');
    await page.getByRole('button', { name: 'Criar viagem' }).click();
    await expect(page.getByText('A volta vem antes da ida')).toBeVisible();
    await expect(page.getByLabel('Preço', { exact: true })).toHaveValue('2.890,00');
    await expect(page.getByLabel('RG ou CNH')).toHaveValue('opcional');
    await page.getByLabel('Volta', { exact: true }).fill(day(214));
    await page.getByRole('button', { name: 'Criar viagem' }).click();
    await expect(page.getByText('Viagem criada.')).toBeVisible();
    const address = page.url();

    // Another window changes it first: the words say so, and nothing is lost or overwritten.
    const other = await page.context().newPage();
    await other.goto(address);
    await other.getByLabel('Vagas', { exact: true }).fill('13');
    await other.getByRole('button', { name: 'Salvar' }).click();
    await expect(other.getByText('Viagem salva.')).toBeVisible();
    await page.getByLabel('Vagas', { exact: true }).fill('20');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('Outra pessoa mudou esta viagem')).toBeVisible();
    await expect(page.getByLabel('Vagas', { exact: true })).toHaveValue('20');
    await other.getByRole('button', { name: 'Publicar' }).click();
    await expect(other.getByText('Viagem publicada: os alunos já a veem.')).toBeVisible();
    await other.close();

    await forgetSession(page);
    await logIn(page, 'menor@demo.example');
    await page.goto('/intercambio');
    await expect(page.getByRole('heading', { name: 'Dublin · duas semanas' })).toBeVisible();
    await expect(page.getByText('Aulas, hospedagem e café da manhã.')).toBeVisible();
    await expect(page.getByText('13 de 13')).toBeVisible();
  });
});
