import type { Page } from '@playwright/test';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest } from './support/portal-test.ts';
import { expectWithinReach } from './support/reach.ts';
import { screens } from './support/screens.ts';

const saying = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible();

async function openNotice(page: Page, login: string, title: RegExp) {
  await logIn(page, login);
  await page.goto('/avisos');
  await page.getByRole('button', { name: title }).first().click();
  await expect(page.getByRole('region', { name: 'Mensagem' })).toBeVisible();
}

freshTest(
  'a teacher writes to a class, a minor answers, the guardian reads the thread, and the office ends it',
  async ({ page }) => {
    await page.setViewportSize(screens.phone);
    await logIn(page, 'professora@demo.example');
    await page.goto('/professor/turmas/1');
    await page.getByRole('link', { name: 'Escrever à turma' }).click();
    await saying(page, '1 responsável recebe junto');
    await page.getByLabel('Mensagem').fill('  ');
    await page.getByRole('button', { name: 'Enviar à turma' }).click();
    await saying(page, 'Escreva a mensagem');
    await expectNoAxeFindings(page);
    await page.getByLabel('Mensagem').fill('Na quinta vamos ler o capítulo 4.\nTragam o livro.');
    await page.getByRole('button', { name: 'Enviar à turma' }).click();
    await saying(page, 'Mensagem enviada.');
    await saying(page, 'lida por 0 de 3');
    await expectNoAxeFindings(page);
    await expectWithinReach(page);

    await openNotice(page, 'menor@demo.example', /^Mensagem do professor/);
    await saying(page, 'Seu responsável e a escola leem esta conversa.');
    await page.getByLabel('Sua resposta').fill('  ');
    await page.getByRole('button', { name: 'Enviar resposta' }).click();
    await saying(page, 'Escreva a mensagem');
    await page.getByLabel('Sua resposta').fill('Pode ser em PDF?');
    await page.getByRole('button', { name: 'Enviar resposta' }).click();
    await saying(page, 'Resposta enviada ao professor.');
    await expectNoAxeFindings(page);
    await expectWithinReach(page);

    await openNotice(page, 'responsavel@demo.example', /^Felipe respondeu ao professor/);
    await expect(page.getByRole('region', { name: 'Conversa' })).toContainText('Pode ser em PDF?');

    await logIn(page, 'professora@demo.example');
    await page.goto('/professor');
    await page.getByRole('link', { name: 'Mensagens · 1' }).click();
    await saying(page, 'lida por 1 de 3');
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: 'Inglês A2 · Noite' }).click();
    await expect(page.getByRole('article', { name: 'Felipe Nunes' })).toContainText('Pode ser em PDF?');
    await page.getByLabel('Resposta a Felipe').fill('Pode, sim.');
    await page.getByRole('button', { name: 'Responder' }).click();
    await saying(page, 'Resposta enviada.');
    await expectNoAxeFindings(page);

    await openNotice(page, 'menor@demo.example', /^Resposta do professor/);
    await expect(page.getByRole('region', { name: 'Conversa' })).toContainText('Pode, sim.');
    await page.getByText('Algo errado nesta conversa?').click();
    await page.getByRole('button', { name: 'Pedir que a escola leia' }).click();
    await saying(page, 'A escola foi avisada e vai ler esta conversa.');

    await logIn(page, 'gestora@demo.example');
    await page.goto('/manager-panel/turmas/1');
    const messages = page.getByRole('region', { name: 'Mensagens de professores' });
    await expect(messages).toContainText('A família chamou a escola');
    await messages.getByRole('link', { name: /^Na quinta vamos ler/ }).click();
    await expect(page.getByLabel('Resposta a Felipe')).toHaveCount(0);
    await page.getByText('Encerrar esta conversa').click();
    await page.getByRole('button', { name: 'Encerrar', exact: true }).click();
    await saying(page, 'Conversa encerrada.');
    await expectNoAxeFindings(page);

    await openNotice(page, 'menor@demo.example', /^Resposta do professor/);
    await saying(page, 'Encerrada pela escola');
    await expect(page.getByLabel('Sua resposta')).toHaveCount(0);
  },
);
