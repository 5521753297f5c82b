import { isDeepStrictEqual } from 'node:util';
import type { Pagador, Recebedor } from '#lib/contract/exchange.schema.ts';
import { formatForeign } from '#lib/format/foreign.ts';
import { ADULT_AGE, birthProblem, isUnderAge } from '#lib/rules/account/birth-date.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { exchangeMessages } from '#lib/words/exchange.ts';
import { required } from '#lib/words/validation.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, invalid } from '../../core/http/refusal.ts';
import { makeCode } from '../documents/make-code.ts';
import { isSame } from '../finance/contract-payer.ts';
import { openBill } from '../finance/open-bill.ts';
import type { QuoteRow } from './queries.ts';
import { MAX_INSTALLMENTS } from './quote.ts';

interface PaymentInput {
  requestId?: number;
  forma: 'pix' | 'boleto' | 'cartao';
  installments: number;
  pagador: Pagador;
  recebedor?: Recebedor;
}

/** Min. remaining time of a Pix code: a shorter one could not be paid in time, and the money would be returned. */
const SHORTEST_PIX_MS = 60_000;

/**
 * Opens the payment of a quote and its bill, or reuses the waiting one for another card.
 *
 * @returns the id of the payment.
 * @throws Refusal 409 `quote_expired` or `quote_used`, 422 for a payer who may not pay or a wrong receiver, and the refusals of
 *   the request that it pays.
 */
