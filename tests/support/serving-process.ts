import { flushCompileCache } from 'node:module';
import { createLog } from '../../src/process/log.ts';
import { serve } from '../../src/serve.ts';
import { readConfig } from '../../src/server/config.ts';
import { operationPage } from './operation-page.ts';

// The portal in one process, with a plain page in place of the build's. It serves until it is killed.
const config = readConfig(process.env);
await serve(config, createLog(config.LOG_LEVEL, 'stderr'), async () => operationPage);
// A killed process does not write its compile cache, so it is written now.
flushCompileCache();
