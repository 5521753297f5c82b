import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assetsOf, kindOf, mayKeep } from '../../../src/service-worker/decide.ts';

const origin = 'https://portal.example';
const ask = (path: string, mode = 'cors', method = 'GET') =>
  kindOf({ url: new URL(path, origin).href, mode, method }, origin);

describe('which requests the worker handles (PWA-02)', () => {
  test.each([
    ['/dashboard', 'navigate', 'GET', 'page'],
    ['/_astro/start.Ab12.js', 'cors', 'GET', 'asset'],
    ['/_astro/start.Ab12.js?astro-retry=1', 'cors', 'GET', 'other'],
    ['/_astro/a.js', 'navigate', 'GET', 'page'],
    ['/api/v1/users/me/', 'cors', 'GET', 'other'],
    ['/api/docs', 'navigate', 'GET', 'page'],
    ['/apiario', 'navigate', 'GET', 'page'],
    ['/sair', 'navigate', 'POST', 'other'],
    ['/audio/livros/way-2/4/faixa-1.mp3', 'no-cors', 'GET', 'sound'],
    ['/api/v1/portal/livros/arquivos/0a1b/', 'no-cors', 'GET', 'sound'],
    ['/audio/teste/l-a1-01.mp3', 'no-cors', 'GET', 'other'],
    ['/api/v1/do/practice.getPracticeTest/?input=%7B%22id%22%3A2041%7D', 'cors', 'GET', 'fresh'],
    ['/brand/livros/way-2.svg', 'no-cors', 'GET', 'fresh'],
    ['/api/v1/do/practice.getPracticeTest/', 'cors', 'POST', 'other'],
    ['/api/v1/do/practice.submitPracticeTest/', 'cors', 'GET', 'other'],
    ['/manifest.webmanifest', 'cors', 'GET', 'other'],
    ['https://elsewhere.example/_astro/a.js', 'no-cors', 'GET', 'other'],
  ])('%s (%s, %s) is %s', (path, mode, method, kind) => {
    expect(ask(path, mode, method)).toBe(kind);
  });

  test('a call of the API is never an asset, and a page only as a navigation', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^(\/[\w-]{1,8}){0,4}\/?$/),
        fc.constantFrom('navigate', 'cors', 'same-origin'),
        (path, mode) => {
          expect(ask(`/api${path}`, mode)).toBe(mode === 'navigate' ? 'page' : 'other');
        },
      ),
    );
  });
});

describe('what the worker caches (PWA-02)', () => {
  const answer = (
    parts: Partial<{ status: number; type: Response['type']; redirected: boolean; cache: string }> = {},
  ) => ({
    status: parts.status ?? 200,
    type: parts.type ?? ('basic' as const),
    redirected: parts.redirected ?? false,
    headers: new Headers({ 'cache-control': parts.cache ?? 'public, max-age=31536000, immutable' }),
  });

  test('a file of the build', () => {
    expect(mayKeep(answer())).toBe(true);
  });

  test.each([
    ['a private answer', { cache: 'private, no-store' }],
    ['a file without a digest', { cache: 'public, max-age=0, must-revalidate' }],
    ['a missing file', { status: 404 }],
    ['half a file', { status: 206 }],
    ['what came by a redirect', { redirected: true }],
    ['another origin', { type: 'opaque' as const }],
  ])('not %s', (_name, parts) => {
    expect(mayKeep(answer(parts))).toBe(false);
  });
});

test('the files of the offline page are listed, each once (PWA-02)', () => {
  const html =
    '<link rel="preload" href="/_astro/f.woff2"><link href="/_astro/f.woff2"><link rel="icon" href="/brand/knn/i.png">' +
    '<a href="/">início</a><link rel="manifest" href="/manifest.webmanifest"><img src="https://x.example/_astro/a.png">';
  expect(assetsOf(html)).toEqual(['/_astro/f.woff2', '/brand/knn/i.png']);
});
