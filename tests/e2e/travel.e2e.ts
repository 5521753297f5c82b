import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { QrCode } from '../../src/lib/contract/travel.schema.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, untilHydrated } from './support/portal-test.ts';
import { pointCameraAt } from './support/qr-code.ts';
import { untilWorkerRules } from './support/worker.ts';

freshTest.use({
  contextOptions: { reducedMotion: 'reduce' },
  tolerated: [/ERR_INTERNET_DISCONNECTED|status of 422/],
});

/** Our own server always names the code to type. */
type Ticket = QrCode & { codigo: string };

const HELENA = 'gestora@demo.example';
const JULIA = 'professora@demo.example';
const ANA = 'aluna@demo.example';
const SCAN = '**/api/v1/portal/travel/scans/';
/** A day of the school, which may differ from that of this machine. */
const dayFrom = (days: number) => dayIn('America/Sao_Paulo', new Date(Date.now() + days * 86_400_000));

/** The service worker controls this page: pages stored from now on open without network. */
async function untilWorking(page: Page): Promise<void> {
  await untilWorkerRules(page);
  await untilHydrated(page);
}

/** Does an act of a row, by its menu: a telephone has no room for its buttons. */
async function act(page: Page, name: string, row: string): Promise<void> {
  await page.getByRole('button', { name: `Mais ações: ${row}` }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

async function type(page: Page, code: string): Promise<void> {
  await page.getByLabel('Código do ingresso').fill(code);
  await page.getByRole('button', { name: 'Conferir o código' }).click();
}

freshTest(
  'TRAVEL-01…04 a campaign is created, Ana joins with her mother, and tickets are scanned with and without network',
  async ({ page, context, browser, baseURL }) => {
    freshTest.setTimeout(300_000);

    // The manager: a draft, then published.
    await logIn(page, HELENA);
    await page.goto('/manager-panel/campanhas');
    await page.getByRole('button', { name: 'Novo evento' }).click();
    const form = page.getByRole('dialog', { name: 'Novo evento' });
    await form.getByLabel('Nome', { exact: true }).fill('Noite da viagem');
    await form.getByLabel('Destino').fill('Orlando');
    await form.getByLabel('Descrição').fill('Para conhecer a viagem.');
    await form.getByLabel('Inscrições de').fill(dayFrom(0));
    await form.getByLabel('Até').fill(dayFrom(-1));
    await form.getByLabel('Dia do evento').fill(dayFrom(0));
    await form.getByLabel('Local').fill('Auditório');
    await form.getByLabel('Vagas').fill('dez');
    await form.getByLabel('Regulamento').fill('Um ingresso por pessoa.');
    await form.getByRole('button', { name: 'Criar evento' }).click();
    // Errors are shown at their fields, and nothing else is lost.
    await expect(form.getByLabel('Vagas')).toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('Vagas').fill('10');
    await form.getByRole('button', { name: 'Criar evento' }).click();
    await expect(form.getByLabel('Até')).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByLabel('Hora')).toHaveAccessibleDescription(/obrigatório/);
    await expect(form.getByLabel('Regulamento')).toHaveValue('Um ingresso por pessoa.');
    await expectNoAxeFindings(page);
    await form.getByLabel('Até').fill(dayFrom(1));
    await form.getByLabel('Hora').fill('23:00');
    await form.getByRole('button', { name: 'Criar evento' }).click();
    await expect(page.getByText('Evento criado.')).toBeVisible();
    await act(page, 'Publicar', 'Noite da viagem');
    await expect(page.getByText('Evento publicado')).toBeVisible();
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: 'Noite da viagem', exact: true }).click();
    await page.waitForURL(/\/campanhas\/\d+$/);
    const id = /\/campanhas\/(\d+)/.exec(page.url())?.[1] ?? '';

    // Ana joins, in a browser without JavaScript.
    const plain = await browser.newContext({ javaScriptEnabled: false, baseURL });
    const ana = await plain.newPage();
    await logIn(ana, ANA);
    await ana.goto('/campanhas');
    await ana.getByRole('link', { name: 'Noite da viagem' }).click();
    await ana.getByLabel('Nome completo').first().fill('Márcia Souza');
    await ana.getByLabel('CPF (opcional)').first().fill('111.111.111-11');
    const rules = ana.getByRole('checkbox', { name: /regulamento/ });
    // Not every browser holds a required box back.
    await rules.evaluate((box: HTMLInputElement) => box.removeAttribute('required'));
    await ana.getByRole('button', { name: 'Quero participar' }).click();
    await expect(rules).toHaveAttribute('aria-invalid', 'true');
    await expect(rules).toHaveAccessibleDescription(/./);
    await rules.check();
    await ana.getByRole('button', { name: 'Quero participar' }).click();
    await expect(ana.getByLabel('CPF (opcional)').first()).toHaveAttribute('aria-invalid', 'true');
    await expect(ana.getByLabel('Nome completo').first()).toHaveValue('Márcia Souza');
    await ana.getByLabel('CPF (opcional)').first().fill('111.444.777-35');
    await ana.getByRole('button', { name: 'Quero participar' }).click();
    await expect(ana.getByText('Inscrição feita.')).toBeVisible();
    await expect(ana.getByText('2 ingressos')).toBeVisible();
    const answer = await ana.request.get('/api/v1/travel-campaigns/qr-codes/');
    const tickets = ((await answer.json()) as QrCode[]).filter(({ campaign_id }) => String(campaign_id) === id);
    const [own, companion] = tickets as [Ticket, Ticket];
    await plain.close();

    // Her tickets open without a network, once they were looked at.
    await logIn(page, ANA);
    // On the day of the event they are one tap away.
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Ingresso: Noite da viagem' }).click();
    await expect(page).toHaveURL('/campanhas/ingressos');
    await untilWorking(page);
    await expect(page.getByText('Guardados neste aparelho')).toBeVisible();
    await context.setOffline(true);
    await page.goto('/campanhas/ingressos');
    await expect(page.getByRole('img', { name: 'QR code de Ana Souza' }).first()).toBeVisible();
    await expect(page.getByText(own.codigo)).toBeVisible();
    await context.setOffline(false);

    // The manager prints.
    await logIn(page, HELENA);
    await page.goto(`/manager-panel/campanhas/${id}`);
    await page.getByRole('button', { name: 'Fazer ingressos avulsos' }).click();
    await page.getByLabel('Quantos').fill('3');
    await page.getByRole('button', { name: 'Fazer ingressos', exact: true }).click();
    await expect(page.getByText('3 ingressos prontos para imprimir.')).toBeVisible();
    await expect(page.getByText('5 de 10', { exact: true })).toBeVisible();
    await expectNoAxeFindings(page);
    const [paper] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Baixar todos em PDF' }).click(),
    ]);
    expect((await readFile(await paper.path())).subarray(0, 5).toString()).toBe('%PDF-');

    // The teacher at the door: by camera, and once more.
    await logIn(page, JULIA);
    await pointCameraAt(page, own.payload);
    await page.goto('/campanhas/conferir');
    await page.getByRole('link', { name: 'Noite da viagem' }).click();
    await page.waitForURL(/campanha=/);
    await untilWorking(page);
    const verdict = page.getByRole('status').filter({ has: page.locator('.verdict') });
    await page.getByRole('button', { name: 'Abrir a câmera' }).click();
    await expect(verdict).toContainText('Pode entrar', { timeout: 15_000 });
    await expect(verdict).toContainText('Ana S.');
    await page.getByRole('button', { name: 'Fechar câmera' }).click();
    await expectNoAxeFindings(page);
    await type(page, own.codigo.toLowerCase());
    await expect(verdict).toContainText(/Já utilizado.*às \d\d:\d\d por Júlia Castro/s);
    await type(page, 'DEMA-TRAV-EL22');
    await expect(verdict).toContainText('Outro evento');
    for (const theme of ['knn-dark', 'phenom-light', 'phenom-dark', 'knn-light']) {
      await page.locator('html').evaluate((html, name) => html.setAttribute('data-theme', name), theme);
      await expectNoAxeFindings(page);
    }

    // Without network tickets on the list are recognized, and the scans are queued.
    await expect(page.getByText(/funciona também sem internet/)).toBeVisible();
    await context.setOffline(true);
    // After a reload without a network the browser has one for a moment: no scan may leave it then.
    await page.route(SCAN, (route) => route.abort('internetdisconnected'));
    await type(page, companion.codigo);
    await expect(verdict).toContainText('Márcia S., acompanhante de Ana S. está na lista');
    await expect(verdict).toContainText('Vai ser conferido quando voltar a internet');
    await type(page, companion.codigo);
    await expect(verdict).toContainText('Já lido aqui');
    await type(page, 'AAAA-BBBB-CCCC');
    await expect(verdict).toContainText('Não está na lista');
    await type(page, own.codigo);
    await expect(verdict).toContainText('Já utilizado');
    await expectNoAxeFindings(page);
    // The page opens again with its queued scans.
    await page.reload();
    await untilHydrated(page);
    await expect(page.getByText('3 leituras esperam a internet voltar.')).toBeVisible();

    // Meanwhile the same ticket is scanned at another door.
    const other = await browser.newContext({ javaScriptEnabled: false, baseURL });
    const desk = await other.newPage();
    await logIn(desk, HELENA);
    await desk.goto(`/campanhas/conferir?campanha=${id}`);
    await type(desk, companion.codigo);
    await expect(desk.getByText('Pode entrar')).toBeVisible();
    await other.close();

    await page.unroute(SCAN);
    await context.setOffline(false);
    await expect(page.getByText('esperam a internet voltar')).toHaveCount(0);
    await expect(page.getByText(/Lido sem internet às \d\d:\d\d\./).first()).toBeVisible();
    await expect(
      page.getByText(/Márcia S\., acompanhante de Ana S\. Já utilizado em .* por Helena Prado/).first(),
    ).toBeVisible();

    // The manager sees who came.
    await logIn(page, HELENA);
    await page.goto(`/manager-panel/campanhas/${id}/participantes?entrada=entrou`);
    await expect(page.getByRole('row').filter({ hasText: /Ana Souza|Márcia Souza/ })).toHaveCount(2);
    // A guest whose telephone is off is admitted by the list.
    await page.goto(`/manager-panel/campanhas/${id}/participantes?q=Convidado`);
    await act(page, 'Dar entrada', 'Convidado 1');
    await expect(page.getByText('Pode entrar: Convidado 1.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mais ações: Convidado 1' })).toHaveCount(0);
    await expectNoAxeFindings(page);
  },
);
