// @ts-check
import { resolve } from 'node:path';
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import pwa from '@vite-pwa/astro';
import { defineConfig } from 'astro/config';
import { sourcesDigest } from './scripts/build-state.ts';
import { clientChunks } from './scripts/client-chunks.ts';
import { dockRulesHash, ownClockHash, toasterStyleHash, waveStyleHash } from './scripts/policy-hashes.ts';
import { sentryIntegration } from './scripts/sentry-integration.ts';
import { serviceWorker } from './scripts/service-worker.ts';
import { anyFolder } from './scripts/vite-any-folder.ts';
import { rememberDigests } from './scripts/vite-digests.ts';
import { icons } from './scripts/vite-icons.ts';
import { islandsWithoutStyle } from './scripts/vite-islands.ts';
import { oneWave } from './scripts/vite-waves.ts';

/** @type {import('astro').AstroIntegration} */
const clientTouch = {
  name: 'client-touch',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'touch', entrypoint: './src/islands/shell/client-touch.ts' }),
  },
};

const renderer = react();

/**
 * Islands of React begin with what was typed before their code came: `src/islands/shell/hydrate.ts`.
 *
 * @type {import('astro').AstroIntegration}
 */
const islands = {
  ...renderer,
  hooks: {
    'astro:config:setup': (options) => {
      const clientEntrypoint = resolve('src/islands/shell/hydrate.ts');
      /** @param {import('astro').AstroRenderer} renderer */
      const addRenderer = (renderer) => options.addRenderer({ ...renderer, clientEntrypoint });
      return renderer.hooks['astro:config:setup']?.({ ...options, addRenderer });
    },
  },
};

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware', experimentalDisableStreaming: true }),
  integrations: [islands, clientTouch, pwa(serviceWorker), sentryIntegration()],
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
      scriptDirective: { hashes: [dockRulesHash(), ownClockHash()] },
      styleDirective: {
        hashes: [toasterStyleHash(), waveStyleHash()],
        // Progress widths and chart positions are style attributes; no script can come in through them.
        resources: [{ resource: "'unsafe-inline'", kind: 'attribute' }],
      },
    },
  },
  vite: {
    // Settings are for the portal that runs. Vite would write those of `.env` into the pages.
    envDir: false,
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: clientChunks } } } } } },
    plugins: [tailwindcss(), ...icons(), rememberDigests(), islandsWithoutStyle(), oneWave(), anyFolder()],
    define: {
      'import.meta.env.BUILD': JSON.stringify(sourcesDigest().slice(0, 8)),
      __SENTRY_DEBUG__: 'false',
    },
  },
});
