import type { Page } from '@playwright/test';
import type { Route } from '../../src/lib/rules/routes/route-table.ts';
import { whyOff } from '../../src/lib/words/why-off.ts';
import { pathOf } from '../support/route-visits.ts';
import { openSpecifiedFranchise, type SpecifiedFranchise } from '../support/specified/hosts.ts';
import { ana, davi, marta, PASSWORD, type Student } from '../support/specified/people.ts';
import { COLOURS } from './support/axe.ts';
import {
  addressOf,
  deadLinks,
  enter,
  expectNoForeignWords,
  expectReadable,
  managed,
  OFF,
  originOf,
  visited,
  walked,
} from './support/connected-pages.ts';
import { logIn } from './support/log-in.ts';
import { test as base, expect, expectNoAxeFindings } from './support/portal-test.ts';
import { type OwnPortal, withFranchise } from './support/portals.ts';

const tag = { tag: '@connected' };
/** The time that the reads of one page share (`page-timeout.ts`): three times the usual, for a busy machine. */
const PART_MS = 6_000;
/** How long a page may take with a host that never answers. Two parts after each other take longer. */
const MAX_MS = 11_500;
const MESSAGE = 14;

interface World {
  franchise: SpecifiedFranchise;
  portal: OwnPortal;
}

/** A separate portal, and hosts that answer exactly by the specification. Calls are hardly ever skipped. */
const test = base.extend<{ franchise: SpecifiedFranchise }, { world: World }>({
  world: [
    ({ browserName: _any }, use) =>
      withFranchise(
        openSpecifiedFranchise,
        { UPSTREAM_TIMEOUT_MS: '12000', UPSTREAM_PART_MS: String(PART_MS), UPSTREAM_PAUSE_MS: '100' },
        use,
      ),
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ world }, use) => use(world.portal.address),
  franchise: async ({ world }, use) => {
    await use(world.franchise);
    await world.franchise.behave();
  },
});

test.use({ contextOptions: { reducedMotion: 'reduce' }, tolerated: [/status of [45]\d\d/] });

/** Text of a page that only the hosts know. Pages not listed here show no data of hosts. */
const told: Partial<Record<Route['name'], (student: Student) => string>> = {
  dashboard: ({ turma }) => turma,
  'pedagogico-list': ({ livro }) => livro,
  'minha-pratica': () => 'A place to stay',
  notas: () => 'Minha última viagem',
  'aula-online-list': ({ turma }) => turma,
  'aula-online-details': () => 'Aula 27: viagens',
  financial: () => 'Mensalidade 5',
  'financial-transactions': () => 'Mensalidade 4',
  'financial-pay': () => 'Mensalidade 6',
  me: ({ name }) => name,
  'me-dados': ({ email }) => email,
  'juntar-pontos': () => '820',
  'usar-pontos': ({ reward }) => reward,
  'meus-pedidos': () => 'RET-88',
  'meu-extrato': () => 'Sorteio de boas-vindas',
  'meu-clube': ({ reward }) => reward,
  intercambio: ({ trip }) => trip,
  'intercambio-pedido': ({ trip }) => trip,
  campanhas: ({ city }) => `Encontro em ${city}`,
  'campanhas-ingressos': ({ name }) => name,
  'campanhas-detail': () => 'Uma noite de perguntas.',
  pedidos: ({ livro }) => livro,
  'pedidos-detail': () => 'FR-1001',
  'pedidos-create': ({ livro }) => livro,
};

test.describe('hosts written from the text of the specification', () => {
  test('pages of visitors load too', tag, async ({ page, world }) => {
    for (const route of visited) {
      await test.step(route.name, async () => {
        const answer = await page.goto(world.portal.address + addressOf(route));
        expect(answer?.status()).toBe(route.onlyEmbedded ? 501 : 200);
        await expectReadable(page);
        expect(await deadLinks(page)).toEqual([]);
      });
    }
  });

  test(
    'pages of a manager load, and no link leads to pages that connected mode lacks',
    tag,
    async ({ page, world }) => {
      test.setTimeout(240_000);
      await enter(page.context(), world.portal.address, marta);
      for (const route of managed) {
        await test.step(route.name, async () => {
          expect((await page.goto(pathOf(route, MESSAGE)))?.status()).toBe(200);
          await expectReadable(page);
          expect(await deadLinks(page)).toEqual([]);
          await expect(page.getByText(/não carreg/i)).toHaveCount(0);
          await expectNoAxeFindings(page);
        });
      }
    },
  );

  for (const student of [ana, davi]) {
    test(`${student.brand}: every page of a student loads, and no link is dead`, tag, async ({ page, world }) => {
      test.setTimeout(300_000);
      const origin = originOf(world.portal, student);
      await enter(page.context(), origin, student);
      let isLookedAt = false;
      for (const route of walked) {
        await test.step(route.name, async () => {
          const answer = await page.goto(origin + addressOf(route));
          expect(answer?.status()).toBe(route.onlyEmbedded ? 501 : 200);
          await expectReadable(page);
          expect(await deadLinks(page)).toEqual([]);
          if (route.onlyEmbedded) {
            await expect(page.getByRole('heading', { level: 1 })).toHaveText(OFF);
            await expect(page.getByText(whyOff[route.onlyEmbedded])).toBeVisible();
            if (isLookedAt) return;
            isLookedAt = true;
          }
          const words = told[route.name]?.(student);
          if (words) await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible();
          await expect(page.getByText(/não carreg/i)).toHaveCount(0);
          // A page of the other brand has other colours, and nothing else that axe looks at.
          await expectNoAxeFindings(page, student.brand === 'knn' ? undefined : COLOURS);
        });
      }
    });
  }
});

