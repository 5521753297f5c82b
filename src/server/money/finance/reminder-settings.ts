import { sql } from 'kysely';
import { type ReminderStep, stepName, stepsOf } from '#lib/rules/finance/reminder-steps.ts';
import { daysUntil } from '#lib/rules/time/days.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { defaultReminders, REMINDER_VALUES, reminderMessages } from '#lib/words/finance-reminders.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { decidingSchool, within } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { invalid } from '../../core/http/refusal.ts';
import { unitBills } from './school-bills.ts';

/** The number of days of reminders that are evaluated. */
const DAYS_SHOWN = 30;
/** A payment within this many days after a reminder is attributed to it. */
const DAYS_TO_PAY = 7;

/** The steps of the reader's school, with the payments after them in the last days. @throws Refusal 409 without a school */
export async function listReminderSteps(ctx: Ctx) {
  const { db, reach } = ctx;
  const escolaId = decidingSchool(ctx);
  const [steps, sums, off] = await Promise.all([
    readSteps(db, escolaId),
    sumsOf(ctx),
    db
      .selectFrom('notice_kinds_off')
      .select('kind')
      .where('escola_id', '=', escolaId)
      .where('kind', '=', 'parcela_lembrete')
      .executeTakeFirst(),
  ]);
  const pode_mudar = reach.units === null;
  const items = steps
    .toSorted((a, b) => a.dias - b.dias)
    .map(({ passo, dias, ligado, texto }) => ({
      ...{ id: passo, dias, ligado, texto, padrao: defaultReminders[passo] ?? '', pode_mudar },
      ...(sums.get(passo) ?? { enviados: 0, pagas: 0, pago_centavos: 0 }),
    }));
  return { items, total: items.length, next: null, dias: DAYS_SHOWN, prazo: DAYS_TO_PAY, desligado: off !== undefined };
}

/**
 * Changes a step of the reader's school. A step that is switched on or moved is not sent for bills that fell due before today.
 *
 * @throws Refusal 409 without a school, 422 for the days of another step, and for a text with an unknown variable
 */
export async function updateReminderStep(
  ctx: Ctx,
  { id, dias, ligado, texto }: { id: number; dias: number; ligado: boolean; texto?: string | null | undefined },
) {
  const escolaId = decidingSchool(ctx);
  const wrong = [...(texto ?? '').matchAll(/\{([^}]*)\}?/g)].find(
    ([whole, name = '']) => !whole.endsWith('}') || !(REMINDER_VALUES as readonly string[]).includes(name),
  );
  if (wrong) throw invalid(reminderMessages.unknownValue, { texto: reminderMessages.unknownValue });
  await ctx.db.transaction().execute(async (tx) => {
    await locked(tx, tx.selectFrom('schools').select('id').where('id', '=', escolaId), 'update').execute();
    const steps = await readSteps(tx, escolaId);
    if (steps.some((step) => step.passo !== id && step.dias === dias)) {
      throw invalid(reminderMessages.sameDay, { dias: reminderMessages.sameDay });
    }
    const before = steps.find(({ passo }) => passo === id);
    const isNew = ligado && (!before?.ligado || before.dias !== dias);
    const desde = isNew ? dayIn(ctx.session.timeZone, ctx.now()) : before?.desde;
    const step: ReminderStep = { ...{ passo: id, dias, ligado, texto: texto ?? null }, ...(desde && { desde }) };
    await tx
      .updateTable('schools')
      .set({ lembretes: JSON.stringify(steps.map((each) => (each.passo === id ? step : each))) })
      .where('id', '=', escolaId)
      .execute();
    await audit({ ...ctx, db: tx }, 'reminder-step', `school:${escolaId}`, {
      antes: before && logged(before),
      depois: logged(step),
    });
  });
  return { detail: reminderMessages.saved };
}

const logged = ({ passo, dias, ligado, texto }: ReminderStep) => ({
  ...{ lembrete: stepName(dias), ligado, texto: texto ?? defaultReminders[passo] ?? null },
});

const readSteps = async (db: Db, id: number) =>
  stepsOf((await db.selectFrom('schools').select('lembretes').where('id', '=', id).executeTakeFirst())?.lembretes);

/** By step: the reminders of the last days, and the bills paid soon after, each attributed to the last reminder before. */
async function sumsOf({ database, reach, now }: Ctx) {
  const isLast = sql`parcelas.pago_em >= sent.created_at and not exists (select 1 from bill_reminders as later
    where later.parcela_id = sent.parcela_id and later.passo is not null
      and later.created_at > sent.created_at and later.created_at <= parcelas.pago_em)`;
  const rows = await unitBills(database.longReads)
    .clearSelect()
    .innerJoin('bill_reminders as sent', 'sent.parcela_id', 'parcelas.id')
    .select('sent.passo')
    .select(sql<string>`substr(sent.created_at, 1, 10)`.as('dia'))
    .select(sql<string | null>`substr(parcelas.pago_em, 1, 10)`.as('pago_dia'))
    .select(({ fn }) => fn.countAll<number | string>().as('enviados'))
    .select(sql<number | string>`sum(case when ${isLast} then 1 else 0 end)`.as('pagas'))
    .select(
      sql<number | string>`sum(case when ${isLast} then coalesce(charge_items.valor_centavos, 0) else 0 end)`.as(
        'pago_centavos',
      ),
    )
    .where('sent.created_at', '>=', new Date(now().getTime() - DAYS_SHOWN * DAY_MS).toISOString())
    .where('sent.passo', 'is not', null)
    .$call(within(reach))
    .groupBy(['sent.passo', sql`substr(sent.created_at, 1, 10)`, sql`substr(parcelas.pago_em, 1, 10)`])
    .execute();
  const sums = new Map<number, { enviados: number; pagas: number; pago_centavos: number }>();
  for (const { passo, dia, pago_dia, ...row } of rows) {
    const sum = sums.get(passo ?? 0) ?? { enviados: 0, pagas: 0, pago_centavos: 0 };
    sum.enviados += Number(row.enviados);
    if (pago_dia !== null && daysUntil(dia, pago_dia) <= DAYS_TO_PAY) {
      sum.pagas += Number(row.pagas);
      sum.pago_centavos += Number(row.pago_centavos);
    }
    sums.set(passo ?? 0, sum);
  }
  return sums;
}
