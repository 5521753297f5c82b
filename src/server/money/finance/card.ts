import { createHash } from 'node:crypto';
import { routes } from '#lib/routes.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Db } from '../../core/db/connection.ts';
import { zoneOfUnit } from '../../core/db/people.ts';
import type { Ctx, PublicCtx, School } from '../../core/http/ctx.ts';
import { type Intent, noteIntent } from '../../core/http/once.ts';
import { ownBrand, publicUrl } from '../../core/http/public-url.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import {
  type CardData,
  type ChargeState,
  type PaymentProvider,
  ProviderSilent,
} from '../../core/ports/payments/provider.ts';
import { providerOf } from './accounts.ts';
import { amountDue, lateFeeBasisOf, payableUntil } from './amount-due.ts';
import { activateCharge, insertCharge, itemOf } from './charge.ts';
import { endReminders } from './end-reminders.ts';
import { followUp } from './follow-up.ts';
import { refuseOtherMethods, takesBoleto } from './live-boletos.ts';
import { type Payer, requireOwnBill } from './payer.ts';
import { endCode, endOtherCodes, payerOfCharge, refuseClosed } from './pix.ts';
import { type ChargeRow, chargeById, holdBills } from './queries.ts';
import { settleCharge } from './settle-charge.ts';

interface CardInput extends Payer {
  intent: Intent;
  parcelaId: number;
  installments: number;
  /** The holder's CPF, digits only. */
  cpf: string;
  card?: CardData;
  card_token?: string;
}

/**
 * Pays a bill by card, once per intent and once per bill. The intent, the charge and the lock on the bill are written together
 * before the provider is called, and the provider knows our reference. So a retry, a double click and a process that died in
 * between all end with the same charge.
 *
 * @returns the charge: `paga`, `recusada`, or `em_analise` while the result is open.
 * @throws Refusal 404 for somebody else's bill, 409 for a paid, cancelled or held one, 422 for too many instalments, 429 after
 *   five cards for a bill, or twenty of a person, within an hour.
 */
export async function chargeCard(ctx: PublicCtx, input: CardInput): Promise<ChargeRow> {
  const provider = await providerOf(ctx, 'cartao', [input.parcelaId]);
  const charge = await ctx.db.transaction().execute((tx) => claim(tx, ctx, provider, input));
  // A repeated call during the review: the bank may have answered by now.
  if (charge.status === 'em_analise') return followUp(ctx, charge);
  if (charge.status !== 'criando') return charge;
  const state = await askProvider(ctx, provider, charge, input);
  return settleCharge(ctx, charge, state, ctx.now());
}

/** The charge of this intent, new or existing. */
async function claim(tx: Db, ctx: PublicCtx, provider: PaymentProvider, input: CardInput): Promise<ChargeRow> {
  const { intent, countedAs, userId, parcelaId, installments } = input;
  const at = ctx.now();
  const known = await noteIntent(tx, intent, at);
  const before = known?.chargeId ? await chargeById(tx, known.chargeId) : undefined;
  if (before) return before;
  const [bill] = await holdBills(tx, userId, [parcelaId]);
  if (!bill) throw notFound(financeMessages.unknownBill);
  refuseClosed([bill]);
  if (installments > bill.parcelas_max) {
    throw invalid(financeMessages.tooManyInstallments(bill.parcelas_max), {
      installments: financeMessages.tooManyInstallments(bill.parcelas_max),
    });
  }
  // A repeated intent is not a new try: a user who waits for the bank repeats the request.
  await ctx.limits.take('card-payer', countedAs);
  await ctx.limits.take('card-bill', String(parcelaId));
  const basis = await lateFeeBasisOf(ctx, tx, bill.company_id, at);
  await refuseOtherMethods(tx, [bill], () => basis);
  const charge = await insertCharge(
    tx,
    {
      user_id: userId,
      forma: 'cartao',
      provider: provider.name,
      criada_em: at.toISOString(),
      parcelas: installments,
    },
    [itemOf(parcelaId, amountDue(bill, basis))],
  );
  await tx
    .updateTable('parcelas')
    .set({ status: 'em_processamento', charge_id: charge.id })
    .where('id', '=', parcelaId)
    .execute();
  await endReminders(tx, [parcelaId], at);
  await tx
    .updateTable('idempotency_keys')
    .set({ charge_id: charge.id })
    .where('owner', '=', intent.owner)
    .where('key', '=', intent.key)
    .execute();
  return charge;
}