/** Messages of a page whose host answers only for the user. Pages without calls are complete. */
const missing: Partial<Record<Route['name'], string[]>> = {
  dashboard: [
    ...['Não carregamos suas aulas', 'Erro ao retornar dados do livro do usuário', 'Não carregamos suas parcelas'],
    'Não carregamos seus pontos',
  ],
  'pedagogico-list': ['Erro ao retornar dados do livro do usuário', 'Não carregamos suas turmas'],
  'minha-pratica': ['Não carregamos seu livro'],
  notas: ['Não carregamos a turma'],
  'aula-online-list': ['Não carregamos suas aulas'],
  'aula-online-details': ['Não carregamos a turma'],
  financial: ['Não carregamos suas parcelas'],
  'financial-pay': ['Não carregamos esta parcela'],
  'financial-transactions': ['Não carregamos o extrato'],
  'avisos-preferencias': ['Não carregamos seus aparelhos'],
  support: ['A conversa não abriu'],
  'juntar-pontos': ['Seus pontos não carregaram'],
  'usar-pontos': ['Não carregamos as recompensas'],
  'meus-pedidos': ['Não carregamos suas trocas'],
  'meu-extrato': ['Não carregamos o extrato'],
  'meu-clube': ['Não carregamos seus pontos'],
  intercambio: ['Não carregamos o seu intercâmbio'],
  'intercambio-pedido': ['Não carregamos as turmas'],
  'intercambio-pagamento': ['Não carregamos o pagamento'],
  campanhas: ['Não carregamos os eventos'],
  'campanhas-ingressos': ['Não carregamos os ingressos'],
  'campanhas-detail': ['Não carregamos este evento'],
  pedidos: ['Não carregamos seus pedidos'],
  'pedidos-detail': ['Não carregamos esta página'],
  'pedidos-create': ['Não carregamos esta página'],
};

/** Milliseconds from the request to the end of the answer. */
const tookMs = (page: Page) =>
  page.evaluate(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return visit ? visit.responseEnd - visit.requestStart : Number.POSITIVE_INFINITY;
  });

