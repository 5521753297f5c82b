import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { splitCentavos } from '#lib/format/split-centavos.ts';
import { type CourseBill, planOf } from '#lib/rules/finance/course-plan.ts';
import { addMonths } from '#lib/rules/time/days.ts';
import { officeMessages } from '#lib/words/finance-office.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled } from '../../core/db/people.ts';
import { within } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { once } from '../../core/http/once.ts';
import { requireReauthenticationAbove } from '../../core/http/reauthentication.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { amountDue, type LateFeeBasis, lateFeeBasisOf } from './amount-due.ts';
import { replaceBill, requireSeen } from './bill.ts';
import { purposeOf } from './bill-kinds.ts';
import { endReminders } from './end-reminders.ts';
import { writePlan } from './open-bill.ts';
import { notifyOfChange } from './payer.ts';
import { refuseClosed } from './pix.ts';
import { holdBills, type ParcelaRow } from './queries.ts';
import { billInReach } from './school-bills.ts';

const FEWEST_CENTAVOS = 100;
/** Max. instalments by card of one bill of a course. */
const BY_CARD = 6;

interface NewContract {
  user_id: number;
  descricao: string;
  responsavel?: string;
  valor_centavos: number;
  desconto_centavos: number;
  parcelas: number;
  primeiro_dia: string;
}

/** Creates a contract with a bill for each month. @throws Refusal 404 for a person out of reach, 422 */
export function createContract(ctx: Ctx, body: NewContract) {
  const { reach } = ctx;
  return once(ctx, 'contract-create', body, async (tx) => {
    const { user_id: userId, descricao, responsavel, valor_centavos, desconto_centavos, primeiro_dia } = body;
    const student = await enrolled(tx)
      .select(['users.id', 'companies.id as unit_id'])
      .where('users.id', '=', userId)
      .$call(within(reach))
      .executeTakeFirst();
    if (!student) throw notFound(officeMessages.unknownStudent);
    if (desconto_centavos >= valor_centavos) {
      throw invalid(officeMessages.discountTooLarge, { desconto_centavos: officeMessages.discountTooLarge });
    }
    const basis = await lateFeeBasisOf(ctx, tx, student.unit_id, ctx.now());
    requireFirstDay(basis, primeiro_dia);
    const plan = planOf(Array<number>(body.parcelas).fill(valor_centavos), primeiro_dia);
    const made = await writeCourse(tx, plan, {
      userId,
      unitId: student.unit_id,
      descricao,
      responsavel,
      desconto_centavos,
      nameOf: officeMessages.installment,
    });
    await audit({ ...ctx, db: tx }, 'contract-create', `contract:${made.contrato_id}`, {
      about: userId,
      depois: { descricao, parcelas: body.parcelas, total: formatMoney(valor_centavos * body.parcelas) },
    });
    await notifyOfChange(ctx, tx, { id: made.parcela_id, user_id: userId, descricao }, noticeOf(plan, 'contract'));
    return made;
  });
}

interface Renegotiation {
  parcela_ids: number[];
  total_visto_centavos: number;
  acrescimo_centavos: number;
  desconto_centavos: number;
  parcelas: number;
  primeiro_dia: string;
  motivo: string;
}

/**
 * Replaces open bills of one student by a new plan: their amount today with a surcharge or discount. Discounts of the club move
 * to the next bill automatically, so they are not deducted here.
 *
 * @throws Refusal 404, 409 for a closed bill and for another amount, 422
 */
export function renegotiateBills(ctx: Ctx, body: Renegotiation) {
  const { reach } = ctx;
  return once(ctx, 'bill-renegotiate', body, async (tx) => {
    const ids = [...new Set(body.parcela_ids)];
    const rows = await Promise.all(ids.map((id) => billInReach(tx, reach, id)));
    const [first] = rows;
    if (!first || rows.some(({ user_id }) => user_id !== first.user_id)) throw conflict(officeMessages.oneStudent);
    if (rows.some(({ company_id }) => company_id !== first.company_id)) throw conflict(officeMessages.oneUnit);
    if (rows.some(purposeOf)) throw conflict(officeMessages.onlyOfCourse, 'of_sale');
    const userId = first.user_id;
    const held = await holdBills(tx, userId, ids);
    refuseClosed(held);
    const basis = await lateFeeBasisOf(ctx, tx, first.company_id, ctx.now());
    const agreed = planFor(held, basis, body);
    await requireReauthenticationAbove(ctx, tx, { centavos: agreed.owed - agreed.sum });
    return replaceByPlan(ctx, tx, held, basis, { ...body, ...agreed });
  });
}

