import { createHash, timingSafeEqual } from 'node:crypto';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { amongProcesses } from './processes.ts';

export type Kind = 'api' | 'page' | 'asset' | 'other';

export interface Metrics {
  observe(kind: Kind, method: string, status: number, seconds: number): void;
  /** @returns the Prometheus text; null for a wrong bearer. */
  read(authorization: string | undefined): Promise<{ type: string; text: string } | null>;
}

/**
 * Counts the requests of all processes on this port. Off without a token: then nothing is counted.
 *
 * @param leads whether this process runs the jobs
 */
export function createMetrics(token: string | undefined, leads: () => boolean): Metrics {
  if (!token) return { observe() {}, read: async () => null };
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'portal_request_seconds',
    help: 'Time to answer a request, by kind, method and status class',
    labelNames: ['kind', 'method', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'portal_jobs_leaders',
    help: 'Processes on this port that run the jobs',
    registers: [registry],
    collect() {
      this.set(leads() ? 1 : 0);
    },
  });
  const everywhere = amongProcesses(() => registry.getMetricsAsJSON());
  return {
    observe: (kind, method, status, seconds) =>
      durations.observe({ kind, method, status: `${Math.floor(status / 100)}xx` }, seconds),
    async read(authorization) {
      const given = authorization?.replace(/^Bearer /, '') ?? '';
      if (!timingSafeEqual(digest(given), digest(token))) return null;
      const all = AggregatorRegistry.aggregate(await everywhere());
      return { type: all.contentType, text: await all.metrics() };
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
