import type { Page } from '@playwright/test';
import { tokenOf } from '../../scripts/portal-process.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { logIn } from './support/log-in.ts';
import { inMail } from './support/mails.ts';
import { expect, expectNoAxeFindings, test as shared, untilHydrated } from './support/portal-test.ts';
import { openPortal } from './support/portals.ts';

const panel = '/manager-panel/push-notification';
const HELENA = 'gestora@demo.example';

/** A portal whose devices are subscribed at a push service of the test. */
const test = shared.extend<{ service: PushService }>({
  service: async ({ browserName: _any }, use) => {
    const service = await startPushService();
    await use(service);
    await service.close();
  },
  baseURL: async ({ service }, use) => {
    const portal = await openPortal({ PUSH_HOSTS: service.origin });
    await use(portal.address);
    await portal.close();
  },
});

/** Subscribes a device for somebody, as a browser would. @returns the path at which messages for it arrive */
async function subscribe(address: string | undefined, service: PushService, login: string): Promise<string> {
  const device = service.device();
  const token = await tokenOf(address ?? '', login);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const me = (await (await fetch(`${address}/api/v1/users/me/`, { headers })).json()) as { id: number };
  const body = JSON.stringify({ ...device, user_id: me.id, is_pwa: false, device_type: 'mobile' });
  const answer = await fetch(`${address}/api/v1/push-notifications/subscribe/`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  return new URL(device.endpoint).pathname;
}

async function open(page: Page, path: string) {
  await page.goto(panel + path);
  await untilHydrated(page);
}
const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: 'Rascunho salvo' })).toBeVisible();
/** Turns quiet hours off, which would delay messages: tests run at any hour. */
const alsoAtNight = (page: Page) => page.getByRole('checkbox', { name: /Respeitar o horário de silêncio/ }).uncheck();
const reach = (page: Page) => page.getByRole('region', { name: 'Quem será alcançado' });

/** A draft with this text, on the page that sends it. */
async function written(page: Page, title: string) {
  await open(page, '/create');
  await page.getByLabel('Título').fill(title);
  await page.getByLabel('Mensagem', { exact: true }).fill('A secretaria fecha às 17h.');
  await page.getByRole('button', { name: 'Escolher quem recebe' }).click();
  await page.waitForURL(/\/send\/\d+$/);
  await untilHydrated(page);
}

async function choosePerson(page: Page, name: string) {
  await page.locator('summary', { hasText: 'Pessoas' }).click();
  await addPerson(page, name);
}

async function addPerson(page: Page, name: string) {
  await page.getByLabel('Pessoas: buscar por nome').fill(name);
  await page.getByRole('checkbox', { name: new RegExp(name) }).check();
}

