import type { Browser, BrowserContext, Page } from '@playwright/test';
import { routes } from '../../src/lib/routes.ts';
import { pathOf } from '../support/route-visits.ts';
import { calls } from '../support/specified/calls.ts';
import { type BareFranchise, openBareFranchise } from '../support/specified/hosts.ts';
import { ana, caio, davi, driveIdOf, marta, PASSWORD, type Student } from '../support/specified/people.ts';
import type { Seen } from '../support/specified/steering.ts';
import { BOOK_UUID } from '../support/specified/study.ts';
import {
  addressOf,
  deadLinks,
  enter,
  expectReadable,
  managed,
  OFF,
  originOf,
  walked,
} from './support/connected-pages.ts';
import { submitLogin } from './support/log-in.ts';
import { test as base, expect, expectNoAxeFindings, untilHydrated } from './support/portal-test.ts';
import { type OwnPortal, withFranchise } from './support/portals.ts';

const tag = { tag: '@connected' };

interface World {
  franchise: BareFranchise;
  portal: OwnPortal;
}

/** A portal of this file's own, and hosts whose makers had the text of the specification alone: one for each brand. */
const test = base.extend<{ franchise: BareFranchise }, { world: World }>({
  world: [
    ({ browserName: _any }, use) => withFranchise(openBareFranchise, { UPSTREAM_PAUSE_MS: '100' }, use),
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ world }, use) => use(world.portal.address),
  franchise: async ({ world }, use) => {
    await world.franchise.takeSeen();
    await use(world.franchise);
  },
});

test.use({ contextOptions: { reducedMotion: 'reduce' }, tolerated: [/status of [45]\d\d/] });

/** Each request that reached a host is one of section 7, as its text says: host, address with its slash, bearer and clock. */
function expectSpecified(seen: readonly Seen[], brand: Student['brand']) {
  for (const { name, side, path, hasBearer, tmz, ...each } of seen) {
    const line = calls[name];
    expect(line, name).toBeDefined();
    expect([name, side], name).toEqual([name, line?.host ?? 'portal']);
    expect(path, name).toMatch(/^\/api\/v1\/.*\/$/);
    expect([name, hasBearer]).toEqual([name, line?.noBearer !== true]);
    expect([name, tmz]).toEqual([name, '-3']);
    if (side === 'portal') expect([name, each.brand]).toEqual([name, brand]);
  }
}

/** A page is empty or not found: never does it say that something failed to load. */
async function expectNothingBroken(page: Page, status: number | undefined) {
  expect([200, 404]).toContain(status);
  await expectReadable(page);
  await expect(page.getByText(/não carreg|não entende|Serviço indisponível/i)).toHaveCount(0);
  expect(await deadLinks(page)).toEqual([]);
}

for (const student of [ana, davi]) {
  test(
    `${student.brand}: every page of a student shows its data, and disabled pages say why`,
    tag,
    async ({ page, world, franchise }) => {
      test.setTimeout(300_000);
      const origin = originOf(world.portal, student);
      await enter(page.context(), origin, student);
      for (const route of walked) {
        await test.step(route.name, async () => {
          const answer = await page.goto(origin + addressOf(route));
          if (!route.onlyEmbedded) return expectNothingBroken(page, answer?.status());
          expect(answer?.status()).toBe(501);
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(OFF);
        });
      }
      const seen = await franchise.takeSeen();
      expectSpecified(seen, student.brand);
      expect(new Set(seen.map(({ name }) => name)).size).toBeGreaterThan(15);
    },
  );
}