export async function openPayment(ctx: Ctx, tx: Db, quote: QuoteRow, provided: PaymentInput): Promise<number> {
  const { userId } = ctx.session;
  const now = ctx.now();
  const today = dayIn(ctx.config.SCHOOL_TIME_ZONE, now);
  await requirePayer(tx, userId, provided.pagador, today);
  refuseExpired(quote, provided.forma, now);
  const paidAlready = await holdOpened(tx, quote);
  const input = { ...provided, requestId: provided.requestId ?? paidAlready };
  if (input.requestId !== undefined) {
    await ctx.customers.exchanges.claim(tx, { userId, requestId: input.requestId, quote, at: now });
  }
  const recebedor = await receiverOf(ctx, tx, input);
  const made = await tx
    .insertInto('cambio_pagamentos')
    .values({
      codigo: makeCode(),
      user_id: userId,
      cotacao_id: quote.id,
      request_id: input.requestId ?? null,
      forma: input.forma,
      parcelas: input.installments,
      total_centavos: quote.total_centavos,
      status: 'pendente',
      pagador: JSON.stringify(input.pagador),
      recebedor: JSON.stringify(recebedor),
      criado_em: now.toISOString(),
      // The rate and the payment expire together. A later Pix is returned.
      expira_em: quote.valido_ate,
      pago_em: null,
      motivo: null,
    })
    .onConflict((known) => known.column('cotacao_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return takeUp(tx, quote, { ...input, recebedor });
  await openBill(tx, {
    userId,
    kind: 'cambio',
    id: made.id,
    descricao: wordsOf(quote, recebedor),
    responsavel: input.pagador.full_name,
    valorCentavos: quote.total_centavos,
    parcelasMax: MAX_INSTALLMENTS,
    vencimento: today,
  });
  return made.id;
}

/** The bill's purpose, in the words of receipts. */
const wordsOf = ({ valor_minor, moeda }: QuoteRow, { nome }: Recebedor) =>
  `Câmbio de ${formatForeign(valor_minor, moeda)} para ${nome}`.slice(0, 120);

/**
 * Locks the bill of the quote's existing payment. A settlement locks the bill first too.
 *
 * @returns the request that the payment is for; a new card or code keeps it.
 */
async function holdOpened(tx: Db, { id }: QuoteRow): Promise<number | undefined> {
  const opened = await tx
    .selectFrom('cambio_pagamentos')
    .select(['id', 'request_id'])
    .where('cotacao_id', '=', id)
    .executeTakeFirst();
  if (!opened) return undefined;
  const own = tx.selectFrom('parcelas').select('id').where('cambio_id', '=', opened.id).orderBy('id');
  await locked(tx, own, 'hold').execute();
  return opened.request_id ?? undefined;
}

/** The receiver of the money abroad. For a trip it is always the partner school. @throws Refusal 422 */
async function receiverOf({ customers }: Ctx, tx: Db, { recebedor, requestId }: PaymentInput): Promise<Recebedor> {
  const school = requestId === undefined ? undefined : await customers.exchanges.receiverOf(tx, requestId);
  if (school) {
    if (recebedor && !isDeepStrictEqual(recebedor, school)) {
      throw invalid('Quem recebe por um intercâmbio é a escola parceira da viagem.', {
        'recebedor.nome': 'É a escola parceira que recebe',
      });
    }
    return school;
  }
  if (recebedor) return recebedor;
  throw invalid('Diga quem recebe o dinheiro no exterior.', {
    'recebedor.nome': required,
    'recebedor.pais': required,
    'recebedor.conta': required,
    'recebedor.motivo': required,
  });
}

function refuseExpired({ valido_ate }: QuoteRow, forma: PaymentInput['forma'], now: Date): void {
  const left = Date.parse(valido_ate) - now.getTime();
  if (left > (forma === 'cartao' ? 0 : SHORTEST_PIX_MS)) return;
  const words = left > 0 ? 'A cotação está para vencer' : 'A cotação venceu';
  throw conflict(`${words}. Cote de novo para pagar pelo valor de agora.`, 'quote_expired');
}

/**
 * A quote is paid once. While it is unpaid, the user may change the method: a card instead of Pix or of another card, or Pix
 * instead of a card. The bill's charge makes sure that only one of them takes money.
 */
async function takeUp(
  tx: Db,
  quote: QuoteRow,
  { forma, installments, pagador, recebedor, requestId }: PaymentInput & { recebedor: Recebedor },
): Promise<number> {
  const taken = await tx
    .updateTable('cambio_pagamentos')
    .set({
      forma,
      parcelas: installments,
      pagador: JSON.stringify(pagador),
      recebedor: JSON.stringify(recebedor),
      ...(requestId !== undefined && { request_id: requestId }),
    })
    .where('cotacao_id', '=', quote.id)
    .where('status', '=', 'pendente')
    .where('forma', 'in', forma === 'cartao' ? ['pix', 'cartao'] : ['cartao'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('parcelas')
          .select('id')
          .whereRef('cambio_id', '=', 'cambio_pagamentos.id')
          .where('status', '=', 'aberta'),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  if (!taken) throw conflict('Esta cotação já está em um pagamento. Veja em “Seus pagamentos”.', 'quote_used');
  const descricao = wordsOf(quote, recebedor);
  const { contrato_id } = await tx
    .updateTable('parcelas')
    .set({ descricao })
    .where('cambio_id', '=', taken.id)
    .returning('contrato_id')
    .executeTakeFirstOrThrow();
  const responsavel = pagador.full_name;
  await tx.updateTable('contratos').set({ descricao, responsavel }).where('id', '=', contrato_id).execute();
  return taken.id;
}

/**
 * Refuses a payer who may not send money abroad. A minor may not pay in their own name: the guardian of the
 * registration pays. A student of unknown age may not pay in their own name either.
 *
 * @param today the school's day, `YYYY-MM-DD`.
 * @throws Refusal 409 `no_guardian` or `no_birth_date`, 422 by field.
 */
async function requirePayer(tx: Db, userId: number, pagador: Pagador, today: string): Promise<void> {
  const problem = birthProblem(pagador.birth_date, today);
  if (problem) throw invalid('Confira a data de nascimento.', { 'pagador.birth_date': problem });
  if (isUnderAge(pagador.birth_date, today)) {
    throw invalid('Quem tem menos de 18 anos não envia dinheiro ao exterior: use os dados do responsável.', {
      'pagador.birth_date': `Quem paga precisa ter ${ADULT_AGE} anos`,
    });
  }
  const { birth_date, guardian, ...student } = await tx
    .selectFrom('users')
    .select(['birth_date', 'guardian', 'full_name', 'civil_name', 'cpf'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (birth_date === null && isStudent(pagador, student)) throw conflict(exchangeMessages.ageUnknown, 'no_birth_date');
  if (birth_date === null || !isUnderAge(birth_date, today)) return;
  const { cpf } = JSON.parse(guardian ?? '{}') as { cpf?: string };
  if (!cpf) {
    throw conflict('Quem paga por um aluno menor é o responsável. Peça à secretaria que o cadastre.', 'no_guardian');
  }
  if (pagador.cpf !== cpf) {
    throw invalid('Quem paga por um aluno menor é o responsável do cadastro: use os dados dele.', {
      'pagador.cpf': 'Use o CPF do responsável',
    });
  }
}

interface Student {
  full_name: string;
  civil_name: string | null;
  cpf: string | null;
}

/** By the CPF, or by a name if the school does not know the CPF. */
const isStudent = (pagador: Pagador, { full_name, civil_name, cpf }: Student): boolean =>
  cpf === null
    ? [full_name, civil_name ?? full_name].some((name) => isSame(pagador.full_name, name))
    : pagador.cpf === cpf;

/** A claim to pay a request by the exchange of a quote. */
export interface ExchangeClaim {
  userId: number;
  requestId: number;
  quote: { id: number; moeda: string; valor_minor: number };
  at: Date;
}

/** What an exchange can pay for: the request of a trip. Other exchanges only send money abroad. */
export interface ExchangeCustomer {
  /** Reserves the request for this quote. @throws Refusal when the quote does not pay the request */
  claim(tx: Db, claim: ExchangeClaim): Promise<void>;
  /** The receiver of a request's money; undefined for an unknown request. */
  receiverOf(tx: Db, requestId: number): Promise<Recebedor | undefined>;
  /** Moves the request on, in the transaction that settles the exchange. */
  onPaid(tx: Db, requestId: number, at: Date): Promise<void>;
}
