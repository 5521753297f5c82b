import { routes } from '#lib/routes.ts';
import { isMinor } from '#lib/rules/account/birth-date.ts';
import { daysLeft, MAX_DAYS_LATE, stepOn, stepsOf } from '#lib/rules/finance/reminder-steps.ts';
import { afterQuiet, DEFAULT_QUIET, quietFrom } from '#lib/rules/inbox/quiet-hours.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { defaultReminders } from '#lib/words/finance-reminders.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { quietHoursOf } from '../../messages/devices/quiet-hours.ts';
import { notifyPayers, type PayerEvent } from '../../messages/inbox/guardian.ts';
import { guardianAccounts, namedGuardians } from '../../messages/inbox/guardian-accounts.ts';
import { isAfter, isSwitchedOn, lookForEvents, type Source, type Span } from '../../messages/inbox/look.ts';
import { methodsOf, providersOf } from './accounts.ts';
import { amountDue, lateFeeBasesOf, payableUntil } from './amount-due.ts';
import { isWorkDay, nationalCalendar } from './bank-days.ts';
import { billsWithOwner, forPayer } from './bill-notices.ts';
import { REMINDER_KIND as KIND, reminderOfDay } from './end-reminders.ts';
import { openBoletos, openDebits, presentDebit } from './live-boletos.ts';
import { holdBills, type ParcelaRow } from './queries.ts';

const AT_ONCE = 100;
/** A due day moves by at most this many non-banking days. */
const MOVED_DAYS = 10;
/** By then the bank has reported a boleto that was paid on its last day. */
const BOLETO_DAYS = 3;

/**
 * Reminds payers of bills by the steps of their school: once for each step, at most one message a day, on working days and in the
 * daytime.
 */
export const remindOfBills = async (school: School): Promise<void> => lookForEvents(school, source);

interface Reminder extends PayerEvent<typeof KIND> {
  bills: readonly { id: number; vencimento: string; passo: number; dias: number }[];
}

const source: Source<Reminder> = {
  kind: KIND,
  overlapMs: (MAX_DAYS_LATE + 1) * DAY_MS,
  atOnce: AT_ONCE,
  next: async (school, { until }, place) => {
    const { db } = school;
    // No scan of all bills on a day without reminders.
    if (!(await isWorkDaySomewhere(school, new Date(until)))) return [];
    const schools = await db.selectFrom('schools').select('lembretes').execute();
    const days = schools.flatMap(({ lembretes }) =>
      stepsOf(lembretes).flatMap(({ ligado, dias }) => (ligado ? dias : [])),
    );
    if (days.length === 0) return [];
    // The day differs by time zone: one more day on both sides, and `find` decides.
    const today = dayIn('UTC', new Date(until));
    return db
      .selectFrom('parcelas')
      .select(['id', 'vencimento as at'])
      .where('status', '=', 'aberta')
      .where('vencimento', '>=', shiftDay(today, -Math.max(...days) - MAX_DAYS_LATE - MOVED_DAYS - 1))
      .where('vencimento', '<=', shiftDay(today, 1 - Math.min(...days)))
      .where('pedido_id', 'is', null)
      .where('cambio_id', 'is', null)
      .where(isAfter('vencimento', 'id', place))
      .orderBy('vencimento')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
  },
  find: async (school, span, ids) => {
    const owners = await school.db.selectFrom('parcelas').select(['id', 'user_id']).where('id', 'in', ids).execute();
    const awakeUntil = await awakePeople(
      school,
      owners.map(({ user_id }) => user_id),
      new Date(span.until),
    );
    const awake = owners.flatMap(({ id, user_id }) => (awakeUntil.has(user_id) ? [id] : []));
    const found = await dueBills(school, span, 'parcelas.id', awake);
    // All of a person's reminders of today are one message, whichever scan finds them first.
    const people = [...new Set(found.map(({ row }) => row.user_id))];
    const all = await dueBills(school, span, 'parcelas.user_id', people);
    if (all.length === 0) return [];
    // A bill that the bank debits is included only if no other bill has to be paid.
    const byPerson = [...Map.groupBy(all, ({ row }) => row.user_id).values()].map((due) => {
      const toPay = due.filter(({ debit }) => !debit);
      return toPay.length > 0 ? toPay : due;
    });
    const [methodsFor, providerFor] = [await methodsOf(school), await providersOf(school)];
    const minors = byPerson.flatMap(([first]) =>
      first && isMinor(first.row.birth_date, first.today)
        ? [{ owner: { ...first.row, id: first.row.user_id }, today: first.today }]
        : [],
    );
    const accounts = await guardianAccounts(school.db, minors);
    // A linked account that is not the guardian's of the registration sees no bills: it gets the link.
    const payers = await namedGuardians(
      school.db,
      minors.map(({ owner }) => owner),
    );
    return Promise.all(
      byPerson.map(async (bills) => {
        const { user_id } = (bills[0] as DueBill).row;
        const account = accounts.get(user_id);
        const facts = {
          methodsFor,
          providerFor,
          paysAll: account !== undefined && account === payers.get(user_id)?.id,
        };
        return { ...(await reminderOf(school, bills, facts)), expiresAt: awakeUntil.get(user_id) ?? span.until };
      }),
    );
  },
  write: async (tx, at, events) => {
    // All at once and in a fixed order, as in a family's payment, so that two transactions never deadlock.
    const held = await holdBills(
      tx,
      null,
      events.flatMap(({ bills }) => bills.map(({ id }) => id)),
    );
    const open: Reminder[] = [];
    for (const event of events) if (await writeDown(tx, at, event, held)) open.push(event);
    await notifyPayers(tx, at, open);
  },
};

