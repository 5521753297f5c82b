import { isBuilt } from './build-state.ts';

// Builds what changed, and starts the portal.
if (!isBuilt()) {
  process.stdout.write('Building the pages (first start or changed sources)…\n');
  const { buildOrExit } = await import('./build.ts');
  await buildOrExit();
}
await import('./start-built.ts');
