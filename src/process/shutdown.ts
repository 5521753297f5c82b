import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

/** How long a kept connection that nobody uses outlives the last new one, where a proxy is given time. */
const IDLE_MS = 1_000;

interface Limits {
  /** How long it serves on as before, so that a proxy which asks `/readyz` sends its requests elsewhere. */
  drainMs: number;
  /** How long running requests and `close` may take after that. */
  timeoutMs: number;
}

/**
 * Stops without dropping a request. It says so on `/readyz` and serves on for `drainMs`. Then it takes no new connection,
 * running requests end, and each answer closes its connection. At last it closes the given parts, and ends the process.
 *
 * A proxy may send a request on a kept connection at the moment in which it ends, and cannot send a write twice. So with
 * a `drainMs` the kept ones end with their next answer, or when nobody has used them for a while.
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
    // That of HTTP would end kept connections with it.
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
