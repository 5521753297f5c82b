import { startPortal } from '../../scripts/portal-process.ts';
import { promoPrice } from '../../src/lib/format/money.ts';
import { firstVersions } from '../../src/server/school/promo/first-versions.ts';
import { logIn } from './support/log-in.ts';
import { expect, expectNoAxeFindings, freshTest, test, untilHydrated } from './support/portal-test.ts';
import { expectWithinReach } from './support/reach.ts';

const EDITOR = '/manager-panel/paginas/knn-orlando';

freshTest(
  'a headline and a date are changed, previewed, published and reverted',
  { tag: '@both' },
  async ({ page, browser, baseURL }) => {
    const stranger = await (await browser.newContext({ baseURL })).newPage();
    await stranger.goto('/knn-orlando');
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('O frio na barriga vai ser em inglês.');

    await logIn(page, 'admin@demo.example');
    await page.goto('/manager-panel/paginas');
    await page.getByRole('link', { name: 'KNN Orlando', exact: true }).click();
    await page.getByLabel('Promessa').fill('Curta');
    await page.getByText('Datas e vagas').click();
    const first = page.getByRole('region', { name: 'Turma 1' });
    await first.getByLabel('Como se fala').fill('4 a 18 de julho de 2027');
    await page.getByRole('button', { name: 'Publicar agora' }).click();
    await expect(page.getByRole('alert').first()).toContainText('Confira');
    await expect(page.getByLabel('Promessa')).toHaveAttribute('aria-invalid', 'true');
    await expect(first.getByLabel('Como se fala')).toHaveValue('4 a 18 de julho de 2027');
    await expectNoAxeFindings(page);
    await page.getByLabel('Promessa').fill('O frio na barriga agora fala inglês.');
    await first.getByLabel('Início').fill('04/07/2027');
    await first.getByLabel('Fim').fill('18/07/2027');

    // An item is added and removed again.
    await page.getByRole('button', { name: 'Acrescentar turma' }).click();
    await expect(page.getByRole('region', { name: 'Turma 3' })).toBeVisible();
    await page.getByRole('button', { name: 'Remover turma 3' }).click();
    await expect(page.getByRole('region', { name: 'Turma 3' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Descer turma 1' }).click();
    await expect(page.getByRole('region', { name: 'Turma 2' }).getByLabel('Início')).toHaveValue('04/07/2027');

    await page.getByRole('button', { name: 'Ver prévia' }).click();
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('O frio na barriga agora fala inglês.');
    await expect(frame.getByText('4 a 18 de julho de 2027').first()).toBeVisible();
    await page.getByRole('link', { name: 'Computador' }).click();
    await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();
    await page.locator('iframe').evaluate((element) => element.remove());
    await expectNoAxeFindings(page);
    await stranger.reload();
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('O frio na barriga vai ser em inglês.');

    await page.getByRole('link', { name: 'Voltar à edição' }).click();
    await page.getByRole('button', { name: 'Publicar agora' }).click();
    await expect(page.getByRole('status').first()).toContainText('Publicado');
    await stranger.reload();
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('O frio na barriga agora fala inglês.');
    await expect(stranger.getByRole('listitem').filter({ hasText: '4 a 18 de julho de 2027' })).toBeVisible();

    await stranger.context().close();
  },
);

freshTest(
  'a publication is reverted, and the editor fits the smallest phone',
  { tag: '@deep' },
  async ({ page, browser, baseURL }) => {
    const stranger = await (await browser.newContext({ baseURL })).newPage();
    const headline = stranger.getByRole('heading', { level: 1 });
    await logIn(page, 'admin@demo.example');
    await page.goto(EDITOR);
    for (const [index, promise] of ['A primeira promessa da escola.', 'Uma promessa que ninguém quis.'].entries()) {
      await page.getByLabel('Promessa').fill(promise);
      await page.getByRole('button', { name: 'Publicar agora' }).click();
      await expect(page.getByRole('button', { name: 'Voltar a esta versão' })).toHaveCount(index);
      await expect(page.getByText('No ar')).toHaveCount(1);
      await stranger.goto('/knn-orlando');
      await expect(headline).toHaveText(promise);
    }
    await page.getByRole('button', { name: 'Voltar a esta versão' }).click();
    await expect(page.getByRole('status').first()).toContainText('voltou à versão anterior');
    await stranger.reload();
    await expect(headline).toHaveText('A primeira promessa da escola.');
    await stranger.context().close();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectWithinReach(page);
    await expectNoAxeFindings(page);
  },
);

freshTest(
  'a draft is saved automatically, and the second of two editors loses nothing',
  { tag: '@deep' },
  async ({ page, browser, baseURL }) => {
    await logIn(page, 'admin@demo.example');
    await page.goto(EDITOR);
    await untilHydrated(page);
    const other = await (await browser.newContext({ baseURL })).newPage();
    await logIn(other, 'gestora@demo.example');
    await other.goto(EDITOR);
    await untilHydrated(other);
    await page.getByLabel('Promessa').fill('Igor mudou a promessa da página.');
    await expect(page.getByText('Rascunho salvo agora.')).toBeVisible();
    await other.getByLabel('Texto dos botões').fill('Quero ir');
    await expect(other.getByText(/Igor salvou este rascunho enquanto você editava/)).toBeVisible();
    await other.getByRole('button', { name: 'Salvar rascunho' }).click();
    await expect(other.getByRole('alert')).toContainText('Igor salvou este rascunho');
    await expect(other.getByLabel('Texto dos botões')).toHaveValue('Quero ir');
    await expectNoAxeFindings(other);
    await other.getByRole('button', { name: 'Salvar rascunho' }).click();
    await expect(other.getByRole('status').first()).toContainText('Rascunho salvo');
    await other.context().close();
  },
);

freshTest.describe('without a script', () => {
  freshTest.use({ javaScriptEnabled: false });

  freshTest('items are added, and markup in texts stays text', { tag: '@deep' }, async ({ page }) => {
    await logIn(page, 'admin@demo.example');
    await page.goto(EDITOR);
    await page.locator('summary').filter({ hasText: 'Perguntas' }).click();
    await page.getByRole('button', { name: 'Acrescentar pergunta' }).click();
    const added = page.getByRole('region', { name: 'Pergunta 6' });
    await added.getByRole('textbox', { name: 'Pergunta' }).fill('E o <script>alert(1)</script>?');
    await added
      .getByRole('textbox', { name: 'Resposta' })
      .fill('Fica escrito como texto: </script><b>nada</b> acontece.');
    await page.getByRole('button', { name: 'Publicar agora' }).click();
    await expect(page.getByRole('status').first()).toContainText('Publicado');
    await page.context().clearCookies({ name: /portal_session/ });
    await page.goto('/knn-orlando');
    await page.getByText('E o <script>alert(1)</script>?').click();
    await expect(page.getByText('</script><b>nada</b>')).toBeVisible();
  });
});

/** Numbers, voices, prices, dates and itineraries of the first version, as a page would show them. */
const madeUp = firstVersions().flatMap(
  ({ page: { turmas, preco, prova, roteiro, incluido, nao_incluido, perguntas } }) => [
    ...turmas.map(({ texto }) => texto),
    promoPrice(preco.a_partir_de),
    preco.texto,
    ...prova.numeros.map(({ texto }) => texto),
    ...prova.depoimentos.flatMap(({ texto, quem }) => [texto, quem]),
    ...roteiro.etapas.flatMap(({ titulo, texto }) => [titulo, texto]),
    ...incluido,
    ...nao_incluido,
    ...perguntas.flatMap(({ pergunta, resposta }) => [pergunta, resposta]),
  ],
);

test('a real school shows no sample content, and its pages work without it', { tag: '@deep' }, async ({ page }) => {
  const portal = await startPortal({ DEMO: 'off', PUBLIC_PAGES: '/knn-abre-o-mundo,/london-by-phenom,/knn-orlando' });
  try {
    for (const { pagina, page: first } of firstVersions()) {
      await page.goto(`${portal.address}/${pagina}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.promessa);
      const written = await page.content();
      expect(madeUp.filter((text) => written.includes(text))).toEqual([]);
      expect(written).not.toContain('R$');
      await expect(page.getByRole('button', { name: first.botao })).toBeVisible();
      await expectNoAxeFindings(page);
      await expectWithinReach(page);
    }
  } finally {
    await portal.stop();
  }
});

test('TEST-01 search engines may index a public level test at the host of its brand', async ({ request }) => {
  const html = await (await request.get('/english-test')).text();
  expect(html).toMatch(/<meta name="description" content="Teste de nível grátis/);
  expect(html).toMatch(/<link rel="canonical" href="[^"]+\/english-test"/);
  expect(html).not.toContain('noindex');
});

for (const path of ['/knn-orlando', '/london-by-phenom', '/knn-abre-o-mundo']) {
  test(`${path}: the first call to action is on one line, and its sticky bar ends at the form`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    const call = page.locator('.hero .cta');
    expect((await call.boundingBox())?.height).toBeLessThan(64);
    await call.click();
    await expect(page.locator('.contact')).toBeInViewport();
    await expect(page.locator('.call-bar')).toBeHidden();
  });
}