/** Whether it is a working day at any unit: neither Sunday nor a national holiday. */
async function isWorkDaySomewhere({ db, config }: School, at: Date): Promise<boolean> {
  const units = await db.selectFrom('companies').select('timezone').distinct().execute();
  return [null, ...units.map(({ timezone }) => timezone)].some((zone) =>
    isWorkDay(dayIn(zoneOr(zone, config.SCHOOL_TIME_ZONE), at), nationalCalendar),
  );
}

/** The bills among these, or of these people, that have reached a step. */
async function dueBills(
  school: School,
  { after, until }: Span,
  column: 'parcelas.id' | 'parcelas.user_id',
  ids: readonly number[],
) {
  if (ids.length === 0) return [];
  const at = new Date(until);
  const rows = await billsWithOwner(school)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .leftJoin('reminder_pauses as pause', 'pause.user_id', 'parcelas.user_id')
    .select(['schools.lembretes', 'pause.user_id as paused', 'pause.ate as paused_until'])
    .where(column, 'in', ids)
    .where('parcelas.status', '=', 'aberta')
    .where('parcelas.pedido_id', 'is', null)
    .where('parcelas.cambio_id', 'is', null)
    .where('users.is_blocked', '=', false)
    .where(isSwitchedOn(KIND, 'parcelas.user_id'))
    .execute();
  if (rows.length === 0) return [];
  const basisFor = await lateFeeBasesOf(school, school.db, rows, at);
  const sent = await sentOf(
    school.db,
    rows.map(({ user_id }) => user_id),
  );
  const boletos = await openBoletos(
    school.db,
    rows.map(({ id }) => id),
  );
  const debits = await openDebits(
    school.db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const basis = basisFor(row);
    const { today, calendar } = basis;
    const own = sent.filter(({ user_id }) => user_id === row.user_id);
    // At most one message a day, and none on the day on which the payer was notified of a change of the bill.
    if (!isWorkDay(today, calendar) || row.informed_on === today || own.some(({ dia }) => dia === today)) return [];
    const pagar_ate = payableUntil(row, calendar);
    const step = stepOn(
      stepsOf(row.lembretes),
      {
        ...{ vencimento: row.vencimento, pagar_ate, prometida_para: row.prometida_para },
        enviados: own.flatMap((each) =>
          each.parcela_id === row.id && each.vencimento === row.vencimento ? [each.dias] : [],
        ),
        pausa: row.paused === null ? null : { ate: row.paused_until },
      },
      { today, since: dayIn(zoneOr(row.timezone, school.config.SCHOOL_TIME_ZONE), new Date(after)) },
    );
    const boleto = boletos.get(row.id)?.vence_em;
    const mayBePaid = boleto != null && boleto < today && boleto >= shiftDay(today, -BOLETO_DAYS);
    const { total } = amountDue(row, basis);
    const debit = debits.get(row.id);
    return step && total > 0 && !mayBePaid
      ? [{ row, step, today, total: debit?.valor_centavos ?? total, pagar_ate, debit }]
      : [];
  });
}

type DueBill = Awaited<ReturnType<typeof dueBills>>[number];

/** Reminders sent to these people about open bills. */
const sentOf = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('bill_reminders as sent')
    .innerJoin('parcelas', 'parcelas.id', 'sent.parcela_id')
    .select(['sent.parcela_id', 'sent.vencimento', 'sent.dias', 'sent.dia', 'parcelas.user_id'])
    .where('parcelas.user_id', 'in', [...new Set(userIds)])
    .execute();

/**
 * The people who have no quiet hours now. Without quiet hours the default ones apply.
 *
 * @returns until when today they may be reminded, an instant
 */
