import { type BrandKey, brandOf } from '#lib/brand.ts';
import { routeTable } from '#lib/rules/routes/route-table.ts';
import { inertHeaders } from './headers.ts';
import type { Extra } from './listener.ts';

export interface SearchFilesOptions {
  keyword: string;
  /** The address of each brand. */
  sites: Record<BrandKey, string>;
  publicPages: readonly string[];
}

/**
 * `/robots.txt` and `/sitemap.xml`, by host. Search engines may keep public promotional pages, each at the one address
 * that it calls canonical, that of its brand, and the level test of each brand where it is public.
 */
export function searchFiles({ keyword, sites, publicPages }: SearchFilesOptions): Extra {
  const pages = routeTable.filter(
    ({ kind, pattern }) => (kind === 'promo' || kind === 'test') && publicPages.includes(pattern),
  );
  // Other pages say noindex themselves. A crawler that robots.txt keeps out would never read that.
  const robots = (brand: BrandKey) => `User-agent: *\nDisallow: /api/\n\nSitemap: ${sites[brand]}/sitemap.xml\n`;
  const sitemap = (brand: BrandKey) => {
    const own = pages.filter((page) => (page.brand ?? brand) === brand);
    const urls = own.map(({ pattern }) => `  <url><loc>${asXml(sites[brand] + pattern)}</loc></url>\n`).join('');
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`;
  };
  const files: Record<string, { type: string; make: (brand: BrandKey) => string }> = {
    '/robots.txt': { type: 'text/plain; charset=utf-8', make: robots },
    '/sitemap.xml': { type: 'application/xml; charset=utf-8', make: sitemap },
  };
  return (url, request, response) => {
    const file = Object.hasOwn(files, url.pathname) ? files[url.pathname] : undefined;
    if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const body = file.make(brandOf(url.host, { keyword }));
    response.writeHead(200, {
      ...inertHeaders,
      'Content-Type': file.type,
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'public, max-age=3600',
      Vary: 'Host',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}

const asXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
