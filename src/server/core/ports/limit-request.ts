import type { ClientRequest } from 'node:http';
import type { TLSSocket } from 'node:tls';

/** No connection stood in time, so nothing of the request went out. */
export class NotConnected extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Ends a request whose connection, TLS included, does not stand in time. A kept connection stands already. */
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
