import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { createLog } from './process/log.ts';
import { runProcesses } from './process/processes.ts';
import { ConfigError, readConfig } from './server/config.ts';
import { runningVersion } from './server/version.ts';

/** Starts the portal: reads the settings, and serves in this process or in several. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const { PROCESSES: count } = config;
  const timeoutMs = config.SHUTDOWN_DRAIN_MS + config.SHUTDOWN_TIMEOUT_MS;
  const log = createLog(config.LOG_LEVEL, 'stdout', runningVersion.version);
  if (count > 1 && cluster.isPrimary) return runProcesses({ count, log, timeoutMs });
  // The process that only watches others needs no more than the above in memory.
  await (await import('./serve.ts')).serve(config, log);
}

main().catch((error: unknown) => {
  // A wrong setting needs its name, not a stack trace.
  process.stderr.write(
    error instanceof ConfigError ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
  );
  process.exit(1);
});
