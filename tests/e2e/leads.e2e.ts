import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest } from './support/portal-test.ts';
import { expectWithinReach } from './support/reach.ts';

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
    // Without the clock of its first touch the form comes back once.
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('portal_form');
    await context.clearCookies({ name: /portal_form/ });
    await form.getByRole('button', { name: 'Quero embarcar' }).click();
    await form.getByRole('button', { name: 'Quero embarcar' }).click();
    await expect(page.getByRole('heading', { name: 'Recebemos seu contato' })).toBeVisible();

    await logIn(page, 'gestora@demo.example');
    await page.goto('/avisos');
    await page.getByRole('button', { name: /Contato novo/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quitéria Bastos');
    await page.goto('/manager-panel/contatos');
    const first = page.getByRole('main').locator('tbody tr').first();
    await expect(first).toContainText('Quitéria Bastos');
    await expect(first).toContainText('KNN Orlando · KNN Idiomas · instagram · julho');
    await expect(first.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/5519992223344\?text=Oi%2C%20Quit%C3%A9ria/,
    );
    await expectNoAxeFindings(page);

    // Several at once, and back.
    await page.getByRole('button', { name: 'Pôr marcados em contato' }).click();
    await expect(page.getByRole('alert')).toHaveText('Marque pelo menos um contato.');
    await first.getByLabel('Marcar Quitéria Bastos').check();
    await page.getByRole('button', { name: 'Pôr marcados em contato' }).click();
    await expect(page.getByRole('status')).toContainText('1 contato está em “Em contato”.');
    await expect(first).toContainText('Em contato');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(first).toContainText('Novo');

    await first.getByRole('link', { name: 'Quitéria Bastos', exact: true }).click();
    await page.getByLabel('Anotação').fill('   ');
    await page.getByRole('button', { name: 'Guardar a anotação' }).click();
    await expect(page.getByRole('alert')).toContainText('Confira o campo');
    await expectNoAxeFindings(page);
    await page.getByLabel('Anotação').fill('Quer ir com a irmã.');
    await page.getByRole('button', { name: 'Guardar a anotação' }).click();
    const history = page.getByRole('region', { name: 'Histórico' });
    await expect(history.getByRole('listitem').first()).toContainText('Quer ir com a irmã.');
    await expect(history.getByRole('listitem').first()).toContainText('Helena Prado');
    await page.getByRole('button', { name: 'Marcou visita' }).click();
    await expect(page.getByRole('region', { name: 'Falar agora' })).toContainText('Visita marcada');
    await page.getByLabel('Dia', { exact: true }).fill('2026-01-02');
    await page.getByLabel('O que fazer').fill('Mostrar a escola');
    await page.getByRole('button', { name: 'Guardar o passo' }).click();
    await expect(page.getByRole('status')).toContainText('Próximo passo guardado');
    await page.getByLabel('Responsável').selectOption({ label: 'Helena Prado' });
    await page.getByRole('region', { name: 'Quem cuida' }).getByRole('button', { name: 'Guardar' }).click();

    await page.goto('/manager-panel/contatos?estado=hoje');
    await expect(first).toContainText('Atrasado: 02/01/2026 · Mostrar a escola');
    await expect(first).toContainText('Com Helena Prado');
    await page.getByRole('link', { name: 'Quitéria Bastos', exact: true }).click();
    const enrol = page.getByRole('region', { name: 'Matricular' });
    await expect(enrol.getByRole('radio', { name: /Carla Dias.*mesmo telefone/s })).toBeChecked();
    await enrol.getByLabel(/^Nome, matrícula/).fill('Davi Reis');
    await enrol.getByRole('button', { name: 'Buscar' }).click();
    await expect(enrol.getByRole('radio')).toHaveCount(2);
    await expect(enrol).toBeInViewport();
    await expectWithinReach(page);
    await expectNoAxeFindings(page);
    await enrol.getByRole('button', { name: 'Confirmar a matrícula' }).click();
    await expect(page.getByRole('status')).toContainText('Matrícula registrada');
    await expect(
      page.getByRole('region', { name: 'De onde veio' }).getByRole('link', { name: 'Carla Dias' }),
    ).toBeVisible();
    await expect(enrol).toHaveCount(0);
    await expectNoAxeFindings(page);
  },
);

freshTest('a contact that did not work out has a reason, and an empty search leads back', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/contatos');
  await expectWithinReach(page);
  await page.goto('/manager-panel/contatos?q=l%C3%ADvia');
  await page.getByRole('main').getByRole('link', { name: 'Lívia Campos Rocha', exact: true }).first().click();
  await expect(page.getByRole('region', { name: 'Histórico' }).getByText('Deixou o contato em')).toHaveCount(2);
  await page.getByText('Não deu certo', { exact: true }).click();
  await page.getByLabel('Por que não deu certo').fill('Achou caro');
  await page.getByRole('button', { name: 'Encerrar o contato' }).click();
  await expect(page.getByRole('region', { name: 'Falar agora' })).toContainText('Achou caro');
  await page.getByRole('button', { name: 'Já falei' }).click();
  await expect(page.getByRole('region', { name: 'Falar agora' })).not.toContainText('Achou caro');
  await page.goto('/manager-panel/contatos?q=ningu%C3%A9m');
  await expect(page.getByRole('heading', { name: 'Nada encontrado' })).toBeVisible();
  await expectNoAxeFindings(page);
});
