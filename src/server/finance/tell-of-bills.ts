import { sql } from 'kysely';
import { routes } from '#lib/routes.ts';
import { daysUntil, shiftDay } from '#lib/rules/time/days.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { withUnit } from '../db/people.ts';
import type { School } from '../http/ctx.ts';
import { isSwitchedOn, isUntold } from '../inbox/events/untold.ts';
import { type ForPayer, isMinor, notifyPayer } from '../inbox/guardian.ts';
import { passMark, spanOf } from '../inbox/marks.ts';
import type { NoticeParams } from '../inbox/texts.ts';
import { amountDue } from './amount-due.ts';
import { purposeOf } from './bill-kinds.ts';
import { usualTerms } from './late-fee.ts';
import { makeLink } from './payer.ts';

const AT_ONCE = 300;
const DAYS_BEFORE = 3;
const about = sql`cast(parcelas.id as text)`;

/** Tells people of instalments that are due within three days, by the calendar of their school: once each. */
export async function tellOfBillsDue(school: School): Promise<void> {
  const at = school.now();
  const span = await spanOf(school.db, 'parcela_em_3_dias', at, (DAYS_BEFORE + 1) * DAY_MS);
  let isDone = true;
  for (const timezone of await timezones(school)) {
    const rows = await billsDue(school, timezone, at, new Date(span.after));
    for (const row of rows) await tellOfDue(school, row, at);
    isDone &&= rows.length < AT_ONCE;
  }
  if (isDone) await passMark(school.db, 'parcela_em_3_dias', span.until);
}

/** The units' zones; null stands for people without a unit. */
async function timezones({ db }: School): Promise<(string | null)[]> {
  const rows = await db.selectFrom('companies').select('timezone').distinct().execute();
  return [null, ...rows.map(({ timezone }) => timezone)];
}

/** @param after bills that were within three days of their due day at this instant are old. */
function billsDue(school: School, timezone: string | null, at: Date, after: Date): Promise<Row[]> {
  const { today, zone } = schoolToday(school, timezone, at);
  const fresh = shiftDay(dayIn(zone, after), DAYS_BEFORE + 1);
  return bills(school)
    .where('companies.timezone', timezone === null ? 'is' : '=', timezone)
    .where('parcelas.status', '=', 'aberta')
    .where('parcelas.vencimento', '>=', fresh)
    .where('parcelas.vencimento', '>=', today)
    .where('parcelas.vencimento', '<=', shiftDay(today, DAYS_BEFORE))
    .where('parcelas.pedido_id', 'is', null)
    .where('parcelas.cambio_id', 'is', null)
    .where(isUntold('parcela_em_3_dias', 'parcelas.user_id', about))
    .where(isSwitchedOn('parcela_em_3_dias', 'parcelas.user_id'))
    .orderBy('parcelas.vencimento')
    .orderBy('parcelas.id')
    .limit(AT_ONCE)
    .execute();
}

async function tellOfDue(school: School, row: Row, at: Date): Promise<void> {
  const { today } = schoolToday(school, row.timezone, at);
  const { id, descricao, vencimento } = row;
  const dias = daysUntil(today, vencimento);
  const said = { descricao, centavos: totalOf(school, row, at), vencimento, dias };
  const path = routes.finance.pay(id);
  await tellPayer(school, row, at, { kind: 'parcela_em_3_dias', params: { ...said, path } });
}

/** Tells people of paid bills of any kind. A bank's word may come long after its payment. */
export async function tellOfBillsPaid(school: School): Promise<void> {
  const at = school.now();
  const { after, until } = await spanOf(school.db, 'parcela_paga', at, DAY_MS);
  const rows = await bills(school)
    .where('parcelas.pago_em', '>', after)
    .where('parcelas.pago_em', '<=', until)
    .where('parcelas.status', '=', 'paga')
    .where(isUntold('parcela_paga', 'parcelas.user_id', about))
    .where(isSwitchedOn('parcela_paga', 'parcelas.user_id'))
    .orderBy('parcelas.pago_em')
    .orderBy('parcelas.id')
    .limit(AT_ONCE)
    .execute();
  for (const row of rows) {
    const params = { descricao: row.descricao, centavos: totalOf(school, row, at), path: pageOf(school, row) };
    await tellPayer(school, row, at, { kind: 'parcela_paga', params });
  }
  if (rows.length < AT_ONCE) await passMark(school.db, 'parcela_paga', until);
}

const bills = ({ db }: School) =>
  db
    .selectFrom('parcelas')
    .innerJoin('users', 'users.id', 'parcelas.user_id')
    .$call(withUnit)
    .leftJoin('charge_items', (join) =>
      join
        .onRef('charge_items.charge_id', '=', 'parcelas.charge_id')
        .onRef('charge_items.parcela_id', '=', 'parcelas.id'),
    )
    .selectAll('parcelas')
    .select(['users.full_name', 'users.birth_date', 'users.guardian', 'companies.timezone'])
    .select(['companies.multa_bps', 'companies.juros_bps', 'companies.carencia_dias'])
    .select('charge_items.valor_centavos as cobrado_centavos')
    .select(['charge_items.multa_centavos as cobrado_multa', 'charge_items.juros_centavos as cobrado_juros']);

type Row = Awaited<ReturnType<ReturnType<typeof bills>['execute']>>[number];

type Told = { [Kind in ForPayer]: { kind: Kind; params: NoticeParams[Kind] } }[ForPayer];

/** The owner reads it in the portal. A guardian gets a link, since no account shows another person's bills. */
async function tellPayer(school: School, row: Row, at: Date, { kind, params }: Told): Promise<void> {
  const { id, user_id, full_name, birth_date, guardian, cambio_id } = row;
  const { today } = schoolToday(school, row.timezone, at);
  const owner = { id: user_id, birth_date, guardian };
  const isLinked = cambio_id === null && isMinor(owner, today);
  const path = isLinked ? routes.pay((await makeLink(school, id)).token) : routes.dashboard();
  await school.db
    .transaction()
    .execute((tx) =>
      notifyPayer(
        tx,
        at,
        { userId: user_id, kind, about: String(id), params },
        { owner, today, forGuardian: { ...params, de: full_name, path } },
      ),
    );
}

const totalOf = (school: School, row: Row, at: Date): number => {
  const { multa_bps, juros_bps, carencia_dias } = row;
  const hasTerms = multa_bps !== null && juros_bps !== null && carencia_dias !== null;
  const terms = hasTerms ? { multa_bps, juros_bps, carencia_dias } : usualTerms;
  return amountDue(row, { today: schoolToday(school, row.timezone, at).today, terms }).total;
};

function schoolToday({ config }: School, timezone: string | null, at: Date) {
  const zone = zoneOr(timezone, config.SCHOOL_TIME_ZONE);
  return { zone, today: dayIn(zone, at) };
}

function pageOf({ customers }: School, row: Row): string {
  const sold = purposeOf(row);
  return sold ? customers.bills[sold.kind].pageOf(sold.id) : routes.finance.home('pagas');
}
