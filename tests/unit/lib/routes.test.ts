import { expect, it } from 'vitest';
import { TourRoute } from '../../../src/lib/contract/tour.schema.ts';
import { routes } from '../../../src/lib/routes.ts';
import { matchRoute, routeTable } from '../../../src/lib/rules/routes/route-table.ts';
import { filesBelow } from '../architecture/sources.ts';

/** Every address of §2 by its ledger line; parents lead to the child named. */
const ofTheSpecification: [ledger: string, path: string, leadsTo?: string][] = [
  ['ROUTE-02', '/login', '/login/main'],
  ['ROUTE-03', '/login/main'],
  ['ROUTE-04', '/login/qr-code'],
  ['ROUTE-05', '/login/form'],
  ['ROUTE-06', '/login/recover-password'],
  ['ROUTE-07', '/profile-creation', '/profile-creation/new-user'],
  ['ROUTE-08', '/profile-creation/new-user'],
  ['ROUTE-09', '/profile-creation/form'],
  ['ROUTE-10', '/', '/dashboard'],
  ['ROUTE-11', '/dashboard'],
  ['ROUTE-12', '/profile-update', '/profile-update/start'],
  ['ROUTE-13', '/profile-update/start'],
  ['ROUTE-13', '/profile-update/form'],
  ['ROUTE-14', '/pedagogico', '/pedagogico/list'],
  ['ROUTE-15', '/pedagogico/list'],
  ['ROUTE-15', '/pedagogico/minha-pratica/12'],
  ['ROUTE-15', '/pedagogico/notas/12'],
  ['ROUTE-16', '/manager-panel'],
  ['ROUTE-16', '/manager-panel/push-notification'],
  ['ROUTE-16', '/manager-panel/push-notification/create'],
  ['ROUTE-16', '/manager-panel/push-notification/create/7'],
  ['ROUTE-16', '/manager-panel/push-notification/send'],
  ['ROUTE-16', '/manager-panel/push-notification/send/7'],
  ['ROUTE-16', '/manager-panel/push-notification/history'],
  ['ROUTE-16', '/manager-panel/push-notification/history/7'],
  ['ROUTE-16', '/manager-panel/club'],
  ['ROUTE-16', '/manager-panel/profile'],
  ['ROUTE-16', '/manager-panel/book'],
  ['ROUTE-17', '/aula-online', '/aula-online/list'],
  ['ROUTE-18', '/aula-online/list'],
  ['ROUTE-18', '/aula-online/details/3'],
  ['ROUTE-19', '/financial'],
  ['ROUTE-19', '/financial/transactions'],
  ['ROUTE-20', '/me'],
  ['ROUTE-21', '/knn-club/juntar-pontos'],
  ['ROUTE-22', '/knn-club/usar-pontos'],
  ['ROUTE-23', '/knn-club/meus-pedidos'],
  ['ROUTE-24', '/knn-club/meu-extrato'],
  ['ROUTE-25', '/knn-club', '/knn-club/juntar-pontos'],
  ['ROUTE-25', '/knn-club/meu-clube'],
  ['ROUTE-26', '/knn-abre-o-mundo'],
  ['ROUTE-26', '/london-by-phenom'],
  ['ROUTE-26', '/knn-orlando'],
  ['ROUTE-27', '/english-test'],
  ['ROUTE-28', '/pedidos'],
  ['ROUTE-29', '/pedidos/create/12/KIT-A1_2026'],
];

it.each(ofTheSpecification)('%s: %s is a page', (_ledger, path, leadsTo) => {
  expect(matchRoute(path)?.route.redirectTo).toBe(leadsTo);
  if (path !== '/') expect(matchRoute(`${path}/`)?.route).toBe(matchRoute(path)?.route);
});

/** Pages that the portal shows in place of the requested one. They have no address of their own. */
const shownInstead = ['500', '[...unknown]', 'erro', 'grande-demais', 'indisponivel', 'sem-direito', 'sem-matricula'];

/** The patterns that a page file answers; an optional id gives two. */
function patternsOf(file: string): string[] {
  const path = `/${file.replace(/\.astro$/, '').replace(/(^|\/)index$/, '')}`.replace(/(.)\/$/, '$1');
  return path.endsWith('/[...id]')
    ? [path.replace('/[...id]', ''), path.replace('[...id]', '{id}')]
    : [path.replaceAll('[', '{').replaceAll(']', '}')];
}

it('ROUTE-01…34, ROUTE-36, OPEN-03: the route table lists exactly the page files', () => {
  const found = ofTheSpecification.map(([, path]) => matchRoute(path)?.route.name);
  expect(new Set(found).size).toBe(found.length);
  const files = filesBelow('src/pages').filter((file) => file.endsWith('.astro'));
  const stands = files
    .map((file) => file.slice('src/pages/'.length))
    .filter((file) => !shownInstead.includes(file.replace('.astro', '')))
    .flatMap(patternsOf);
  const pages = routeTable.filter(({ redirectTo }) => redirectTo === undefined);
  expect(pages.map(({ pattern }) => pattern).sort()).toEqual(stands.sort());
});

