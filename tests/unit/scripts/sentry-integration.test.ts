import { existsSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { sentryIntegration } from '../../../scripts/sentry-integration.ts';

interface Made {
  name: string;
  resolveId(id: string): string;
  load(id: string): string;
}

/** The calls of the integration to Astro during its setup. */
async function requested() {
  const updateConfig = vi.fn<(changes: { vite: { plugins: Made[] } }) => void>();
  const given = { injectScript: vi.fn(), addMiddleware: vi.fn(), updateConfig, logger: { warn: vi.fn() } };
  const config = { output: 'server', root: new URL(`file://${process.cwd()}/`) };
  await sentryIntegration().hooks['astro:config:setup']?.({ ...given, config, command: 'build' } as never);
  return { ...given, changes: updateConfig.mock.calls.map(([change]) => change) };
}

it('SENTRY-07 the integration adds no script or middleware to pages and uploads no source maps', async () => {
  const { injectScript, addMiddleware, changes, logger } = await requested();
  expect([injectScript, addMiddleware, logger.warn].map(({ mock }) => mock.calls)).toEqual([[], [], []]);
  expect(changes).toEqual([{ vite: { plugins: [expect.objectContaining({ name: 'virtual:sentry-client' })] } }]);
});

it('the shell loads browser reports by the module name of the integration', async () => {
  const [made] = (await requested()).changes.flatMap(({ vite }) => vite.plugins);
  const code = made?.load(made.resolveId(made.name)) ?? '';
  const [, file = ''] = /^import "(.+)";$/.exec(code) ?? [];
  expect(file).toMatch(/\/src\/lib\/report\/sentry\.client\.config\.ts$/);
  expect(existsSync(file)).toBe(true);
  expect(readFileSync('src/islands/shell/start.ts', 'utf8')).toContain(`'${made?.name}'`);
});
