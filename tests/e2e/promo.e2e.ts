import { addressOn, type Brand, expect, expectNoAxeFindings, setTheme, test } from './support/portal-test.ts';

const PATHS = ['/knn-abre-o-mundo', '/london-by-phenom', '/knn-orlando'];
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

test.describe('a prospect without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a prospect without JavaScript finds his mistakes marked, sends again and is thanked; the link of the advert is kept (PROMO-02)', async ({
    page,
    context,
  }) => {
    await page.goto('/knn-orlando?utm_source=instagram');
    await page.getByRole('link', { name: 'Quero embarcar' }).first().click();
    const form = page.locator('#contato');
    await form.getByLabel('Seu nome completo').fill('Otávio Pires');
    await form.getByLabel('Telefone com DDD').fill('20 99777-6655');
    await form.getByLabel('Sua cidade').fill('Sorocaba');
    await form.getByRole('checkbox').check();
    // The first touch started the server's clock.
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('portal_form');
    await form.getByRole('button', { name: 'Quero embarcar' }).click();
    await expect(form.getByRole('alert')).toHaveText('Confira o campo marcado.');
    await expect(form.getByLabel('Telefone com DDD')).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByLabel('Seu nome completo')).toHaveValue('Otávio Pires');
    await expect(form.getByLabel('Sua cidade')).toHaveValue('Sorocaba');
    await expect(form.getByRole('checkbox')).toBeChecked();
    expect(new URL(page.url()).search).toBe('?utm_source=instagram');

    await form.getByLabel('Telefone com DDD').fill('(15) 99777-6655');
    await context.clearCookies();
    await form.getByRole('button', { name: 'Quero embarcar' }).click();
    await expect(form.getByRole('alert')).toContainText('envie de novo');
    await form.getByRole('button', { name: 'Quero embarcar' }).click();
    await expect(page.getByRole('heading', { name: 'Recebemos seu contato' })).toBeVisible();
    expect(new URL(page.url()).search).toBe('?enviado=1');
  });

  test('a prospect without JavaScript reads an answer, and on a phone has the call under the thumb until the form is there', async ({
    page,
    hasTouch,
  }) => {
    await page.goto('/london-by-phenom');
    await page.getByText('Preciso de visto?').click();
    await expect(page.getByText('Brasileiros não precisam de visto')).toBeVisible();
    const bar = page.locator('.call-bar');
    if (!hasTouch) return expect(bar).toBeHidden();
    await expect(bar).toBeInViewport();
    await page.getByRole('button', { name: 'Quero ir para Londres' }).scrollIntoViewIfNeeded();
    await expect(bar).not.toBeInViewport();
  });
});

test.describe('looks', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('marked fields and thanks pass axe in both brands, light and dark', { tag: '@both' }, async ({
    page,
    context,
  }) => {
    for (const [brand, theme] of [
      ['knn', 'escuro'],
      ['phenom', 'claro'],
    ] as const) {
      await setTheme(context, brand, theme);
      await page.goto(addressOn(brand, '/knn-abre-o-mundo'));
      await page.locator('form').evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''));
      await page.getByRole('button', { name: 'Quero estudar fora' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectNoAxeFindings(page);
      await page.goto(addressOn(brand, '/knn-abre-o-mundo?enviado=1'));
      await expectNoAxeFindings(page);
    }
  });
});

test('a person who is logged in finds the form filled in, and nobody else does', async ({ page, loginAs, context }) => {
  await loginAs('aluna@demo.example');
  const answer = await page.goto('/knn-orlando');
  await expect(page.getByLabel('Seu nome completo')).toHaveValue(/^Ana/);
  expect(answer?.headers()['cache-control']).toBe('private, no-store');
  await context.clearCookies();
  await page.goto('/knn-orlando');
  await expect(page.getByLabel('Seu nome completo')).toHaveValue('');
});

for (const path of PATHS) {
  test(`${path} can be shared and found, in both brands, and runs no script`, async ({ page, request }) => {
    for (const brand of ['knn', 'phenom'] satisfies Brand[]) {
      await page.goto(addressOn(brand, `${path}?brand=${brand === 'knn' ? 'phenom' : 'knn'}`));
      await expect(page.locator('html')).toHaveAttribute('data-brand', brand);
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`^http.*${path}$`));
      await expect(page.locator('meta[name=robots]')).toHaveCount(0);
      await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(0);
      const data = JSON.parse((await page.locator('script').textContent()) ?? '');
      expect(data['@graph'].map((part: Record<string, string>) => part['@type'])).toEqual([
        'EducationalOrganization',
        path === '/knn-orlando' ? 'TouristTrip' : 'Course',
        'FAQPage',
      ]);
      const card = new URL((await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '');
      const answer = await request.get(card.pathname);
      expect(answer.headers()['content-type']).toBe('image/png');
      const bytes = await answer.body();
      expect(bytes.subarray(0, 8).equals(PNG)).toBe(true);
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    }
  });
}
