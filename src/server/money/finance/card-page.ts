import { createHash } from 'node:crypto';
import { routes } from '#lib/routes.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Db } from '../../core/db/connection.ts';
import { zoneOfUnit } from '../../core/db/people.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { ownBrand, publicUrl } from '../../core/http/public-url.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import type { PaymentProvider } from '../../core/ports/payments/provider.ts';
import { providerOf } from './accounts.ts';
import { activateCharge } from './activate-charge.ts';
import { amountDue, payableUntil } from './amount-due.ts';
import { followUp } from './follow-up.ts';
import { insertCharge, itemOf } from './insert-charge.ts';
import { refuseBoletos, takesBoleto } from './live-boletos.ts';
import { requireOwnBill } from './payer.ts';
import { payerOfCharge, refuseClosed } from './pix-charge.ts';
import { type ChargeRow, holdBills } from './queries.ts';
import { endCode, endOtherCodes } from './running-codes.ts';
import { lateFeeBasisOf } from './school-day.ts';

/**
 * The page of the payment house on which a bill is paid by card, or a new one (0140). A payer who comes back from there
 * asks for it again: then the house is asked first whether it was paid. Running Pix codes of the bill end.
 *
 * @throws Refusal 404 for another person's bill, 409 for a closed one, a running boleto, and without a payer's CPF, 503
 *   without the house.
 */
export async function openCardPage(ctx: Ctx, parcelaId: number): Promise<ChargeRow> {
  const { userId } = ctx.session;
  await requireOwnBill(ctx.db, userId, parcelaId);
  const provider = await providerOf(ctx, 'pagina', [parcelaId]);
  const charge = await ctx.db.transaction().execute((tx) => claim(ctx, tx, { userId, parcelaId, provider }));
  ctx.wake();
  if (charge.status === 'criando') return askForPage(ctx, provider, charge, parcelaId);
  const { status } = await followUp(ctx, charge);
  if (status === 'paga') throw conflict(financeMessages.alreadyPaid, 'already_paid');
  return charge;
}

interface Wanted {
  userId: number;
  parcelaId: number;
  provider: PaymentProvider;
}

async function claim(school: School, tx: Db, { userId, parcelaId, provider }: Wanted): Promise<ChargeRow> {
  const [bill] = await holdBills(tx, userId, [parcelaId]);
  if (!bill) throw notFound(financeMessages.unknownBill);
  refuseClosed([bill]);
  if (!takesBoleto(bill)) throw conflict(financeMessages.noCard, 'no_card');
  const at = school.now();
  const basis = await lateFeeBasisOf(school, tx, bill.company_id, at);
  await refuseBoletos(tx, [bill], () => basis);
  const chave = createHash('sha256').update(`pagina ${parcelaId}`).digest('hex');
  const known = await tx.selectFrom('charges').selectAll().where('chave', '=', chave).executeTakeFirst();
  if (known?.provider === provider.name && (known.vence_em ?? '') >= basis.today) return known;
  if (known) await endCode(tx, known.id, 'removida');
  await endOtherCodes(tx, null, [parcelaId]);
  // It costs what the bill costs on that day: a card is paid at once, so a late bill is due today.
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
