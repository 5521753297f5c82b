import sentry from '@sentry/astro';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

/** The modules that start error reports on each side. */
const CLIENT = 'src/lib/report/sentry.client.config.ts';
const SERVER = 'src/process/sentry.server.config.ts';
/** The module that the shell of a page loads when idle. */
const CLIENT_START = 'virtual:sentry-client';

/**
 * The integration of `@sentry/astro`, on for both sides. It adds a script to every page and a line to every
 * rendered page. The script becomes a module that the shell loads when idle and only with a configured address
 * (`src/islands/shell/start.ts`). The line is left out, because the process loads the same file before the first page
 * (`src/serve.ts`). So pages without a configured address or without the shell contain nothing of it (0067).
 */
export function sentryIntegration(): AstroIntegration {
  const integration = sentry({
    clientInitPath: CLIENT,
    serverInitPath: SERVER,
    // Its middleware would load the package in every process, and only report what is logged anyway.
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

/** A virtual module with this name and code. */
function module(name: string, code: string): Plugin {
  const id = `\0${name}`;
  return {
    name,
    resolveId: (source) => (source === name ? id : null),
    load: (loaded) => (loaded === id ? code : null),
  };
}
