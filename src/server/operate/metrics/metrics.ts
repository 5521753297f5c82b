import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Ports } from '../../core/ports/index.ts';
import type { PaymentProvider } from '../../core/ports/payments/provider.ts';
import type { PushServices } from '../../core/ports/push-services.ts';

/** Dependencies of the portal. */
type Dependency =
  | 'exchange_rates'
  | 'files'
  | 'host_drive'
  | 'host_portal'
  | 'mail'
  | 'payments'
  | 'postal_codes'
  | 'push'
  | 'webhooks'
  | 'whatsapp';

/** The outcome of an attempt to send a mail or a push. `given_up`: it is not retried automatically. */
export type SendOutcome = 'sent' | 'refused' | 'given_up';
/** `quiet`: the notification expires during quiet hours. */
export type PushOutcome = SendOutcome | 'quiet';

/** Counters for `/metrics`: numbers and fixed labels only, no personal data. */
export interface Metrics {
  readonly registry: Registry;
  /** A job ran once. @param at seconds since 1970 */
  job(name: string, isDone: boolean, seconds: number, at: number): void;
  /** A dependency was called. `failed`: it did not answer, or with a server error. */
  observed(dependency: Dependency, outcome: 'ok' | 'failed', seconds: number): void;
  /** A host's answer contained values of this kind, which were coerced. */
  coerced(call: string, kind: string): void;
  mail(outcome: SendOutcome): void;
  push(outcome: PushOutcome, count: number): void;
}

/** Seconds, for jobs and dependencies, which take longer than a page. */
const SLOW_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const jobs = new Counter({
    name: 'portal_job_runs_total',
    help: 'Runs of a job, by how they ended',
    labelNames: ['job', 'outcome'],
    registers,
  });
  const jobSeconds = new Counter({
    name: 'portal_job_seconds_total',
    help: 'Time that the runs of a job took',
    labelNames: ['job'],
    registers,
  });
  const jobLast = new Gauge({
    name: 'portal_job_last_seconds',
    help: 'Time that the last run of a job took',
    labelNames: ['job'],
    aggregator: 'max',
    registers,
  });
  const jobSuccess = new Gauge({
    name: 'portal_job_last_success_timestamp_seconds',
    help: 'When a job last ended well',
    labelNames: ['job'],
    aggregator: 'max',
    registers,
  });
  const observed = new Histogram({
    name: 'portal_dependency_seconds',
    help: 'Time that a party outside of the portal took to answer',
    labelNames: ['dependency', 'outcome'],
    buckets: SLOW_BUCKETS,
    registers,
  });
  const coerced = new Counter({
    name: 'portal_answers_coerced_total',
    help: 'Answers of the franchise with values that the contract writes in another way, by call and kind',
    labelNames: ['call', 'kind'],
    registers,
  });
  const mails = new Counter({
    name: 'portal_mail_tries_total',
    help: 'Tries to send a mail, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const pushes = new Counter({
    name: 'portal_push_tries_total',
    help: 'Push messages that were tried, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  // Initialized with 0, because a counter that appears with its first failure has no rate then.
  for (const outcome of ['sent', 'refused', 'given_up']) {
    mails.inc({ outcome }, 0);
    pushes.inc({ outcome }, 0);
  }
  pushes.inc({ outcome: 'quiet' }, 0);
  return {
    registry,
    job(job, isDone, seconds, at) {
      jobs.inc({ job, outcome: isDone ? 'ok' : 'failed' });
      jobs.inc({ job, outcome: isDone ? 'failed' : 'ok' }, 0);
      jobSeconds.inc({ job }, seconds);
      jobLast.set({ job }, seconds);
      if (isDone) jobSuccess.set({ job }, at);
    },
    observed: (dependency, outcome, seconds) => observed.observe({ dependency, outcome }, seconds),
    coerced: (call, kind) => coerced.inc({ call, kind }),
    mail: (outcome) => mails.inc({ outcome }),
    push: (outcome, count) => pushes.inc({ outcome }, count),
  };
}

/** Measures an asynchronous function. @param isWell whether an answer counts as success; absent: every answer */
function measured<Args extends unknown[], Result>(
  metrics: Metrics,
  dependency: Dependency,
  ask: (...args: Args) => Promise<Result>,
  isWell: (result: Result) => boolean = () => true,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    const started = performance.now();
    let outcome: 'ok' | 'failed' = 'failed';
    try {
      const result = await ask(...args);
      if (isWell(result)) outcome = 'ok';
      return result;
    } finally {
      metrics.observed(dependency, outcome, (performance.now() - started) / 1000);
    }
  };
}

/** The same services, with the time of each answer measured. */
export function measurePorts(ports: Ports, metrics: Metrics): Ports {
  const { exchangeRates, files, mail, payments, postalCodes, pushServices, webhooks, whatsapp } = ports;
  return {
    exchangeRates: {
      ...exchangeRates,
      read: measured(metrics, 'exchange_rates', (moeda) => exchangeRates.read(moeda)),
    },
    files: {
      put: measured(metrics, 'files', (...args) => files.put(...args)),
      open: measured(metrics, 'files', (key) => files.open(key)),
      remove: measured(metrics, 'files', (key) => files.remove(key)),
      // Not measured: only a backup lists files, as long as it runs.
      list: () => files.list(),
    },
    mail: { kind: mail.kind, send: measured(metrics, 'mail', (one) => mail.send(one)) },
    payments: {
      ...payments,
      provider: payments.provider && measureProvider(payments.provider, metrics),
      openAccount: (account) => measureProvider(payments.openAccount(account), metrics),
    },
    postalCodes: { find: measured(metrics, 'postal_codes', (cep) => postalCodes.find(cep)) },
    pushServices: measureOut(pushServices, metrics, 'push'),
    webhooks: measureOut(webhooks, metrics, 'webhooks'),
    whatsapp: {
      ask: measured(
        metrics,
        'whatsapp',
        (...args) => whatsapp.ask(...args),
        ({ status }) => status < 500,
      ),
    },
  };
}

const measureOut = (services: PushServices, metrics: Metrics, dependency: Dependency): PushServices => ({
  post: measured(
    metrics,
    dependency,
    (...args) => services.post(...args),
    ({ status }) => status < 500,
  ),
  close: () => services.close(),
});

const measureProvider = (provider: PaymentProvider, metrics: Metrics): PaymentProvider => ({
  ...provider,
  createPix: measured(metrics, 'payments', (order) => provider.createPix(order)),
  chargeCard: measured(metrics, 'payments', (order) => provider.chargeCard(order)),
  find: measured(metrics, 'payments', (...args) => provider.find(...args)),
  refund: measured(metrics, 'payments', (refund) => provider.refund(refund)),
});
