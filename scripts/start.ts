import { fileURLToPath } from 'node:url';
import { isBuilt } from './build-state.ts';

// Builds what changed, and starts the portal. What Node compiled stays for the next start.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.cache/compiled', import.meta.url));
if (!isBuilt()) {
  process.stdout.write('Building the pages (first start or changed sources)…\n');
  const { buildOrExit } = await import('./build.ts');
  await buildOrExit();
}
await import('./start-built.ts');
