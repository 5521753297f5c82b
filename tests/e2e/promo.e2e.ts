import { PromoPage } from '../../src/content/promo-page.schema.ts';
import { nextDeparture, stateOf } from '../../src/lib/rules/promo/departures.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { seatWords } from '../../src/lib/words/promo.ts';
import { contentFolder, readYaml } from '../../src/server/core/content/read-yaml.ts';
import { addressOn, type Brand, expect, expectNoAxeFindings, setTheme, test } from './support/portal-test.ts';
import { expectWithinReach } from './support/reach.ts';

/** Each page with its brand, and the background colour of its drawing in the light theme. */
const PAGES = [
  { path: '/knn-abre-o-mundo', brand: 'knn', ground: 'rgb(62, 0, 159)' },
  { path: '/london-by-phenom', brand: 'phenom', ground: 'rgb(255, 227, 217)' },
  { path: '/knn-orlando', brand: 'knn', ground: 'rgb(255, 203, 71)' },
] as const;
/** The ground of the shell by day, that of the theme. */
const HOSTS = [
  { host: 'knn', name: 'KNN', shell: 'rgb(247, 246, 251)' },
  { host: 'phenom', name: 'Phenom', shell: 'rgb(253, 246, 242)' },
] as const satisfies readonly { host: Brand; name: string; shell: string }[];
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

