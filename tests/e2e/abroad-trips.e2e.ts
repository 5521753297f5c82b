import type { Page } from '@playwright/test';
import { forgetSession, logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest } from './support/portal-test.ts';

const DAY_MS = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const TRIP = 'Dublin · duas semanas';

freshTest.use({ tolerated: [/status of 4(09|22)/] });

/** Begins an act of the trip, by its menu: a telephone has no room for its buttons. */
async function begin(page: Page, act: string) {
  await page.getByRole('button', { name: `Mais ações: ${TRIP}` }).click();
  await page.getByRole('button', { name: act, exact: true }).click();
}

/** Opens the form of the trip. */
async function edit(page: Page) {
  await begin(page, 'Editar a viagem');
  return page.getByRole('dialog', { name: 'Editar a viagem' });
}

freshTest('a manager creates a trip, corrects errors, publishes it, and a student sees it', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/intercambio');
  await page.getByRole('link', { name: 'Viagens', exact: true }).click();
  await page.getByRole('button', { name: 'Nova viagem' }).click();
  const form = page.getByRole('dialog', { name: 'Nova viagem' });
  await form.getByLabel('Nome', { exact: true }).fill(TRIP);
  await form.getByLabel('Destino', { exact: true }).fill('Dublin, Irlanda');
  await form.getByLabel('Escola parceira').fill('Liffey House');
  await form.getByLabel('Descrição', { exact: true }).fill('Aulas de manhã e a cidade à tarde.');
  await form.getByLabel('Ida', { exact: true }).fill(day(200));
  await form.getByLabel('Volta', { exact: true }).fill(day(190));
  await form.getByLabel('Inscrições até').fill(day(60));
  await form.getByLabel('Vagas', { exact: true }).fill('12');
  await form.getByLabel('Idade mínima').fill('14');
  await form.getByLabel('Preço', { exact: true }).fill('2.890,00');
  await form.getByLabel('O que o preço inclui').fill('Aulas, hospedagem e café da manhã.');
  await form.getByLabel('RG ou CNH').selectOption('Opcional');
  await form.getByRole('button', { name: 'Criar viagem' }).click();
  await expect(form.getByLabel('Volta', { exact: true })).toHaveAccessibleDescription(/A volta vem antes da ida/);
  await expect(form.getByLabel('Preço', { exact: true })).toHaveValue('2.890,00');
  await expect(form.getByLabel('RG ou CNH')).toHaveValue('opcional');
  await expectNoAxeFindings(page);
  await form.getByLabel('Volta', { exact: true }).fill(day(214));
  await form.getByRole('button', { name: 'Criar viagem' }).click();
  await expect(page.getByText('Viagem criada.')).toBeVisible();

  // Another window changes it first: a message says so, and nothing is lost or overwritten.
  const other = await page.context().newPage();
  await other.goto('/manager-panel/intercambio/turmas');
  const own = await edit(page);
  await own.getByLabel('Vagas', { exact: true }).fill('20');
  const theirs = await edit(other);
  await theirs.getByLabel('Vagas', { exact: true }).fill('13');
  await theirs.getByRole('button', { name: 'Salvar' }).click();
  await expect(other.getByText('Viagem salva.')).toBeVisible();
  await own.getByRole('button', { name: 'Salvar' }).click();
  await expect(own.getByText('Outra pessoa mudou esta viagem')).toBeVisible();
  await expect(own.getByLabel('Vagas', { exact: true })).toHaveValue('20');
  await begin(other, 'Publicar');
  await expect(other.getByText('Viagem publicada: os alunos já a veem.')).toBeVisible();
  await expectNoAxeFindings(other);
  await other.close();

  await forgetSession(page);
  await logIn(page, 'menor@demo.example');
  await page.goto('/intercambio');
  await expect(page.getByRole('heading', { name: TRIP })).toBeVisible();
  await expect(page.getByText('Aulas, hospedagem e café da manhã.')).toBeVisible();
  await expect(page.getByText('13 de 13')).toBeVisible();
});
