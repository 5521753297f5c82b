import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

/** With `drainMs`, how long an idle keep-alive connection stays open after the last new connection. */
const IDLE_MS = 1_000;

interface Limits {
  /**
   * How long the process still serves everything, so that a proxy which polls `/readyz` sends its requests elsewhere.
   */
  drainMs: number;
  /** How long running requests and `close` may take after that. */
  timeoutMs: number;
}

/**
 * Stops without dropping a request. `/readyz` reports it, and the process still serves for `drainMs`. Then it accepts no
 * new connection, running requests end, and each answer closes its connection. At last it closes the given parts, and
 * ends the process.
 *
 * A proxy may send a request on a keep-alive connection at the moment in which the connection ends, and cannot send a
 * write twice. So with a `drainMs` keep-alive connections end with their next answer, or when they have been idle for a
 * while.
 */
export function stopGracefully(
  server: Server,
  state: { stopping: boolean },
  close: () => Promise<void>,
  log: Logger,
  { drainMs, timeoutMs }: Limits,
): void {
  let isClosing = false;
  const stop = async (signal: string) => {
    if (state.stopping) return;
    state.stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.warn('requests still ran at the time limit');
      process.exit(1);
    }, drainMs + timeoutMs).unref();
    if (drainMs > 0) await pause(drainMs);
    isClosing = true;
    // `close` of the HTTP server would end keep-alive connections with it.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    const over = performance.now() + (drainMs > 0 ? IDLE_MS : 0);
    const idle = setInterval(() => {
      if (performance.now() >= over) server.closeIdleConnections();
    }, 100);
    if (drainMs === 0) server.closeIdleConnections();
    await closed;
    clearInterval(idle);
    await close();
    log.info('stopped');
    process.exit(0);
  };
  // Runs before the listener that answers: a quick answer sends its headers before a later listener runs.
  server.prependListener('request', (_request, response) => {
    if (isClosing) response.setHeader('Connection', 'close');
  });
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}
