import type { Page } from '@playwright/test';
import { expect, test } from './support/portal-test.ts';

/** Pages with a line of links that is longer than a phone is wide, and one of its last links chosen. */
const lines = [
  ['menor@demo.example', '/intercambio/pedido?passo=revisao', 'Passos do pedido'],
  ['aluna@demo.example', '/pedagogico/minha-pratica/1?unidade=4&faixa=3', 'Faixas'],
  ['aluna@demo.example', '/knn-club/usar-pontos?categoria=Tecnologia', 'Filtrar recompensas'],
  ['aluna@demo.example', '/avisos?categoria=aviso', 'Filtrar avisos'],
  ['aluna@demo.example', '/pedidos?grupo=cancelados', 'Grupos de pedidos'],
] as const;

/** Whether the chosen link of a line is in view, and only because the line is scrolled, and the width of the page. */
const placed = (page: Page, label: string) =>
  page.getByRole('navigation', { name: label, exact: true }).evaluate((line) => {
    const link = line.querySelector('[aria-current="page"], [aria-current="step"]');
    if (!link) throw new Error('no link is chosen');
    const chosen = link.getBoundingClientRect();
    let scrolled = 0;
    for (let box = link.parentElement; box && box !== line.parentElement; box = box.parentElement)
      scrolled += box.scrollLeft;
    return {
      isInView: chosen.left >= 0 && chosen.right <= innerWidth,
      wasOutside: chosen.right + scrolled > innerWidth,
      page: document.documentElement.scrollWidth,
    };
  });

test('the selected link of a scrolling row is in view, and the page is not wider than the phone', async ({
  page,
  loginAs,
}) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const [login, address, label] of lines) {
      await loginAs(login);
      await page.goto(address);
      expect(await placed(page, label), `${address} at ${width}`).toEqual({
        isInView: true,
        wasOutside: true,
        page: width,
      });
    }
  }
});

test('a browser without scroll-initial-target shows the chosen link by the script', async ({ page, loginAs }) => {
  await page.addInitScript(() => void Object.assign(CSS, { supports: () => false }));
  await loginAs('aluna@demo.example');
  await page.goto('/avisos?categoria=aviso');
  const line = page.getByRole('navigation', { name: 'Filtrar avisos' });
  await expect
    .poll(() =>
      line.evaluate((strip) => {
        const { offsetLeft, offsetWidth } = strip.querySelector('[aria-current]') as HTMLElement;
        const wished = offsetLeft - (strip.clientWidth - offsetWidth) / 2;
        return Math.abs(strip.scrollLeft - Math.min(wished, strip.scrollWidth - strip.clientWidth));
      }),
    )
    .toBeLessThan(2);
});
