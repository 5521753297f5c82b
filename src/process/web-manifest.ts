import { brandOf, brands } from '#lib/brand.ts';
import { inertHeaders } from './headers.ts';
import type { Extra } from './listener.ts';

/** `/manifest.webmanifest` and `/favicon.ico`, by host (PWA-07, BRAND-03). */
export function brandFiles(keyword: string): Extra {
  return (url, _request, response) => {
    const brand = brandOf(url.host, { keyword });
    if (url.pathname === '/manifest.webmanifest') {
      response.writeHead(200, {
        ...inertHeaders,
        'Content-Type': 'application/manifest+json; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
        Vary: 'Host',
      });
      response.end(JSON.stringify(manifestOf(brand)));
      return true;
    }
    if (url.pathname === '/favicon.ico') {
      response
        .writeHead(302, {
          ...inertHeaders,
          Location: `/brand/${brand}/favicon-48.png`,
          Vary: 'Host',
        })
        .end();
      return true;
    }
    return false;
  };
}

/** The web manifest of a brand. */
export function manifestOf(brand: keyof typeof brands) {
  const { name, shortName, primary, grounds } = brands[brand];
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/brand/${brand}/${file}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const shortcut = (label: string, path: string) => ({ name: label, url: path });
  return {
    id: '/',
    name,
    short_name: shortName,
    description: `Portal do aluno ${name}`,
    lang: 'pt-BR',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: primary,
    background_color: grounds.claro,
    icons: [
      icon('favicon-48.png', 48, 'any'),
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('maskable-512.png', 512, 'maskable'),
    ],
    shortcuts: [
      shortcut('Estudar', '/pedagogico/list'),
      shortcut('Aula online', '/aula-online/list'),
      shortcut('Pagamentos', '/financial'),
    ],
  };
}
