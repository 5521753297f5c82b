import type { Logger } from 'pino';

/** A browser went away while it sent something. That is not our fault. */
const isGone = (error: unknown) => (error as { code?: unknown } | null)?.code === 'ECONNRESET';

/**
 * Logs uncaught errors. A rejected promise does not end the process. An error outside promises does, once its report is
 * sent.
 *
 * @param close waits for reports
 */
export function watchFaults(log: Logger, close: () => Promise<void>): void {
  process.on('unhandledRejection', (error) => {
    if (!isGone(error)) log.error({ err: error }, 'a promise was left alone');
  });
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the process ends');
    void close().finally(() => process.exit(1));
  });
}