for (const javaScriptEnabled of [false, true]) {
  test.describe(`a prospect ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, {
    tag: javaScriptEnabled ? [] : '@deep',
  }, () => {
    test.use({ javaScriptEnabled });

    test('a prospect leaves name and telephone, sees an error marked, and reads what comes next (PROMO-02)', async ({
      page,
      context,
    }) => {
      await page.goto('/knn-orlando?utm_source=instagram');
      await page.locator('.hero .cta').click();
      const form = page.locator('#contato');
      await expect(form.getByLabel('E-mail (opcional)')).toBeHidden();
      await form.getByLabel('Seu nome').fill('Otávio Pires');
      await form.getByLabel('Telefone com DDD').fill('20 99777-6655');
      await form.getByRole('checkbox').check();
      // The first touch started the server's clock.
      await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('portal_form');
      await form.getByRole('button', { name: 'Quero embarcar' }).click();
      await expect(form.getByRole('alert')).toHaveText('Confira o campo marcado.');
      await expect(form.getByLabel('Telefone com DDD')).toHaveAttribute('aria-invalid', 'true');
      await expect(form.getByLabel('Seu nome')).toHaveValue('Otávio Pires');
      await expect(form.getByRole('checkbox')).toBeChecked();
      expect(new URL(page.url()).search).toBe('?utm_source=instagram');

      await form.getByLabel('Telefone com DDD').fill(`(19) 99777-66${javaScriptEnabled ? 55 : 56}`);
      await context.clearCookies();
      await form.getByRole('button', { name: 'Quero embarcar' }).click();
      await expect(form.getByRole('alert')).toContainText('envie de novo');
      await form.getByRole('button', { name: 'Quero embarcar' }).click();
      await expect(page.getByRole('heading', { name: 'Recebemos seu contato' })).toBeVisible();
      await expect(form.getByRole('link', { name: 'Descubra seu nível de inglês' })).toHaveAttribute(
        'href',
        '/english-test',
      );
      await expect(form.getByRole('link', { name: 'Conte para quem vai junto' })).toHaveAttribute(
        'href',
        /^https:\/\/wa\.me\/\?text=KNN%20Orlando.*knn-orlando$/,
      );
      // Only the unit of the area code is offered.
      await expect(form.getByRole('link', { name: 'Converse no WhatsApp' })).toHaveAttribute(
        'href',
        /^https:\/\/wa\.me\/5519991001010\?text=/,
      );
    });
  });
}

test.describe('a prospect without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a prospect chooses a unit, and an error elsewhere keeps all fields', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/knn-abre-o-mundo');
    const form = page.locator('#contato');
    await form.getByText('Escolher a escola e contar mais').click();
    await form.getByLabel('Escola').selectOption({ label: 'Florianópolis: KNN Beira-Mar' });
    await form.getByLabel('Sua cidade').fill('São José');
    await form.getByLabel('E-mail (opcional)').fill('otavio@exemplo.com');
    await form.getByLabel('Seu nome').fill('Otávio Pires');
    await form.getByLabel('Telefone com DDD').fill('48 9');
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Quero estudar fora' }).click();
    await expect(form.getByRole('alert')).toHaveText('Confira o campo marcado.');
    await expect(form.getByLabel('Escola')).toHaveValue('102');
    await expect(form.getByLabel('Sua cidade')).toHaveValue('São José');
    await expect(form.getByLabel('E-mail (opcional)')).toHaveValue('otavio@exemplo.com');
  });

  test('a prospect reads an answer, and a phone shows the call to action until the form is in view', {
    tag: '@deep',
  }, async ({ page, hasTouch }) => {
    await page.goto('/london-by-phenom');
    await page.getByText('Preciso de visto?').click();
    await expect(page.getByText('Brasileiros não precisam de visto')).toBeVisible();
    const bar = page.locator('.call-bar');
    if (!hasTouch) return expect(bar).toBeHidden();
    await expect(bar).toBeInViewport();
    await page.getByRole('button', { name: 'Quero ir para Londres' }).scrollIntoViewIfNeeded();
    await expect(bar).not.toBeInViewport();
  });

  test('a prospect sees seats by date and saves the departure in a calendar', { tag: '@deep' }, async ({
    page,
    request,
  }) => {
    await page.goto('/knn-orlando?enviado=1');
    const { turmas } = readYaml(contentFolder, 'promo/knn-orlando.yaml', PromoPage);
    const today = dayIn('America/Sao_Paulo', new Date());
    const next = nextDeparture(turmas, today);
    if (!next) throw new Error('the page has a departure');
    const dates = page.getByRole('listitem').filter({ hasText: next.texto });
    await expect(dates).toContainText(seatWords[stateOf(next, today)](next));
    await expect(page.getByRole('listitem').filter({ hasText: 'Encontro KNN Orlando' })).toContainText(
      'lugares livres',
    );
    const link = page.getByRole('link', { name: 'Guarde as datas no calendário' });
    const answer = await request.get((await link.getAttribute('href')) ?? '');
    expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8');
    expect(await answer.text()).toContain(`DTSTART;VALUE=DATE:${next.inicio.replaceAll('-', '')}`);
  });
});

test.describe('looks', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('marked fields and the thanks page pass axe and are within reach, light and dark', { tag: '@deep' }, async ({
    page,
    context,
  }) => {
    for (const [path, call, theme] of [
      ['/knn-abre-o-mundo', 'Quero estudar fora', 'escuro'],
      ['/london-by-phenom', 'Quero ir para Londres', 'claro'],
    ] as const) {
      await setTheme(context, 'knn', theme);
      await page.goto(path);
      await page.locator('form').evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''));
      await page.getByText('Escolher a escola e contar mais').click();
      await page.getByRole('button', { name: call }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectNoAxeFindings(page);
      await expectWithinReach(page);
      await page.goto(`${path}?enviado=1`);
      await expectNoAxeFindings(page);
      await expectWithinReach(page);
    }
  });
});

test('a person who is logged in finds the form filled in, and nobody else does', async ({ page, loginAs, context }) => {
  await loginAs('aluna@demo.example');
  const answer = await page.goto('/knn-orlando');
  await expect(page.getByLabel('Seu nome')).toHaveValue(/^Ana/);
  await expect(page.getByLabel('Escola')).toHaveCount(0);
  expect(answer?.headers()['cache-control']).toBe('private, no-store');
  await context.clearCookies();
  await page.goto('/knn-orlando');
  await expect(page.getByLabel('Seu nome')).toHaveValue('');
});

for (const { path, brand, ground } of PAGES) {
  test(`${path} keeps its content in the layout of each host, can be shared and indexed, and has no script (BRAND-02)`, {
    tag: '@deep',
  }, async ({ page, request }) => {
    for (const { host, name, shell } of HOSTS) {
      await page.goto(addressOn(host, `${path}?brand=${host === 'knn' ? 'phenom' : 'knn'}`));
      await expect(page.locator('html')).toHaveAttribute('data-brand', host);
      await expect(page.getByRole('banner')).toHaveCSS('background-color', shell);
      await expect(page.getByRole('contentinfo')).toContainText(`${name} Idiomas`);
      await expect(page.getByRole('banner').getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(`· ${name} Idiomas$`));
      await expect(page.locator('.hero')).toHaveCSS('background-color', ground);
      const face = await page.evaluate(async () => {
        await document.fonts.ready;
        const faces = [...document.fonts].filter(({ status }) => status === 'loaded');
        return faces.map(({ family }) => family.replaceAll('"', ''));
      });
      expect(face.includes('Archivo Black'), 'the face of the second brand').toBe(brand === 'phenom');
      await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', `/brand/${host}/favicon-48.png`);
      const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json());
      expect(manifest.name).toBe(`${name} Idiomas`);
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`^http.*${path}$`));
      await expect(page.locator('meta[name=robots]')).toHaveCount(0);
      await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(0);
      const data = JSON.parse((await page.locator('script').textContent()) ?? '');
      expect(data['@graph'].map((part: Record<string, string>) => part['@type'])).toEqual([
        'EducationalOrganization',
        path === '/knn-orlando' ? 'TouristTrip' : 'Course',
        'FAQPage',
      ]);
    }
    const card = new URL((await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '');
    const answer = await request.get(card.pathname);
    expect(answer.headers()['content-type']).toBe('image/png');
    const bytes = await answer.body();
    expect(bytes.subarray(0, 8).equals(PNG)).toBe(true);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    // Each page leads to the two others and to the level test.
    const ways = page.getByRole('navigation', { name: 'Ainda escolhendo?' }).getByRole('link');
    const found = await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const others = PAGES.map((each) => each.path).filter((each) => each !== path);
    expect(found.sort()).toEqual(['/english-test', ...others].sort());
  });
}