async function askProvider(
  { log }: School,
  provider: PaymentProvider,
  charge: ChargeRow,
  { installments, cpf, card, card_token }: CardInput,
): Promise<ChargeState> {
  try {
    return await provider.chargeCard({
      reference: charge.txid,
      amount: charge.valor_centavos,
      installments,
      description: financeMessages.cardDescription,
      cpf,
      card,
      token: card_token,
    });
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    // The order contains the card, so no part of it may be logged.
    log.warn({ txid: charge.txid, reason: error.message }, 'no answer to a card charge: it is asked about later');
    return { status: 'pendente' };
  }
}

/**
 * The page of the payment provider on which a bill is paid by card, existing or new (0127). If it exists, the provider is first
 * asked whether the bill was paid. Valid Pix codes of the bill end.
 *
 * @throws Refusal 404 for another person's bill, 409 for a closed one, a valid boleto, and without a payer's CPF, 503 without the
 *   provider.
 */
export async function openCardPage(ctx: Ctx, parcelaId: number): Promise<ChargeRow> {
  const { user_id: userId } = await requireOwnBill(ctx, parcelaId);
  const provider = await providerOf(ctx, 'pagina', [parcelaId]);
  const charge = await ctx.db.transaction().execute((tx) => claimPage(ctx, tx, { userId, parcelaId, provider }));
  ctx.wake();
  if (charge.status === 'criando') return askForPage(ctx, provider, charge, parcelaId);
  const { status } = await followUp(ctx, charge);
  if (status === 'paga') throw conflict(financeMessages.alreadyPaid, 'already_paid');
  return charge;
}

interface CardPageRequest {
  userId: number;
  parcelaId: number;
  provider: PaymentProvider;
}

async function claimPage(school: School, tx: Db, { userId, parcelaId, provider }: CardPageRequest): Promise<ChargeRow> {
  const [bill] = await holdBills(tx, userId, [parcelaId]);
  if (!bill) throw notFound(financeMessages.unknownBill);
  refuseClosed([bill]);
  if (!takesBoleto(bill)) throw conflict(financeMessages.noCard, 'no_card');
  const at = school.now();
  const basis = await lateFeeBasisOf(school, tx, bill.company_id, at);
  await refuseOtherMethods(tx, [bill], () => basis);
  const chave = createHash('sha256').update(`pagina ${parcelaId}`).digest('hex');
  const known = await tx.selectFrom('charges').selectAll().where('chave', '=', chave).executeTakeFirst();
  if (known?.provider === provider.name && (known.vence_em ?? '') >= basis.today) return known;
  if (known) await endCode(tx, known.id, 'removida');
  await endOtherCodes(tx, null, [parcelaId]);
  // The amount is that of the due day; a late bill is due today, because a card pays at once.
  const due = [payableUntil(bill, basis.calendar), basis.today].toSorted().at(-1) ?? basis.today;
  const zone = await zoneOfUnit(tx, school.config, bill.company_id);
  return insertCharge(
    tx,
    {
      user_id: userId,
      forma: 'cartao',
      provider: provider.name,
      chave,
      criada_em: at.toISOString(),
      expira_em: instantIn(zone, due, '23:59'),
      vence_em: due,
      parcelas: 1,
    },
    [itemOf(bill.id, amountDue(bill, { ...basis, today: due }))],
  );
}

async function askForPage(
  ctx: Ctx,
  provider: PaymentProvider,
  charge: ChargeRow,
  parcelaId: number,
): Promise<ChargeRow> {
  const payer = await payerOfCharge(ctx, charge);
  return activateCharge(ctx, charge, async () => {
    const page = await provider.cardPage?.({
      payer,
      reference: charge.txid,
      amount: charge.valor_centavos,
      description: financeMessages.cardDescription,
      dueDay: charge.vence_em ?? '',
      returnTo: publicUrl(ctx.config, ownBrand(ctx)) + routes.finance.pay(parcelaId, 'pagina'),
    });
    if (!page) throw conflict(financeMessages.noCard, 'no_card');
    return { pagina_url: page.url };
  });
}
