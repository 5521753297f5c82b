import { fileURLToPath } from 'node:url';
import { isBuilt } from './build-state.ts';
import { readStart } from './start-usage.ts';

// Builds if necessary, and starts the portal. Node's compile cache is stored for the next start.
readStart();
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.cache/compiled', import.meta.url));
if (!isBuilt()) {
  // A build takes a minute, so problems that would stop the start are checked before it.
  const { checkStart, failStart } = await import('../src/check-start.ts');
  await checkStart().catch(failStart);
  process.stdout.write('Montando as páginas (primeiro início, ou fontes alteradas)…\n');
  const { buildOrExit } = await import('./build.ts');
  await buildOrExit('pt');
}
await import('./start-built.ts');
