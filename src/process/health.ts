import { type Extra, end } from './listener.ts';
import type { Metrics } from './metrics.ts';

export interface HealthOptions {
  metrics: Metrics;
  /** False from the moment the process is told to stop. */
  isServing(): boolean;
  /** `ready`, or what keeps this process from serving. Always answers soon. */
  readiness(): Promise<string>;
}

/** `/healthz`: the process runs. `/readyz`: it may be sent requests. `/metrics`: Prometheus, with the bearer token alone. */
export function health({ metrics, isServing, readiness }: HealthOptions): Extra {
  return (url, request, response, visitor) => {
    if (url.pathname === '/healthz') {
      end(response, visitor, 200, 'ok');
      return true;
    }
    if (url.pathname === '/readyz') {
      if (!isServing()) end(response, visitor, 503, 'stopping');
      else void readiness().then((state) => end(response, visitor, state === 'ready' ? 200 : 503, state));
      return true;
    }
    if (url.pathname === '/metrics') {
      void metrics.read(request.headers.authorization).then((answer) => {
        if (!answer) return end(response, visitor, 404, 'Não encontrado.');
        end(response, visitor, 200, answer.text, answer.type);
      });
      return true;
    }
    return false;
  };
}
