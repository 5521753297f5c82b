import { openForeignHost, type Side } from './foreign-host.ts';

// A host of the franchise in its own process: `node tests/support/foreign-process.ts portal|drive <data> [port]`.
const [side, dataDir = '', port = '0'] = process.argv.slice(2);
const host = await openForeignHost(side as Side, dataDir, Number(port));
process.stdout.write(`Foreign: ${host.address}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void host.close().then(() => process.exit(0)));
}
