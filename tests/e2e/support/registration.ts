import { expect, type Page } from '@playwright/test';

/** Fills in all steps of a registration but for the last press. @param cpf digits */
export async function fillRegistration(page: Page, cpf: string): Promise<void> {
  const goOn = page.getByRole('button', { name: 'Continuar' });
  await page.getByLabel('Nome completo').fill('Otávio Brandão');
  await page.getByLabel('CPF').fill(cpf);
  await goOn.click();
  await page.getByLabel('E-mail').fill('otavio@teste.example');
  await page.getByLabel('Telefone com DDD').fill('19987654321');
  await goOn.click();
  await page.getByLabel('CEP').fill('13015904');
  await page.getByLabel('Rua').fill('Rua das Palmeiras');
  await page.getByLabel('Número').fill('12');
  await goOn.click();
  await page.getByLabel('Crie uma senha').fill('Caminho novo 42');
  await page.getByLabel(/^Concordo que a escola/).check();
}

/** The registration that the portal requires of everybody. */
export async function register(page: Page, own: { full_name: string; email: string; cpf: string }): Promise<void> {
  const home = { phone: '81991112233', cep: '50030230', street: 'Rua do Sol', street_number: '12' };
  const answer = await page.request.put('/api/v1/users/atualizacao-cadastral/', {
    data: { ...own, ...home },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