async function awakePeople(school: School, ids: readonly number[], at: Date): Promise<Map<number, string>> {
  const hours = await quietHoursOf(school, [...new Set(ids)]);
  const awake = new Map<number, string>();
  for (const [id, { zone, ...own }] of hours) {
    const quiet = own.de === own.ate ? DEFAULT_QUIET : own;
    if (afterQuiet(at, quiet, zone) !== at) continue;
    const midnight = instantIn(zone, shiftDay(dayIn(zone, at), 1), '00:00');
    const end = Math.min(quietFrom(at, quiet, zone).getTime(), Date.parse(midnight));
    awake.set(id, new Date(end).toISOString());
  }
  return awake;
}

interface PayingFacts {
  methodsFor: Awaited<ReturnType<typeof methodsOf>>;
  providerFor: Awaited<ReturnType<typeof providersOf>>;
  /** The minor's guardian has an account, in which all the bills can be paid. */
  paysAll: boolean;
}

/**
 * One message about all bills of which a person is reminded today. Bills of two receivers are paid separately. A link without an
 * account pays one bill, so the message asks for that one.
 */
async function reminderOf(
  school: School,
  due: readonly DueBill[],
  { methodsFor, providerFor, paysAll }: PayingFacts,
): Promise<Reminder> {
  const bills = due.toSorted((a, b) => a.row.vencimento.localeCompare(b.row.vencimento) || a.row.id - b.row.id);
  const [first] = bills as [DueBill];
  const { row, step, today } = first;
  const dias = daysLeft({ vencimento: row.vencimento, pagar_ate: first.pagar_ate }, today);
  const receivers = new Set(bills.map((each) => providerFor(each.row.company_id)?.name));
  const more = bills.length - 1;
  const params = {
    descricao: row.descricao,
    centavos: bills.reduce((sum, { total }) => sum + total, 0),
    vencimento: row.vencimento,
    dias,
    texto: step.texto ?? defaultReminders[step.passo] ?? '',
    formas: [...methodsFor(row)],
    ...(first.debit && { debito: presentDebit(first.debit) }),
    path: receivers.size > 1 ? routes.finance.home() : routes.finance.pay(bills.map((each) => each.row.id)),
  };
  const all = { ...params, ...(more > 0 && { parcelas: bills.length }) };
  const event = await forPayer(school, KIND, { row, today, params: all });
  const { de, path } = event.forGuardian;
  const firstAlone = { ...params, de, path, centavos: first.total, ...(more > 0 && { mais: more }) };
  return {
    ...event,
    about: reminderOfDay(row.user_id, today),
    forGuardian: paysAll ? { ...all, de } : firstAlone,
    isPressing: true,
    isMailed: step.dias > 0,
    bills: bills.map((each) => ({
      ...{ id: each.row.id, vencimento: each.row.vencimento, passo: each.step.passo, dias: each.step.dias },
    })),
  };
}

/** Records what is sent, unless a locked bill or its person has changed meanwhile: then the next scan finds it again. */
async function writeDown(
  tx: Db,
  at: Date,
  { userId, today: dia, bills }: Reminder,
  held: readonly ParcelaRow[],
): Promise<boolean> {
  const isAsFound = ({ id, vencimento }: Reminder['bills'][number]) =>
    held.some(
      (now) =>
        now.id === id &&
        now.user_id === userId &&
        now.status === 'aberta' &&
        now.vencimento === vencimento &&
        (now.prometida_para ?? '') < dia &&
        now.informed_on !== dia,
    );
  if (!bills.every(isAsFound)) return false;
  const person = await tx
    .selectFrom('users')
    .leftJoin('reminder_pauses', (join) =>
      join
        .onRef('reminder_pauses.user_id', '=', 'users.id')
        .on(({ or, eb }) => or([eb('reminder_pauses.ate', 'is', null), eb('reminder_pauses.ate', '>=', dia)])),
    )
    .select(['users.is_blocked', 'reminder_pauses.user_id as paused'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!person || person.is_blocked || person.paused !== null) return false;
  const known = (await sentOf(tx, [userId])).some(
    (each) =>
      each.dia === dia ||
      bills.some(
        ({ id, vencimento, dias }) => each.parcela_id === id && each.vencimento === vencimento && each.dias === dias,
      ),
  );
  if (known) return false;
  await tx
    .insertInto('bill_reminders')
    .values(bills.map(({ id, ...sent }) => ({ ...{ parcela_id: id, ...sent }, dia, created_at: at.toISOString() })))
    // A step that the school moved is sent once more, so the row records the last time.
    .onConflict((known) =>
      known.columns(['parcela_id', 'vencimento', 'passo']).doUpdateSet(({ ref }) => ({
        dias: ref('excluded.dias'),
        dia: ref('excluded.dia'),
        created_at: ref('excluded.created_at'),
      })),
    )
    .execute();
  return true;
}
