import { png } from '../support/sample-files.ts';
import { forgetSession, logIn } from './support/log-in.ts';
import { humIntoMicrophone, untilSoundCame } from './support/microphone.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';
import { expectWithinReach } from './support/reach.ts';

const TEACHER = 'professora@demo.example';
const WORK = 'Entrevista com um vizinho';
const letter = { name: 'entrevista.png', mimeType: 'image/png', buffer: png };

// A refused form.
freshTest.use({ tolerated: [/status of 422/] });

freshTest(
  'a teacher sets work, the student submits it, and hears and reads the correction',
  { tag: '@both' },
  async ({ page }) => {
    freshTest.setTimeout(240_000);
    await humIntoMicrophone(page);
    await logIn(page, TEACHER);
    await page.goto('/professor/turmas/1/atividades');
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Nova atividade' }).click();
    const form = page.getByRole('dialog', { name: 'Nova atividade' });
    await form.getByLabel('Nome').fill(WORK);
    await form.getByLabel('O que fazer').fill('Faça cinco perguntas e escreva as respostas.');
    await form.getByLabel('Prazo: dia').fill('2020-01-01');
    await form.getByRole('button', { name: 'Criar e avisar a turma' }).click();
    await expect(form.getByText('Este prazo já passou')).toBeVisible();
    await expect(form.getByLabel('Nome')).toHaveValue(WORK);
    await expectNoAxeFindings(page);
    await form.getByLabel('Prazo: dia').fill('2031-07-14');
    await form.getByRole('button', { name: 'Criar e avisar a turma' }).click();
    await expect(page.getByText('Atividade criada')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: WORK }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORK);
    await expect(page.getByRole('main')).toContainText('Ninguém entregou ainda');
    await expectNoAxeFindings(page);
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Copiar a atividade' }).first().click();
    const copy = page.getByRole('dialog', { name: 'Copiar a atividade' });
    await copy.getByLabel('Turma').selectOption({ label: 'Inglês A1 · Sábado' });
    await copy.getByLabel('Prazo: dia').fill('2031-07-21');
    await copy.getByRole('button', { name: 'Copiar', exact: true }).click();
    await expect(page.getByText('Atividade copiada')).toBeVisible();

    const handIn = async () => {
      await forgetSession(page);
      await logIn(page, 'aluna@demo.example');
      await page.goto('/pedagogico/notas/101');
      await untilHydrated(page);
      await page.getByRole('link', { name: WORK }).click();
      const work = page.getByRole('dialog', { name: WORK });
      await expect(work).toBeVisible();
      return work;
    };
    const first = await handIn();
    await first.getByLabel('Escolher arquivo').setInputFiles(letter);
    await expect(first.getByText('Enviada', { exact: true })).toBeVisible();

    const openInbox = async () => {
      await forgetSession(page);
      await logIn(page, TEACHER);
      await page.goto('/professor/trabalhos?turma=1');
      await page.getByRole('link', { name: new RegExp(WORK) }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Souza');
      await untilHydrated(page);
    };
    await openInbox();
    const picture = page.getByRole('img', { name: /entrevista\.png/ });
    await expect.poll(() => picture.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(0);
    await expectNoAxeFindings(page);
    await page.getByRole('button', { name: 'Devolver para refazer' }).click();
    await expect(page.getByText('Diga ao aluno o que falta')).toBeVisible();
    await page.getByLabel('Comentário').fill('Faltaram duas perguntas.');
    await page.getByRole('button', { name: 'Devolver para refazer' }).click();
    await expect(page.getByRole('main')).toContainText('Trabalho devolvido');

    const again = await handIn();
    await expect(again.getByText('Devolvida: faça de novo')).toBeVisible();
    await expect(again.getByText('Faltaram duas perguntas.')).toBeVisible();
    await expect(again.getByRole('link', { name: /entrevista\.png/ })).toBeVisible();
    await again.getByLabel('Escolher arquivo').setInputFiles({ ...letter, name: 'completa.png' });
    await expect(again.getByText('Enviada', { exact: true })).toBeVisible();

    await openInbox();
    await page.getByRole('button', { name: 'Gravar a voz' }).click();
    await expect(page.getByRole('button', { name: 'Parar e guardar' })).toBeVisible();
    await untilSoundCame(page);
    await page.getByRole('button', { name: 'Parar e guardar' }).click();
    await expect(page.getByText('Gravação guardada')).toBeVisible();
    await page.getByLabel('Comentário').fill('Agora sim, muito bom.');
    await page.getByLabel(/^Nota/).fill('11');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect(page.getByText('Até 10', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Comentário')).toHaveValue('Agora sim, muito bom.');
    await page.getByLabel(/^Nota/).fill('9,5');
    await page.getByRole('button', { name: /^Salvar e ir para o próximo/ }).click();
    await expect(page.getByRole('main')).toContainText('Correção salva');
    await expect(page.getByRole('main')).not.toContainText(WORK);
    await expectWithinReach(page);

    const corrected = await handIn();
    await expect(corrected.getByText('Corrigida', { exact: true })).toBeVisible();
    await expect(corrected.getByText('9,5')).toBeVisible();
    await expect(corrected.getByText('Agora sim, muito bom.')).toBeVisible();
    const sound = corrected.getByLabel(/^Correção gravada/);
    await expect(sound).toBeVisible();
    await expect.poll(() => sound.evaluate((node: HTMLAudioElement) => node.readyState)).toBeGreaterThan(0);
    await expectNoAxeFindings(page);
  },
);

freshTest('a teacher sets and changes work when the club gives no points for it', async ({ page }) => {
  await logIn(page, 'gestora@demo.example');
  await page.goto('/manager-panel/club/regras');
  await untilHydrated(page);
  const more = page.getByRole('row', { name: /Atividade no prazo/ }).getByRole('button', { name: /^Mais ações/ });
  await more.click();
  const rule = page.getByRole('dialog');
  await rule.getByRole('button', { name: 'Editar' }).click();
  await rule.getByRole('checkbox').uncheck();
  await rule.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Regra salva.')).toBeVisible();
  await forgetSession(page);

  await logIn(page, TEACHER);
  await page.goto('/professor/turmas/1/atividades');
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Nova atividade' }).click();
  const form = page.getByRole('dialog', { name: 'Nova atividade' });
  await expect(form.getByLabel(/pontos do clube/)).toHaveCount(0);
  await form.getByLabel('Nome').fill(WORK);
  await form.getByLabel('O que fazer').fill('Faça cinco perguntas.');
  await form.getByRole('button', { name: 'Criar e avisar a turma' }).click();
  await expect(page.getByText('Atividade criada')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: WORK }).click();
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Mudar a atividade' }).click();
  const change = page.getByRole('dialog', { name: /^Mudar a atividade/ });
  await change.getByLabel('O que fazer').fill('Faça seis perguntas.');
  await change.getByRole('button', { name: 'Salvar a atividade' }).click();
  await expect(page.getByText('Atividade atualizada')).toBeVisible();
  await expect(change).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/professor\/turmas\/1\/atividades$/);
});

freshTest(
  'a document opens in its page, in a frame of the portal only',
  { tag: ['@both'] },
  async ({ page, viewport }) => {
    await logIn(page, TEACHER);
    await page.goto('/professor/trabalhos');
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: /At the store/ }).click();
    const paper = page.locator('iframe[title="dialogo-at-the-store.pdf"]');
    // Phones open it by its link.
    await expect(paper).toBeVisible({ visible: (viewport?.width ?? 0) >= 750 });
    const link = page.getByRole('link', { name: /Abrir dialogo-at-the-store\.pdf/ });
    const answer = await page.request.get((await link.getAttribute('href')) ?? '');
    expect(answer.headers()).toMatchObject({
      'content-type': 'application/pdf',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
    });
  },
);