test('MANAGER-01 Helena writes from a template, counts, tests, sends once and watches it arrive', {
  tag: '@both',
}, async ({ page, baseURL, service }) => {
  const ana = await subscribe(baseURL, service, 'aluna@demo.example');
  const own = await subscribe(baseURL, service, HELENA);
  await logIn(page, HELENA);
  await page.goto(panel);
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'Escrever mensagem' }).click();
  await untilHydrated(page);
  await page.getByText('Começar de um modelo').click();
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: /Lembrete de aula/ }).click();
  const title = page.getByLabel('Título');
  await expect(title).toHaveValue('{primeiro_nome}, hoje tem aula!');
  const preview = page.getByRole('region', { name: 'Como vai aparecer' });
  await expect(preview.getByText('Maria, hoje tem aula!')).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Ver para quem não tem esses dados' }).check();
  await expect(preview.getByText('estudante, hoje tem aula!')).toHaveCount(3);

  // A placeholder goes where the cursor is.
  await title.fill('Oi, !');
  await title.press('ArrowLeft');
  await page.getByRole('button', { name: 'Primeiro nome' }).click();
  await expect(title).toHaveValue('Oi, {primeiro_nome}!');
  await expect(title).toBeFocused();
  await saved(page);
  await page.getByRole('button', { name: 'Escolher quem recebe' }).click();
  await page.waitForURL(/\/send\/\d+$/);
  await untilHydrated(page);
  await expect(reach(page)).toContainText('Escolha quem recebe');
  await page.getByRole('button', { name: 'Conferir e enviar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Escolha quem recebe' })).toBeVisible();

  await choosePerson(page, 'Ana Souza');
  await addPerson(page, 'Eva Reis');
  await expect(reach(page)).toContainText('2 pessoas');
  await expect(reach(page)).toContainText('2 pessoas no portal; 1 também no aparelho (1 aparelho)');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Testar no meu aparelho' }).click();
  await expect(page.getByText('Teste enviado para 1 aparelho seu.')).toBeVisible();
  await expect.poll(() => service.arrived.filter(({ path }) => path === own).length).toBe(1);
  expect(service.arrived[0]?.payload).toMatchObject({ notification: { title: 'Oi, Helena!' } });
  await alsoAtNight(page);

  await page.getByRole('button', { name: 'Conferir e enviar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enviar para 2 pessoas?' });
  await expect(dialog).toBeVisible();
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: 'Enviar para 2 pessoas' }).dblclick();
  await page.waitForURL(/\/history\/\d+$/);
  await expect(page.getByRole('region', { name: 'Em resumo' })).toContainText('Ana Souza e Eva Reis');
  const result = page.getByRole('region', { name: 'Resultado' });
  await expect(result).toContainText(/Aceitas\s*1/, { timeout: 30_000 });
  await expect(result).toContainText('Envio terminado', { timeout: 30_000 });
  expect(service.arrived.filter(({ path }) => path === ana).map(({ payload }) => payload)).toMatchObject([
    { notification: { title: 'Oi, Ana!' } },
  ]);
  await page.reload();
  await expect(page.getByRole('row', { name: /Ana Souza/ })).toContainText('Aceita');
  await expectNoAxeFindings(page);
  await page.goto(`${panel}/history`);
  await expect(page.getByRole('row', { name: /Oi, ‹primeiro nome›!/ })).toContainText('Chegou a 1 de 2 pessoas');
});

test('failed deliveries show their reason and are retried alone', { tag: '@deep' }, async ({
  page,
  baseURL,
  service,
}) => {
  const ana = await subscribe(baseURL, service, 'aluna@demo.example');
  service.answers.set(ana, { status: 403 });
  await logIn(page, HELENA);
  await written(page, 'Aviso da secretaria');
  await choosePerson(page, 'Ana Souza');
  await alsoAtNight(page);
  await page.getByRole('button', { name: 'Conferir e enviar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar para 1 pessoa' }).click();
  await page.waitForURL(/\/history\/\d+$/);
  await expect(page.getByRole('region', { name: 'Resultado' })).toContainText('Envio terminado', { timeout: 30_000 });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Quem não recebeu no aparelho' })).toContainText(
    'não reconheceu a escola',
  );
  await expectNoAxeFindings(page);
  service.answers.delete(ana);
  await page.getByRole('button', { name: 'Tentar de novo com os que falharam' }).click();
  await expect(page.getByText('Estamos tentando de novo').first()).toBeVisible();
  await expect.poll(() => service.arrived.filter(({ path }) => path === ana).length, { timeout: 30_000 }).toBe(1);
});

