import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { checkStart, failStart } from './check-start.ts';
import { createLog } from './process/log.ts';
import { runProcesses } from './process/processes.ts';
import { readSettings } from './server/read-settings.ts';
import { runningVersion } from './server/version.ts';

/** Starts the portal: reads the settings, tries the port, and serves in this process or in several. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  // The others share the port of the first one.
  const { config, warnings } = cluster.isPrimary ? await checkStart() : { ...readSettings(), warnings: [] };
  const { PROCESSES: count } = config;
  const timeoutMs = config.SHUTDOWN_DRAIN_MS + config.SHUTDOWN_TIMEOUT_MS;
  const log = createLog(config.LOG_LEVEL, 'stdout', runningVersion.version);
  for (const warning of warnings) log.warn(warning);
  if (count > 1 && cluster.isPrimary) return runProcesses({ count, log, timeoutMs });
  // The process that only watches others needs no more than the above in memory.
  await (await import('./serve.ts')).serve(config, log);
}

main().catch(failStart);
