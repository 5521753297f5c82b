import { type Extra, end } from './listener.ts';
import type { Metrics } from './metrics.ts';

export interface HealthOptions {
  /** The running version, in a few words. */
  version: string;
  metrics: Metrics;
  /** False as soon as the process has to stop. */
  isServing(): boolean;
  /** `ready`, or the reason why this process cannot serve. Always answers soon. */
  readiness(): Promise<string>;
}

/** `/healthz`: the process runs, and which version of it. `/readyz`: it takes requests. `/metrics`: Prometheus, only with the bearer token. */
export function health({ version, metrics, isServing, readiness }: HealthOptions): Extra {
  return (url, request, response) => {
    if (url.pathname === '/healthz') {
      end(response, 200, `ok ${version}`);
      return true;
    }
    if (url.pathname === '/readyz') {
      if (!isServing()) end(response, 503, 'stopping');
      else void readiness().then((state) => end(response, state === 'ready' ? 200 : 503, state));
      return true;
    }
    if (url.pathname === '/metrics') {
      metrics.read(request.headers.authorization).then(
        (answer) => end(response, answer ? 200 : 404, answer?.text ?? 'Não encontrado.', answer?.type),
        () => end(response, 500, 'As medidas não puderam ser lidas.'),
      );
      return true;
    }
    return false;
  };
}
