import { isBuilt } from './build-state.ts';

// Set before anything reads it: React and Astro are a third slower otherwise.
process.env.NODE_ENV ??= 'production';

if (!isBuilt()) {
  process.stdout.write('Building the pages (first start or changed sources)…\n');
  const { buildOrExit } = await import('./build.ts');
  await buildOrExit();
}
await import('../src/main.ts');
