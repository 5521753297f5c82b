import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import pwa from '@vite-pwa/astro';
import { defineConfig } from 'astro/config';
import { sourcesDigest } from './scripts/build-state.ts';
import { serviceWorker } from './scripts/service-worker.ts';
import { icons } from './scripts/vite-icons.ts';
import { WAVE_HEIGHT_PX } from './src/lib/rules/practice/wave.ts';

/** The toaster adds its style sheet as a <style> element: the policy names it by hash, not by 'unsafe-inline'. */
function toasterStyleHash(): `sha256-${string}` {
  const source = readFileSync(
    createRequire(import.meta.url)
      .resolve('sonner')
      .replace(/\.js$/, '.mjs'),
    'utf8',
  );
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
  if (!literal) throw new Error('sonner no longer inserts its style sheet as expected: look at security.csp.');
  return `sha256-${createHash('sha256').update(JSON.parse(literal)).digest('base64')}`;
}

/** The wave of a track draws its own style sheet, with its height, into a shadow tree: named by hash too. */
function waveStyleHash(): `sha256-${string}` {
  const module = createRequire(import.meta.url)
    .resolve('wavesurfer.js')
    .replace(/\.cjs$/, '.esm.js');
  const [, head, tail] =
    /<style\$\{.*?:""\}>([^$]*?)\$\{this\.getHeight\([^}]*\}([^$]*?)<\/style>/.exec(readFileSync(module, 'utf8')) ?? [];
  if (!head || !tail)
    throw new Error('wavesurfer.js no longer draws its style sheet as expected: look at security.csp.');
  const sheet = `${head}${WAVE_HEIGHT_PX}${tail}`.replaceAll('\\n', '\n');
  return `sha256-${createHash('sha256').update(sheet).digest('base64')}`;
}

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true }),
  integrations: [react(), pwa(serviceWorker)],
  trailingSlash: 'ignore',
  compressHTML: true,
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  build: { assets: '_astro', inlineStylesheets: 'never' },
  security: {
    // The gateway checks the origin of every cookie-authenticated call; this check refuses API clients.
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "font-src 'self'",
      ],
      styleDirective: {
        hashes: [toasterStyleHash(), waveStyleHash()],
        // Progress widths and chart positions are style attributes; no script can come in through them.
        resources: [{ resource: "'unsafe-inline'", kind: 'attribute' }],
      },
    },
  },
  vite: {
    plugins: [tailwindcss(), ...icons()],
    define: {
      'import.meta.env.BUILD': JSON.stringify(sourcesDigest().slice(0, 8)),
      __SENTRY_DEBUG__: 'false',
    },
  },
});
