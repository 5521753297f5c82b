import type { Page } from '@playwright/test';
import { expectWholeTitles } from './support/kit-list.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';
import { expectPresses } from './support/presses.ts';
import { expectWithinReach, resize } from './support/reach.ts';
import { NARROWEST, screens } from './support/screens.ts';

const LAPTOP = { width: 1366, height: 650 };
const rows = (page: Page) => page.getByRole('main').locator('tbody tr');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Mais ações: ${name}` });
const item = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const history = (page: Page) => page.getByRole('region', { name: 'Histórico' }).getByRole('listitem');
const saying = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible();

freshTest(
  'a visitor writes, and the school answers from the first word to the enrolment',
  { tag: '@both' },
  async ({ page, context }) => {
    await page.goto('/knn-orlando?utm_source=instagram&utm_campaign=julho');
    const form = page.locator('#contato');
    await form.getByLabel('Seu nome').fill('Quitéria Bastos');
    // The telephone of a student: the school recognises her.
    await form.getByLabel('Telefone com DDD').fill('(19) 99222-3344');
    await form.getByRole('checkbox').check();
    // Without the clock of its first touch the form is refused once.
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('portal_form');
    await context.clearCookies({ name: /portal_form/ });
    await form.getByRole('button', { name: 'Quero embarcar' }).click();
    await form.getByRole('button', { name: 'Quero embarcar' }).click();
    await expect(page.getByRole('heading', { name: 'Recebemos seu contato' })).toBeVisible();

    await logIn(page, 'gestora@demo.example');
    await page.goto('/avisos');
    await page.getByRole('button', { name: /Contato novo/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quitéria Bastos');
    await expect(page.getByRole('region', { name: 'De onde veio' })).toContainText('instagram · julho');
    await page.goto('/manager-panel/contatos');
    const first = rows(page).first();
    await expect(first).toContainText('Quitéria Bastos');
    await expect(first).toContainText('(19) 99222-3344');
    await expectNoAxeFindings(page);

    // Pressed before its script loads, and undone.
    await first.getByRole('checkbox', { name: 'Marcar Quitéria Bastos' }).check();
    await page.getByRole('region', { name: 'Seleção: 1' }).getByRole('button', { name: 'Já falei' }).click();
    await saying(page, '1 contato está em “Em contato”.');
    await expect(first).toContainText('Em contato');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(first).toContainText('Novo');

    await first.getByRole('link', { name: 'Quitéria Bastos', exact: true }).click();
    await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/5519992223344\?text=Oi%2C%20Quit%C3%A9ria/,
    );
    await expectNoAxeFindings(page);
    await menuOf(page, 'Quitéria Bastos').click();
    await item(page, 'Anotar').click();
    await page.getByRole('button', { name: 'Guardar a anotação' }).click();
    await expect(page.getByText('Este campo é obrigatório')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByLabel('Anotação').fill('Quer ir com a irmã.');
    await page.getByRole('button', { name: 'Guardar a anotação' }).click();
    await expect(history(page).first()).toContainText('Quer ir com a irmã.');
    await expect(history(page).first()).toContainText('Helena Prado');

    await page.getByRole('button', { name: 'Marcou visita' }).click();
    await page.getByLabel('Dia', { exact: true }).fill('2026-01-02');
    await page.getByLabel('Hora').fill('18:00');
    await page.getByLabel('O que fazer').fill('Mostrar a escola');
    await page.getByRole('button', { name: 'Marcar a visita' }).click();
    await expect(page.getByRole('main').getByText('Visita marcada').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Em resumo' })).toContainText('02/01 18:00 · Mostrar a escola');
    const contact = page.url();
    await page.goto('/manager-panel/turmas/semana?semana=2025-12-29');
    await page.getByRole('link', { name: '18:00 Visita: Quitéria Bastos' }).click();
    await expect(page).toHaveURL(contact);
    await menuOf(page, 'Quitéria Bastos').click();
    await item(page, 'Quem cuida').click();
    await page.getByLabel('Responsável').selectOption({ label: 'Helena Prado' });
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Em resumo' })).toContainText('Helena Prado');

    await page.goto('/manager-panel/contatos?estado=hoje');
    await expect(first).toContainText('02/01 18:00 · Mostrar a escola');
    await expectWithinReach(page);
    await expectNoAxeFindings(page);
  },
);

freshTest('a contact becomes a student with four presses from the home of the panel', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/contatos');
  await untilHydrated(page);
  // The telephone of a student.
  await page.getByRole('button', { name: 'Novo contato' }).click();
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Carla do Balcão');
  await page.getByRole('textbox', { name: 'Telefone', exact: true }).fill('(19) 99222-3344');
  await page.getByLabel('Unidade').selectOption({ label: 'KNN Vila Nova' });
  await page.getByRole('button', { name: 'Guardar o contato' }).click();
  await expect(page.getByText('Este campo é obrigatório')).toBeVisible();
  await page.getByRole('checkbox', { name: 'A pessoa quer ser chamada' }).check();
  await page.getByRole('button', { name: 'Guardar o contato' }).click();
  await saying(page, 'Contato anotado.');
  await expect(rows(page).first()).toContainText('Carla do Balcão');

  await page.goto('/manager-panel');
  await expectPresses(page, 4, async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Contatos' }).first().click();
    await menuOf(page, 'Carla do Balcão').click();
    await item(page, 'Matricular').click();
    await expect(page.getByRole('radio', { name: /Carla Dias.*mesmo telefone/s })).toBeChecked();
    await page.getByLabel(/^Nome, matrícula/).fill('Davi Reis');
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(page.getByRole('radio', { name: /Carla Dias/ })).toBeChecked();
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Confirmar a matrícula' }).click();
    await saying(page, 'Matrícula registrada');
  });

  await rowOf(page, 'Carla do Balcão').getByRole('link', { name: 'Carla do Balcão', exact: true }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Carla Dias' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Matricular' })).toHaveCount(0);
  await expect(history(page).last()).toContainText('Contato anotado: Balcão');
});

freshTest('a lost contact has a reason, and an empty search has a link back', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/contatos');
  await expectWithinReach(page);
  await page.goto('/manager-panel/contatos?q=l%C3%ADvia');
  await page.getByRole('main').getByRole('link', { name: 'Lívia Campos Rocha', exact: true }).first().click();
  await expect(page.getByText('Deixou o contato em')).toHaveCount(2);
  await page.getByRole('button', { name: 'Não deu certo' }).click();
  await page.getByLabel('Por que não deu certo').fill('Achou caro');
  await page.getByRole('button', { name: 'Encerrar o contato' }).click();
  const summary = page.getByRole('region', { name: 'Em resumo' });
  await expect(summary).toContainText('Achou caro');
  await page.getByRole('button', { name: 'Já falei' }).click();
  await expect(summary).not.toContainText('Achou caro');
  await page.goto('/manager-panel/contatos?q=ningu%C3%A9m');
  await expect(page.getByRole('heading', { name: 'Nada encontrado' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'Limpar filtros' }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect(page).toHaveURL(/contatos$/);
});

freshTest('a laptop shows ten contacts, which can be handled by keyboard only', async ({ page }) => {
  await page.setViewportSize(LAPTOP);
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/contatos');
  await untilHydrated(page);
  // Twenty more: a second page.
  await page.evaluate(async () => {
    for (let at = 10; at < 30; at += 1) {
      const telefone = `1997770${at}00`;
      const contact = { nome: 'Contato da Manhã', telefone, origem: 'Telefone', unidade_id: 101, autorizou: true };
      const body = JSON.stringify(contact);
      await fetch('/api/v1/do/leads.addLead/', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `manha-${telefone}` },
        body,
      });
    }
  });
  await page.reload();
  const boxes = await rows(page).evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().toJSON() as DOMRect),
  );
  expect(boxes[0]?.top).toBeLessThanOrEqual(220);
  expect(boxes[0]?.height).toBe(44);
  expect(boxes.filter(({ bottom }) => bottom <= LAPTOP.height).length).toBeGreaterThanOrEqual(10);
  await expectWholeTitles(page);

  // The first key is pressed before the script loads.
  await page.keyboard.press('j');
  await expect(rows(page).nth(0).getByRole('link').first()).toBeFocused();
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
  await expect(page.getByText('Seleção: 2').first()).toBeVisible();
  await page.keyboard.press('e');
  await saying(page, '2 contatos estão em “Em contato”.');
  await expect(page.getByText('Seleção: 2')).toHaveCount(0);
  await expect(rows(page).nth(1)).toContainText('Em contato');
  await page.keyboard.press('a');
  await page.getByLabel('Anotação').fill('Pediu a grade.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await saying(page, 'Anotação guardada.');
  await expect(rows(page).nth(1).getByRole('link').first()).toBeFocused();

  // Back from the record, the list is at the same place.
  await page.keyboard.press('Enter');
  await expect(history(page).first()).toContainText('Pediu a grade.');
  await untilHydrated(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/contatos$/);
  await untilHydrated(page);
  await expect(rows(page).nth(1).getByRole('link').first()).toBeFocused();

  await page.keyboard.press('f');
  const filter = page.getByRole('dialog', { name: 'Filtrar' });
  await filter.getByRole('link', { name: 'KNN Campolim' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/unidade=104/);
  await page.keyboard.press('Escape');
  await expect(filter).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await page.goBack();
  await expect(rows(page)).toHaveCount(20);

  await page.getByRole('link', { name: 'Próxima página' }).click();
  await expect(page).toHaveURL(/depois=/);
  await expect(rows(page).last()).toContainText('Bianca Alves Prado');
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await expect(rows(page)).toHaveCount(20);
});

freshTest('the board moves a card by dragging, by its menu and by keys', async ({ page }) => {
  await page.setViewportSize(screens.desktop);
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/contatos?ver=quadro');
  await untilHydrated(page);
  const stage = (name: string) => page.getByRole('region', { name, exact: true });
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expectNoAxeFindings(page);
  await card('Otávio Beltrão').dragTo(stage('Em contato'));
  await saying(page, '1 contato está em “Em contato”.');
  await expect(stage('Em contato')).toContainText('Otávio Beltrão');
  await page.getByRole('button', { name: 'Desfazer' }).press('Enter');
  await expect(stage('Novo')).toContainText('Otávio Beltrão');

  // A stage with a question asks it on the board too, and after a cancel the card stays.
  await card('Otávio Beltrão').dragTo(stage('Perdido'));
  await expect(page.getByLabel('Por que não deu certo')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(stage('Novo')).toContainText('Otávio Beltrão');

  const today = await page.locator('.kit-week [data-today="true"] span').textContent();
  const [day, month] = (today ?? '').split(' ')[1]?.split('/') ?? [];
  const year = await page.evaluate(() => new Date().getFullYear());
  await card('Débora Quintela').getByRole('link').first().focus();
  await page.keyboard.press('v');
  await page.getByLabel('Dia', { exact: true }).fill(`${year}-${month}-${day}`);
  await page.getByLabel('Hora').fill('09:30');
  await page.getByRole('button', { name: 'Marcar a visita' }).click();
  await expect(stage('Visita marcada')).toContainText('Débora Quintela');
  await expect(page.getByRole('region', { name: 'Visitas' }).getByRole('link', { name: '09:30 Débora' })).toBeVisible();

  await menuOf(page, 'Otávio Beltrão').click();
  await item(page, 'Passar para mim').click();
  await expect(card('Otávio Beltrão')).toContainText('Helena');
  await resize(page, { width: NARROWEST, height: screens.phone.height });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROWEST);
  await expectNoAxeFindings(page);
});
