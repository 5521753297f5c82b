import { randomBytes } from 'node:crypto';
import type { Insertable, Updateable } from 'kysely';
import { API_PREFIX } from '#lib/contract/core.ts';
import type { Boleto, CardPayment, Cobranca } from '#lib/contract/finance.schema.ts';
import { splitCentavos } from '#lib/format/split-centavos.ts';
import { receiptPath } from '#lib/rules/routes/file-addresses.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { conflict, unavailable } from '../../core/http/refusal.ts';
import { ProviderSilent, type Receiver } from '../../core/ports/payments/provider.ts';
import type { Schema } from '../../tables.ts';
import type { amountDue } from './amount-due.ts';
import { type ChargeRow, chargeById } from './queries.ts';

type ChargeItem = Omit<Insertable<Schema['charge_items']>, 'charge_id'>;
type NewCharge = Omit<Insertable<Schema['charges']>, 'txid' | 'valor_centavos' | 'status'>;

/** The parts of a bill's charge, in centavos. */
export const itemOf = (parcelaId: number, { total, multa, juros }: ReturnType<typeof amountDue>): ChargeItem => ({
  ...{ parcela_id: parcelaId, valor_centavos: total, multa_centavos: multa, juros_centavos: juros },
});

/**
 * Writes a charge, with its amount for each bill, before the provider is called.
 *
 * @throws Refusal 409 for bills of zero, which a job settles.
 */
