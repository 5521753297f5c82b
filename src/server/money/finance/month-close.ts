import { sql } from 'kysely';
import type { PaymentMethod } from '#lib/contract/finance.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { addMonths, endOfMonth, shiftDay } from '#lib/rules/time/days.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { financeMessages } from '#lib/words/finance.ts';
import { onePage } from '../../core/db/keyset.ts';
import { audit } from '../../core/http/audit.ts';
import { csv, csvFile } from '../../core/http/csv.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { notFound } from '../../core/http/refusal.ts';
import { refundBill } from './book-return.ts';
import { COUNTER } from './counter.ts';
import { unitsOf } from './school-bills.ts';
import { reais } from './statement.ts';

interface CloseQuery {
  mes: string;
  unidade?: number | undefined;
  /** Only payments and refunds at the counter on this day. */
  dia?: string | undefined;
}

/** One movement of the ledger; negative for a refund. */
export interface Movement {
  dia: string;
  em: string;
  unit: number;
  unidade: string;
  aluno: string;
  descricao: string;
  forma: PaymentMethod | null;
  centavos: number;
  /** The charge that moved the money; null for a payment imported by the school. */
  txid: string | null;
  parcela_id: number;
  /** `balcao`: paid at the counter. */
  provider: string | null;
  /** The clerk who received it at the counter; null for a refund, and if unknown. */
  quem: string | null;
}

type Line = Pick<Movement, 'dia' | 'forma'> & {
  unidade: { id: number; nome: string };
  recebimentos: number;
  recebido_centavos: number;
  devolvido_centavos: number;
};

/** The number of months in the menu; older ones by their address. */
const MONTHS = 24;

/** Sums of a month by day, unit and way. @throws Refusal 403, 404 for a unit out of reach */
export async function listMonthClose(ctx: Ctx, { mes: requested, unidade }: Partial<CloseQuery>) {
  const month = dayIn(ctx.session.timeZone, ctx.now()).slice(0, 'yyyy-mm'.length);
  const mes = requested ?? month;
  const { movements, unidades, pending } = await movementsOf(ctx, { mes, unidade });
  const lines = new Map<string, Line>();
  for (const { dia, unit, unidade, forma, centavos } of movements) {
    const key = `${dia}/${unit}/${forma}`;
    const empty = { dia, unidade: { id: unit, nome: unidade }, forma, recebimentos: 0 };
    const line = lines.get(key) ?? { ...empty, recebido_centavos: 0, devolvido_centavos: 0 };
    lines.set(key, line);
    if (centavos >= 0) {
      line.recebimentos += 1;
      line.recebido_centavos += centavos;
    } else line.devolvido_centavos -= centavos;
  }
  const items = numbered([...lines.values()]);
  const sum = (name: 'recebido_centavos' | 'devolvido_centavos') =>
    items.reduce((total, line) => total + line[name], 0);
  const months = Array.from({ length: MONTHS }, (_, ago) => addMonths(`${month}-01`, -ago).slice(0, month.length));
  return {
    mes,
    meses: [...new Set([...months, mes])],
    ...onePage(items),
    unidades,
    recebido_centavos: sum('recebido_centavos'),
    devolvido_centavos: sum('devolvido_centavos'),
    /** Refunds requested in the month that are not sent yet. */
    a_devolver_centavos: pending,
  };
}

/** Payments and refunds at the counter on a day, with the clerk. @throws Refusal 403, 404 for a unit out of reach */
export async function listCashOfDay(ctx: Ctx, { dia: requested, unidade }: { dia?: string; unidade?: number }) {
  const hoje = dayIn(ctx.session.timeZone, ctx.now());
  const dia = requested ?? hoje;
  const { movements, unidades } = await movementsOf(ctx, { mes: dia.slice(0, 'yyyy-mm'.length), dia, unidade });
  return {
    dia,
    hoje,
    ...onePage(numbered(movements.map(({ txid: _reference, provider: _counter, ...each }) => each))),
    unidades,
  };
}

/** Adds row numbers as ids. */
const numbered = <Row>(rows: readonly Row[]) => rows.map((row, at) => ({ id: at + 1, ...row }));

/** Every movement of a month, or of the counter on a day, in the reach, sorted. A day is that of the unit. */
async function movementsOf(ctx: Ctx, { mes, dia, unidade }: CloseQuery) {
  const { reach, config, database } = ctx;
  const all = await unitsOf(ctx.db, reach, config, ctx.now());
  const units = unidade === undefined ? all : all.filter(({ id }) => id === unidade);
  if (units.length === 0) throw notFound('Não encontramos esta unidade entre as suas.');
  const span: Span = dia ? [shiftDay(dia, -1), shiftDay(dia, 2)] : instantsOf(mes);
  const ids = units.map(({ id }) => id);
  const db = database.longReads;
  const [charged, brought, refunded] = await Promise.all([
    chargedIn(db, span, ids),
    broughtIn(db, span, ids),
    refundedIn(db, span, ids),
  ]);
  const done = refunded.filter(({ em }) => em !== null);
  // A bill of zero moved no money.
  const rows = [...charged, ...brought, ...done].filter(({ centavos }) => centavos !== 0);
  const movements = rows
    .map(({ timezone, em, ...row }): Movement => {
      const at = em ?? '';
      return { ...row, em: at, dia: dayIn(zoneOr(timezone, config.SCHOOL_TIME_ZONE), new Date(at)) };
    })
    .filter((each) => each.dia.startsWith(dia ?? mes) && (!dia || each.provider === COUNTER))
    .sort((a, b) => a.em.localeCompare(b.em) || a.unit - b.unit);
  const pending = refunded.filter(({ em }) => em === null).reduce((sum, { centavos }) => sum - centavos, 0);
  return { movements, unidades: all.map(({ id, nome }) => ({ id, nome })), pending };
}

