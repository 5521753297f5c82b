import type { z } from 'zod';
import type { ReauthenticationLimits } from '#lib/contract/finance.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { addMonths } from '#lib/rules/time/days.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { termsMessages } from '#lib/words/finance-terms.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { decidingSchool, within } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { reauthenticationLimitsOf } from '../../core/http/reauthentication.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import { earlierTerms, type Terms } from './amount-due.ts';
import type { updateSchoolTermsInput } from './inputs.ts';
import { unitBills } from './school-bills.ts';

type Body = Omit<z.output<typeof updateSchoolTermsInput>, 'id'>;

/** The late terms of the units in reach: the current ones, and those for bills due before a change. */
export async function listSchoolTerms(ctx: Ctx) {
  const rows = await termsIn(ctx, ctx.db).orderBy('companies.nome').orderBy('companies.id').execute();
  return rows.map(({ id, nome, termos_antes, timezone: _zone, ...terms }) => ({
    id,
    nome,
    ...terms,
    antes: earlierTerms({ ...terms, termos_antes }),
  }));
}

/** How many open bills new terms would affect. @throws Refusal 404, 422 */
export async function previewSchoolTerms(ctx: Ctx, id: number, day: string) {
  const unit = await unitIn(ctx, ctx.db, id);
  requireLater(ctx, unit, day);
  return touched(ctx.db, id, day);
}

/**
 * Sets the late terms of a unit for bills due from a later day on. All other bills keep their terms, so no amount that a student
 * saw changes.
 *
 * @throws Refusal 404, 409 before a planned change, 422 for a day that is not later than today
 */
export function updateSchoolTerms(ctx: Ctx, id: number, { a_partir_de: day, ...terms }: Body) {
  return ctx.db.transaction().execute(async (tx) => {
    const row = tx.selectFrom('companies').select('id').where('id', '=', id);
    await locked(tx, row, 'update').execute();
    const unit = await unitIn(ctx, tx, id);
    requireLater(ctx, unit, day);
    const { multa_bps, juros_bps, carencia_dias } = unit;
    const earlier = earlierTerms(unit);
    const last = earlier.at(-1)?.ate ?? '';
    if (day < last) throw conflict(termsMessages.planned(formatDay(last)), 'terms_planned');
    const before = { multa_bps, juros_bps, carencia_dias };
    if (Object.entries(before).every(([name, value]) => terms[name as keyof typeof terms] === value)) {
      throw conflict(termsMessages.same, 'nothing_changed');
    }
    // A second change for the same day replaces the first.
    const stored = day === last ? earlier : [...earlier, { ate: day, ...before }];
    await tx
      .updateTable('companies')
      .set({ ...terms, termos_antes: JSON.stringify(stored) })
      .where('id', '=', id)
      .execute();
    const bills = await touched(tx, id, day);
    await audit({ ...ctx, db: tx }, 'terms-update', `unit:${id}`, {
      antes: loggedTerms(before),
      depois: { ...loggedTerms(terms), a_partir_de: formatDay(day), parcelas: bills.parcelas },
    });
    return bills;
  });
}

const loggedTerms = ({ multa_bps, juros_bps, carencia_dias }: Terms) => ({
  multa: termsMessages.percent(multa_bps),
  juros: termsMessages.percent(juros_bps),
  carencia_dias,
});

const termsIn = ({ reach }: Ctx, db: Db) =>
  db
    .selectFrom('companies')
    .select(['companies.id', 'companies.nome', 'companies.timezone', 'companies.termos_antes'])
    .select(['companies.multa_bps', 'companies.juros_bps', 'companies.carencia_dias'])
    .$call(within(reach));

type Unit = Terms & { id: number; timezone: string };

async function unitIn(ctx: Ctx, db: Db, id: number): Promise<Unit> {
  const unit = await termsIn(ctx, db).where('companies.id', '=', id).executeTakeFirst();
  if (!unit) throw notFound(termsMessages.missing);
  return unit;
}

function requireLater({ config, now }: Ctx, { timezone }: Unit, day: string): void {
  const today = dayIn(zoneOr(timezone, config.SCHOOL_TIME_ZONE), now());
  if (day <= today || day > addMonths(today, 12)) {
    throw invalid(termsMessages.notLater, { a_partir_de: termsMessages.notLater });
  }
}

/** Open bills of courses that are due from a day on. */
async function touched(db: Db, unit: number, day: string) {
  const row = await unitBills(db)
    .clearSelect()
    .where('companies.id', '=', unit)
    .where('parcelas.status', 'in', ['aberta', 'em_processamento'])
    .where('parcelas.vencimento', '>=', day)
    .where('parcelas.pedido_id', 'is', null)
    .where('parcelas.cambio_id', 'is', null)
    .where('parcelas.usa_pagamento_id', 'is', null)
    .select(({ fn }) => fn.countAll<number | string>().as('many'))
    .select(({ fn }) => fn.count<number | string>('parcelas.user_id').distinct().as('people'))
    .executeTakeFirstOrThrow();
  return { parcelas: Number(row.many), alunos: Number(row.people) };
}

/** The limits of the user's school. `pode_mudar`: the reader's reach is the whole school. */
export async function readReauthenticationLimits({ db, session, reach }: Ctx) {
  const limits = await reauthenticationLimitsOf(db, session.escolaId);
  return { ...limits, pode_mudar: reach.units === null && session.escolaId !== null };
}

/** Sets the limits of the user's school. @throws Refusal 403 for staff of some units, 409 without a school */
export async function updateReauthenticationLimits(ctx: Ctx, { centavos, pontos }: ReauthenticationLimits) {
  const escolaId = decidingSchool(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const before = await reauthenticationLimitsOf(tx, escolaId);
    await tx
      .updateTable('schools')
      .set({ confirma_centavos: centavos, confirma_pontos: pontos })
      .where('id', '=', escolaId)
      .execute();
    await audit({ ...ctx, db: tx }, 'proof-limits', `school:${escolaId}`, {
      antes: loggedLimits(before),
      depois: loggedLimits({ centavos, pontos }),
    });
  });
  return readReauthenticationLimits(ctx);
}

const loggedLimits = ({ centavos, pontos }: ReauthenticationLimits) => ({
  valor_sem_senha: formatMoney(centavos),
  pontos_sem_senha: pontos,
});
