import { sql } from 'kysely';
import { isMinor } from '#lib/rules/account/birth-date.ts';
import {
  type AgreementTerms,
  adjustmentOf,
  agreementTermsOf,
  isOffered,
  lastFirstDay,
  planLimits,
} from '#lib/rules/finance/own-agreement.ts';
import { agreementMessages } from '#lib/words/finance-agreement.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { decidingSchool } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { once } from '../../core/http/once.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { amountDue, type LateFeeBasis, lateFeeBasesOf, payableUntil } from './amount-due.ts';
import { type Dependent, dependentsOf, isOf } from './dependents.ts';
import { refuseOtherMethods } from './live-boletos.ts';
import { owedOf, planFor, replaceByPlan } from './make-plans.ts';
import { statusOf } from './present.ts';
import { type BillRow, bills, holdBills } from './queries.ts';

/** The late bills of a person at one unit, which the payer may replace by a plan. */
interface Offer {
  userId: number;
  unitId: number;
  rows: BillRow[];
  terms: AgreementTerms;
  basis: LateFeeBasis;
}

/** The plans that the user may choose: for own bills, and for those of each child. */
export async function listOwnAgreements(ctx: Ctx) {
  const dependents = await dependentsOf(ctx);
  const offers = await offersTo(ctx, ctx.db, dependents);
  const names = new Map(dependents.map(({ id, full_name }) => [id, full_name]));
  return offers.map(({ userId, unitId, rows, terms, basis }) => {
    const owed = owedOf(rows, basis);
    return {
      /** The key of the offer. */
      de: `${userId}-${unitId}`,
      /** The name of the person whose bills they are; null: the user. */
      nome: userId === ctx.session.userId ? null : (names.get(userId) ?? null),
      hoje: basis.today,
      primeiro_ate: lastFirstDay(basis.today, terms),
      parcelas: rows.map((row) => ({
        ...{ id: row.id, descricao: row.descricao, vencimento: row.vencimento },
        total_centavos: amountDue(row, basis).total + row.credito_centavos,
      })),
      devido_centavos: owed,
      ...adjustmentOf(owed, terms),
      ...planLimits(owed, terms),
    };
  });
}

interface AgreementRequest {
  parcela_ids: number[];
  total_visto_centavos: number;
  parcelas: number;
  primeiro_dia: string;
}

/**
 * Replaces all late bills of a person at a unit by a plan within the rules of the school, as the office does.
 *
 * @throws Refusal 404 for bills of others, 409 if the bills or their total have changed, and while a boleto may be paid; 422
 */
export function makeOwnAgreement(ctx: Ctx, body: AgreementRequest): Promise<{ parcela_id: number }> {
  return once(ctx, 'own-agreement', body, async (tx) => {
    const ids = [...new Set(body.parcela_ids)];
    const requested = await bills(tx).where('parcelas.id', 'in', ids).execute();
    const [first] = requested;
    const dependents = await dependentsOf({ ...ctx, db: tx });
    const pays = isOf(dependents);
    if (
      !first ||
      requested.length < ids.length ||
      requested.some((bill) => bill.user_id !== ctx.session.userId && !pays(bill))
    ) {
      throw notFound(agreementMessages.notOffered);
    }
    const held = await holdBills(tx, first.user_id, ids);
    const offers = await offersTo(ctx, tx, dependents);
    const offer = offers.find(({ rows }) => rows.some(({ id }) => id === first.id));
    if (!offer) throw conflict(agreementMessages.notOffered, 'not_offered');
    const { rows, terms, basis, unitId } = offer;
    if (rows.length !== ids.length || rows.some(({ id }) => !ids.includes(id))) {
      throw conflict(agreementMessages.changed, 'other_bills');
    }
    await refuseOtherMethods(tx, rows, () => basis);
    const owed = owedOf(rows, basis);
    const { parcelas_max, total_centavos } = planLimits(owed, terms);
    if (body.parcelas > parcelas_max) {
      throw invalid(agreementMessages.tooMany(parcelas_max), { parcelas: agreementMessages.tooMany(parcelas_max) });
    }
    if (body.primeiro_dia < basis.today || body.primeiro_dia > lastFirstDay(basis.today, terms)) {
      const wrong = agreementMessages.firstDay(terms.primeiro_dias);
      throw invalid(wrong, { primeiro_dia: wrong });
    }
    const agreed = { ...body, ...adjustmentOf(owed, terms), motivo: agreementMessages.reason };
    const plan = { ...agreed, ...planFor(held, basis, agreed) };
    const { parcela_id, contrato_id } = await replaceByPlan(ctx, tx, held, basis, plan);
    await notifyStaff(tx, ctx.now(), {
      ...{ kind: 'acordo_feito', about: contrato_id, at: { unitId } },
      params: { parcelaId: parcela_id, centavos: total_centavos, parcelas: body.parcelas },
    });
    return { parcela_id };
  });
}

