import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { startPortal } from '../../../scripts/portal-process.ts';

// The portal that the tests visit: built, with a fresh demo school, believing in X-Forwarded-For so that each test can
// come from an address of its own and the limits by address stay what they are. What it logged stays behind in a file.
const { PORT = '', PORTAL_LOG = '' } = process.env;
const portal = await startPortal({ PORT, TRUST_PROXY: 'on' });

async function stop(): Promise<void> {
  await portal.stop();
  mkdirSync(dirname(PORTAL_LOG), { recursive: true });
  writeFileSync(PORTAL_LOG, portal.output());
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
