import { readFileSync } from 'node:fs';
import type { PwaOptions } from '@vite-pwa/astro';

const CLIENT = 'dist/client';
/** Files of the offline page and the shell. Islands and their libraries are cached on first use. */
const SHELL =
  /^_astro\/((Auth|portal)\..*\.css|plus-jakarta-sans-latin-wght-normal\..*\.woff2|(Auth|Portal)\.astro_astro_type_script.*\.js)$/;

/** Selects the shell's files and their static imports; files loaded later are not precached. */
function shellOnly<Entry extends { url: string }>(entries: Entry[]): { manifest: Entry[] } {
  const precached = new Set(entries.map(({ url }) => url).filter((url) => SHELL.test(url)));
  for (const url of precached) {
    if (!url.endsWith('.js')) continue;
    const imports = readFileSync(`${CLIENT}/${url}`, 'utf8').matchAll(/(?:from|import)"\.\/([\w.-]+)"/g);
    for (const [, name] of imports) precached.add(`_astro/${name}`);
  }
  return { manifest: entries.filter(({ url }) => precached.has(url)) };
}

/** `SERVICE_WORKER=off npm run build` makes a worker that removes itself and its caches from every browser it meets. */
const isOff = process.env.SERVICE_WORKER === 'off';

/**
 * How the build makes `/service-worker.js` from `src/service-worker`. Registration and manifests are our own: the
 * manifest differs by host.
 */
export const serviceWorker: PwaOptions = {
  strategies: 'injectManifest',
  srcDir: isOff ? 'src/service-worker/off' : 'src/service-worker',
  filename: 'service-worker.ts',
  injectRegister: false,
  manifest: false,
  injectManifest: isOff
    ? { injectionPoint: undefined, minify: true }
    : { globPatterns: ['_astro/*.{css,js,woff2}'], manifestTransforms: [shellOnly], minify: true },
};
