import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type RunningPortal, sendRaw } from '../support/portal.ts';

describe('files for search engines', () => {
  let portal: RunningPortal;
  beforeAll(async () => {
    portal = await openTestPortal({
      PUBLIC_URL: 'https://aluno.example',
      DEMO: 'on',
      ALLOWED_HOSTS: 'phenom.example',
      PUBLIC_PAGES: '/knn-orlando,/london-by-phenom,/english-test',
    });
  });
  afterAll(() => portal.close());
  const ask = (path: string, host: string, method = 'GET') => sendRaw(portal, path, { method, headers: { host } });

  it.each([
    ['aluno.example', 'https://aluno.example', '/knn-orlando'],
    ['phenom.example', 'https://phenom.example', '/london-by-phenom'],
  ])(
    'BRAND-01 on %s the sitemap names the public pages of its brand and the level test, at %s',
    async (host, site, path) => {
      for (const query of ['', '?brand=knn', '?brand=phenom']) {
        const { status, text, headers } = await ask(`/sitemap.xml${query}`, host);
        expect([status, headers['content-type'], headers.vary]).toEqual([
          200,
          'application/xml; charset=utf-8',
          'Host',
        ]);
        expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
          site + path,
          `${site}/english-test`,
        ]);
      }
      const robots = await ask('/robots.txt', host);
      expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(robots.text).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${site}/sitemap.xml\n`);
    },
  );

  it('TEST-01 a level test behind the login is not in the sitemap', async () => {
    const closed = await openTestPortal({
      PUBLIC_URL: 'https://aluno.example',
      DEMO: 'on',
      PUBLIC_PAGES: '/knn-orlando',
    });
    try {
      const { text } = await sendRaw(closed, '/sitemap.xml', { headers: { host: 'aluno.example' } });
      expect(text.match(/<loc>/g)).toHaveLength(1);
    } finally {
      await closed.close();
    }
  });

  it('HEAD gets only the headers; other methods give 404', async () => {
    const { status, text, headers } = await ask('/robots.txt', 'aluno.example', 'HEAD');
    expect([status, text]).toEqual([200, '']);
    expect(Number(headers['content-length'])).toBeGreaterThan(40);
    expect((await ask('/robots.txt', 'aluno.example', 'POST')).status).toBe(404);
  });

  it('S11 another host gets neither', async () => {
    expect((await ask('/sitemap.xml', 'evil.example')).status).toBe(421);
  });
});
