import { z } from 'zod';
import { type ServiceLimits, serviceLimits } from '#lib/rules/time/service-limits.ts';

export type Moeda = 'USD' | 'GBP' | 'EUR';

export interface Rate {
  /** Reais for one unit, as decimal text. */
  rate: string;
  /** When it was read. */
  at: Date;
}

/** Market rates of foreign money. @throws if there is no rate, or none in time. */
export interface ExchangeRates {
  read(moeda: Moeda): Promise<Rate>;
  /** No service is configured, so there are no rates. */
  readonly isOff?: true;
}

const CACHE_MS = 60_000;

const Decimal = z.string().regex(/^\d{1,6}(\.\d{1,8})?$/);
const Answer = z.object({ USD: Decimal, GBP: Decimal, EUR: Decimal }).partial();

/**
 * Reads a service that answers `{"USD": "5.4321", …}`: reais for one unit, as text, so that no rate is ever a float. An
 * answer is kept for a minute, and parallel requests share one.
 *
 * @param url requested unchanged, with GET.
 */
export function httpExchangeRates(
  url: string,
  now: () => Date = () => new Date(),
  { silenceMs }: ServiceLimits = serviceLimits.exchangeRates,
): ExchangeRates {
  let cache: { at: Date; rates: Promise<z.infer<typeof Answer>> } | null = null;

  async function ask() {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(silenceMs),
      redirect: 'error',
      headers: { Accept: 'application/json' },
    });
    if (!response.ok) throw new Error(`exchange rate service answered ${response.status}`);
    return Answer.parse(await response.json());
  }
  return {
    async read(moeda) {
      const at = now();
      if (!cache || at.getTime() - cache.at.getTime() >= CACHE_MS) cache = { at, rates: ask() };
      const current = cache;
      try {
        const rate = (await current.rates)[moeda];
        if (rate === undefined) throw new Error(`exchange rate service knows no ${moeda}`);
        return { rate, at: current.at };
      } catch (error) {
        if (cache === current) cache = null;
        throw error;
      }
    },
  };
}

const demoRates: Record<Moeda, string> = { USD: '5.4321', GBP: '7.2140', EUR: '6.2785' };

/** Rates of the demo school, equal every day. */
export const demoExchangeRates: ExchangeRates = {
  read: async (moeda) => ({ rate: demoRates[moeda], at: new Date() }),
};

/** For a real school without a rate service: it must not sell at invented rates. */
export const noExchangeRates: ExchangeRates = {
  isOff: true,
  read: () => Promise.reject(new Error('EXCHANGE_RATES_URL is not set')),
};
