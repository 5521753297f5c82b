import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeNext } from '../../../../../src/lib/rules/routes/next-path.ts';
import { matchRoute } from '../../../../../src/lib/rules/routes/route-table.ts';

const hosts = ['evil.example', 'evil.example/dashboard', 'user@evil.example', '127.0.0.1', '[::1]'];
const hostile = [
  ...hosts.flatMap((host) => [
    host,
    `http://${host}`,
    `https://${host}`,
    `HTTPS://${host}`,
    `//${host}`,
    `///${host}`,
    `////${host}`,
    `/\\${host}`,
    `\\\\${host}`,
    `\\/${host}`,
    `/%2f${host}`,
    `/%5c${host}`,
    `%2f%2f${host}`,
    `/\t/${host}`,
    `/\n/${host}`,
    `\t//${host}`,
    ` //${host}`,
    `/.//${host}`,
    `/dashboard/..//${host}`,
    `/me@${host}`,
    `/dashboard\r\nLocation: //${host}`,
  ]),
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'mailto:a@b.example',
  'https:/dashboard',
  'https:dashboard',
  '/%09/evil.example',
  '/%0d%0aSet-Cookie:x=1',
  '/dashboard%0d%0a',
  '/dashboard\r\n',
  '/dashboard\0',
  '/dashboard\u2028',
  '/dashboard\u202e',
  '/dash\u200bboard',
  '/dashboard;//evil.example',
  '/dashboard#//evil.example',
  '/dashboard?next=//evil.example',
  '/dashboard?a=<script>',
  '/dashboard?a=1?b=2',
  '/dashboard?a="',
  '/dashboard/../api/v1/users/me/',
  '/dashboard/%2e%2e/sair',
  '/./dashboard',
  '/..',
  '/.',
  '/',
  '//',
  '',
  ' ',
  ' /dashboard',
  '/dashboard ',
  'dashboard',
  './dashboard',
  '../dashboard',
  '?next=/dashboard',
  '#',
  '/dashboard#',
  '/dashboard#a#b',
  '/dashboard#x:y',
  '/dashboard#%0a',
  '/login',
  '/login/main',
  '/login/form?next=/dashboard',
  '/login/qr-code/',
  '/login/recover-password?token=abc',
  '/sair',
  '/preferencias/tema',
  '/main/dashboard',
  '/api/v1/login/access-token/',
  '/service-worker.js',
  '/manifest.webmanifest',
  '/unknown',
  '/pedidos/create/1/a%2fb',
  '/pedagogico/minha-pratica/..%2f..',
  `/dashboard?${'a'.repeat(500)}`,
];

it('GUARD-17: the list of hostile addresses is long and without duplicates', () => {
  expect(hostile.length).toBeGreaterThanOrEqual(80);
  expect(new Set(hostile).size).toBe(hostile.length);
});

it.each(hostile.map((raw) => [raw]))('GUARD-17: the next path refuses %j', (raw) => {
  expect(safeNext(raw)).toBeNull();
});

it.each([[null], [undefined]])('GUARD-17: %s is refused as an address', (raw) => {
  expect(safeNext(raw)).toBeNull();
});

it.each([
  ['/dashboard', '/dashboard'],
  ['/me/', '/me/'],
  ['/pedagogico', '/pedagogico'],
  ['/pedagogico/minha-pratica/12?unidade=3&aba=testes', '/pedagogico/minha-pratica/12?unidade=3&aba=testes'],
  ['/pedidos/create/12/KIT-A1?cupom=AMIGO%2020', '/pedidos/create/12/KIT-A1?cupom=AMIGO%2020'],
  ['/financial?', '/financial'],
  ['/knn-orlando', '/knn-orlando'],
  ['/pedagogico/notas/1?por=turma#atividade-7', '/pedagogico/notas/1?por=turma#atividade-7'],
])('GUARD-17: %s is accepted as our page', (raw, expected) => {
  expect(safeNext(raw)).toBe(expected);
});

it('GUARD-17: every accepted address is a known page of this origin', () => {
  const origin = 'https://aluno.example';
  const piece = fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2f',
    '%09',
    '\t',
    '@',
    ':',
    '?',
    '#',
    '&',
    'evil.example',
    'me',
    'dashboard',
    'pedidos',
    'login',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
      ),
      (raw) => {
        const next = safeNext(raw);
        if (next === null) return;
        const url = new URL(next, origin);
        expect(url.origin).toBe(origin);
        expect(url.pathname + url.search + url.hash).toBe(next);
        expect(matchRoute(url.pathname)).not.toBeNull();
      },
    ),
    { numRuns: 3_000 },
  );
});
