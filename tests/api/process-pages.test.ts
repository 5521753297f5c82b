import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageHandler } from '../../src/process/pages.ts';
import { announcePages } from '../../src/server/school/promo/watch-pages.ts';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';

const HOUR_MS = 3_600_000;

/** Numbers each rendering; answers HEAD with headers only, as the renderer does. */
class Renderer {
  rendered = 0;
  readonly handler: PageHandler = (request, response, next, locals) => {
    this.rendered++;
    const path = pathOf(request);
    if (path === '/campanhas') {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.write('<p>half');
      next(new Error('broken halfway'));
      return;
    }
    if (path !== '/dashboard') response.setHeader('x-portal-anonymous', '1');
    if (path === '/me/familia') response.setHeader('set-cookie', 'seen=1');
    if (path === '/atendimento') response.statusCode = 404;
    response.setHeader('content-type', 'text/html');
    const words = `<p>${locals.brand} ${locals.theme} ${path} ${this.rendered}</p>${'texto '.repeat(400)}`;
    response.end(request.method === 'HEAD' ? undefined : words);
  };
}
const pathOf = (request: IncomingMessage) => new URL(request.url ?? '/', 'http://x').pathname;

describe('pages', () => {
  const renderer = new Renderer();
  let portal: RunningPortal;
  beforeAll(async () => {
    // Cached pages expire at the full hour.
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / HOUR_MS) * HOUR_MS });
    portal = await openTestPortal(
      { TRUST_PROXY: 'on', ALLOWED_HOSTS: 'aluno.example,phenom.example' },
      { pageHandler: renderer.handler },
    );
  });
  afterAll(async () => {
    await portal.close();
    vi.useRealTimers();
  });
  beforeEach(() => {
    renderer.rendered = 0;
  });
  const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    sendRaw(portal, path, { method, headers: { host: 'aluno.example', ...headers } });
  /** Requests until the cache answers, which is after the first answer was sent. */
  const fromMemory = (path: string, headers: Record<string, string> = {}) =>
    vi.waitFor(
      async () => {
        const before = renderer.rendered;
        const answer = await open(path, headers);
        expect(renderer.rendered, `${path} comes from memory`).toBe(before);
        return answer;
      },
      { timeout: 10_000, interval: 10 },
    );

  it('an anonymous page is rendered once, and served from the cache to everybody', async () => {
    const stored = await fromMemory('/offline');
    expect(stored.text).toMatch(/^<p>knn claro \/offline \d+<\/p>/);
    const count = renderer.rendered;
    for (let round = 0; round < 3; round++) expect((await open('/offline')).bytes).toEqual(stored.bytes);
    expect(renderer.rendered).toBe(count);
    expect(stored.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding, Cookie',
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-length': String(stored.bytes.byteLength),
    });
    expect(stored.headers['x-portal-anonymous']).toBeUndefined();
  });

  it('PROMO-03 a promotional page is rendered again after a publication, and other pages stay cached', async () => {
    const { db } = portal.running.school;
    await Promise.all([fromMemory('/london-by-phenom'), fromMemory('/offline')]);
    const count = renderer.rendered;
    const at = new Date().toISOString();
    const version = { pagina: 'london-by-phenom', valores: '{}', created_at: at, criada_por: null, de_versao: null };
    await db
      .insertInto('promo_versions')
      .values({ ...version, publica_em: new Date(Date.now() + 60_000).toISOString() })
      .execute();
    await open('/london-by-phenom');
    expect(renderer.rendered).toBe(count);
    await db
      .insertInto('promo_versions')
      .values({ ...version, publica_em: at })
      .execute();
    announcePages(portal.running.school);
    await open('/london-by-phenom');
    await open('/offline');
    expect(renderer.rendered).toBe(count + 1);
    await fromMemory('/london-by-phenom');
  });

  const readers = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync } as const;

  it.each([
    ['gzip, br, zstd', '/login/main', 'zstd', 'br'],
    ['gzip', '/login/qr-code', 'gzip', 'gzip'],
  ] as const)(
    'with %s, %s comes as %s from the renderer and as %s from memory',
    async (accepted, path, fresh, stored) => {
      const headers = { 'accept-encoding': accepted };
      for (const [ask, encoding] of [
        [open, fresh],
        [fromMemory, stored],
      ] as const) {
        const answer = await ask(path, headers);
        expect(answer.headers['content-encoding']).toBe(encoding);
        expect(readers[encoding](answer.bytes).toString()).toContain(`<p>knn claro ${path} `);
      }
    },
  );

  it('BRAND-01 each brand and theme, and TLS, has its own cached page', async () => {
    const looks = [
      { host: 'aluno.example' },
      { host: 'phenom.example' },
      { host: 'aluno.example', cookie: 'portal_theme=escuro' },
      { host: 'phenom.example', cookie: 'portal_theme=sistema' },
    ];
    const wanted = ['knn claro', 'phenom claro', 'knn escuro', 'phenom sistema'];
    for (const round of [open, fromMemory, fromMemory]) {
      for (const [index, headers] of looks.entries()) {
        expect((await round('/verificar', headers as Record<string, string>)).text).toContain(`<p>${wanted[index]} `);
      }
    }
    const secure = await fromMemory('/verificar', { 'x-forwarded-proto': 'https' });
    expect(secure.headers['strict-transport-security']).toBeDefined();
    expect((await open('/verificar')).headers['strict-transport-security']).toBeUndefined();
  });

  it('an unknown theme counts as light, without its own cache entry', async () => {
    await fromMemory('/english-test');
    const count = renderer.rendered;
    expect((await open('/english-test', { cookie: 'portal_theme=<script>' })).text).toContain('<p>knn claro ');
    expect(renderer.rendered).toBe(count);
  });

  it.each([
    ['portal_session=x', '/me'],
    ['portal_book=x', '/me/dados'],
    ['a=b; portal_session=', '/me/acesso'],
    ['portal_flash=email-verificado', '/me/documentos'],
  ])('S14 a page with the cookie %s is neither served from the cache nor stored there', async (cookie, path) => {
    const mine = await open(path, { cookie });
    expect(mine.headers['cache-control']).toBe('private, no-store');
    expect(mine.headers.vary).toContain('Cookie');
    const stored = await fromMemory(path);
    expect(stored.text).not.toContain(`${path} 1<`);
    const count = renderer.rendered;
    await open(path, { cookie });
    expect(renderer.rendered).toBe(count + 1);
  });

  it('a page over TLS reads the cookie of TLS', async () => {
    await fromMemory('/avisos', { 'x-forwarded-proto': 'https' });
    const count = renderer.rendered;
    await open('/avisos', { 'x-forwarded-proto': 'https', cookie: '__Host-portal_session=x' });
    expect(renderer.rendered).toBe(count + 1);
  });

  it('a page of a user is never cached', async () => {
    for (const round of [1, 2]) {
      const { headers } = await open('/dashboard');
      expect(headers['cache-control']).toBe('private, no-store');
      expect(renderer.rendered).toBe(round);
    }
  });

  it.each(['/me/familia', '/atendimento', '/offline?next=/x'])(
    '%s, which sets a cookie, fails or redirects, is rendered each time',
    async (path) => {
      for (const round of [1, 2, 3]) {
        await open(path);
        expect(renderer.rendered).toBe(round);
      }
    },
  );

  it('pages with campaign parameters are served from the cache, without their own entry', async () => {
    for (let round = 0; round < 3; round++) await open('/knn-orlando?utm_source=x&fbclid=y');
    expect(renderer.rendered).toBe(3);
    const { bytes } = await fromMemory('/knn-orlando');
    const count = renderer.rendered;
    expect((await open('/knn-orlando?utm_source=x&fbclid=y&unidade=101')).bytes).toEqual(bytes);
    expect(renderer.rendered).toBe(count);
    await open('/knn-orlando?utm_source=x&enviado=1');
    await open('/knn-orlando?brand=phenom');
    expect(renderer.rendered).toBe(count + 2);
  });

  it('C17 odd spellings of addresses do not displace cached pages', async () => {
    const word = 'knn-abre-o-mundo';
    const spelled = (round: number) =>
      `/${[...word].map((letter, at) => ((round >> at) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter)).join('')}`;
    const odd = Array.from({ length: 220 }, (_, round) => spelled(round + 1));
    for (const path of [...odd, ...odd.slice(0, 3), '/ninguem', '/ninguem', '/verificar/ABC', '/verificar/ABC']) {
      const before = renderer.rendered;
      await open(path);
      expect(renderer.rendered, path).toBe(before + 1);
    }
    // An address with a final slash is the same page, but not the cached one.
    await open('/profile-creation/form/');
    expect((await fromMemory('/profile-creation/form')).text).toContain('claro /profile-creation/form ');
    expect((await fromMemory('/profile-creation/form/')).text).toContain('claro /profile-creation/form ');
  });

  it('the answer to a form is never cached or served from the cache', async () => {
    const own = { origin: 'http://aluno.example' };
    const { bytes } = await fromMemory('/login/form');
    const answer = await open('/login/form', own, 'POST');
    expect(answer.bytes).not.toEqual(bytes);
    expect((await open('/login/form')).bytes).toEqual(bytes);
  });

  it('cached pages expire at the full hour: enrollment may have ended', async () => {
    const { bytes } = await fromMemory('/london-by-phenom');
    vi.setSystemTime(Date.now() + HOUR_MS);
    expect((await open('/london-by-phenom')).bytes).not.toEqual(bytes);
  });

  it('HEAD never caches an empty page', async () => {
    for (let round = 0; round < 3; round++)
      expect((await open('/knn-abre-o-mundo', {}, 'HEAD')).bytes.byteLength).toBe(0);
    expect((await open('/knn-abre-o-mundo')).text).toContain('<p>knn claro /knn-abre-o-mundo ');
    const stored = await fromMemory('/knn-abre-o-mundo');
    expect(stored.text).toContain('<p>knn claro /knn-abre-o-mundo ');
    const head = await open('/knn-abre-o-mundo', {}, 'HEAD');
    expect(head.headers['content-length']).toBe(stored.headers['content-length']);
  });

  it('S11 a host with a path cannot cache one page as another', async () => {
    for (const host of ['aluno.example/financial#', 'aluno.example/financial?', 'x@aluno.example']) {
      for (let round = 0; round < 3; round++) expect((await open('/pedidos', { host })).status).toBe(421);
    }
    expect((await open('/financial')).text).toContain('<p>knn claro /financial ');
  });

  it('ERR-17 a page that fails halfway is not sent in part', async () => {
    const { status, text, headers } = await open('/campanhas');
    expect([status, text]).toEqual([500, 'Algo deu errado do nosso lado. Tente de novo em instantes.']);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('S8 only forms of our own pages reach a page', async () => {
    const post = (headers: Record<string, string>, body?: string) =>
      sendRaw(portal, '/login/main', { method: 'POST', headers: { host: 'aluno.example', ...headers }, body });
    const own = 'http://aluno.example';
    for (const foreign of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: own, 'sec-fetch-site': 'cross-site' },
    ]) {
      const { status, text } = await post(foreign as Record<string, string>);
      expect([status, text]).toEqual([403, 'Este formulário não veio do portal.']);
    }
    expect(renderer.rendered).toBe(0);
    expect((await post({ origin: own })).status).toBe(200);
    expect((await post({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    // The addresses of the two brands are two sites.
    expect((await post({ host: 'phenom.example', origin: 'http://phenom.example' })).status).toBe(200);
    expect((await post({ host: 'phenom.example', origin: own })).status).toBe(403);
    expect((await post({ origin: own, 'content-length': '70000' }, 'x'.repeat(70_000))).status).toBe(413);
    expect((await post({ origin: own, 'transfer-encoding': 'chunked' }, 'x')).status).toBe(413);
  });
});

describe('the style sheets of a first visit', () => {
  const link = '<link rel="stylesheet" href="/_astro/a.css">';
  const folder = mkdtempSync(join(tmpdir(), 'portal-sheets-'));
  let portal: RunningPortal;
  beforeAll(async () => {
    mkdirSync(join(folder, '_astro'));
    writeFileSync(join(folder, '_astro/a.css'), '.a{color:red}.z{color:blue}');
    const pageHandler: PageHandler = (request, response) => {
      if (pathOf(request) === '/login/main') response.setHeader('x-portal-anonymous', '1');
      response.setHeader('content-type', 'text/html');
      response.setHeader('content-security-policy', "style-src 'self'");
      response.end(`<head>${link}</head><body><p class="a">Olá</p></body>`);
    };
    portal = await openTestPortal({}, { pageHandler, clientFolder: folder });
  });
  afterAll(async () => {
    await portal.close();
    rmSync(folder, { recursive: true });
  });

  it.each(['/login/main', '/dashboard'])('%s has its styles inline once, and then links its sheet', async (path) => {
    for (let round = 0; round < 3; round++) {
      const first = await sendRaw(portal, path, {});
      expect(first.text).toContain('<style>.a{color:red}</style>');
      expect(first.headers['content-security-policy']).toMatch(/^style-src 'sha256-[^']+' 'self'$/);
      const [cookie = ''] = first.headers['set-cookie'] ?? [];
      expect(cookie).toMatch(/^portal_sheets=[\w-]{8}; Path=\/; SameSite=Lax; HttpOnly; Max-Age=31536000$/);
      const next = await sendRaw(portal, path, { headers: { cookie: cookie.split(';')[0] ?? '' } });
      expect(next.text).toBe(`<head>${link}</head><body><p class="a">Olá</p></body>`);
      expect(next.headers['set-cookie']).toBeUndefined();
    }
  });

  it('a browser with style sheets of another build gets the rules inline again', async () => {
    const answer = await sendRaw(portal, '/dashboard', { headers: { cookie: 'portal_sheets=other123' } });
    expect(answer.text).toContain('<style>');
  });
});
