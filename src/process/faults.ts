import type { Logger } from 'pino';

/** The connection of a browser that went away while it sent something: no fault of ours. */
const isGone = (error: unknown) => (error as { code?: unknown } | null)?.code === 'ECONNRESET';

/**
 * Writes down what nobody caught. A promise that is left alone ends nothing; an error outside of every promise ends the
 * process, once its report is on its way.
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
