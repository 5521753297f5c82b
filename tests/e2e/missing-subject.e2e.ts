import { pages, viewerOf } from '../support/route-visits.ts';
import { expect, expectNoAxeFindings, test } from './support/portal-test.ts';

test.use({ tolerated: [/status of 404/] });

/** Pages of one thing for those who are logged in, by an address of something that does not exist. */
const missing = pages
  .filter((route) => route.pattern.includes('{') && viewerOf(route).includes('@'))
  .map((route) => ({ viewer: viewerOf(route), address: route.pattern.replace(/\{\w+\}/g, '999999') }));

for (const [viewer, visits] of Map.groupBy(missing, (visit) => visit.viewer)) {
  test(`${viewer}: the page of a missing item has one title and a link`, async ({ page, loginAs }) => {
    await loginAs(viewer);
    const untitled: string[] = [];
    for (const { address } of visits) {
      const answer = await page.request.get(address);
      if (answer.status() !== 404) untitled.push(`${address}: ${answer.status()}`);
      const html = await answer.text();
      // The layout's back link is on every page: the page itself has a link too.
      const main = html
        .slice(html.indexOf('<main'), html.indexOf('</main>'))
        .replace(/<a\s[^>]*class="way-back\b.*?<\/a>/s, '');
      if (main.match(/<h1/g)?.length !== 1) untitled.push(`${address}: no single h1`);
      else if (!/<a\s/.test(main)) untitled.push(`${address}: no link`);
    }
    expect(untitled).toEqual([]);
  });
}

test('a re-authentication without its file, and the second factor of a student, lead back', async ({
  page,
  loginAs,
}) => {
  await loginAs('aluna@demo.example');
  const answer = await page.goto('/me/confirmar');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Esta página não existe mais' })).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await page.waitForURL(/\/dashboard$/);
  await page.goto('/me/segundo-fator');
  await expect(page).toHaveURL(/\/me\/acesso$/);
});
