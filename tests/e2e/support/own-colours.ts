import { expect, type Page } from '@playwright/test';
import { matchRoute } from '../../../src/lib/rules/routes/route-table.ts';
import { coloursOfKnn } from '../../support/brand-colours.ts';

/** `#3e009f` as computed by a browser. */
const asSaid = (colour: string) =>
  [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16)).join(', ');

const foreign = new Map(coloursOfKnn().map((colour) => [asSaid(colour), colour]));

/** The open page of the second brand is drawn in its own colours. A promotional page has those of its trip. */
export async function expectOwnColours(page: Page): Promise<void> {
  if (matchRoute(new URL(page.url()).pathname)?.route.kind === 'promo') return;
  expect(await foreignColours(page), `colours of the first brand on ${page.url()}`).toEqual([]);
}

/** Colours of the first brand alone that the open page draws, and where. */
export async function foreignColours(page: Page): Promise<string[]> {
  const drawn = await page.evaluate(drawnColours);
  return drawn.flatMap(({ colour, place }) => (foreign.has(colour) ? [`${foreign.get(colour)} at ${place}`] : []));
}

/** Each colour of the page, once, with the first place that shows it. Runs in the page. */
function drawnColours(): { colour: string; place: string }[] {
  const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;
  const seen = new Map<string, string>();
  for (const element of document.querySelectorAll('html, body, body *')) {
    for (const part of [undefined, '::before', '::after']) {
      const style = getComputedStyle(element, part);
      if (style.display === 'none' || (part && style.content === 'none')) continue;
      const lines = sides.map((side) => (style[`border${side}Width`] === '0px' ? '' : style[`border${side}Color`]));
      const { color, backgroundColor, backgroundImage, boxShadow, fill, stroke } = style;
      const all = [color, backgroundColor, backgroundImage, boxShadow, fill, stroke, ...lines].join(' ');
      for (const [, colour = ''] of all.matchAll(/rgba?\((\d+, \d+, \d+)/g))
        if (!seen.has(colour)) seen.set(colour, `${element.outerHTML.slice(0, 120)}${part ?? ''}`);
    }
  }
  return [...seen].map(([colour, place]) => ({ colour, place }));
}
