import * as z from 'zod/mini';
import type { Moeda } from '#lib/contract/exchange.schema.ts';
import { hundredthsOf } from '#lib/format/typed-amount.ts';
import { pointTo } from '#lib/words/forms.ts';

/** The simulator’s fields in the address, so that it works as a plain form too. */
export interface ExchangeForm {
  moeda: Moeda;
  /** The unit of `valor`: foreign money, or reais. */
  em: 'moeda' | 'reais';
  /** As typed. */
  valor: string;
  forma: 'pix' | 'cartao';
}

export const moedas = ['USD', 'EUR', 'GBP'] as const satisfies readonly Moeda[];
/** Hundredths of the foreign unit, and of a real. */
const max = { moeda: 100_000_000, reais: 1_000_000_000 } as const;

/** The fields in an address; a missing or unknown value becomes the first choice. */
export function formFrom(params: URLSearchParams): ExchangeForm {
  return {
    moeda: moedas.find((moeda) => moeda === params.get('moeda')) ?? 'USD',
    em: params.get('em') === 'reais' ? 'reais' : 'moeda',
    valor: (params.get('valor') ?? '').slice(0, 30),
    forma: params.get('forma') === 'cartao' ? 'cartao' : 'pix',
  };
}

/** The input of the call, or the error of the amount. */
export function simulationOf({ valor, em, moeda, forma }: ExchangeForm) {
  const amount = hundredthsOf(valor);
  if (amount === null || amount < 1) return { problem: 'Digite um valor, como 1.500,00.' } as const;
  if (amount > max[em]) return { problem: 'Este valor passa do limite de uma operação.' } as const;
  const value = em === 'moeda' ? { valor_minor: amount } : { valor_centavos: amount };
  return { body: { moeda, forma, ...value } } as const;
}

/** The rules of the simulator; the server checks again. */
export const QuoteFields = z
  .object({
    moeda: z.enum(moedas),
    em: z.enum(['moeda', 'reais']),
    valor: z.string(),
    forma: z.enum(['pix', 'cartao']),
  })
  .check(
    z.refine((form) => simulationOf(form).problem === undefined, {
      error: ({ input }) => simulationOf(input as ExchangeForm).problem,
      path: ['valor'],
    }),
  );

/** An invalid amount, as pages and islands show it. */
export const wrongAmount = (problem: string) => ({
  problem: pointTo({ valor: problem }) ?? problem,
  fields: { valor: problem },
});

/** The simulator's name of a field of the call. */
export const quoteFieldOf = (field: string): string => field.replace(/^valor_(minor|centavos)$/, 'valor');