type Agreed = Omit<Renegotiation, 'parcela_ids'>;

/**
 * The amount of bills today, and the plan that replaces them.
 *
 * @throws Refusal 409 if the amount differs from the one seen, 422
 */
export function planFor(held: readonly ParcelaRow[], basis: LateFeeBasis, body: Agreed) {
  requireFirstDay(basis, body.primeiro_dia);
  const owed = owedOf(held, basis);
  requireSeen(body.total_visto_centavos, owed);
  const sum = owed + body.acrescimo_centavos - body.desconto_centavos;
  if (sum < body.parcelas * FEWEST_CENTAVOS) {
    throw invalid(officeMessages.planTooSmall, { desconto_centavos: officeMessages.planTooSmall });
  }
  return { owed, sum, plan: planOf(splitCentavos(sum, body.parcelas), body.primeiro_dia) };
}

/**
 * Replaces bills of one person at one unit, which the transaction has locked, by the plan of `planFor`, and notifies the payer.
 */
export async function replaceByPlan(
  ctx: Ctx,
  tx: Db,
  held: readonly ParcelaRow[],
  basis: LateFeeBasis,
  { owed, sum, plan, ...body }: Agreed & ReturnType<typeof planFor>,
) {
  const [first] = held as [ParcelaRow];
  const userId = first.user_id;
  const made = await writeCourse(tx, plan, {
    userId,
    unitId: first.company_id,
    descricao: `${officeMessages.agreement} de ${formatDay(basis.today)}`,
    responsavel: await payerOf(tx, first.contrato_id),
    nameOf: officeMessages.agreementBill,
  });
  for (const { id } of held) {
    await replaceBill(tx, id);
    await tx.updateTable('parcelas').set({ novo_contrato_id: made.contrato_id }).where('id', '=', id).execute();
    await audit({ ...ctx, db: tx }, 'bill-renegotiate', `bill:${id}`, {
      about: userId,
      antes: { status: officeMessages.billStates.aberta },
      depois: {
        status: officeMessages.billStates.cancelada,
        contrato: made.contrato_id,
        devido: formatMoney(owed),
        acrescimo: formatMoney(body.acrescimo_centavos),
        desconto: formatMoney(body.desconto_centavos),
        total: formatMoney(sum),
        motivo: body.motivo,
      },
    });
  }
  await endReminders(
    tx,
    held.map(({ id }) => id),
    ctx.now(),
  );
  const subject = { id: made.parcela_id, user_id: userId, descricao: officeMessages.newPlan };
  await notifyOfChange(ctx, tx, subject, noticeOf(plan, 'renegotiated'));
  return made;
}

/** The amount of bills today, without discounts of the club. */
export const owedOf = (bills: readonly ParcelaRow[], basis: LateFeeBasis): number =>
  bills.reduce((sum, bill) => sum + amountDue(bill, basis).total + bill.credito_centavos, 0);

function requireFirstDay({ today }: LateFeeBasis, first: string): void {
  if (first >= today && first <= addMonths(today, 12)) return;
  throw invalid(officeMessages.firstDayInPast, { primeiro_dia: officeMessages.firstDayInPast });
}

const payerOf = async (tx: Db, contractId: number): Promise<string> =>
  (await tx.selectFrom('contratos').select('responsavel').where('id', '=', contractId).executeTakeFirstOrThrow())
    .responsavel;

interface Course {
  userId: number;
  unitId: number | null;
  descricao: string;
  responsavel?: string;
  desconto_centavos?: number;
  nameOf: (numero: number, total: number) => string;
}

async function writeCourse(
  tx: Db,
  plan: readonly CourseBill[],
  { nameOf, descricao, responsavel, desconto_centavos = 0, ...owner }: Course,
) {
  const made = await writePlan(tx, {
    ...owner,
    origem: 'curso',
    descricao,
    responsavel: responsavel || null,
    bills: plan.map((bill) => ({
      ...bill,
      descricao: nameOf(bill.numero, bill.total),
      descontoCentavos: desconto_centavos,
      parcelasMax: BY_CARD,
    })),
  });
  // A plan has one bill at least.
  return { contrato_id: made?.contratoId ?? 0, parcela_id: made?.ids[0] ?? 0 };
}

const noticeOf = (plan: readonly CourseBill[], how: 'contract' | 'renegotiated') =>
  officeMessages.notices[how](plan.length, plan[0]?.valorCentavos ?? 0, plan[0]?.vencimento ?? '');
