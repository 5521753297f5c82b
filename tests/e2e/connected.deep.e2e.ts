import type { Page } from '@playwright/test';
import { type PortalProcess, startPortal } from '../../scripts/portal-process.ts';
import type { Quirk } from '../support/foreign-quirks.ts';
import { type Franchise, openFranchise } from '../support/franchise.ts';
import { logIn, submitLogin } from './support/log-in.ts';
import { test as base, expect, expectNoAxeFindings, untilHydrated } from './support/portal-test.ts';

const ANA = 'aluna@demo.example';
const BRUNO = 'visitante@demo.example';
const HELENA = 'gestora@demo.example';
/** Calls that pages can do without: the user of the session stays known. */
const PARTS = '^\\w+ (at-home|pre-invoice|rewards|transactions|knn-usa|push-notifications)';
/** Technical text that a reader must not see: markup of proxies, stack traces, error codes. */
const FOREIGN =
  /bad gateway|nginx|exception|stack|undefined|null\b|\[object|traceback|not found|unauthor|method not|<\/?\w+>/i;
const TIMEOUT_MS = 5_000;
const PAUSE_MS = 6_000;

interface World {
  franchise: Franchise;
  portal: PortalProcess;
}

/** A separate portal and franchise: failures of its hosts must not affect other tests. */
const test = base.extend<{ franchise: Franchise }, { world: World }>({
  world: [
    async ({ browserName: _any }, use) => {
      const franchise = await openFranchise();
      const limit = String(TIMEOUT_MS);
      const waits = { UPSTREAM_TIMEOUT_MS: limit, UPSTREAM_PART_MS: limit, UPSTREAM_PAUSE_MS: String(PAUSE_MS) };
      const portal = await startPortal({ ...franchise.env, ...waits, TRUST_PROXY: 'on' });
      await use({ franchise, portal });
      await portal.stop();
      await franchise.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ world }, use) => use(world.portal.address),
  franchise: async ({ world }, use) => {
    await use(world.franchise);
    await world.franchise.behave();
    await world.franchise.seen();
  },
});

test.use({ contextOptions: { reducedMotion: 'reduce' }, tolerated: [/status of [45]\d\d/] });

const tag = { tag: '@connected' };

/** Each page has a heading and Portuguese text, and no technical text, whatever the hosts do. */
async function expectReadable(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const body = page.locator('body');
  await expect(body).toHaveText(/.{80}/s, { useInnerText: true });
  await expect(body).not.toHaveText(FOREIGN, { useInnerText: true });
}

const writes = async (franchise: Franchise, path: string) =>
  (await franchise.seen()).filter(({ line }) => line === `POST ${path}` || line === `PUT ${path}`);

test.describe('a franchise with deviating answers', () => {
  const dialects: Quirk[][] = [['shuffled', 'extra', 'sparse'], ['words']];
  const pages = [
    ...['/dashboard', '/pedagogico/list', '/pedagogico/minha-pratica/1', '/pedagogico/notas/1', '/aula-online/list'],
    ...['/pedagogico/notas/101?parte=notas', '/pedagogico/notas/101?parte=frequencia'],
    ...['/pedagogico/notas/101?parte=aulas'],
    ...[
      '/aula-online/details/1',
      '/financial',
      '/financial/transactions',
      '/campanhas',
      '/financial/pagar?parcelas=105',
      '/financial/cambio',
      '/avisos',
    ],
    ...['/me', '/me/dados', '/me/acesso', '/me/privacidade', '/avisos/preferencias', '/atendimento', '/pedidos'],
    ...['/knn-club/meu-clube', '/knn-club/usar-pontos', '/knn-club/meus-pedidos', '/knn-club/meu-extrato'],
    ...['/knn-club/juntar-pontos', '/intercambio', '/english-test', '/pedidos/4', '/pedidos/create/101/WAY-2'],
  ];
  for (const quirks of dialects) {
    test(`every page understands deviating answers: ${quirks.join(', ')}`, tag, async ({ page, franchise }) => {
      await logIn(page, ANA);
      await franchise.behave({ quirks });
      for (const path of pages) {
        await test.step(path, async () => {
          const answer = await page.goto(path);
          expect(answer?.status(), path).toBe(200);
          await expectReadable(page);
          await expect(page.getByText('Não carregamos')).toHaveCount(0);
        });
      }
    });
  }

  test('pages that connected mode lacks say so, and no link leads there', tag, async ({ page }) => {
    await logIn(page, HELENA);
    for (const path of [
      ...['/me/documentos', '/me/familia', '/convite/ANA-1', '/manager-panel/club/regras'],
      ...['/manager-panel/profile/novo', '/manager-panel/auditoria'],
    ]) {
      expect((await page.goto(path))?.status(), path).toBe(501);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta parte fica com a sua escola');
      await expectReadable(page);
    }
    await expectNoAxeFindings(page);
    await page.goto('/manager-panel');
    await expect(page.getByRole('navigation', { name: 'Painel' }).getByRole('link')).toHaveText([
      ...['Mensagens', 'Alunos', 'Exemplares', 'Clube'],
    ]);
    await page.goto('/me');
    await expect(page.getByRole('link', { name: /Documentos/ })).toHaveCount(0);
  });
});

test.describe('acts in connected mode', () => {
  test('only its owner pays a Pix (FIN-03, AUTH-26)', tag, async ({ page, franchise }) => {
    await logIn(page, ANA);
    await page.goto('/financial');
    const charge = page.waitForResponse(/cobranca\/execute\/pix\/portal\//);
    await page.getByRole('link', { name: /Pagar o atraso/ }).click();
    const { txid } = (await (await charge).json()) as { txid: string };
    const toDrive = (await franchise.seen()).filter(({ line }) => line.includes('/cobranca/'));
    // The page asks for the same code again after three seconds.
    expect(new Set(toDrive.map(({ line }) => line)).size).toBe(1);
    expect(toDrive.filter(({ hasBearer }) => hasBearer)).toEqual([]);
    await expect(page.getByLabel(/Código Pix de/)).toHaveValue(/^000201.*br\.gov\.bcb\.pix/);
    const image = page.getByRole('img', { name: 'QR code do Pix' });
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
    await franchise.payPix(txid);
    await expect(page.getByRole('heading', { name: 'Pagamento recebido' })).toBeVisible();

    await logIn(page, BRUNO);
    const foreign = await page.request.get('/api/v1/financeiro-parcelas/106/cobranca/execute/pix/portal/', {
      headers: { tmz: '-3' },
    });
    expect(foreign.status()).toBe(404);
    expect((await franchise.seen()).filter(({ line }) => line.includes('/cobranca/106'))).toEqual([]);
  });

  test('a reward is redeemed once, with its key (CLUB-10)', tag, async ({ page, franchise }) => {
    await logIn(page, ANA);
    await page.goto('/knn-club/usar-pontos');
    await untilHydrated(page);
    await page.getByRole('link', { name: 'Trocar por Caderno de viagem' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirmar troca' }).click();
    await expect(page.getByRole('dialog', { name: 'Troca feita' }).locator('code')).toHaveText(/^[A-Z0-9-]{6,}$/);
    const sent = await writes(franchise, 'transactions/debit/');
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ hasBearer: true, key: expect.stringMatching(/^[\da-f-]{32,36}$/) });
  });

  test('an order uses the price list of the franchise (ORDER-16)', tag, async ({ page, franchise }) => {
    await logIn(page, ANA);
    await page.goto('/pedidos/create/101/WAY-2');
    await untilHydrated(page);
    const summary = page.getByRole('region', { name: 'Resumo' });
    const more = page.getByRole('button', { name: 'Um a mais: On the Way 2' });
    await more.click();
    await more.click();
    await expect(summary.locator('dd').last()).toHaveText('R$ 1.644,00');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Fazer pedido' }).click();
    await expect(page).toHaveURL(/\/pedidos\/\d+\?novo=1$/);
    await expect(page.getByRole('region', { name: 'Itens' })).toContainText('R$ 1.644,00');
    expect(await writes(franchise, 'pre-invoice/create/')).toHaveLength(1);
  });

  test(
    'profile changes go to the host, the level test and notices stay in the portal',
    tag,
    async ({ page, franchise }) => {
      await logIn(page, BRUNO);
      await page.goto('/me/dados');
      await page.getByLabel('Número').fill('4321');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await expect(page.getByText('Dados salvos.')).toBeVisible();
      await expect(page.getByLabel('Número')).toHaveValue('4321');
      expect(await writes(franchise, 'users/profile/')).toHaveLength(1);
      await page.goto('/english-test');
      await page.getByRole('button', { name: /Começar/ }).click();
      await expect(page.getByRole('radio').first()).toBeVisible();
      await page.goto('/avisos');
      await expectReadable(page);
      await page.goto('/intercambio');
      await expect(page.getByRole('heading', { name: 'Próximas viagens' })).toBeVisible();
    },
  );

  test('the registration update needs no password for another e-mail', tag, async ({ page }) => {
    await logIn(page, 'pendente@demo.example');
    await page.goto('/profile-update/form');
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel('E-mail').fill('outro@demo.example');
    await expect(page.getByLabel('Telefone com DDD')).toBeVisible();
    await expect(page.getByLabel('Sua senha')).toHaveCount(0);
  });

  test('a book is practiced: its sound plays and its words are listed (PED-02)', tag, async ({ page }) => {
    await logIn(page, ANA);
    await page.goto('/pedagogico/minha-pratica/1');
    await page
      .locator('.path-now')
      .getByRole('link', { name: /^Áudios/ })
      .click();
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Tocar' }).click();
    const sound = page.locator('audio').first();
    await expect.poll(() => sound.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0);
    const parts = page.getByRole('navigation', { name: 'Partes da unidade' });
    await parts.getByRole('link', { name: /^Palavras/ }).click();
    await expect(page.getByRole('heading', { name: 'Todas as palavras' })).toBeVisible();
    await parts.getByRole('link', { name: /^Teste/ }).click();
    await expect(page.getByText('ficam no sistema da sua escola')).toBeVisible();
  });
});

test.describe('a franchise that fails', () => {
  const cards: [string, RegExp][] = [
    ['/dashboard', /Não carregamos suas parcelas/],
    ['/pedagogico/list', /Não carregamos suas turmas/],
    ['/financial', /Não carregamos suas parcelas/],
    ['/pedidos', /Não carregamos seus pedidos/],
    ['/knn-club/usar-pontos', /Não carregamos as recompensas/],
    ['/intercambio', /Não carregamos o seu intercâmbio/],
  ];
  const failures: Quirk[] = [
    ...(['html-500', 'html-502', 'html-200', 'reset', 'half', 'redirect', 'huge', 'trace', 'other-shape'] as const),
    'not-allowed',
  ];
  for (const failure of failures) {
    test(
      `a franchise that fails in parts (${failure}): each page loads, and names the missing part (S12)`,
      tag,
      async ({ page, franchise }) => {
        await logIn(page, ANA);
        await franchise.behave({ quirks: [failure], only: PARTS });
        for (const [path, words] of cards) {
          await test.step(path, async () => {
            expect((await page.goto(path))?.status(), path).toBe(200);
            // A 405 leads to the main screen, once a minute (ERR-12).
            const isLedAway = failure === 'not-allowed' && new URL(page.url()).pathname !== path;
            if (isLedAway) await page.goto(path);
            await expect(page.getByText(words)).toBeVisible();
            await expectReadable(page);
          });
        }
        // Guards need only the user, which is known.
        await page.goto('/manager-panel');
        expect(new URL(page.url()).pathname).toBe('/dashboard');
      },
    );
  }

  test(
    'a franchise that hangs delays a person only once, and other pages not at all',
    tag,
    async ({ page, franchise }) => {
      await logIn(page, ANA);
      await franchise.behave({ quirks: ['stalled'], only: 'at-home/financeiro' });
      const took = async (path: string) => {
        const started = performance.now();
        await page.request.get(path);
        return performance.now() - started;
      };
      // Three missing answers: from then on the call is skipped for a while.
      await Promise.all([took('/financial'), took('/financial'), took('/financial')]);
      expect(await took('/financial')).toBeLessThan(TIMEOUT_MS);
      expect(await took('/pedidos')).toBeLessThan(TIMEOUT_MS);
      await page.goto('/financial');
      await expect(page.getByText('Não carregamos suas parcelas')).toBeVisible();
      await franchise.behave();
      await expect(async () => {
        await page.goto('/financial');
        await expect(page.getByRole('heading', { name: 'Parcelas' })).toBeVisible({ timeout: 500 });
      }).toPass();
    },
  );

  const whole = [
    ['html-502', 'não respondeu'],
    ['reset', 'não respondeu'],
    ['trace', 'respondeu com um erro'],
    ['other-shape', 'respondeu de um jeito que o portal não entende'],
  ] as const;
  for (const [failure, words] of whole) {
    test(
      `a franchise that fails completely (${failure}): pages say so, guards hold, and the session stays`,
      tag,
      async ({ page, franchise }) => {
        await logIn(page, ANA);
        await franchise.behave({ quirks: [failure] });
        for (const path of ['/dashboard', '/manager-panel/push-notification', '/me']) {
          expect((await page.goto(path))?.status(), path).toBe(503);
          await expect(page.getByRole('heading', { level: 1 })).toHaveText('Serviço indisponível');
          await expect(page.getByText(words)).toContainText('Você continua conectado');
          await expectReadable(page);
        }
        await franchise.behave();
        await expect(async () => {
          expect((await page.goto('/dashboard'))?.status()).toBe(200);
        }).toPass();
        await expect(page.getByRole('heading', { level: 1, name: /Ana/ })).toBeVisible();
      },
    );
  }

  test(
    'a franchise that fails at the login: one clear message, and the form is sent once',
    tag,
    async ({ page, franchise }) => {
      for (const failure of ['html-502', 'reset', 'trace', 'html-200', 'other-shape'] as const) {
        await page.goto('/login/main');
        await untilHydrated(page);
        await franchise.behave({ quirks: [failure] });
        await franchise.seen();
        await submitLogin(page, ANA);
        await expect(page.getByRole('alert').filter({ hasText: /escola|login/i })).toBeVisible();
        await expectReadable(page);
        expect(await writes(franchise, 'login/access-token/'), failure).toHaveLength(1);
        await page.goto('/dashboard');
        await expect(page).toHaveURL(/\/login\/main/);
      }
    },
  );

  test(
    'a franchise that fails while points are spent: the page says so, sends once, and once more only when asked (S4)',
    tag,
    async ({ page, franchise }) => {
      await logIn(page, ANA);
      await page.goto('/knn-club/usar-pontos');
      await untilHydrated(page);
      await franchise.behave({ quirks: ['reset'], only: '^POST transactions' });
      await page.getByRole('link', { name: 'Trocar por Café da manhã' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Confirmar troca' }).click();
      await expect(dialog.getByRole('alert')).toContainText(/escola|tente/i);
      const [first, ...others] = await writes(franchise, 'transactions/debit/');
      expect(others).toEqual([]);
      await franchise.behave();
      await dialog.getByRole('button', { name: /Confirmar troca|Tentar de novo/ }).click();
      await expect(page.getByRole('dialog', { name: 'Troca feita' })).toBeVisible();
      const [second] = await writes(franchise, 'transactions/debit/');
      expect(second?.key).toBe(first?.key);
    },
  );

  test(
    'a franchise with a 401 of any call: pages and calls lead to the login, which says why (ERR-11, AUTH-25)',
    tag,
    async ({ page, franchise }) => {
      await logIn(page, ANA);
      await page.goto('/knn-club/usar-pontos');
      await untilHydrated(page);
      await franchise.behave({ quirks: ['unauthorized'], only: 'transactions' });
      await page.getByRole('link', { name: 'Trocar por Café da manhã' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirmar troca' }).click();
      await expect(page).toHaveURL(/\/login\/main\?motivo=sessao/);
      await expect(page.getByText('Sua sessão terminou')).toBeVisible();

      await franchise.behave();
      await logIn(page, ANA);
      await franchise.behave({ quirks: ['unauthorized'], only: 'at-home' });
      await page.goto('/financial');
      await expect(page).toHaveURL(/\/login\/main\?.*motivo=sessao/);
      await expect(page.getByText('Sua sessão terminou')).toBeVisible();
      await expectReadable(page);
      await franchise.behave();
      await submitLogin(page, ANA);
      await expect(page).toHaveURL(/\/financial$/);
    },
  );

  test('a franchise with 405: a call leads to the main screen (ERR-12)', tag, async ({ page, franchise }) => {
    await logIn(page, ANA);
    await page.goto('/pedagogico/list');
    await untilHydrated(page);
    await franchise.behave({ quirks: ['not-allowed'], only: 'users/book' });
    await page.getByRole('button', { name: 'Adicionar livro' }).click();
    await page.getByLabel('Código do livro').fill('KNN-LIVRO-0002');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectReadable(page);
  });
});