export async function insertCharge(tx: Db, charge: NewCharge, items: readonly ChargeItem[]): Promise<ChargeRow> {
  const valor_centavos = items.reduce((sum, item) => sum + item.valor_centavos, 0);
  if (valor_centavos <= 0) throw conflict(financeMessages.nothingDue, 'nothing_due');
  const made = await tx
    .insertInto('charges')
    .values({
      ...charge,
      txid: newReference(),
      valor_centavos,
      status: 'criando',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('charge_items')
    .values(items.map((item) => ({ charge_id: made.id, ...item })))
    .execute();
  return made;
}

/** Our reference: only letters and digits, as a txid allows. */
const newReference = () => randomBytes(12).toString('hex').toUpperCase();

/** The means of paying a charge: a Pix code, a boleto or a page for a card. */
type Means = Pick<
  Updateable<Schema['charges']>,
  'br_code' | 'linha_digitavel' | 'codigo_barras' | 'boleto_url' | 'pagina_url' | 'referencia_casa'
>;

/**
 * Requests the means of paying a new charge from the provider, and stores them. Two requests with one reference return one code,
 * so a process that died here leaves nothing behind.
 *
 * @throws Refusal 409 if the charge ended meanwhile, 503 without the provider, and the errors of `ask`
 */
export async function activateCharge(
  { db, log }: School,
  charge: ChargeRow,
  ask: () => Promise<Means>,
): Promise<ChargeRow> {
  try {
    await db
      .updateTable('charges')
      .set({ status: 'ativa', ...(await ask()) })
      .where('id', '=', charge.id)
      .where('status', '=', 'criando')
      .execute();
    const made = await chargeById(db, charge.id);
    // The bill was cancelled, or another payment method was chosen, while the provider was called.
    if (made?.status !== 'ativa' && made?.status !== 'paga')
      throw conflict(financeMessages.endedMeanwhile, 'charge_ended');
    return made;
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    log.warn({ txid: charge.txid, forma: charge.forma, reason: error.message }, 'the provider opened no charge');
    throw unavailable(financeMessages.bankSilent);
  }
}

/** A Pix charge in the form of section 7, without data about the person who owes it (FIN-06). */
export function presentPix(charge: ChargeRow, parcelaId: number, receiver: Receiver, now: Date): Cobranca {
  return {
    parcela_id: parcelaId,
    txid: charge.txid,
    br_code: charge.br_code ?? '',
    qr_svg_url: `${API_PREFIX}portal/pix/${charge.txid}/qr/`,
    valor_centavos: charge.valor_centavos,
    criada_em: charge.criada_em,
    expira_em: charge.expira_em ?? charge.criada_em,
    status: pixStatus(charge, now),
    pago_em: charge.pago_em,
    recebedor: receiver,
  };
}

function pixStatus({ status, expira_em }: ChargeRow, now: Date): Cobranca['status'] {
  if (status === 'paga') return 'CONCLUIDA';
  if (status === 'expirada' || (expira_em ?? '') <= now.toISOString()) return 'EXPIRADA';
  return status === 'removida' ? 'REMOVIDA' : 'ATIVA';
}

export type BoletoRow = Pick<
  ChargeRow,
  'linha_digitavel' | 'codigo_barras' | 'boleto_url' | 'vence_em' | 'valor_centavos'
>;

/** A boleto for its payer. @param isOwner the paper names the payer: a link does not show it */
export const presentBoleto = (charge: BoletoRow, today: string, isOwner: boolean): Boleto => ({
  linha_digitavel: charge.linha_digitavel ?? '',
  codigo_barras: charge.codigo_barras,
  url: isOwner ? charge.boleto_url : null,
  vencimento: charge.vence_em ?? '',
  valor_centavos: charge.valor_centavos,
  vencido: (charge.vence_em ?? '') < today,
});

/** The page of the payment provider for a card, for its owner alone: it names the payer. */
export const presentCardPage = ({ pagina_url, vence_em, valor_centavos }: ChargeRow) => ({
  url: pagina_url ?? '',
  vencimento: vence_em ?? '',
  valor_centavos,
});

/** The card of a charge and its instalments, in words. */
export const cardOf = ({ bandeira, final, parcelas }: Pick<ChargeRow, 'bandeira' | 'final' | 'parcelas'>) =>
  final === null ? null : `${bandeira} final ${final}, ${parcelas}×`;

/** A card payment. Only its owner gets the receipt. */
export function presentCard(charge: ChargeRow, parcelaId: number, isOwner: boolean): CardPayment {
  const { status, motivo } = charge;
  const isPaid = status === 'paga';
  const isRefused = status === 'recusada';
  return {
    parcela_id: parcelaId,
    status: isPaid ? 'aprovado' : isRefused ? 'recusado' : 'em_analise',
    codigo_autorizacao: charge.codigo_autorizacao,
    nsu: charge.nsu,
    bandeira: charge.bandeira ?? 'Cartão',
    final: charge.final ?? '',
    installments: charge.parcelas,
    valor_parcela_centavos: splitCentavos(charge.valor_centavos, charge.parcelas)[0] ?? charge.valor_centavos,
    total_centavos: charge.valor_centavos,
    motivo: isRefused ? financeMessages.declined(motivo) : null,
    tentar_de_novo: isRefused && financeMessages.mayRetry(motivo),
    recibo_url: isPaid && isOwner ? receiptPath(parcelaId) : null,
  };
}

/** A payment of the last days is checked daily, an older one weekly. */
const YOUNG_MS = 7 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
/** A Pix may be reported for fraud for 80 days, plus the time of the banks; a card may be disputed for up to 180 days. */
const PIX_WINDOW_MS = 100 * DAY_MS;
const CARD_WINDOW_MS = 190 * DAY_MS;

/**
 * When a paid charge is checked next for money that was returned without a message.
 *
 * @returns null when nobody can take it back any more
 */
export function nextReview({ forma }: Pick<ChargeRow, 'forma'>, paidAt: Date, at: Date): Date | null {
  const age = at.getTime() - paidAt.getTime();
  const wait = age < YOUNG_MS ? DAY_MS : WEEK_MS;
  const window = forma === 'cartao' ? CARD_WINDOW_MS : PIX_WINDOW_MS;
  return age + wait > window ? null : new Date(at.getTime() + wait);
}
