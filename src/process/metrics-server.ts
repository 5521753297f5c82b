import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

/** Serves `/metrics` on a separate port, away from the public one. A configured token is required here too. */
export function metricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    const isKnown = request.method === 'GET' && request.url === '/metrics';
    const answer = isKnown ? metrics.read(request.headers.authorization, true) : Promise.resolve(null);
    answer.then(
      (found) =>
        response.writeHead(found ? 200 : 404, { 'Content-Type': found?.type ?? 'text/plain' }).end(found?.text),
      () => response.writeHead(500).end(),
    );
  });
}
