import type { Server } from 'node:http';
import type { Logger } from 'pino';

/**
 * Stops without dropping a request. It says so on `/readyz` and takes no new connection. Running requests end, and each
 * answer closes its connection. Then it closes the given parts, and ends the process after at most `timeoutMs`.
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
  // Runs before the listener that answers: a quick answer sends its headers before a later listener runs.
  server.prependListener('request', (_request, response) => {
    if (state.stopping) response.setHeader('Connection', 'close');
  });
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}
