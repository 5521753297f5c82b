import { isBuilt } from './build-state.ts';

// Set before any module reads it: otherwise React and Astro are a third slower.
process.env.NODE_ENV ??= 'production';

if (!isBuilt()) {
  process.stdout.write('Building the pages (first start or changed sources)…\n');
  const { buildOrExit } = await import('./build.ts');
  await buildOrExit();
}
await import('../src/main.ts');
