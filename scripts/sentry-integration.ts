import sentry from '@sentry/astro';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

/** What starts the reports on each side. */
const CLIENT = 'src/lib/report/sentry.client.config.ts';
const SERVER = 'src/process/sentry.server.config.ts';
/** What the shell of a page loads at rest. */
const CLIENT_START = 'virtual:sentry-client';

/**
 * The integration of `@sentry/astro`, on for both sides. It asks Astro for a script on every page and for a line in every
 * rendered page. The script becomes a module that the shell loads at rest and only with an address
 * (`src/islands/shell/start.ts`). The line is left out, because the process loads the same file before the first page
 * (`src/serve.ts`). So a page without an address, and one without the shell, holds nothing of it (0067).
 */
export function sentryIntegration(): AstroIntegration {
  const integration = sentry({
    clientInitPath: CLIENT,
    serverInitPath: SERVER,
    // Its middleware loads the package in every process, and what it would report stands in the log.
    autoInstrumentation: { requestHandler: false },
    sourcemaps: { disable: true },
    telemetry: false,
  });
  return {
    ...integration,
    hooks: {
      async 'astro:config:setup'(options) {
        let script = '';
        const injectScript: typeof options.injectScript = (stage, code) => {
          if (stage === 'page') script = code;
        };
        await integration.hooks['astro:config:setup']?.({ ...options, injectScript });
        options.updateConfig({ vite: { plugins: [module(CLIENT_START, script)] } });
      },
    },
  };
}

/** A module of this name with this code. */
function module(name: string, code: string): Plugin {
  const id = `\0${name}`;
  return {
    name,
    resolveId: (source) => (source === name ? id : null),
    load: (loaded) => (loaded === id ? code : null),
  };
}
