import type { Server } from 'node:http';
import type { Logger } from 'pino';

/**
 * Stops without dropping a request: says so on `/readyz`, takes no new connection, lets what runs end (each answer then
 * closes its connection), closes what it was given, and ends the process at the latest after `timeoutMs`.
 */
export function stopGracefully(
  server: Server,
  state: { stopping: boolean },
  close: () => Promise<void>,
  log: Logger,
  timeoutMs: number,
): void {
  const stop = async (signal: string) => {
    if (state.stopping) return;
    state.stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.warn('requests still ran at the time limit');
      process.exit(1);
    }, timeoutMs).unref();
    const closed = new Promise((resolve) => server.close(resolve));
    const idle = setInterval(() => server.closeIdleConnections(), 100);
    await closed;
    clearInterval(idle);
    await close();
    log.info('stopped');
    process.exit(0);
  };
  // Before the listener that answers: what is answered at once has sent its headers by the time the next one hears of it.
  server.prependListener('request', (_request, response) => {
    if (state.stopping) response.setHeader('Connection', 'close');
  });
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}
