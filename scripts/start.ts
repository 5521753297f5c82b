import { fileURLToPath } from 'node:url';
import { isBuilt } from './build-state.ts';
import { readStart } from './start-usage.ts';

// Builds what changed, and starts the portal. What Node compiled stays for the next start.
readStart();
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.cache/compiled', import.meta.url));
if (!isBuilt()) {
  // A build takes a minute: what would stop the start stops it before.
  const { checkStart, failStart } = await import('../src/check-start.ts');
  await checkStart().catch(failStart);
  process.stdout.write('Montando as páginas (primeiro início, ou fontes alteradas)…\n');
  const { buildOrExit } = await import('./build.ts');
  await buildOrExit('pt');
}
await import('./start-built.ts');
