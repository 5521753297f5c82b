import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';
import { expectWithinReach } from './support/reach.ts';

// A refusal is an answer, and so is that a removed address is gone: the browser notes both.
freshTest.use({ tolerated: [/status of 4(04|22)/] });

const sheet = (...rows: string[]) => ({
  name: 'alunos.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['unidade;matricula;nome;email', ...rows].join('\r\n')),
});
const row = (matricula: string, email: string) => `KNN Vila Nova;${matricula};Zoé Prado;${email}`;

freshTest('a key is made, shown once, writes a table, and ends', { tag: '@both' }, async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/equipe');
  await page.getByRole('link', { name: 'Chaves' }).click();
  await expect(page.getByText('Ainda não há chaves')).toBeVisible();
  await untilHydrated(page);
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'Criar uma chave' });
  await form.getByRole('button', { name: 'Criar chave' }).click();
  await expect(form.getByText('Este campo é obrigatório')).toBeVisible();
  await form.getByLabel('Que sistema vai usar').fill('Sistema da secretaria');
  await form.getByRole('button', { name: 'Criar chave' }).click();
  await expect(form.getByText('Escolha ao menos uma tabela, ou algo que ela lê')).toBeVisible();
  await form.getByRole('group', { name: 'Tabelas que ela grava' }).getByLabel('Alunos', { exact: true }).check();
  await expectNoAxeFindings(page);
  await form.getByRole('button', { name: 'Criar chave' }).click();
  const once = page.getByRole('dialog', { name: 'Guarde esta chave agora' });
  const shown = once.getByLabel('Chave', { exact: true });
  const chave = await shown.inputValue();
  await expect(shown).toBeFocused();
  // The key is shown only once: neither Escape nor a press outside closes the dialog.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 4);
  await expect(shown).toHaveValue(chave);
  await expect(once.getByRole('button', { name: 'Fechar' })).toHaveCount(0);
  await expectNoAxeFindings(page);
  const send = () =>
    page.request.fetch('/api/v1/portal/sync/alunos/', {
      method: 'PUT',
      headers: { authorization: `Bearer ${chave}`, 'content-type': 'text/csv' },
      data: sheet(row('Z-1', 'zoe@escola.example')).buffer,
    });
  expect(await (await send()).json()).toMatchObject({ novas: 1, recusadas: 0 });
  await once.getByRole('button', { name: 'Já guardei' }).click();
  await page.reload();
  const key = page.getByRole('main').locator('tbody tr').filter({ hasText: 'Sistema da secretaria' });
  await expect(key).toContainText('Usada');
  await expect(page.getByText(chave)).toHaveCount(0);
  await expectWithinReach(page);
  await expectNoAxeFindings(page);
  await untilHydrated(page);
  await key.getByRole('button', { name: /^Mais ações/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Encerrar' }).click();
  await page.getByRole('button', { name: 'Encerrar a chave Sistema da secretaria' }).click();
  await expect(page.getByText('Chave encerrada.').first()).toBeVisible();
  expect((await send()).status()).toBe(401);
});

freshTest(
  'a webhook for changes is added, tested, gets a new secret, and is removed',
  { tag: '@both' },
  async ({ page }) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto('/manager-panel/equipe/webhooks');
    await expect(page.getByText('Primeiro crie uma chave')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: 'Criar uma chave' }).click();
    await page.getByRole('button', { name: 'Criar uma chave' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Que sistema vai usar').fill('Sistema da secretaria');
    await form.getByRole('group', { name: 'O que ela lê' }).getByLabel('Parcelas e pagamentos').check();
    await form.getByRole('button', { name: 'Criar chave' }).click();
    await form.getByRole('button', { name: 'Já guardei' }).click();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'Adicionar um endereço' }).click();
    await form.getByLabel('Endereço do sistema').fill('http://10.0.0.7/avisos');
    await form.getByRole('button', { name: 'Adicionar endereço' }).click();
    await expect(form.getByText('Este campo é obrigatório')).toBeVisible();
    await form.getByLabel('Parcelas e pagamentos').check();
    await form.getByRole('button', { name: 'Adicionar endereço' }).click();
    await expect(form.getByText('Use um endereço com https://').first()).toBeVisible();
    await form.getByLabel('Endereço do sistema').fill('https://erp.example/avisos');
    await expectNoAxeFindings(page);
    await form.getByRole('button', { name: 'Adicionar endereço' }).click();
    const once = page.getByRole('dialog', { name: 'Guarde este segredo agora' });
    await expect(once.getByLabel('Segredo', { exact: true })).toHaveValue(/^whsec_/);
    await expectNoAxeFindings(page);
    await once.getByRole('button', { name: 'Já guardei' }).click();
    await expectWithinReach(page);
    await page.getByRole('link', { name: 'https://erp.example/avisos' }).click();
    await expect(page.getByText('Nenhuma entrega ainda')).toBeVisible();
    await page.getByRole('button', { name: 'Testar' }).click();
    await expect(page.getByText('Teste na fila.').first()).toBeVisible();
    const deliveries = page.getByRole('region', { name: 'Entregas' });
    await expect(deliveries.getByRole('listitem').filter({ hasText: 'Teste' })).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Trocar o segredo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Trocar o segredo' }).click();
    await once.getByRole('button', { name: 'Já guardei' }).click();
    await expect(page.getByRole('region', { name: 'Em resumo' })).toContainText('O segredo anterior');
    await page.getByRole('button', { name: 'Remover o endereço' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remover o endereço' }).click();
    await expect(page.getByText('Endereço removido.').first()).toBeVisible();
    await expect(page.getByText('Este endereço foi removido')).toBeVisible();
  },
);

