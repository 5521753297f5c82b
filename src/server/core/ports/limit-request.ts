import type { ClientRequest } from 'node:http';
import type { TLSSocket } from 'node:tls';

/** No connection was established in time, so nothing was sent. */
export class NotConnected extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Aborts a request whose connection, including TLS, is not established in time. A reused connection already is. */
export function limitConnecting(request: ClientRequest, connectMs: number): void {
  const timer = setTimeout(() => request.destroy(new NotConnected('no connection in time')), connectMs);
  const stop = () => clearTimeout(timer);
  request.on('close', stop);
  request.on('socket', (socket) => {
    const isSecure = 'encrypted' in (socket as Partial<TLSSocket>);
    if (request.reusedSocket) stop();
    else socket.once(isSecure ? 'secureConnect' : 'connect', stop);
  });
}
