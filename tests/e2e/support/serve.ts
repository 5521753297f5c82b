import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { startPortal } from '../../../scripts/portal-process.ts';

// The portal that the tests visit: built, with a fresh demo school. It trusts X-Forwarded-For, so that each test has
// its own address and the limits by address stay. Its log stays in a file.
// With CONNECTED it has no school: two hosts of a franchise, which speak their own dialect, share one. They may take their
// time: stories of late hosts have portals of their own.
const { PORT = '', PORTAL_LOG = '', CONNECTED } = process.env;
const franchise = CONNECTED
  ? await (await import('../../support/franchise.ts')).openFranchise({ quirks: ['shuffled', 'extra', 'no-nulls'] })
  : null;
const portal = await startPortal({ PORT, TRUST_PROXY: 'on', UPSTREAM_PART_MS: '8000', ...franchise?.env });

async function stop(): Promise<void> {
  await portal.stop();
  await franchise?.close();
  mkdirSync(dirname(PORTAL_LOG), { recursive: true });
  writeFileSync(PORTAL_LOG, portal.output());
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
