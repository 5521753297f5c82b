import { randomUUID } from 'node:crypto';
import type { BrandKey } from '#lib/brand.ts';
import { clip, firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { DAY_S } from '#lib/rules/time/spans.ts';
import { financeMessages } from '#lib/words/finance.ts';
import type { Db } from '../../core/db/connection.ts';
import type { PublicCtx, School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { conflict, notFound, Refusal } from '../../core/http/refusal.ts';
import { notifyPayer } from '../../messages/inbox/guardian.ts';
import { TITLE_LENGTH } from '../../messages/inbox/kinds.ts';
import { ofWhom } from '../../messages/inbox/texts.ts';
import { requirePaymentMethod } from './accounts.ts';
import { schoolDay } from './amount-due.ts';
import { type PayerCtx, paysAll } from './dependents.ts';
import { refuseClosed } from './pix.ts';
import { type BillRow, type ParcelaRow, parcelaById } from './queries.ts';

const LINK = 'pay-link';
const LINK_LIFETIME_S = 7 * DAY_S;

/** A signed link for one bill: its holder can pay that bill, and nothing else (FIN-06). */
export async function makeLink(
  { tokens, now }: School,
  parcelaId: number,
): Promise<{ token: string; expira_em: string }> {
  const token = await tokens.seal(LINK, { bill: parcelaId }, LINK_LIFETIME_S);
  return { token, expira_em: new Date(now().getTime() + LINK_LIFETIME_S * 1000).toISOString() };
}

/** A payment link for a guardian to an open bill. @throws Refusal 409 for a quoted or closed one, 503 without a payment method */
export async function linkToPay(school: School, bill: BillRow, brand: BrandKey) {
  refuseQuoted(bill);
  refuseClosed([bill]);
  await requirePaymentMethod(school, bill);
  const { token, expira_em } = await makeLink(school, bill.id);
  return { url: publicUrl(school.config, brand) + routes.pay(token), expira_em };
}

/** @returns the bill of a link; undefined for an invalid or expired link. */
export async function billOfLink({ tokens, db }: School, token: string | undefined): Promise<BillRow | undefined> {
  const sealed = await tokens.open(LINK, token);
  return sealed && Number.isInteger(sealed.bill) ? parcelaById(db, sealed.bill as number) : undefined;
}

/** The owner of the bill to be paid, and the key for counting tries. */
export interface Payer {
  userId: number;
  countedAs: string;
}

/**
 * Authorizes the payment of a bill: by a session of its owner or of a person who pays for the owner (`dependentsOf`), or by a
 * link for this very bill. The two `portal` calls need no bearer (AUTH-26), so this check replaces it.
 *
 * @throws Refusal 403 with only a printed code, 404 without session and link and for somebody else's bill, 409 for a quoted one.
 *   Only an ended bearer gets 401: it logs a client out, and the call may come without one.
 */
export async function payerOf(ctx: PublicCtx, parcelaId: number, link: string | undefined): Promise<Payer> {
  const { bill, ...payer } = await debtorOf(ctx, parcelaId, link);
  refuseQuoted(bill);
  return payer;
}

/** As above for a bill of any kind, with the bill. @throws Refusal as `payerOf`, except for a quoted one */
export async function debtorOf(
  ctx: PublicCtx,
  parcelaId: number,
  link: string | undefined,
): Promise<Payer & { bill: BillRow }> {
  if (link !== undefined) {
    const bill = await billOfLink(ctx, link);
    if (!bill) throw new Refusal(403, financeMessages.wrongLink, { code: 'wrong_link' });
    if (bill.id !== parcelaId) throw notFound(financeMessages.unknownBill);
    return { bill, userId: bill.user_id, countedAs: `address:${ctx.caller.address}` };
  }
  const session = await ctx.findSession();
  if (!session) {
    const hasEnded = ctx.caller.token !== undefined || ctx.request.headers.has('authorization');
    throw new Refusal(hasEnded ? 401 : 404, financeMessages.needsAccess);
  }
  const bill = await requireOwnBill({ ...ctx, session }, parcelaId);
  return { bill, userId: bill.user_id, countedAs: `user:${session.userId}` };
}

/** The price of a payment abroad is valid only for minutes, which its own calls check. @throws Refusal 409 */
export function refuseQuoted({ cambio_id }: Pick<ParcelaRow, 'cambio_id'>): void {
  if (cambio_id !== null) throw conflict(financeMessages.quoted, 'quoted');
}

/** A bill of the user, or of somebody for whom the user pays. @throws Refusal 404 */
export async function requireOwnBill(ctx: PayerCtx, parcelaId: number): Promise<BillRow> {
  const bill = await parcelaById(ctx.db, parcelaId);
  if (!bill || !(await paysAll(ctx, [bill]))) throw notFound(financeMessages.unknownBill);
  return bill;
}

/**
 * Distributes a received amount among the bills of a charge, in their order: each gets what it owes, as far as the amount
 * suffices.
 *
 * @param owed centavos of each bill
 * @returns the part of each bill, and the surplus
 */
export function sharePayment(owed: readonly number[], received: number): { parts: number[]; surplus: number } {
  let left = received;
  const parts = owed.map((each) => {
    const part = Math.max(0, Math.min(each, left));
    left -= part;
    return part;
  });
  return { parts, surplus: left };
}

/**
 * Notifies the payer of a person's bills of a change by the office (`officeMessages.notices`), in the transaction of the change.
 * A minor's guardian gets a link to the bill. No reminder of it follows on the same day.
 *
 * @returns as `notifyPayer`
 */
export async function notifyOfChange(
  school: School,
  tx: Db,
  { id, user_id, descricao }: Pick<ParcelaRow, 'id' | 'user_id' | 'descricao'>,
  { what, body }: { what: string; body: string },
): Promise<boolean> {
  const at = school.now();
  const owner = await tx
    .selectFrom('users')
    .select(['id', 'full_name', 'birth_date', 'guardian'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  const today = await schoolDay(school, tx, user_id, at);
  await tx.updateTable('parcelas').set({ informed_on: today }).where('id', '=', id).execute();
  return notifyPayer(tx, at, {
    owner,
    today,
    category: 'financeiro',
    // Each change gets a notice.
    chave: `parcela_mudou:${id}:${randomUUID()}`,
    title: `${what}: ${clip(descricao, 40)}`,
    body,
    path: routes.finance.home(),
    forGuardian: {
      title: clip(`${what}${ofWhom(owner.full_name)}: ${descricao}`, TITLE_LENGTH),
      body: `${clip(firstName(owner.full_name), 25)}: ${body}`,
      path: routes.pay((await makeLink(school, id)).token),
    },
  });
}