test.describe('a host that never answers', () => {
  test(
    'no page takes longer than its timeout, and each names the missing parts (S12)',
    tag,
    async ({ context, world, franchise }) => {
      test.setTimeout(300_000);
      const origin = originOf(world.portal, davi);
      await enter(context, origin, davi);
      await franchise.behave([{ at: '', does: 'silent' }], ['GET users/me/']);
      const left = walked.filter(({ onlyEmbedded }) => !onlyEmbedded);
      const slowest: [ms: number, name: string] = [0, ''];
      const walk = async () => {
        const page = await context.newPage();
        for (let route = left.shift(); route; route = left.shift()) {
          const { name } = route;
          const path = addressOf(route);
          expect((await page.goto(origin + path))?.status(), name).toBe(200);
          const took = await tookMs(page);
          if (took > slowest[0]) slowest.splice(0, 2, took, name);
          const main = page.getByRole('main');
          await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible();
          await expect(page.getByRole('navigation').first(), name).toBeAttached();
          const words = missing[name] ?? [];
          for (const each of words) await expect(main.getByText(each), name).toBeVisible();
          const retries = main.getByRole('link', { name: 'Tentar de novo' });
          const leadTo = await retries.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
          expect(leadTo, name).toEqual(words.map(() => path));
          await expectNoForeignWords(page, name);
        }
        await page.close();
      };
      // Pages wait in parallel: in sequence they would take two minutes.
      await Promise.all([walk(), walk()]);
      expect(slowest[0], `the slowest: ${slowest[1]}`).toBeLessThan(MAX_MS);
      expect(slowest[0], 'pages did wait for the host').toBeGreaterThan(PART_MS * 0.75);
    },
  );

  test('a retry loads the same page once the host answers again', tag, async ({ page, world, franchise }) => {
    await enter(page.context(), world.portal.address, ana);
    await franchise.behave([{ at: 'GET at-home/financeiro/', does: 'silent' }]);
    await page.goto('/financial/pagar?parcelas=106');
    await franchise.behave();
    // The call may rest a moment.
    const financial = async () => (await page.request.get('/financial')).text();
    await expect.poll(financial).not.toContain('Não carregamos suas parcelas');
    await page.getByRole('link', { name: 'Tentar de novo' }).click();
    await expect(page.getByText('Mensalidade 6 · vence')).toBeVisible();
  });

  test(
    'if the host does not answer for the user, one page says so in time, and the session stays',
    tag,
    async ({ page, world, franchise }) => {
      await enter(page.context(), world.portal.address, ana);
      await franchise.behave([{ at: '', does: 'silent' }]);
      for (const path of ['/dashboard', '/financial/pagar?parcelas=106']) {
        expect((await page.goto(path))?.status()).toBe(503);
        expect(await tookMs(page)).toBeLessThan(MAX_MS);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Serviço indisponível');
        await expect(page.getByRole('link', { name: 'Tentar de novo' })).toHaveAttribute('href', path);
      }
      await franchise.behave();
      await page.getByRole('link', { name: 'Tentar de novo' }).click();
      await expect(page.getByText('Mensalidade 6 · vence')).toBeVisible();
    },
  );

  test(
    'if only the drive host is silent, the payment page loads at once, and its code shows an error',
    tag,
    async ({ page, world, franchise }) => {
      await enter(page.context(), world.portal.address, ana);
      await franchise.behave([{ at: 'GET financeiro-parcelas/', does: 'silent' }]);
      await page.goto('/financial/pagar?parcelas=106');
      expect(await tookMs(page)).toBeLessThan(MAX_MS);
      await expect(page.getByText('Mensalidade 6 · vence')).toBeVisible();
      const failed = page.getByRole('alert').filter({ hasText: 'demorou demais' });
      await expect(failed).toBeVisible({ timeout: 30_000 });
      await franchise.behave();
      await page.getByRole('button', { name: /tentar de novo/i }).click();
      await expect(page.getByRole('button', { name: 'Copiar código Pix' })).toBeVisible();
    },
  );
});

/** Calls of pages, and a page that makes each. */
const asking: [call: string, path: string][] = [
  ['GET users/me/', '/me'],
  ['GET at-home/turmas/', '/pedagogico/list'],
  ['GET at-home/meus-livros/', '/dashboard'],
  ['GET at-home/livros/user/', '/pedagogico/minha-pratica/1'],
  ['GET at-home/turma/{id}/aula-hoje/', '/aula-online/details/1'],
  ['GET at-home/turma/{id}/notas/', '/pedagogico/notas/101?parte=notas'],
  ['GET at-home/turma-aluno/{id}/notas/athome/', '/pedagogico/notas/101?parte=notas'],
  ['GET at-home/financeiro/', '/financial'],
  ['GET at-home/parceria-cupom/', '/pedidos?parte=loja'],
  ['GET push-notifications/', '/avisos/preferencias'],
  ['GET chatwoot-token/me/', '/atendimento'],
  ['GET rewards/', '/knn-club/juntar-pontos'],
  ['GET transactions/debit/rewards/', '/knn-club/meus-pedidos'],
  ['GET transactions/debit/', '/knn-club/meu-extrato'],
  ['GET knn-usa/request/me/', '/intercambio/pagamento'],
  ['GET knn-usa/turmas/', '/intercambio'],
  ['GET travel-campaigns/qr-codes/', '/campanhas/ingressos'],
  ['GET travel-campaigns/{id}/', '/campanhas/1'],
  ['GET pre-invoice/', '/pedidos/1'],
  ['POST pre-invoice/aluno/', '/pedidos/create/101/WAY-2'],
  ['GET master/products/', '/pedidos/create/101/WAY-2'],
];

test(
  'a 401 of any call of a page ends the session, and the login says why (ERR-11, AUTH-25)',
  tag,
  async ({ page, franchise }) => {
    for (const [at, path] of asking) {
      await test.step(at, async () => {
        await franchise.behave();
        await logIn(page, ana.login, PASSWORD);
        await franchise.behave([{ at, does: 'no' }]);
        const answer = await page.request.get(path);
        expect(answer.url(), at).toMatch(/\/login\/main\?.*motivo=sessao/);
        expect(await answer.text(), at).toContain('Sua sessão terminou');
        // The session is over for every page, whatever the host answers to other calls.
        await franchise.behave();
        expect((await page.request.get('/me')).url(), at).toContain('/login/main');
      });
    }
    await logIn(page, ana.login, PASSWORD);
    await franchise.behave([{ at: 'GET at-home/financeiro/', does: 'no' }]);
    await page.goto('/financial');
    await expect(page).toHaveURL(/\/login\/main\?.*motivo=sessao/);
    await expect(page.getByText('Sua sessão terminou')).toBeVisible();
  },
);
