import { expect, test } from '@playwright/test';
import { HtmlValidate, StaticConfigLoader } from 'html-validate/node';
import { type Route, routeTable } from '../../src/lib/rules/routes/route-table.ts';
import { bookCookie, sessionCookie } from '../../src/lib/session.ts';
import { htmlRules } from '../support/html-validate.ts';
import { sendRaw } from '../support/portal.ts';
import { ANA, EMPTY_BOOK, pages, pathOf, searchOf, viewerOf } from '../support/route-visits.ts';
import { addressOn, type Brand, port } from './support/brands.ts';
import { tokenFor } from './support/portal-test.ts';
import { preparedPath } from './support/prepared-path.ts';

// The HTML of every page as it leaves the server, judged by html-validate. No browser: it would repair what is wrong.

const HELENA = 'gestora@demo.example';
const validator = new HtmlValidate(new StaticConfigLoader(htmlRules));
const brands: readonly Brand[] = ['knn', 'phenom'];
/** Each request has an address of its own: guesses of one test do not count for another. */
let requests = 0;

for (const route of pages) {
  test(`${route.pattern}: no findings of html-validate`, async () => {
    const path = await preparedPath(route);
    for (const brand of brands) {
      const page = await ask(brand, viewerOf(route), path + searchOf(route));
      expect(page.status, `${brand}: the page itself`).toBe(200);
      expect(await findings(page.text), brand).toEqual([]);
    }
  });
}

/** Frames keep axe out of these. */
for (const name of ['manager-promo-view', 'manager-promo-preview']) {
  test(`${name}: no findings of html-validate`, async () => {
    for (const brand of brands) {
      const page = await ask(brand, HELENA, pathOf(routeNamed(name), 1));
      expect(page.status).toBe(200);
      expect(await findings(page.text), brand).toEqual([]);
    }
  });
}

/** Nothing is there, or nothing was found. */
const bare = [
  ['/pedagogico/notas/9999', ANA, 404],
  ['/manager-panel/profile/9999', HELENA, 404],
  ['/pedagogico/list', 'semvinculo@demo.example', 200],
  ['/financial', 'semvinculo@demo.example', 200],
  ['/manager-panel?q=zzzz', HELENA, 200],
  ['/manager-panel/pedidos?q=zzzz', HELENA, 200],
  ['/verificar/AAAA-BBBB-CCCC', 'visitor', 200],
] as const;

for (const [path, viewer, status] of bare) {
  test(`${path} of ${viewer}: no findings of html-validate`, async () => {
    for (const brand of brands) {
      const page = await ask(brand, viewer, path);
      expect(page.status).toBe(status);
      expect(await findings(page.text), brand).toEqual([]);
    }
  });
}

/** Each of these forms needs what is not sent, so it is answered with its errors. */
const refused = ['login-form', 'login-book', 'knn-orlando', 'convite', 'manager-student-new'];

for (const name of refused) {
  test(`${name}, sent without its answers: no findings of html-validate`, async () => {
    const route = routeNamed(name);
    const path = pathOf(route, 1) + searchOf(route);
    for (const brand of brands) {
      const empty = await ask(brand, viewerOf(route), path);
      const page = await ask(brand, viewerOf(route), path, emptyForm(empty.text));
      expect(page.text).toMatch(/aria-invalid="true"|class="field-error"/);
      expect(await findings(page.text), brand).toEqual([]);
    }
  });
}

const routeNamed = (name: string): Route => {
  const route = routeTable.find((each) => each.name === name);
  if (!route) throw new Error(`No page is called ${name}.`);
  return route;
};

/** What the last form in the content of a page sends when nobody fills it in. */
function emptyForm(html: string): string {
  const content = html.slice(0, html.indexOf('</main>'));
  const fields = content
    .slice(content.lastIndexOf('<form'))
    .matchAll(/<(?:input type="hidden"|button type="submit") name="([^"]*)" value="([^"]*)"/g);
  return new URLSearchParams([...fields].map(([, name = '', value = '']) => [name, value])).toString();
}

/** @param body of a form that is sent. */
async function ask(brand: Brand, viewer: string, path: string, body?: string) {
  const address = `http://127.0.0.1:${port()}`;
  const { host, origin } = new URL(addressOn(brand, '/'));
  const cookie =
    viewer === 'empty-book'
      ? await bookSession(address)
      : viewer === 'visitor'
        ? ''
        : `${sessionCookie}=${await tokenFor(viewer)}`;
  return await sendRaw({ address }, path, {
    headers: {
      host,
      cookie,
      'x-forwarded-for': `10.251.${test.info().workerIndex % 250}.${requests++ % 250}`,
      ...(body !== undefined && { origin, 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body !== undefined && { method: 'POST', body }),
  });
}

async function bookSession(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/v1/users/book/${EMPTY_BOOK}/`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith(`${bookCookie}=`));
  return cookie?.split(';')[0] ?? '';
}

/** Each finding with its rule and its source text. */
async function findings(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, offset }) => `${ruleId}: ${message} at ${html.slice(offset - 40, offset + 120)}`);
}
