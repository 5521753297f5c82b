import { z } from 'zod';
import { type ClientAnswer, problemOf } from './bank-client.ts';
import { ProviderSilent, type Returned } from './provider.ts';

// The fields that we read of the answers of the API Pix. Banks deviate from the standard: empty lists are `null` or missing,
// instants lack their zone, amounts are numbers. A fault in a field that we do not need never makes an answer unreadable.

const ZONED = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** An instant as banks write it: with `Z`, `-03:00` or `-0300`; without a zone it is the time of Brasília. */
export function instantOf(text: string): Date | undefined {
  const [, day, time, zone = '-03:00'] = ZONED.exec(text.trim()) ?? [];
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z';
  const at = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

const Instant = z.string().transform(instantOf).nullish().catch(undefined);
/** Reais as text, `349.00`; some banks write a number. @returns centavos */
const Amount = z
  .union([z.string().regex(/^\d{1,10}(\.\d{1,2})?$/), z.number().positive().max(1e9)])
  .transform((reais) => Math.round(Number(reais) * 100))
  .optional()
  .catch(undefined);

export const Devolucao = z.object({
  id: z.string(),
  status: z.string(),
  valor: Amount,
  natureza: z.string().nullish().catch(undefined),
  horario: z.object({ solicitacao: Instant, liquidacao: Instant }).nullish().catch(undefined),
});
export const Pix = z.object({
  endToEndId: z.string().min(1).max(40),
  txid: z.string().nullish(),
  valor: Amount,
  horario: Instant,
  devolucoes: z.array(Devolucao).nullish(),
});
export type Pix = z.output<typeof Pix>;
export const Cob = z.object({
  status: z.string(),
  calendario: z.object({ criacao: Instant, expiracao: z.coerce.number() }).nullish().catch(undefined),
  location: z.string().max(77).nullish(),
  loc: z.object({ location: z.string().max(77).nullish() }).nullish(),
  pixCopiaECola: z.string().min(20).max(512).nullish(),
  pix: z.array(Pix).nullish(),
});
export type Cob = z.output<typeof Cob>;
/** The list also holds payments of other systems, so each entry is parsed separately. */
export const PixPage = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.number().int() }) }),
  pix: z.array(z.unknown()).nullish(),
});
export const Webhook = z.object({ webhookUrl: z.string() });

/** @throws ProviderSilent for a refusal or another shape. No message holds a value of the answer. */
export function read<T extends z.ZodType>(schema: T, answer: ClientAnswer, what: string): z.output<T> {
  if (answer.status < 200 || answer.status > 299) {
    throw new ProviderSilent(`${what} was answered with ${answer.status}${problemOf(answer)}`);
  }
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new ProviderSilent(`${what}: the answer breaks the API Pix at ${places}`);
}

const REFUND = /^(refund)(\d{1,15})(?:x\d+)?$/;

/** The received and returned amounts of a charge's payments. More than one payment is rare, and all count. */
export function moneyOf(pix: readonly Pix[]): { received?: number; returned?: Returned[] } {
  if (pix.length === 0) return {};
  const amounts = pix.flatMap(({ valor }) => valor ?? []);
  // A missing list means unknown; an empty list means that nothing was returned.
  const hasRefundLists = pix.every(({ devolucoes }) => devolucoes);
  return {
    ...(amounts.length === pix.length && { received: amounts.reduce((sum, one) => sum + one, 0) }),
    ...(hasRefundLists && { returned: pix.flatMap(returnedOf) }),
  };
}

/** Centavos of a payment that were neither returned nor are being returned. */
export const leftOf = ({ valor = 0, devolucoes }: Pix): number =>
  (devolucoes ?? [])
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((left, one) => left - (one.valor ?? valor), valor);

const returnedOf = ({ valor: whole, devolucoes }: Pix): Returned[] =>
  (devolucoes ?? [])
    .filter(({ status }) => status === 'DEVOLVIDO')
    .map(({ id, valor, natureza, horario }) => {
      const [, word, number] = REFUND.exec(id) ?? [];
      return {
        amount: valor ?? whole ?? 0,
        at: horario?.liquidacao ?? horario?.solicitacao ?? undefined,
        ...(word && { refund: `${word}-${number}` }),
        // The other kinds of the special return (MED) are a failure of a bank, or a wrong automatic payment.
        ...(natureza === 'MED_FRAUDE' && { reason: 'fraude' as const }),
      };
    });
