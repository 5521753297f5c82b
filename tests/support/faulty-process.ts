import { watchFaults } from '../../src/process/faults.ts';
import { createLog } from '../../src/process/log.ts';
import { openReports, reportErrors } from '../../src/process/sentry.server.config.ts';

/** A process that reports its errors like the portal. On command it leaves a rejection unhandled, or throws. */
const log = createLog('silent');
const reports = await openReports({ dsn: process.env.DSN ?? '', environment: 'teste', release: 'abc' });
reportErrors(log, reports.send);
watchFaults(log, reports.close);

process.on('message', (what) => {
  if (what === 'break') throw new Error('quebrou para ana@demo.example');
  const error = Object.assign(new Error('ficou sozinha'), what === 'gone' && { code: 'ECONNRESET' });
  void Promise.reject(error);
  setImmediate(() => process.send?.('alone'));
});
process.send?.('ready');
