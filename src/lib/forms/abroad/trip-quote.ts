import type { Client } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import type { TurmaUsa } from '#lib/contract/abroad.schema.ts';
import type { Moeda, Quote } from '#lib/contract/exchange.schema.ts';
import { simulateExchange } from '#lib/contract/exchange.ts';

/** The price of a trip in reais today; null without a current rate. */
export async function quoteOf(api: Client, { moeda, preco_minor }: TurmaUsa): Promise<Quote | null> {
  const body = { moeda: moeda as Moeda, valor_minor: preco_minor, forma: 'pix' as const };
  const quote = await partOf(api(simulateExchange, { body }));
  return quote.ok ? quote.data : null;
}