/** The offers to the user now. Minors get none; after a broken agreement only the office can make the next one. */
async function offersTo(ctx: Ctx, db: Db, dependents: readonly Dependent[]): Promise<Offer[]> {
  const { userId } = ctx.session;
  const pays = isOf(dependents);
  const rows = await bills(db)
    .innerJoin('users', 'users.id', 'parcelas.user_id')
    .innerJoin('companies', 'companies.id', 'parcelas.company_id')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.birth_date', 'schools.acordo'])
    .where('parcelas.user_id', 'in', [userId, ...dependents.map(({ id }) => id)])
    .where('parcelas.status', '=', 'aberta')
    .where('parcelas.pedido_id', 'is', null)
    .where('parcelas.cambio_id', 'is', null)
    .where('parcelas.usa_pagamento_id', 'is', null)
    .where('schools.acordo', 'is not', null)
    .select(
      sql<number>`(select count(*) from parcelas as former where former.user_id = parcelas.user_id
        and former.novo_contrato_id = parcelas.contrato_id)`.as('agreed'),
    )
    .orderBy('parcelas.vencimento')
    .orderBy('parcelas.id')
    .execute();
  const basisFor = await lateFeeBasesOf(ctx, db, rows, ctx.now());
  const late = rows.filter((row) => {
    const basis = basisFor(row);
    const isOwn = row.user_id === userId && !isMinor(row.birth_date, basis.today);
    return (isOwn || pays(row)) && statusOf(row, basis) === 'vencida';
  });
  return [...Map.groupBy(late, ({ user_id, company_id }) => `${user_id} ${company_id}`).values()].flatMap((group) => {
    const [oldest] = group;
    if (!oldest || oldest.company_id === null || group.some(({ agreed }) => Number(agreed) > 0)) return [];
    const basis = basisFor(oldest);
    const terms = agreementTermsOf(oldest.acordo);
    if (!isOffered(terms, payableUntil(oldest, basis.calendar), basis.today)) return [];
    return [{ userId: oldest.user_id, unitId: oldest.company_id, rows: group, terms, basis }];
  });
}

/** The rules of the reader's school. @throws Refusal 409 without a school */
export async function readAgreementTerms({ db, session }: Pick<Ctx, 'db' | 'session'>) {
  const escolaId = decidingSchool({ session });
  const row = await db.selectFrom('schools').select('acordo').where('id', '=', escolaId).executeTakeFirst();
  return { ...agreementTermsOf(row?.acordo), escolaId };
}

/** Sets the rules of the reader's school. @throws Refusal 409 without a school, 422 */
export async function updateAgreementTerms(ctx: Ctx, terms: AgreementTerms) {
  if (terms.atraso_max_dias < terms.atraso_min_dias) {
    throw invalid(agreementMessages.latest, { atraso_max_dias: agreementMessages.latest });
  }
  await ctx.db.transaction().execute(async (tx) => {
    const { escolaId } = await readAgreementTerms({ ...ctx, db: tx });
    await locked(tx, tx.selectFrom('schools').select('id').where('id', '=', escolaId), 'update').execute();
    const { escolaId: _id, ...before } = await readAgreementTerms({ ...ctx, db: tx });
    await tx
      .updateTable('schools')
      .set({ acordo: JSON.stringify(terms) })
      .where('id', '=', escolaId)
      .execute();
    await audit({ ...ctx, db: tx }, 'agreement-terms', `school:${escolaId}`, {
      antes: { ...before },
      depois: { ...terms },
    });
  });
  return { detail: agreementMessages.saved };
}