type Span = readonly [first: string, last: string];

/** The span of a month in any zone: one more day on both sides. */
const instantsOf = (mes: string): Span => [shiftDay(`${mes}-01`, -1), shiftDay(endOfMonth(`${mes}-01`), 2)];

type Reader = Ctx['database']['longReads'];
const unitColumns = ['companies.id as unit', 'companies.nome as unidade', 'companies.timezone'] as const;

/** Payments by charges, in the portal and at the counter, also for bills that were paid twice. */
const chargedIn = (db: Reader, [first, last]: Span, units: readonly number[]) =>
  db
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .innerJoin('parcelas', 'parcelas.id', 'charge_items.parcela_id')
    .innerJoin('users', 'users.id', 'parcelas.user_id')
    .innerJoin('companies', 'companies.id', 'parcelas.company_id')
    .leftJoin('users as clerks', 'clerks.id', 'charges.recebida_por')
    .select(['parcelas.id as parcela_id', 'charges.provider', 'clerks.full_name as quem'])
    .select([
      'charges.pago_em as em',
      'charges.forma',
      'charges.txid',
      'users.full_name as aluno',
      'parcelas.descricao',
    ])
    .select('charge_items.valor_centavos as centavos')
    .select(unitColumns)
    .where('charges.status', '=', 'paga')
    // Without bills that got no part of their charge's money.
    .where('charge_items.valor_centavos', '>', 0)
    .where('charges.pago_em', '>=', first)
    .where('charges.pago_em', '<', last)
    .where('companies.id', 'in', units)
    .execute();

/** Payments imported by the school. */
const broughtIn = (db: Reader, [first, last]: Span, units: readonly number[]) =>
  db
    .selectFrom('parcelas')
    .innerJoin('users', 'users.id', 'parcelas.user_id')
    .innerJoin('companies', 'companies.id', 'parcelas.company_id')
    .select(['parcelas.pago_em as em', 'parcelas.forma', 'users.full_name as aluno', 'parcelas.descricao'])
    .select('parcelas.id as parcela_id')
    .select([sql<null>`null`.as('txid'), sql<null>`null`.as('provider'), sql<null>`null`.as('quem')])
    .select(
      sql<number>`parcelas.valor_centavos - parcelas.desconto_centavos - parcelas.credito_centavos
        - parcelas.abatimento_centavos - parcelas.pago_parcial_centavos + parcelas.multa_centavos + parcelas.juros_centavos`.as(
        'centavos',
      ),
    )
    .select(unitColumns)
    .where('parcelas.status', '=', 'paga')
    .where('parcelas.charge_id', 'is', null)
    .where('parcelas.pago_em', '>=', first)
    .where('parcelas.pago_em', '<', last)
    .where('companies.id', 'in', units)
    .execute();

/** Refunds sent in the span, and refunds requested in it but not sent yet. */
const refundedIn = (db: Reader, [first, last]: Span, units: readonly number[]) =>
  db
    .selectFrom('refunds')
    .innerJoin('charges', 'charges.id', 'refunds.charge_id')
    .innerJoin('parcelas', (join) => join.on('parcelas.id', '=', refundBill))
    .innerJoin('users', 'users.id', 'parcelas.user_id')
    .innerJoin('companies', 'companies.id', 'parcelas.company_id')
    .select(['refunds.feita_em as em', 'charges.forma', 'charges.txid', 'users.full_name as aluno'])
    .select(['parcelas.descricao', 'parcelas.id as parcela_id', 'charges.provider'])
    .select(sql<null>`null`.as('quem'))
    .select(sql<number>`-refunds.valor_centavos`.as('centavos'))
    .select(unitColumns)
    .where(({ or, and, eb }) =>
      or([
        and([eb('refunds.feita_em', '>=', first), eb('refunds.feita_em', '<', last)]),
        and([
          eb('refunds.status', '=', 'pedida'),
          eb('refunds.created_at', '>=', first),
          eb('refunds.created_at', '<', last),
        ]),
      ]),
    )
    .where('companies.id', 'in', units)
    .execute();

const HEAD = ['Dia', 'Unidade', 'Aluno', 'Descrição', 'Forma', 'Valor (R$)', 'Referência', 'Quem recebeu'];

/** Each payment and refund of a month, or of the counter on a day, for Brazilian spreadsheets. The download is logged. */
export async function downloadMonthClose(ctx: Ctx, query: CloseQuery): Promise<FileAnswer> {
  const { movements } = await movementsOf(ctx, query);
  const rows = movements.map((each) => [
    formatDay(each.dia),
    each.unidade,
    each.aluno,
    each.centavos < 0 ? `${financeMessages.kinds.devolucao}: ${each.descricao}` : each.descricao,
    each.forma ? (financeMessages.methods[each.forma] ?? each.forma) : '',
    reais(each.centavos),
    each.txid ?? '',
    each.quem ?? '',
  ]);
  await audit(ctx, 'finance-export', `month:${query.mes}`, { depois: { lancamentos: rows.length } });
  return csvFile(query.dia ? `caixa-${query.dia}` : `fechamento-${query.mes}`, csv([HEAD, ...rows]));
}
