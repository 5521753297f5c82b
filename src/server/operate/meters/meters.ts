import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Ports } from '../../core/ports/index.ts';
import type { PaymentProvider } from '../../core/ports/payments/provider.ts';
import type { PushServices } from '../../core/ports/push-services.ts';

/** Parties outside of the portal. */
type Neighbour =
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

/** What becomes of a mail or a push message when it is tried. `given_up`: it is not tried again by itself. */
export type SendOutcome = 'sent' | 'refused' | 'given_up';
/** `quiet`: quiet hours last until the news is old. */
export type PushOutcome = SendOutcome | 'quiet';

/** Counts what the school does, for `/metrics`. It knows numbers and fixed words, and nobody. */
export interface Meters {
  readonly registry: Registry;
  /** A job ran once. @param at seconds since 1970 */
  job(name: string, isDone: boolean, seconds: number, at: number): void;
  /** A party outside of the portal was asked. `failed`: it did not answer, or with an error of its own. */
  asked(neighbour: Neighbour, outcome: 'ok' | 'failed', seconds: number): void;
  /** An answer of the franchise held values of this kind, which are read all the same. */
  bent(call: string, kind: string): void;
  mail(outcome: SendOutcome): void;
  push(outcome: PushOutcome, count: number): void;
}

/** Seconds: of a job or of another party, which take longer than a page. */
const SLOW_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMeters(): Meters {
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
  const asked = new Histogram({
    name: 'portal_neighbour_seconds',
    help: 'Time that a party outside of the portal took to answer',
    labelNames: ['neighbour', 'outcome'],
    buckets: SLOW_BUCKETS,
    registers,
  });
  const bent = new Counter({
    name: 'portal_answers_bent_total',
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
  // A counter that is not there until something fails has no rate at its first failure.
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
    asked: (neighbour, outcome, seconds) => asked.observe({ neighbour, outcome }, seconds),
    bent: (call, kind) => bent.inc({ call, kind }),
    mail: (outcome) => mails.inc({ outcome }),
    push: (outcome, count) => pushes.inc({ outcome }, count),
  };
}

/** Measures what a function waits for. @param isWell whether an answer is one; absent: every answer */
function measured<Args extends unknown[], Result>(
  meters: Meters,
  neighbour: Neighbour,
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
      meters.asked(neighbour, outcome, (performance.now() - started) / 1000);
    }
  };
}

/** The same services, with the time of each answer measured. */
export function measurePorts(ports: Ports, meters: Meters): Ports {
  const { exchangeRates, files, mail, payments, postalCodes, pushServices, webhooks, whatsapp } = ports;
  return {
    exchangeRates: { ...exchangeRates, read: measured(meters, 'exchange_rates', (moeda) => exchangeRates.read(moeda)) },
    files: {
      put: measured(meters, 'files', (...args) => files.put(...args)),
      open: measured(meters, 'files', (key) => files.open(key)),
      remove: measured(meters, 'files', (key) => files.remove(key)),
      // A backup alone lists, for as long as it runs.
      list: () => files.list(),
    },
    mail: { kind: mail.kind, send: measured(meters, 'mail', (one) => mail.send(one)) },
    payments: {
      ...payments,
      provider: payments.provider && measureProvider(payments.provider, meters),
      openAccount: (account) => measureProvider(payments.openAccount(account), meters),
    },
    postalCodes: { find: measured(meters, 'postal_codes', (cep) => postalCodes.find(cep)) },
    pushServices: measureOut(pushServices, meters, 'push'),
    webhooks: measureOut(webhooks, meters, 'webhooks'),
    whatsapp: {
      ask: measured(
        meters,
        'whatsapp',
        (...asked) => whatsapp.ask(...asked),
        ({ status }) => status < 500,
      ),
    },
  };
}

const measureOut = (services: PushServices, meters: Meters, neighbour: Neighbour): PushServices => ({
  post: measured(
    meters,
    neighbour,
    (...args) => services.post(...args),
    ({ status }) => status < 500,
  ),
  close: () => services.close(),
});

const measureProvider = (provider: PaymentProvider, meters: Meters): PaymentProvider => ({
  ...provider,
  createPix: measured(meters, 'payments', (order) => provider.createPix(order)),
  chargeCard: measured(meters, 'payments', (order) => provider.chargeCard(order)),
  find: measured(meters, 'payments', (...asked) => provider.find(...asked)),
  refund: measured(meters, 'payments', (refund) => provider.refund(refund)),
});
