import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { calls } from '#lib/contract/exchange.schema.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { invalid, unavailable } from '../../core/http/refusal.ts';
import type { Moeda } from '../../core/ports/exchange-rates.ts';
import type { QuoteRow } from './queries.ts';
import { amountFor, type Cost, costOf, MAX_CENTAVOS, MAX_MINOR, type Price } from './quote-rule.ts';

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
      criado_em: at.toISOString(),
      valido_ate: new Date(at.getTime() + VALID_MS).toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What a unit of a currency costs now. @throws Refusal 503 without a rate */
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