test('a message is scheduled in the school’s zone, cancelled, copied and deleted', async ({ page }) => {
  await logIn(page, HELENA);
  await written(page, 'Festa junina');
  await page.getByText('Todos da escola', { exact: true }).click();
  await page.getByText('Agendar', { exact: true }).click();
  await page.getByRole('button', { name: 'Conferir e agendar' }).click();
  await expect(page.getByText('Escolha o dia')).toBeVisible();
  await expectNoAxeFindings(page);
  const nextYear = new Date().getFullYear() + 1;
  await page.getByLabel('Dia', { exact: true }).fill(`${nextYear}-06-20`);
  await page.getByLabel('Hora, no horário da escola').fill('10:30');
  await page.getByRole('button', { name: 'Conferir e agendar' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`sai 20/06/${nextYear}, 10:30`);
  await dialog.getByRole('button', { name: /^Agendar para \d+ pessoas$/ }).click();
  await page.waitForURL(/feito=agendada$/);
  const row = page.getByRole('row', { name: /Festa junina/ });
  const acts = page.getByRole('dialog', { name: /^Mais ações/ });
  const open = () => row.getByRole('button', { name: /^Mais ações/ }).click();
  await expect(row).toContainText('Agendada');
  await expectNoAxeFindings(page);
  await open();
  await acts.getByRole('button', { name: 'Cancelar envio' }).click();
  await page.getByRole('button', { name: 'Cancelar o envio' }).click();
  await expect(row).toContainText('Cancelada');
  await open();
  await acts.getByRole('link', { name: 'Duplicar' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Esta é uma cópia' })).toBeVisible();
  await expect(page.getByLabel('Título')).toHaveValue('Festa junina');
  // A copy is stored once somebody edits it.
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Escolher quem recebe' }).click();
  await page.waitForURL(/\/send\/\d+$/);
  await page.goto(`${panel}?estado=rascunho`);
  await open();
  await acts.getByRole('button', { name: 'Excluir' }).click();
  await page.getByRole('button', { name: 'Excluir a mensagem' }).click();
  await expect(page.getByText('Mensagem excluída.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Limpar filtros' })).toBeVisible();
});

test.describe('while it is written', () => {
  test.use({ tolerated: [/status of 409|ERR_INTERNET_DISCONNECTED/] });

  test('a draft survives a reload without a connection, and a concurrent change is not lost', { tag: '@deep' }, async ({
    page,
    context,
  }) => {
    await logIn(page, HELENA);
    await open(page, '/create');
    const title = page.getByLabel('Título');
    await title.fill('Só um título');
    await expect(page.getByRole('status').filter({ hasText: 'Guardado neste aparelho' })).toBeVisible();
    await page.reload();
    await untilHydrated(page);
    await expect(title).toHaveValue('Só um título');
    await page.getByLabel('Mensagem', { exact: true }).fill('E o texto dela.');
    await saved(page);
    await expect(page).toHaveURL(/\/create\/\d+$/);

    await context.setOffline(true);
    await title.fill('Escrito sem conexão');
    await expect(page.getByRole('status').filter({ hasText: 'Sem conexão' })).toBeVisible();
    await context.setOffline(false);
    await saved(page);

    const other = await context.newPage();
    await other.goto(page.url());
    await untilHydrated(other);
    await other.getByLabel('Título').fill('O título da Júlia');
    await expect(other.getByRole('status').filter({ hasText: 'Rascunho salvo' })).toBeVisible();
    await expect
      .poll(() => other.evaluate(() => Object.keys(localStorage).filter((k) => k.startsWith('mensagem:'))))
      .toEqual([]);
    await title.fill('O meu título');
    const choice = page.getByRole('alert').filter({ hasText: 'Outra pessoa mudou esta mensagem' });
    await expect(choice).toContainText('O título da Júlia');
    await expectNoAxeFindings(page);
    await choice.getByRole('button', { name: 'Ficar com a minha' }).click();
    await expect(choice).toHaveCount(0);
    await saved(page);
    await page.reload();
    await expect(title).toHaveValue('O meu título');
  });
});

test('a text is saved as a template, and missing parts are marked at their fields', async ({ page }) => {
  await logIn(page, HELENA);
  await open(page, '/create');
  const [title, name] = [page.getByLabel('Título'), page.getByLabel('Nome do modelo')];
  await page.getByText('Salvar como modelo').click();
  await page.getByRole('button', { name: 'Salvar modelo' }).click();
  await expect(title).toHaveAccessibleDescription(/Escreva o título/);
  await expect(title).toBeFocused();
  await title.fill('Aula extra');
  await page.getByLabel('Mensagem', { exact: true }).fill('Sábado, às 9h.');
  await page.getByRole('button', { name: 'Salvar modelo' }).click();
  await expect(name).toHaveAccessibleDescription(/Dê um nome ao modelo/);
  await name.fill('Aula extra');
  await name.press('Enter');
  await expect(page.getByText('Modelo salvo.')).toBeVisible();
  await page.goto(`${panel}/modelos`);
  await expect(page.getByRole('row', { name: /Sábado, às 9h/ })).toBeVisible();
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('a message is written, counted, confirmed and sent', { tag: '@deep' }, async ({ page, baseURL, service }) => {
    const ana = await subscribe(baseURL, service, 'aluna@demo.example');
    await logIn(page, HELENA);
    await page.goto(`${panel}/create`);
    await page.getByLabel('Título').fill('Oi {nome}');
    await page.getByRole('button', { name: 'Escolher quem recebe' }).click();
    await expect(page.getByText('Não sabemos o que pôr em {nome}')).toBeVisible();
    await expect(page.getByText('Escreva a mensagem')).toBeVisible();
    await page.getByLabel('Título').fill('Oi, {primeiro_nome}');
    await page.getByLabel('Mensagem', { exact: true }).fill('Tudo bem?');
    await page.getByRole('button', { name: 'Escolher quem recebe' }).click();
    await page.waitForURL(/\/send\/\d+$/);
    await page.locator('summary', { hasText: 'Pessoas' }).click();
    await page.getByLabel('Pessoas: buscar por nome').fill('Ana');
    await page.getByRole('button', { name: 'Buscar' }).first().click();
    await page
      .getByRole('checkbox', { name: /Ana Souza/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'Ver quantas pessoas' }).click();
    await expect(reach(page)).toContainText('1 pessoa no portal; 1 também no aparelho (1 aparelho)');
    await alsoAtNight(page);
    await page.getByRole('button', { name: 'Conferir e enviar' }).click();
    await page.getByRole('button', { name: 'Enviar para 1 pessoa' }).click();
    await page.waitForURL(/\/history\/\d+$/);
    await expect.poll(() => service.arrived.filter(({ path }) => path === ana).length, { timeout: 30_000 }).toBe(1);
  });
});

shared.describe('what is not theirs', () => {
  shared.use({ tolerated: [/status of 404/] });
  shared(
    'students do not see messages, and one that her school lacks is not found (ROLE-02, ROLE-08)',
    { tag: '@deep' },
    async ({ page, loginAs }) => {
      await loginAs('aluna@demo.example');
      for (const path of ['', '/create', '/send', '/history', '/modelos']) {
        await page.goto(panel + path);
        expect(new URL(page.url()).pathname).toBe('/dashboard');
      }
      await loginAs(HELENA);
      for (const path of ['/create/99999', '/send/99999', '/history/99999']) {
        expect((await page.goto(panel + path))?.status()).toBe(404);
        await expect(page.getByRole('link', { name: 'Ver as mensagens' })).toBeVisible();
      }
      await expectNoAxeFindings(page);
    },
  );
});

test('the reader of a mail unsubscribes without a login, and so does a mail program', { tag: '@both' }, async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  await logIn(page, HELENA);
  await written(page, 'Noite de jogos');
  await choosePerson(page, 'Davi Reis');
  await page.getByRole('checkbox', { name: /Também por e-mail/ }).check();
  await alsoAtNight(page);
  await page.getByRole('button', { name: 'Conferir e enviar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar para 1 pessoa' }).click();
  await page.waitForURL(/\/history\/\d+$/);
  const link = new URL(await inMail(page, /\/nao-receber\/\d+\.[\w-]{22}/), baseURL).href;

  const mailbox = await (await browser.newContext({ baseURL })).newPage();
  await mailbox.goto(link);
  await expect(mailbox.getByRole('heading', { level: 1 })).toHaveText('Parar de receber e-mails da escola?');
  await expect(mailbox.getByText('fa***@demo.example')).toBeVisible();
  await expectNoAxeFindings(mailbox);
  await mailbox.getByRole('button', { name: 'Não receber mais' }).click();
  await expect(mailbox.getByRole('heading', { level: 1 })).toHaveText('Você não recebe mais e-mails da escola');
  await expectNoAxeFindings(mailbox);
  await mailbox.getByRole('button', { name: 'Quero receber de novo' }).click();
  await expect(mailbox.getByRole('heading', { level: 1 })).toHaveText('Parar de receber e-mails da escola?');

  // A mail program opens no page: it sends neither a cookie nor an origin (RFC 8058).
  const oneClick = await request.post(link, { form: { 'List-Unsubscribe': 'One-Click' }, maxRedirects: 0 });
  expect(oneClick.status()).toBe(200);
  await mailbox.goto(link);
  await expect(mailbox.getByRole('button', { name: 'Quero receber de novo' })).toBeVisible();
  const again = await request.post(link, { multipart: { 'List-Unsubscribe': 'One-Click' }, maxRedirects: 0 });
  expect(again.status()).toBe(200);
  expect((await request.post(`${link.slice(0, -1)}_`, { form: { 'List-Unsubscribe': 'One-Click' } })).status()).toBe(
    404,
  );
  await mailbox.goto(`${link}x`);
  await expect(mailbox.getByRole('heading', { level: 1 })).toHaveText('Este link não vale');
  await expectNoAxeFindings(mailbox);
  await mailbox.context().close();
});
