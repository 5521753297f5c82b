import type { Page } from '@playwright/test';
import { holdCode } from './support/hold-code.ts';
import { forgetSession } from './support/log-in.ts';
import { pauseClock } from './support/paused-clock.ts';
import { expect, expectNoAxeFindings, freshTest, test, untilHydrated } from './support/portal-test.ts';

const ANA = 'aluna@demo.example';
const BRUNO = 'visitante@demo.example';

/** A separate portal has separate sessions: logs in by the form, with or without scripts. */
async function enter(page: Page, login: string, next: string): Promise<void> {
  await page.goto(`/login/main?next=${encodeURIComponent(next)}`);
  await page.getByLabel('E-mail ou CPF').fill(login);
  await page.getByLabel('Senha', { exact: true }).fill('portal-demo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(next));
}

const alertOf = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });
/** The newest movement: below the head of the table and that of its month. */
const statement = (page: Page) => page.getByRole('row').nth(2);

async function join(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Li e aceito' }).check();
  await page.getByRole('button', { name: 'Entrar no clube' }).click();
  await expect(page.getByText('Bem-vindo ao clube!')).toBeVisible();
}

freshTest('Bruno joins the club (CLUB-05, CLUB-06, GUARD-11)', async ({ page }) => {
  await enter(page, BRUNO, '/knn-club/meu-clube');
  await expect(page.getByRole('heading', { level: 1, name: 'Clube de vantagens' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.goto('/knn-club/usar-pontos');
  await expect(page).toHaveURL(/\/knn-club\/meu-clube$/);
  await join(page);
  await expectNoAxeFindings(page);
});

freshTest('the pages of a new member are empty, and say why', { tag: '@deep' }, async ({ page }) => {
  await enter(page, BRUNO, '/knn-club/meu-clube');
  await join(page);
  const places = page.getByRole('navigation', { name: 'Clube' });
  for (const [place, empty] of [
    ['Usar pontos', 'Seus pontos'],
    ['Minhas trocas', 'Nenhuma troca por aqui'],
    ['Extrato de pontos', 'Nenhum ponto ainda'],
    ['Juntar pontos', 'Quem você indicar aparece aqui'],
  ] as const) {
    await places.getByRole('link', { name: place }).click();
    await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible();
    await expect(page.getByText(empty)).toBeVisible();
    await expectNoAxeFindings(page);
  }
});

freshTest('Ana leaves the club after a confirmation (CLUB-06, GUARD-11)', async ({ page }) => {
  await enter(page, ANA, '/knn-club/meu-clube');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Sair do clube' }).click();
  const question = page.getByRole('dialog', { name: 'Sair do clube?' });
  await expect(question).toContainText(/Seus [\d.]+ pontos ficam guardados/);
  await expectNoAxeFindings(page);
  await question.getByRole('button', { name: 'Ficar' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Sair do clube' }).click();
  await question.getByRole('button', { name: 'Sair do clube' }).click();
  await expect(page.getByText('Você saiu do clube.')).toBeVisible();
  await page.goto('/knn-club/meu-extrato');
  await expect(page).toHaveURL(/\/knn-club\/meu-clube$/);
});

freshTest(
  'the home shows what the points buy, what they nearly buy, and what earns more today (CLUB-01, CLUB-05)',
  { tag: '@deep' },
  async ({ page }) => {
    await enter(page, ANA, '/knn-club/meu-clube');
    const balance = page.getByRole('region', { name: 'Saldo' });
    await expect(balance).toContainText('Faltam 380 pontos para Fone sem fio');
    await expect(page.getByRole('link', { name: /^600 pontos vencem em/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Já pode ser seu' }).getByRole('listitem')).toHaveCount(6);
    const last = page.getByRole('region', { name: 'Quase lá' }).getByRole('link').last();
    // The focus moves the shelf, and the page stays.
    await last.focus();
    await expect(last).toBeInViewport({ ratio: 0.9 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    const missions = page.getByRole('region', { name: 'Como ganhar hoje' });
    await expect(missions.getByRole('listitem')).toHaveCount(3);
    await missions.getByRole('link', { name: 'Envie a atividade no prazo' }).click();
    await expect(page).toHaveURL(/\/pedagogico\/notas\/\d+.*#atividade-/);
  },
);

freshTest(
  'a digital reward says where its code arrives, without mentioning a counter',
  { tag: '@deep' },
  async ({ page }) => {
    await enter(page, ANA, '/knn-club/meu-clube');
    await untilHydrated(page);
    await page.getByRole('link', { name: /^Trocar por Café da manhã/ }).click();
    await page.getByRole('button', { name: 'Confirmar troca' }).click();
    const done = page.getByRole('dialog', { name: 'Troca feita' });
    await expect(done).toContainText(`Seu código chega em ${ANA}`);
    await expect(done).not.toContainText(/secretaria|retir/i);
  },
);

freshTest.describe('a friend', () => {
  freshTest.use({ tolerated: [/status of (409|422)/] });
  freshTest('a friend is refused with the reason, and referred (CLUB-08)', async ({ page }) => {
    await enter(page, ANA, '/knn-club/juntar-pontos');
    const form = page.getByRole('region', { name: 'Indicar um amigo' });
    const send = form.getByRole('button', { name: 'Enviar indicação' });
    // The form listens once it is on the screen.
    await send.scrollIntoViewIfNeeded();
    await untilHydrated(page);
    await send.click();
    await expect(form.getByLabel('Nome de quem você indica')).toBeFocused();
    await expect(form.getByText('Este campo é obrigatório')).toHaveCount(2);
    await expectNoAxeFindings(page);

    await form.getByLabel('Nome de quem você indica').fill('Júlia Ramos');
    await form.getByLabel('Telefone com DDD').fill('(19) 99123-4567');
    await form.getByRole('checkbox').check();
    await send.click();
    await expect(form.getByRole('alert')).toContainText('Você não pode indicar a si mesmo.');
    await expect(form.getByLabel('Nome de quem você indica')).toHaveValue('Júlia Ramos');

    await form.getByLabel('Telefone com DDD').fill('(19) 99876-5432');
    await send.click();
    await expect(page).toHaveURL(/indicado=1#indicacoes$/);
    const friend = page
      .getByRole('region', { name: 'Suas indicações' })
      .getByRole('listitem')
      .filter({ hasText: 'Júlia R.' });
    await expect(friend.locator('[aria-current="step"]')).toContainText('Enviada');
    await expectNoAxeFindings(page);

    // The page that follows has the address of the page before.
    await send.scrollIntoViewIfNeeded();
    await untilHydrated(page);
    await form.getByLabel('Nome de quem você indica').fill('Caio Lemos');
    await form.getByLabel('Telefone com DDD').fill('(19) 98877-6655');
    await form.getByRole('checkbox').check();
    await send.click();
    const friends = page.getByRole('region', { name: 'Suas indicações' });
    await expect(friends).toContainText('Caio L.');
    await expect(friends).toBeInViewport();
    await expect(page).toHaveURL(/indicado=1#indicacoes$/);
    await expect(form.getByLabel('Nome de quem você indica')).toHaveValue('');
  });
});

freshTest(
  'Ana redeems a reward, finds it, and cancels it (CLUB-02…04, CLUB-10…13)',
  { tag: '@both' },
  async ({ page }) => {
    await enter(page, ANA, '/knn-club/usar-pontos');
    await untilHydrated(page);
    await expectNoAxeFindings(page);
    await page.getByRole('link', { name: 'Posso trocar agora' }).click();
    await page.waitForURL(/usar-pontos\?/);
    await untilHydrated(page);
    await expect(page.getByRole('progressbar', { name: /^Pontos para/ })).toHaveCount(0);
    const sent: (string | null)[] = [];
    await page.route('**/api/v1/transactions/debit/', async (route) => {
      sent.push(await route.request().headerValue('idempotency-key'));
      await route.continue();
    });
    await page.getByRole('link', { name: 'Trocar por Caderno de viagem' }).click();
    const dialog = page.getByRole('dialog', { name: 'Trocar por Caderno de viagem?' });
    await expect(dialog.getByText('−450 pontos')).toBeVisible();
    await expectNoAxeFindings(page);
    await dialog.getByRole('button', { name: 'Confirmar troca' }).dblclick();
    const done = page.getByRole('dialog', { name: 'Troca feita' });
    const code = (await done.locator('code').textContent()) ?? '';
    expect(code).toMatch(/^[A-Z0-9-]{6,}$/);
    expect(sent).toHaveLength(1);
    await expectNoAxeFindings(page);

    await done.getByRole('link', { name: 'Ver minhas trocas' }).click();
    const redemption = page.getByRole('list', { name: 'Trocas' }).getByRole('listitem').first();
    await expect(redemption).toContainText('Caderno de viagem');
    await expect(redemption).toContainText('Solicitado');
    await expect(redemption).toContainText(code);
    await expectNoAxeFindings(page);
    await page.goto('/knn-club/meu-extrato?tipo=debito');
    await expect(statement(page)).toContainText('−450');
    await expectNoAxeFindings(page);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);

    await page.goto('/knn-club/meus-pedidos');
    await redemption.getByText('Cancelar troca').click();
    await redemption.getByRole('button', { name: 'Confirmar cancelamento' }).click();
    await expect(page.getByRole('main').getByText('Troca cancelada.')).toBeVisible();
    await expect(redemption).toContainText('Cancelado');
    await page.goto('/knn-club/meu-extrato');
    await expect(statement(page)).toContainText('+450');
  },
);

for (const path of ['/knn-club/usar-pontos', '/knn-club/meu-clube']) {
  test(`${path}: a reward pressed before its script loads opens the dialog when it loads (CLUB-02)`, {
    tag: '@deep',
  }, async ({ page, loginAs }) => {
    await loginAs(ANA);
    const arrive = await holdCode(page);
    await page.goto(path);
    const link = page.getByRole('link', { name: /^Trocar por Caderno de viagem/ });
    await link.click();
    await expect(link).toHaveAttribute('aria-busy', 'true');
    await expect(link).toHaveCSS('animation-name', 'waiting');
    arrive();
    await expect(page.getByRole('dialog', { name: 'Trocar por Caderno de viagem?' })).toBeVisible();
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    await expect(page).toHaveURL(path);
  });
}

/** Presses a reward whose script does not load. */
async function pressInVain(page: Page) {
  await holdCode(page);
  await pauseClock(page);
  await page.goto('/knn-club/usar-pontos');
  const link = page.getByRole('link', { name: 'Trocar por Caderno de viagem' });
  await link.click();
  await expect(link).toHaveAttribute('aria-busy', 'true');
  return link;
}

test('a reward whose script does not load is redeemed on its page (CLUB-02)', { tag: '@deep' }, async ({
  page,
  loginAs,
}) => {
  await loginAs(ANA);
  await pressInVain(page);
  await page.clock.runFor(11_000);
  await expect(page).toHaveURL(/\?trocar=\d+#trocar$/);
  await expect(page.getByRole('button', { name: 'Confirmar troca' })).toBeVisible();
});

test('a reward whose script still loads does not leave what was pressed later', { tag: '@deep' }, async ({
  page,
  loginAs,
}) => {
  await loginAs(ANA);
  const link = await pressInVain(page);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(link).not.toHaveAttribute('aria-busy');
  await page.clock.runFor(11_000);
  await expect(page).toHaveURL('/knn-club/usar-pontos');
  await expect(page.getByRole('alert').filter({ hasText: 'Não carregou.' })).toHaveCount(0);
});

test('an invitation is shared, and copied where the device cannot share it (CLUB-08)', async ({ page, loginAs }) => {
  await page.addInitScript(() => {
    const told = { shared: [] as unknown[], fails: '' };
    const share = async (what: unknown) => {
      told.shared.push(what);
      if (told.fails) throw new DOMException('', told.fails);
    };
    Object.assign(window, { told });
    Object.defineProperty(navigator, 'share', { value: share });
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => told.shared.push(text) },
    });
  });
  const failsWith = (name: string) => page.evaluate(`window.told.fails = ${JSON.stringify(name)}`);
  await loginAs(ANA);
  await page.goto('/knn-club/juntar-pontos');
  const link = await page.getByLabel('Link do convite').inputValue();
  const press = page.locator('button[data-share]');
  await press.click();
  const invitation = { title: 'Convite', text: expect.stringMatching(/\S/), url: link };
  expect(await page.evaluate('window.told.shared')).toEqual([invitation]);
  await failsWith('AbortError');
  await press.click();
  await failsWith('NotAllowedError');
  await press.click();
  await expect(press).toHaveText('Copiado');
  await expect(page.getByText('Link copiado.')).toBeVisible();
  expect(await page.evaluate('window.told.shared')).toEqual([invitation, invitation, invitation, link]);
});

test('if copying is not allowed, the text is selected, and a message says so', { tag: '@deep' }, async ({
  page,
  loginAs,
}) => {
  await page.addInitScript(() => {
    const writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  });
  await loginAs(ANA);
  await page.goto('/aula-online/list');
  const field = page.getByLabel('Endereço do calendário', { exact: true });
  await page.getByRole('button', { name: 'Copiar: Endereço do calendário' }).click();
  await expect(page.getByText('Não foi possível copiar. Selecione o texto e copie.')).toBeVisible();
  await expect(field).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()))).toBe(await field.inputValue());
});

freshTest.describe('on a bad line', () => {
  freshTest.use({ tolerated: [/status of 502/] });
  freshTest('a lost answer does not spend the points twice (S4)', { tag: '@deep' }, async ({ page }) => {
    await enter(page, ANA, '/knn-club/usar-pontos');
    await untilHydrated(page);
    const keys: (string | null)[] = [];
    await page.route('**/api/v1/transactions/debit/', async (route) => {
      keys.push(await route.request().headerValue('idempotency-key'));
      const answer = await route.fetch();
      if (keys.length === 1) await route.fulfill({ status: 502, json: { detail: '' } });
      else await route.fulfill({ response: answer });
    });
    await page.getByRole('link', { name: 'Trocar por Caderno de viagem' }).click();
    await page.getByRole('button', { name: 'Confirmar troca' }).click();
    await expect(alertOf(page)).toContainText('Não foi possível fazer a troca.');
    await page.getByRole('button', { name: 'Confirmar troca' }).click();
    await expect(page.getByRole('dialog', { name: 'Troca feita' })).toBeVisible();
    expect(new Set(keys).size).toBe(1);
    await page.goto('/knn-club/meus-pedidos');
    await expect(page.getByRole('listitem').filter({ hasText: 'Solicitado' })).toHaveCount(1);
  });
});

freshTest.describe('without JavaScript', () => {
  freshTest.use({ javaScriptEnabled: false, tolerated: [/status of (409|422)/] });

  freshTest('Bruno joins, and sees what is missing (CLUB-06)', { tag: '@deep' }, async ({ page }) => {
    await enter(page, BRUNO, '/knn-club/meu-clube');
    await page.getByRole('button', { name: 'Entrar no clube' }).evaluate((button: HTMLButtonElement) => {
      if (button.form) button.form.noValidate = true;
    });
    await page.getByRole('button', { name: 'Entrar no clube' }).click();
    await expect(alertOf(page)).toContainText('Marque que você leu');
    await join(page);
  });

  freshTest('Ana refers and redeems', { tag: '@deep' }, async ({ page }) => {
    await enter(page, ANA, '/knn-club/juntar-pontos');
    const form = page.getByRole('region', { name: 'Indicar um amigo' });
    await form.getByLabel('Nome de quem você indica').fill('Júlia Ramos');
    await form.getByLabel('Telefone com DDD').fill('48991112233');
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Enviar indicação' }).click();
    await expect(form.getByRole('alert')).toContainText('já estuda');
    await expect(form.getByLabel('Nome de quem você indica')).toHaveValue('Júlia Ramos');
    await form.getByLabel('Telefone com DDD').fill('19998765432');
    await form.getByRole('button', { name: 'Enviar indicação' }).click();
    await expect(page.getByText('Indicação enviada.')).toBeVisible();

    await page.goto('/knn-club/usar-pontos');
    await page.getByRole('link', { name: 'Trocar por Caderno de viagem' }).click();
    await expect(page.getByRole('region', { name: 'Trocar por Caderno de viagem?' })).toContainText('−450 pontos');
    await page.getByRole('button', { name: 'Confirmar troca' }).click();
    await expect(page).toHaveURL(/\/knn-club\/meus-pedidos\?novo=\d+$/);
    await expect(page.getByText('Troca feita')).toBeVisible();
  });

  freshTest('a friend follows the invitation', { tag: '@deep' }, async ({ page }) => {
    await enter(page, ANA, '/knn-club/juntar-pontos');
    const code = (await page.getByRole('region', { name: 'Seu convite' }).locator('code').textContent()) ?? '';
    await forgetSession(page);
    await page.goto(`/convite/${code}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Ana quer você na turma' })).toBeVisible();
    await expect(page.locator('script')).toHaveCount(0);
    await expect(page.getByText('Souza')).toHaveCount(0);
    await page.getByLabel('Seu nome').fill('Otávio Pires');
    await page.getByLabel('Telefone com DDD').fill('19 2');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Quero que a escola me chame' }).click();
    await expect(page.getByText('Telefone inválido')).toBeVisible();
    await expect(page.getByLabel('Seu nome')).toHaveValue('Otávio Pires');
    await page.getByLabel('Telefone com DDD').fill('19 99777-6655');
    await page.getByRole('button', { name: 'Quero que a escola me chame' }).click();
    await expect(page.getByRole('region', { name: 'Recebemos seu contato' })).toBeVisible();

    await enter(page, ANA, '/knn-club/juntar-pontos');
    await expect(page.getByRole('region', { name: 'Suas indicações' })).toContainText('Otávio P.');
  });
});

freshTest.describe('an invitation', () => {
  freshTest.use({ tolerated: [/status of 404/] });
  freshTest('an invitation passes axe, and an unknown one is not found', async ({ page }) => {
    await enter(page, ANA, '/knn-club/juntar-pontos');
    const code = (await page.getByRole('region', { name: 'Seu convite' }).locator('code').textContent()) ?? '';
    await page.goto(`/convite/${code}`);
    await expectNoAxeFindings(page);
    await page.goto(`/convite/${code}?enviado=1`);
    await expectNoAxeFindings(page);
    expect((await page.goto('/convite/NADA-NADA'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Este convite não vale mais' })).toBeVisible();
    await expectNoAxeFindings(page);
  });
});
