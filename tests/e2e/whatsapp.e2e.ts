import { freePort } from '../../scripts/free-port.ts';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { noticeMessages } from '../../src/lib/words/inbox.ts';
import { WhatsappApi } from '../support/whatsapp/api.ts';
import { ACCOUNT_ID, APP_SECRET, PHONE_NUMBER_ID, TOKEN } from '../support/whatsapp/steering.ts';
import { logIn } from './support/log-in.ts';
import { test as base, expect, expectNoAxeFindings, untilHydrated } from './support/portal-test.ts';
import { type OwnPortal, openPortal } from './support/portals.ts';
import { expectWithinReach } from './support/reach.ts';
import { screens } from './support/screens.ts';

const OFFICE = 'gestora@demo.example';
const STUDENT = 'aluna@demo.example';
const PHONE = '5519991234567';
const UNIT = '/manager-panel/equipe/unidades/101';
const PREFERENCES = '/avisos/preferencias';

/** A school of its own, and the API of WhatsApp in a process beside it. */
const test = base.extend<{ world: { api: WhatsappApi; portal: OwnPortal } }>({
  world: async ({ browserName: _any }, use) => {
    const api = await WhatsappApi.start();
    const portal = await openPortal({ PORT: String(await freePort()), WHATSAPP_API_URL: api.url });
    await use({ api, portal });
    await portal.close();
    await api.close();
  },
  baseURL: async ({ world }, use) => use(world.portal.address),
});
// A refusal is an answer: the browser notes it.
test.use({ tolerated: [/status of 422/] });

test('a unit connects its WhatsApp, a student opts in, gets a notice, and opts out by a keyword', async ({
  page,
  world: { api, portal },
}) => {
  test.slow();
  const preferences = page.getByRole('region', { name: 'Por WhatsApp' });
  await logIn(page, STUDENT);
  await page.goto(PREFERENCES);
  await expect(page.getByRole('region', { name: 'Meus aparelhos' })).toBeVisible();
  await expect(preferences).toHaveCount(0);
  // The story holds at night too.
  await page.getByLabel('Sem horário de silêncio').check();
  await page.getByRole('button', { name: /^Salvar/ }).click();
  await expect(page.getByText(noticeMessages.saved)).toBeVisible();

  await logIn(page, OFFICE);
  await page.goto(UNIT);
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Ligar o WhatsApp' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(/Phone number ID/).fill(PHONE_NUMBER_ID);
  await form.getByLabel(/Account ID/).fill(ACCOUNT_ID);
  await form.getByLabel(/Token/).fill('x'.repeat(40));
  await form.getByLabel(/App secret/).fill(APP_SECRET);
  await form.getByRole('button', { name: 'Ligar', exact: true }).click();
  await expect(form.getByText('A Meta não aceitou este token').first()).toBeVisible();
  await expect(form.getByLabel(/Account ID/)).toHaveValue(ACCOUNT_ID);
  await expectNoAxeFindings(page);
  await form.getByLabel(/Token/).fill(TOKEN);
  await form.getByRole('button', { name: 'Ligar', exact: true }).click();
  await expect(form).toBeHidden();
  const part = page.getByRole('region', { name: 'Avisos por WhatsApp' });
  await expect(part).toContainText('A Meta ainda não avisou nada');
  const path = new URL(await part.getByRole('textbox', { name: /Callback URL/ }).inputValue()).pathname;
  expect(path).toMatch(new RegExp(`^${API_PREFIX}portal/whatsapp/webhooks/\\d+/$`));
  const template = part.getByRole('listitem').filter({ hasText: 'aviso_de_aula' });
  await template.getByRole('button', { name: /^Mais ações/ }).click();
  await form.getByRole('button', { name: 'Usar para…' }).click();
  await form.getByLabel('Usar para').selectOption('Aula cancelada');
  await expectNoAxeFindings(page);
  await form.getByRole('button', { name: 'Usar este modelo' }).click();
  await expect(template).toContainText('Usado em: aula cancelada');
  await expectWithinReach(page);
  await expectNoAxeFindings(page);

  // From here on Meta sends webhooks itself, each status twice and out of order.
  await api.tell(portal.address + path);
  await api.write(PHONE, 'Oi', new Date(Date.now() - 60_000));
  await page.reload();
  await expect(part).toContainText('A Meta está avisando o portal.');

  await page.setViewportSize(screens.phone);
  await logIn(page, STUDENT);
  await page.goto(PREFERENCES);
  await preferences.getByRole('button', { name: 'Receber por WhatsApp' }).click();
  await expect(preferences).toContainText('Código:');
  await expectWithinReach(page);
  await expectNoAxeFindings(page);
  const link = new URL((await preferences.getByRole('link', { name: /Abrir o WhatsApp/ }).getAttribute('href')) ?? '');
  await api.write(PHONE, link.searchParams.get('text') ?? '', new Date());
  await preferences.getByRole('link', { name: 'Já enviei' }).click();
  await expect(preferences).toContainText('final 4567');
  await expectNoAxeFindings(page);

  await logIn(page, 'professora@demo.example');
  await page.goto('/professor/turmas/1');
  await page.getByRole('region', { name: 'Próximas aulas' }).getByRole('listitem').nth(3).getByRole('link').click();
  await page.getByText('Cancelar esta aula').click();
  await page.getByLabel('Motivo').fill('Consulta médica');
  await page.getByRole('button', { name: 'Cancelar a aula' }).click();
  await expect(page.getByRole('status')).toContainText('Aula cancelada');
  const texts = async () => (await api.look()).sent.map(({ text }) => text);
  await expect
    .poll(texts, { timeout: 30_000 })
    .toEqual([
      expect.stringContaining('Pronto! A partir de agora'),
      expect.stringMatching(/^Olá, Ana! Aviso da escola KNN Vila Nova sobre as suas aulas: Aula cancelada/),
    ]);

  await logIn(page, OFFICE);
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.goto('/manager-panel/profile/1');
  await expect(page.getByText('WhatsApp: Entregue no WhatsApp.').first()).toBeVisible();

  await api.write(PHONE, 'Parar', new Date(Date.now() + 60_000));
  await logIn(page, STUDENT);
  await page.goto(PREFERENCES);
  await expect(preferences).toContainText('Você parou os avisos por WhatsApp.');
});
