import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { calls } from '#lib/contract/exchange.schema.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { invalid, unavailable } from '../../core/http/refusal.ts';
import type { Moeda } from '../../core/ports/exchange-rates.ts';
import type { QuoteRow } from './queries.ts';

type Input = z.output<typeof calls.simulateExchange.body>;

const VALID_MS = 10 * 60 * 1000;

/**
 * Asks for a rate and stores the cost of a foreign amount for ten minutes, for this user.
 *
 * @throws Refusal 422 for an amount that cannot be exchanged, 503 without a rate.
 */
export async function simulateExchange(ctx: Ctx, { moeda, forma, ...input }: Input): Promise<QuoteRow> {
  const price = await priceOf(ctx, moeda);
  const minor = input.valor_minor ?? amountFor(input.valor_centavos ?? 0, price);
  if (minor < 1) {
    throw invalid('Este valor não cobre a tarifa da operação. Aumente o valor em reais.', {
      valor_centavos: 'Valor abaixo do mínimo',
    });
  }
  const cost = withinLimits(minor, price);
  const at = ctx.now();
  return ctx.db
    .insertInto('cambio_cotacoes')
    .values({
      quote_id: randomUUID(),
      user_id: ctx.session.userId,
      moeda,
      valor_minor: minor,
      cotacao: price.rate,
      spread_bps: price.spreadBps,
      iof_bps: price.iofBps,
      iof_centavos: cost.iof,
      tarifa_centavos: cost.tariff,
      total_centavos: cost.total,
      forma,
      created_at: at.toISOString(),
      valido_ate: new Date(at.getTime() + VALID_MS).toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The current price of a currency. @throws Refusal 503 without a rate */
export async function priceOf(
  { ports, config, log }: Pick<Ctx, 'ports' | 'config' | 'log'>,
  moeda: Moeda,
): Promise<Price> {
  const { rate } = await ports.exchangeRates.read(moeda).catch((error: unknown) => {
    log.warn({ err: error }, 'exchange rate service failed');
    throw unavailable('Não conseguimos consultar a cotação agora. Tente de novo em instantes.');
  });
  return {
    rate,
    spreadBps: config.EXCHANGE_SPREAD_BPS,
    iofBps: config.EXCHANGE_IOF_BPS,
    tariff: config.EXCHANGE_TARIFF_CENTAVOS,
  };
}

function withinLimits(minor: number, price: Price): Cost {
  const cost = costOf(minor, price);
  if (minor > MAX_MINOR || cost.total > MAX_CENTAVOS) {
    throw invalid('Este valor passa do limite de uma operação. Fale com a escola para valores maiores.');
  }
  return cost;
}

/** The price of a foreign currency: the market rate and what the school adds. Rates are decimal text, never floats. */
export interface Price {
  /** Reais for one unit, such as `5.4321`. */
  rate: string;
  /** Added to the rate, in hundredths of a per cent. */
  spreadBps: number;
  /** Tax on the converted amount, in hundredths of a per cent. */
  iofBps: number;
  /** Centavos for each operation, for any amount. */
  tariff: number;
}

/** Centavos. */
interface Cost {
  converted: number;
  iof: number;
  tariff: number;
  total: number;
}

const RATE = /^(\d{1,6})(?:\.(\d{1,8}))?$/;
const DECIMALS = 8;
const RATE_UNIT = 10n ** BigInt(DECIMALS);
const BPS = 10_000n;

/** The largest exchange, in hundredths of the foreign unit. Its total stays far below a column's limit. */
export const MAX_MINOR = 100_000_000;
/** Ten million reais, in centavos. */
export const MAX_CENTAVOS = 1_000_000_000;
export const MAX_INSTALLMENTS = 12;

/**
 * A rate as a whole number of 10⁻⁸ reais.
 *
 * @returns null when it is not a positive decimal with at most eight places.
 */
export function scaledRate(text: string): bigint | null {
  const match = RATE.exec(text);
  if (!match) return null;
  const scaled = BigInt(match[1] + (match[2] ?? '').padEnd(DECIMALS, '0'));
  return scaled > 0n ? scaled : null;
}

/** Rounds half up. @param under positive */
const roundedHalfUp = (over: bigint, under: bigint) => (over * 2n + under) / (under * 2n);

/**
 * The cost of a foreign amount. Each part is rounded to the centavo, half up: the amount at the rate with its spread, then the
 * tax on that rounded amount; the tariff is added. So the shown parts add up to the total.
 *
 * @param minor hundredths of the foreign unit, at least 1.
 * @throws RangeError for an invalid rate.
 */
export function costOf(minor: number, { rate, spreadBps, iofBps, tariff }: Price): Cost {
  const scaled = scaledRate(rate);
  if (scaled === null) throw new RangeError(`no rate: ${rate}`);
  const converted = roundedHalfUp(BigInt(minor) * scaled * (BPS + BigInt(spreadBps)), RATE_UNIT * BPS);
  const iof = roundedHalfUp(converted * BigInt(iofBps), BPS);
  return {
    converted: Number(converted),
    iof: Number(iof),
    tariff,
    total: Number(converted + iof) + tariff,
  };
}

/**
 * The largest foreign amount whose total stays within a sum of money. It is searched, not divided: the parts are rounded
 * separately, so no division is exact. The total never falls as the amount grows.
 *
 * @param centavos the sum to spend.
 * @returns hundredths of the foreign unit; 0 when the sum does not cover the tariff and one cent; `MAX_MINOR` plus one when it
 *   would buy more than `MAX_MINOR`.
 */
export function amountFor(centavos: number, price: Price): number {
  let fits = 0;
  let above = MAX_MINOR + 2;
  while (above - fits > 1) {
    const middle = Math.trunc((fits + above) / 2);
    if (costOf(middle, price).total <= centavos) fits = middle;
    else above = middle;
  }
  return fits;
}
