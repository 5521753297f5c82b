import { createHash, timingSafeEqual } from 'node:crypto';
import { hostname } from 'node:os';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestedName } from '#lib/page/operations.ts';
import { amongProcesses } from './processes.ts';

export type Kind = 'api' | 'page' | 'asset' | 'other';

export interface Metrics {
  observe(kind: Kind, method: string, status: number, seconds: number): void;
  /** Counts an answer of the API, including answers to pages. */
  answered(call: string, status: number): void;
  /**
   * @param isOwnPort whether the request came to the metrics port, which needs no bearer token if none is set
   * @returns the Prometheus text; null for a wrong token
   */
  read(authorization: string | undefined, isOwnPort?: boolean): Promise<{ type: string; text: string } | null>;
}

export interface MetricsOptions {
  /** The bearer token that readers send; absent: only the metrics port answers, to everybody who reaches it. */
  token: string | undefined;
  /** Whether there is a separate port for metrics. */
  hasPort: boolean;
  /** The portal’s port, which tells several portals apart. */
  port: number;
  version: { version: string; commit: string };
  engine: string;
  /** Whether this process runs the jobs. */
  leads(): boolean;
  /** How many calls of the franchise’s hosts are paused by the circuit breaker. */
  resting(): number;
  /** Metrics that the embedded school counts itself. */
  school: Registry;
}

/** Calls that try a password, a code or a key. */
const LOGINS: ReadonlySet<string> = new Set<RequestedName>([
  'auth.login',
  'auth.loginWithBookCode',
  'auth.finishSecondStep',
]);

/**
 * Counts the requests of all processes on this port. Off without a token and a port: then nothing is counted.
 *
 * Every figure names its portal by machine and port, so that two portals behind one balancer do not mix.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const { token, hasPort, port, version, engine, leads, resting, school } = options;
  if (!token && !hasPort) return { observe() {}, answered() {}, read: async () => null };
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'portal_request_seconds',
    help: 'Time to answer a request, by kind, method and status class',
    labelNames: ['kind', 'method', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const calls = new Counter({
    name: 'portal_calls_total',
    help: 'Answers of the API, also to pages, by area and status class',
    labelNames: ['area', 'status'],
    registers,
  });
  const logins = new Counter({
    name: 'portal_logins_total',
    help: 'Logins by outcome: in, refused, held back by a limit, failed by a fault of ours',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['in', 'refused', 'limited', 'failed']) logins.inc({ outcome }, 0);
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('portal_jobs_leaders', 'Processes on this port that run the jobs', () => (leads() ? 1 : 0));
  gauge('portal_hosts_resting', 'Calls of the franchise that rest after missing answers', resting);
  new Gauge({
    name: 'portal_build_info',
    help: 'What runs: one line for each process',
    labelNames: ['version', 'commit', 'engine', 'pid'],
    registers,
  }).set({ version: version.version, commit: version.commit, engine, pid: String(process.pid) }, 1);
  const everywhere = amongProcesses(() => Registry.merge([registry, school]).getMetricsAsJSON());
  return {
    observe: (kind, method, status, seconds) => durations.observe({ kind, method, status: classOf(status) }, seconds),
    answered(call, status) {
      calls.inc({ area: call.slice(0, call.indexOf('.')), status: classOf(status) });
      if (LOGINS.has(call)) logins.inc({ outcome: outcomeOf(status) });
    },
    async read(authorization, isOwnPort = false) {
      if (!token && !isOwnPort) return null;
      const provided = authorization?.replace(/^Bearer /, '') ?? '';
      if (token && !timingSafeEqual(digest(provided), digest(token))) return null;
      const all = AggregatorRegistry.aggregate(await everywhere());
      all.setDefaultLabels({ portal: `${hostname()}:${port}` });
      return { type: all.contentType, text: await all.metrics() };
    },
  };
}

const classOf = (status: number) => `${Math.floor(status / 100)}xx`;

const outcomeOf = (status: number) =>
  status < 400 ? 'in' : status === 429 ? 'limited' : status < 500 ? 'refused' : 'failed';

const digest = (text: string) => createHash('sha256').update(text).digest();