freshTest(
  'a sheet is checked, errors are shown beside the rows, and valid rows are imported',
  { tag: '@both' },
  async ({ page }) => {
    await logIn(page, 'gestora@demo.example');
    await page.goto('/manager-panel/equipe/planilhas');
    const send = async (mode: string, file: ReturnType<typeof sheet>) => {
      await page.getByLabel('O que a planilha traz').selectOption('Alunos');
      await page.getByLabel('Planilha', { exact: true }).setInputFiles(file);
      await page.getByLabel(mode).check();
      await page.getByRole('button', { name: 'Enviar planilha' }).click();
    };
    const result = page.getByRole('region', { name: 'Alunos: o resultado' });
    const mixed = sheet(row('Z-2', 'zoe2@escola.example'), row('Z-3', 'sem arroba'));
    await send('Só conferir', mixed);
    await expect(result).toContainText('Conferência: nada foi gravado');
    await expect(result.getByRole('listitem').filter({ hasText: 'Linha 3, Zoé Prado, Z-3' })).toContainText(
      'sem arroba',
    );
    await expectNoAxeFindings(page);
    await send('Gravar tudo ou nada', mixed);
    await expect(result).toContainText('Nada foi gravado');
    await expect(result.getByRole('listitem').filter({ hasText: 'Linha 3' })).toContainText('email');
    // The file is still stored: it is not chosen again.
    await result.getByRole('button', { name: 'Gravar as linhas certas' }).click();
    await expect(result).toContainText('Planilha gravada');
    await expect(result).toContainText('1 nova,');
    await send('Gravar tudo ou nada', sheet(row('Z-2', 'zoe2@escola.example')));
    await expect(result).toContainText('1 linha: 1 igual.');
  },
);

for (const javaScriptEnabled of [true, false]) {
  freshTest.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    freshTest.use({ javaScriptEnabled });
    freshTest(
      'the secretary imports a file of another system: headings are mapped and checked with one upload',
      { tag: javaScriptEnabled ? '@both' : '@deep' },
      async ({ page }) => {
        await logIn(page, 'secretaria@demo.example');
        await page.goto('/manager-panel/profile');
        await page.getByRole('link', { name: 'Importar planilha' }).click();
        await expect(page.getByRole('heading', { name: 'Planilhas de alunos' })).toBeVisible();
        await page.getByText('Alunos', { exact: true }).and(page.locator('summary')).click();
        const model = page.waitForEvent('download');
        await page.getByRole('link', { name: 'Baixar modelo de Alunos' }).click();
        expect((await model).suggestedFilename()).toBe('modelo-alunos.csv');
        const lines = [
          ...['Relatório de alunos', 'Emitido em 28/11/2026', ''],
          'Filial;Nº Matrícula;Nome do Aluno;Correio;Celular',
          'KNN Vila Nova;Z-7;Zoé Prado;zoe7@escola.example;(19) 99888-7766',
        ];
        await page
          .getByLabel('Planilha', { exact: true })
          .setInputFiles({ name: 'relatorio.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
        await page.getByRole('button', { name: 'Enviar planilha' }).click();
        const links = page.getByRole('region', { name: 'Alunos: ligar as colunas' });
        await expect(links.getByLabel('matricula (como A-1001)')).toHaveValue('1');
        await expect(links.getByLabel('nome (como Ana Souza)')).toHaveValue('2');
        await expect(links.getByLabel(/^telefone/)).toHaveValue('4');
        if (javaScriptEnabled) await expectNoAxeFindings(page);
        await links.getByLabel(/^email/).selectOption('');
        await links.getByRole('button', { name: 'Conferir a planilha' }).click();
        await expect(links.getByRole('alert')).toContainText('Escolha a coluna do arquivo: email.');
        await expect(links.getByText('Escolha a coluna do arquivo', { exact: true })).toBeVisible();
        await expect(links.getByLabel(/^telefone/)).toHaveValue('4');
        if (javaScriptEnabled) await expectNoAxeFindings(page);
        await links.getByLabel(/^email/).selectOption('3');
        await links.getByRole('button', { name: 'Conferir a planilha' }).click();
        const result = page.getByRole('region', { name: 'Alunos: o resultado' });
        await expect(result).toContainText('1 seria nova');
        if (javaScriptEnabled) await expectNoAxeFindings(page);
        await result.getByRole('button', { name: 'Gravar agora' }).click();
        await expect(result).toContainText('Planilha gravada');
        await expect(result).toContainText('1 linha: 1 nova.');
        await page.goto('/manager-panel/equipe/planilhas');
        await expect(page.getByText(/não inclui/)).toBeVisible();
        await page.goto('/manager-panel/financeiro');
        await page.getByRole('link', { name: 'Importar planilha' }).click();
        await expect(page.getByLabel('O que a planilha traz').getByRole('option')).toHaveText(['Parcelas', 'Produtos']);
      },
    );
  });
}
