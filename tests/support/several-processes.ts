import cluster from 'node:cluster';
import { createLog } from '../../src/process/log.ts';
import type { PageHandler } from '../../src/process/pages.ts';
import { runProcesses } from '../../src/process/processes.ts';
import { serve } from '../../src/serve.ts';
import { readConfig } from '../../src/server/config.ts';

/** The portal in several processes, with a plain page in place of the build's. */
const page: PageHandler = (_request, response) => void response.end('<!doctype html>');

const config = readConfig(process.env);
const log = createLog(config.LOG_LEVEL, 'stdout');
if (cluster.isPrimary) runProcesses({ count: config.PROCESSES, log, timeoutMs: config.SHUTDOWN_TIMEOUT_MS });
else await serve(config, log, async () => page);