test(
  'every page of a manager loads: people, their books and the club come from the host',
  tag,
  async ({ page, world, franchise }) => {
    test.setTimeout(300_000);
    await enter(page.context(), world.portal.address, marta);
    for (const route of managed) {
      await test.step(route.name, async () => {
        const answer = await page.goto(pathOf(route, caio.id));
        await expectNothingBroken(page, answer?.status());
        await expectNoAxeFindings(page);
      });
    }
    await page.goto(routes.manager.profile());
    await page.getByRole('link', { name: caio.name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(caio.name);
    await page.getByRole('link', { name: 'Ver e desvincular' }).click();
    await franchise.takeSeen();
    await page.locator('summary').filter({ hasText: 'Desvincular' }).click();
    await page.getByRole('button', { name: 'Desvincular o livro' }).click();
    await expect(page.getByText('Livro desvinculado.')).toBeVisible();
    const unlinked = 'DELETE users/{userId}/unlink-book/{id}/';
    const seen = await franchise.takeSeen();
    expectSpecified(seen, 'knn');
    expect(seen.find(({ name }) => name === unlinked)?.path).toBe(`/api/v1/users/${caio.id}/unlink-book/41/`);

    await page.goto(routes.manager.book({ codigo: BOOK_UUID }));
    await expect(page.getByRole('main').getByRole('link', { name: marta.name })).toBeVisible();
    await page.goto(routes.manager.club());
    await expect(page.getByRole('link', { name: caio.name })).toHaveCount(0);
    const row = page.getByRole('listitem').filter({ hasText: ana.name });
    await row.getByText('Creditar uma indicação').click();
    await row.getByLabel(/contrato/).fill('77');
    await row.getByRole('button', { name: 'Creditar os pontos' }).click();
    await expect(page.getByText('Pontos da indicação creditados.')).toBeVisible();
    const credited = (await franchise.takeSeen()).filter(({ name }) => name.includes('indicacao-matricula'));
    expect(credited.map(({ fields }) => fields)).toEqual([{ indicador_user_id: ana.id, contrato_id: 77 }]);
  },
);

test.describe('the login of somebody with several accounts', () => {
  const choose = async (page: Page, franchise: BareFranchise) => {
    await submitLogin(page, ana.login, PASSWORD);
    await page.getByRole('button', { name: new RegExp(caio.name) }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    const related = (seen: Seen[]) => seen.filter(({ name }) => name === 'PUT users/related/');
    const all: Seen[] = [];
    await expect
      .poll(async () => {
        all.push(...(await franchise.takeSeen()));
        return related(all).length;
      })
      .toBe(1);
    expectSpecified(all, 'knn');
    expect(related(all)[0]?.fields).toEqual({ drive_users_ids: [driveIdOf(ana), driveIdOf(caio)] });
    const [first, second] = all.filter(({ name }) => name === 'POST login/access-token/').map(({ fields }) => fields);
    expect(first).toMatchObject({ username: ana.login, password: PASSWORD });
    expect(second).toMatchObject({ username: ana.login, password: PASSWORD, user_id: String(caio.id) });
  };

  test('the host gets the related users after the choice (AUTH-14)', tag, async ({ page, franchise }) => {
    await page.goto('/login/main');
    await untilHydrated(page);
    await choose(page, franchise);
  });

  test('a login with several accounts works without scripts', tag, async ({ browser, world, franchise }) => {
    const { context, page } = await withoutScripts(browser, world.portal.address);
    await page.goto('/login/main');
    await choose(page, franchise);
    await context.close();
  });
});

async function withoutScripts(browser: Browser, baseURL: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  return { context, page: await context.newPage() };
}

test(
  'a Pix and a card reach the drive host without a bearer (FIN-03, AUTH-26)',
  tag,
  async ({ page, world, franchise }) => {
    await enter(page.context(), world.portal.address, ana);
    await page.goto('/financial');
    await untilHydrated(page);
    await franchise.takeSeen();
    const charge = '/api/v1/financeiro-parcelas/106/cobranca/execute';
    await page.evaluate(async (base) => {
      const headers = { tmz: '-3', 'content-type': 'application/json' };
      await fetch(`${base}/pix/portal/`, { headers });
      await fetch(`${base}/cartao-credito/portal/`, { method: 'POST', headers, body: '{"installments":1}' });
    }, charge);
    const seen = (await franchise.takeSeen()).filter(({ side }) => side === 'drive');
    expectSpecified(seen, 'knn');
    expect(seen.map(({ path, fields }) => [path, fields])).toEqual([
      [`${charge}/pix/portal/`, {}],
      [`${charge}/cartao-credito/portal/`, { installments: 1 }],
    ]);
  },
);
