import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Browser, expect, type Page } from '@playwright/test';
import { movedClock } from '../../../scripts/moved-clock.ts';
import { moveDate } from '../../support/move-date.ts';
import { readPdf } from '../../support/pdf.ts';
import { hideTours } from './hide-tours.ts';
import { logIn } from './log-in.ts';
import { untilHydrated } from './portal-test.ts';
import type { OwnPortal, TimedPortal } from './portals.ts';
import { register } from './registration.ts';
import { screens } from './screens.ts';

// A school without demo data: what its operator types, and its people with a browser of their own each.

export const PASSWORD = 'um cavalo azul 9';

/** Runs a command of the operator beside the running portal. @returns its output */
export async function admin(portal: OwnPortal | TimedPortal, ...words: string[]): Promise<string> {
  const clock = 'shift' in portal ? movedClock(portal.shift()) : {};
  const env = { ...process.env, ...clock, DATA_DIR: portal.folder, DEMO: 'off', LOG_LEVEL: 'error' };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/admin.ts', ...words], { env });
  return stdout;
}

/** The link for choosing a password in the output of a command. */
export const pathIn = (said: string) => /\/login\/recover-password\?token=\S+/.exec(said)?.[0] ?? '';

/** A person with a browser of her own, whose clock is the portal's. */
export async function visit(
  browser: Browser,
  portal: OwnPortal | TimedPortal,
  screen: { width: number; height: number } = screens.desktop,
): Promise<Page> {
  const { address: baseURL } = portal;
  const context = await browser.newContext({ baseURL, viewport: screen, permissions: ['microphone'] });
  if ('shift' in portal) await context.addInitScript(moveDate, portal.shift());
  await hideTours(context);
  return context.newPage();
}

export async function choosePassword(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
  await page.getByLabel('Nova senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: /Salvar/ }).click();
  await page.waitForURL(/\/login\/main/);
}

const ofSchool = ['--escola', 'KNN Centro', '--cidade', 'Recife', '--uf', 'PE'];

/** The operator creates a school and its manager, Rita. @returns the output of the command */
export const createSchool = (portal: OwnPortal | TimedPortal): Promise<string> =>
  admin(portal, 'criar-gestora', '--email', 'direcao@escola.example', '--nome', 'Rita Salles', ...ofSchool);

/** Rita chooses her password by the link of the command, logs in and registers. */
export async function beginAsManager(rita: Page, said: string): Promise<void> {
  await choosePassword(rita, pathIn(said));
  await logIn(rita, 'direcao@escola.example', PASSWORD);
  await register(rita, { full_name: 'Rita Salles', email: 'direcao@escola.example', cpf: '52998224725' });
}

/** Rita invites Júlio as a teacher. */
export async function inviteTeacher(rita: Page): Promise<void> {
  await rita.goto('/manager-panel/equipe');
  await rita.getByRole('button', { name: 'Convidar uma pessoa' }).click();
  await rita.getByLabel('Nome completo').fill('Júlio Prado');
  await rita.getByLabel('E-mail', { exact: true }).fill('julio@escola.example');
  await rita.getByLabel('Papel').selectOption({ label: 'Docência' });
  await rita.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(rita.getByText('Pessoa convidada').first()).toBeVisible();
}

/** Júlio gets a password from the operator, logs in and registers. */
export async function beginAsTeacher(julio: Page, portal: OwnPortal | TimedPortal): Promise<void> {
  await choosePassword(julio, pathIn(await admin(portal, 'nova-senha', '--email', 'julio@escola.example')));
  await logIn(julio, 'julio@escola.example', PASSWORD);
  await register(julio, { full_name: 'Júlio Prado', email: 'julio@escola.example', cpf: '39053344705' });
}

interface NewClass {
  name: string;
  /** Its last day; it begins on 2027-08-02. */
  until: string;
  /** `Terça` and the like. */
  days: readonly string[];
  hours: readonly [start: string, end: string];
}

/** Rita opens a class with the book of the school, taught by Júlio. */
export async function openClass(rita: Page, { name, until, days, hours: [start, end] }: NewClass): Promise<void> {
  await rita.goto('/manager-panel/turmas');
  await untilHydrated(rita);
  await rita.getByRole('button', { name: 'Nova turma' }).click();
  await rita.getByLabel('Unidade', { exact: true }).selectOption({ index: 1 });
  await rita.getByLabel('Nome da turma').fill(name);
  await rita.getByLabel('Livro', { exact: true }).selectOption({ index: 1 });
  await rita.getByLabel('Professor', { exact: true }).selectOption({ label: 'Júlio Prado' });
  await rita.getByLabel('Primeiro dia').fill('2027-08-02');
  await rita.getByLabel('Último dia').fill(until);
  for (const day of days) {
    await rita.getByLabel(`${day}: início`).fill(start);
    await rita.getByLabel(`${day}: fim`).fill(end);
  }
  await rita.getByRole('button', { name: 'Salvar a turma' }).click();
  await expect(rita.getByText('Turma criada').first()).toBeVisible();
}

/** Rita registers Marina, prints her sheet and puts her into a class. @returns the code of the sheet */
export async function enrollMarina(rita: Page, className: string): Promise<string> {
  await rita.goto('/manager-panel/profile/novo');
  await rita.getByLabel('Nome completo', { exact: true }).first().fill('Marina Alves Costa');
  await rita.getByLabel('CPF').first().fill('111.444.777-35');
  await rita.getByRole('button', { name: 'Cadastrar aluno' }).click();
  await expect(rita.getByText('Aluno cadastrado.')).toBeVisible();
  const file = rita.waitForEvent('download');
  await rita.getByRole('button', { name: 'Folha com código' }).first().click();
  await rita.getByRole('link', { name: 'Baixar a folha' }).click();
  const { text } = await readPdf(new Uint8Array(readFileSync(await (await file).path())).buffer);
  await rita.goto('/manager-panel/turmas');
  await rita.getByRole('link', { name: className }).click();
  await rita.waitForURL(/\/turmas\/\d+/);
  await untilHydrated(rita);
  await rita.getByRole('button', { name: 'Pôr alunos' }).click();
  await rita.getByRole('checkbox', { name: /^Marina Alves/ }).check();
  await rita.getByRole('button', { name: 'Pôr na turma' }).click();
  await expect(rita.getByText('Aluno na turma. O calendário')).toBeVisible();
  return codeIn(text);
}

/** The code of a sheet. */
export const codeIn = (text: string): string => /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)?.[0] ?? '';

/** Marina chooses a password by the code of her sheet, registers and sees her home. */
export async function beginAsMarina(marina: Page, code: string): Promise<void> {
  await marina.goto('/convidado');
  await marina.getByLabel('Código').fill(code);
  await marina.getByRole('button', { name: 'Continuar' }).click();
  await marina.getByLabel('Nova senha').fill(PASSWORD);
  await marina.getByRole('button', { name: 'Salvar e entrar' }).click();
  await marina.waitForURL(/profile-update/);
  await register(marina, { full_name: 'Marina Alves Costa', email: 'marina@casa.example', cpf: '11144477735' });
  await marina.goto('/dashboard');
}
