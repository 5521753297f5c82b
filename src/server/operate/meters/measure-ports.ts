import type { Ports } from '../../core/ports/index.ts';
import type { PaymentProvider } from '../../core/ports/payments/provider.ts';
import type { PushServices } from '../../core/ports/push-services.ts';
import type { Meters, Neighbour } from './meters.ts';

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
  const { exchangeRates, files, mail, payments, postalCodes, pushServices, webhooks } = ports;
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