it('an old link to the page of a new class redirects to the list of classes', () => {
  expect(matchRoute('/manager-panel/turmas/nova')?.route.redirectTo).toBe('/manager-panel/turmas');
});

it('matching a path returns its parameters', () => {
  expect(matchRoute('/pedidos/create/12/KIT-A1')?.params).toEqual({ id: '12', codigoProduto: 'KIT-A1' });
  expect(matchRoute('/verificar/K7QM-2XWD-9HRT')?.params).toEqual({ codigo: 'K7QM-2XWD-9HRT' });
  expect(matchRoute('/me')?.params).toEqual({});
});

it.each([
  '',
  '//',
  '///',
  '/me//',
  '//me',
  '//evil.example',
  '/dashboard/..',
  '/./dashboard',
  '/../dashboard',
  '/%2e%2e/dashboard',
  '/dash%62oard',
  '/DASHBOARD',
  '/me%2F',
  '/me\\',
  '/me\n',
  '/me/x',
  '/main/dashboard',
  '/service-worker.js',
  '/api/v1/users/me/',
  '/_astro/x.js',
  '/pedagogico/minha-pratica/',
  '/pedagogico/minha-pratica/x',
  '/pedagogico/minha-pratica/-1',
  '/pedagogico/minha-pratica/1.5',
  '/pedagogico/minha-pratica/١',
  '/pedagogico/minha-pratica/1234567890',
  '/pedidos/create/1/',
  '/pedidos/create/1/..',
  '/pedidos/create/1/a%2Fb',
  `/pedidos/create/1/${'a'.repeat(41)}`,
  '/verificar/K7QM 2XWD',
  '/verificar/K7QM-2XWD-9HRT/x',
  `/verificar/${'A'.repeat(41)}`,
  '/convite',
  '/convite/a/b',
  '/convite/..',
  '/constructor',
  '/__proto__',
])('ROUTE-30: %j matches no page', (path) => {
  expect(matchRoute(path)).toBeNull();
});

/** Every builder, called with plain arguments. */
function builtPaths(builders: object): string[] {
  return Object.values(builders).flatMap((entry: unknown) => {
    if (typeof entry !== 'function') return builtPaths(entry as object);
    return [String(entry.length > 0 ? entry(...['12', '13'].slice(0, entry.length)) : entry())];
  });
}

it('ROUTE-01: every URL builder and every redirect points to a page of the table', () => {
  const paths = builtPaths(routes).map((path) => path.split(/[?#]/)[0] ?? '');
  expect(paths.length).toBeGreaterThan(30);
  for (const path of [...paths, ...routeTable.flatMap(({ redirectTo }) => redirectTo ?? [])]) {
    expect(matchRoute(path), path).not.toBeNull();
  }
});

it('ROUTE-01: redirects end at a page, never at another redirect', () => {
  for (const { redirectTo } of routeTable) {
    if (redirectTo) expect(matchRoute(redirectTo)?.route.redirectTo).toBeUndefined();
  }
});

it('URL builders encode the query and omit empty values', () => {
  expect(routes.login.main()).toBe('/login/main');
  expect(routes.login.main({ next: null })).toBe('/login/main');
  expect(routes.login.form({ next: '/me?a=1&b', motivo: 'senha' })).toBe(
    '/login/form?next=%2Fme%3Fa%3D1%26b&motivo=senha',
  );
  expect(routes.login.recoverPassword('a+b')).toBe('/login/recover-password?token=a%2Bb');
  expect(routes.orders.create(1, 'a/b')).toBe('/pedidos/create/1/a%2Fb');
  expect(routes.manager.push.create()).toBe('/manager-panel/push-notification/create');
  expect(routes.manager.push.create(7)).toBe('/manager-panel/push-notification/create/7');
});

it('TOUR-09: a tour has the name of its page, which is also its flag', () => {
  const withTour = routeTable.filter(({ tour }) => tour);
  expect(withTour.map(({ tour }) => tour)).toEqual(TourRoute.options);
  expect(withTour.map(({ name }) => name)).toEqual(TourRoute.options);
});

it('ROLE-08, S17: a printed code opens practice, the list of classes, the dashboard and public pages', () => {
  const open = routeTable.filter(({ opensByBook, kind }) => opensByBook && !['promo', 'creation'].includes(kind));
  expect(open.map(({ pattern }) => pattern)).toEqual([
    '/',
    '/dashboard',
    '/pedagogico',
    '/pedagogico/list',
    '/pedagogico/minha-pratica/{id}',
    '/pedagogico/minha-pratica/{id}/sessao',
  ]);
});
