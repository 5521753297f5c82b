import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { totpCode } from '../support/factors.ts';
import { readPdf } from '../support/pdf.ts';
import { png } from '../support/sample-files.ts';
import { BookFolder, bookFiles } from '../support/school-book.ts';
import { submitLogin } from './support/log-in.ts';
import { humIntoMicrophone, untilSoundCame } from './support/microphone.ts';
import {
  admin,
  beginAsMarina,
  beginAsTeacher,
  choosePassword,
  codeIn,
  createSchool,
  enrollMarina,
  inviteTeacher,
  openClass,
  PASSWORD,
  pathIn,
  visit,
} from './support/own-school.ts';
import { expect, expectNoAxeFindings, test, untilHydrated } from './support/portal-test.ts';
import { type OwnPortal, openPortalAt, type TimedPortal } from './support/portals.ts';
import { register } from './support/registration.ts';
import { screens } from './support/screens.ts';

const main = (page: Page) => page.getByRole('main');

/** A Tuesday without a holiday, after the lesson of the day. */
const MORNING = new Date('2027-08-03T10:00:00-03:00');

async function beginManager(page: Page, portal: TimedPortal, path: string): Promise<void> {
  await choosePassword(page, path);
  await untilHydrated(page);
  await submitLogin(page, 'direcao@escola.example', PASSWORD);
  await page.waitForURL(/\/profile-update\/start/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vamos completar seu cadastro');
  await register(page, { full_name: 'Rita Salles', email: 'direcao@escola.example', cpf: '52998224725' });
  await page.goto('/manager-panel');
  await page.getByRole('button', { name: 'Conectar um aplicativo' }).click();
  const secret = (await page.getByText('Sem câmera?').locator('strong').textContent()) ?? '';
  await page
    .getByLabel('Código de 6 dígitos')
    .fill(totpCode(secret.replace(/\s/g, ''), new Date(Date.now() + portal.shift())));
  await page.getByRole('button', { name: 'Ligar o segundo fator' }).click();
  await page.getByRole('link', { name: 'Já guardei, continuar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rita');
}

const WORK = 'Uma carta';

/** The teacher asks for work, the student hands it in, and hears and reads the correction. */
async function workGoesAround(julio: Page, marina: Page): Promise<void> {
  await julio.getByRole('link', { name: 'Ver a turma' }).click();
  await main(julio).getByRole('link', { name: 'Atividades' }).click();
  await julio.getByRole('button', { name: 'Nova atividade' }).click();
  const form = julio.getByRole('dialog', { name: 'Nova atividade' });
  await form.getByLabel('Nome').fill(WORK);
  await form.getByLabel('O que fazer').fill('Escreva para um amigo.');
  await form.getByLabel('Prazo: dia').fill('2031-07-14');
  await form.getByRole('button', { name: 'Criar e avisar a turma' }).click();
  await expect(main(julio).getByRole('link', { name: WORK })).toBeVisible();

  const work = await openWork(marina);
  await work.getByLabel('Escolher arquivo').setInputFiles({ name: 'carta.png', mimeType: 'image/png', buffer: png });
  await expect(work.getByText('Enviada', { exact: true })).toBeVisible();

  await julio.goto('/professor/trabalhos');
  await julio.getByRole('link', { name: new RegExp(WORK) }).click();
  await untilHydrated(julio);
  await julio.getByRole('button', { name: 'Gravar a voz' }).click();
  await expect(julio.getByRole('button', { name: 'Parar e guardar' })).toBeVisible();
  await untilSoundCame(julio);
  await julio.getByRole('button', { name: 'Parar e guardar' }).click();
  await expect(julio.getByText('Gravação guardada')).toBeVisible();
  await julio.getByLabel('Comentário').fill('Muito bom.');
  await julio.getByLabel(/^Nota/).fill('9,5');
  await julio.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(main(julio)).toContainText('Correção salva');

  const corrected = await openWork(marina);
  await expect(corrected.getByText('9,5')).toBeVisible();
  await expect(corrected.getByText('Muito bom.')).toBeVisible();
  const sound = corrected.getByLabel(/^Correção gravada/);
  await expect.poll(() => sound.evaluate((node: HTMLAudioElement) => node.readyState)).toBeGreaterThan(0);
  await marina.goto('/knn-club/meu-extrato');
  await expect(main(marina)).toContainText('Atividade');
}

async function openWork(page: Page) {
  await page.goto('/pedagogico/list');
  await main(page)
    .getByRole('link', { name: /Inglês A1 · Noite/ })
    .first()
    .click();
  await page.getByRole('link', { name: WORK }).click();
  const work = page.getByRole('dialog', { name: WORK });
  await expect(work).toBeVisible();
  return work;
}

const BOOK = 'English do Bairro';

/** The operator installs the book that the school wrote, and prints a code of it. @returns the code */
async function ownBook(portal: OwnPortal): Promise<string> {
  using written = new BookFolder(bookFiles());
  const school = ['--escola', 'KNN Centro'];
  const said = await admin(portal, 'instalar-livros', written.book, ...school);
  expect(said).toContain(BOOK);
  const list = join(written.folder, 'codigos.csv');
  const wanted = ['--livro', 'BAIRRO-1', '--unidade', 'KNN Centro', '--quantidade', '1'];
  await admin(portal, 'criar-exemplares', ...wanted, list);
  return /BAIRRO1-[A-Z0-9-]+/.exec(readFileSync(list, 'utf8'))?.[0] ?? '';
}

/** Somebody without an account opens the book by its printed code, and hears a line of it. */
async function hearOwnBook(visitor: Page, code: string): Promise<void> {
  await visitor.goto('/login/livro');
  await untilHydrated(visitor);
  await visitor.getByLabel('Código do livro').fill(code);
  await visitor.getByRole('button', { name: 'Continuar' }).click();
  await visitor.getByRole('link', { name: 'Ouvir e experimentar' }).click();
  await visitor.getByRole('link', { name: 'Hello there' }).click();
  await untilHydrated(visitor);
  const sound = visitor.waitForResponse(/livros\/arquivos/);
  await visitor.getByRole('button', { name: 'Tocar' }).click();
  expect((await sound).status()).toBeLessThan(300);
}

/** The student adds the book by its printed code, hears a line and answers a question of it. */
async function studyOwnBook(marina: Page, code: string): Promise<void> {
  await marina.goto('/pedagogico/list');
  await marina.getByRole('button', { name: 'Adicionar livro' }).click();
  const dialog = marina.getByRole('dialog', { name: 'Adicionar um livro' });
  await dialog.getByLabel('Código do livro').fill(code);
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await marina
    .getByRole('region', { name: 'Livros' })
    .getByRole('link', { name: /^Começar/ })
    .click();
  await expect(marina.getByRole('heading', { level: 1 })).toHaveText('Hello there');
  await untilHydrated(marina);
  const sound = marina.waitForResponse(/livros\/arquivos/);
  await marina.getByRole('button', { name: 'Tocar' }).click();
  expect((await sound).status()).toBeLessThan(300);
}

/** The office enrols a minor. The guardian gets a mail, makes her password, and sees the child. */
async function guardianComes(rita: Page, sandra: Page): Promise<void> {
  await rita.goto('/manager-panel/profile/novo');
  await rita.getByLabel('Nome completo', { exact: true }).first().fill('Otto Sales Lima');
  await rita.getByLabel('CPF').first().fill('863.506.440-26');
  await rita.getByLabel('Nascimento').fill('01/02/2016');
  await rita.getByText('Informar um responsável').click();
  const guardian = rita.getByRole('group', { name: 'Responsável' });
  await guardian.getByLabel('Nome').fill('Sílvia Sales');
  await guardian.getByLabel('CPF').fill('986.303.490-85');
  await guardian.getByLabel('Parentesco').fill('Mãe');
  await guardian.getByLabel('E-mail').fill('silvia@casa.example');
  await guardian.getByLabel('Telefone').fill('(81) 99111-2244');
  await rita.getByRole('button', { name: 'Cadastrar aluno' }).click();
  await expect(rita.getByText('Aluno cadastrado.').first()).toBeVisible();
  await untilHydrated(rita);
  await rita.getByRole('button', { name: 'Mais ações: Otto Sales Lima' }).click();
  const file = rita.waitForEvent('download');
  await rita.getByRole('dialog').getByRole('link', { name: 'Código do responsável' }).click();
  const { text } = await readPdf(new Uint8Array(readFileSync(await (await file).path())).buffer);

  await sandra.goto('/convidado');
  await sandra.getByLabel('Código').fill(codeIn(text));
  await sandra.getByRole('button', { name: 'Continuar' }).click();
  await expect(main(sandra)).toContainText('Otto Sales Lima');
  await expectNoAxeFindings(sandra);
  await sandra.getByLabel('Nova senha').fill(PASSWORD);
  await sandra.getByRole('button', { name: 'Salvar e entrar' }).click();
  await expect(sandra.getByText('Marque que você concorda').first()).toBeVisible();
  await sandra.getByLabel('Nova senha').fill(PASSWORD);
  await sandra.getByRole('checkbox').check();
  await sandra.getByRole('button', { name: 'Salvar e entrar' }).click();
  await sandra.waitForURL(/profile-update/);
  await register(sandra, { full_name: 'Sílvia Sales', email: 'silvia@casa.example', cpf: '98630349085' });
  await sandra.goto('/me/familia');
  await expect(main(sandra)).toContainText('Otto Sales Lima');

  await rita.reload();
  const part = rita.getByRole('region', { name: 'Responsável' });
  await expect(part.getByRole('link', { name: 'Sílvia Sales' })).toBeVisible();
  await expect(part).toContainText('último acesso hoje');
}

test('a school begins with nothing but its manager, and its lessons and corrections reach the student', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const portal = await openPortalAt(MORNING, { DEMO: 'off' });
  const said = await createSchool(portal);
  const code = await ownBook(portal);
  await hearOwnBook(await visit(browser, portal, screens.phone), code);

  const rita = await visit(browser, portal);
  await beginManager(rita, portal, pathIn(said));
  await inviteTeacher(rita);
  await openClass(rita, {
    ...{ name: 'Inglês A1 · Noite', until: '2027-08-16', hours: ['08:05', '08:55'] },
    days: ['Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado', 'Domingo'],
  });
  const invitation = await enrollMarina(rita, 'Inglês A1 · Noite');

  await guardianComes(rita, await visit(browser, portal, screens.phone));

  const marina = await visit(browser, portal, screens.phone);
  await beginAsMarina(marina, invitation);
  await expect(main(marina)).toContainText('Marina');
  await expect(main(marina)).toContainText('08:05');

  await marina.goto('/knn-club/meu-clube');
  await marina.getByRole('checkbox').check();
  await marina.getByRole('button', { name: 'Entrar no clube' }).click();
  await expect(marina.getByRole('heading', { level: 1 })).toHaveText('Meu clube');

  const julio = await visit(browser, portal, screens.phone);
  await humIntoMicrophone(julio);
  await beginAsTeacher(julio, portal);
  await julio.goto('/professor');
  await main(julio)
    .getByRole('region', { name: 'Aulas de hoje' })
    .getByRole('link', { name: 'Inglês A1 · Noite' })
    .click();
  await untilHydrated(julio);
  await julio.getByRole('button', { name: 'Todos presentes' }).click();
  await julio.getByRole('button', { name: 'Salvar aula' }).click();
  await expect(julio.getByText('Chamada salva.')).toBeVisible();
  await julio.getByLabel('O que foi dado').fill('Apresentações e o verbo to be');
  await julio.getByLabel('Lição de casa').fill('Página 7');
  await julio.getByRole('button', { name: 'Salvar aula' }).click();
  await expect(julio.getByText('Guardado. A turma já vê.')).toBeVisible();

  await marina.goto('/pedagogico/list');
  await main(marina)
    .getByRole('link', { name: /Inglês A1 · Noite/ })
    .first()
    .click();
  const parts = main(marina).getByRole('navigation').first();
  await parts.getByRole('link', { name: /Presença/ }).click();
  await expect(main(marina)).toContainText('100%');
  await parts.getByRole('link', { name: /Aulas/ }).click();
  await expect(main(marina)).toContainText('Página 7');
  await marina.goto('/knn-club/meu-extrato');
  await expect(main(marina)).toContainText('Presença');

  await studyOwnBook(marina, code);
  await workGoesAround(julio, marina);
  await julio.goto('/professor');
  await main(julio)
    .getByRole('link', { name: /Inglês A1 · Noite/ })
    .last()
    .click();
  await main(julio).getByRole('region', { name: 'Próximas aulas' }).getByRole('link').first().click();
  await julio.getByText('Cancelar esta aula').click();
  await julio.getByLabel('Motivo').fill('Febre');
  await julio.getByRole('button', { name: 'Cancelar a aula' }).click();
  await expect(julio.getByText('Aula cancelada. Avisamos a turma uma vez.')).toBeVisible();
  await expect(async () => {
    await marina.goto('/avisos');
    await expect(main(marina).getByText(/Aula cancelada/)).toHaveCount(1);
  }).toPass();

  expect(await portal.close()).not.toMatch(/"level":[56]0/);
});
