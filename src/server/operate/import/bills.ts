import type { Selectable } from 'kysely';
import { formatDate } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { nameKey } from '#lib/format/text.ts';
import { farDueDay, isDueDay } from '#lib/rules/finance/due-day.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { giveDiscountsBack } from '../../club/place-discounts.ts';
import { forgetPlans } from '../../core/db/many-people.ts';
import { inUnit } from '../../core/db/people.ts';
import { isPaidOfNothing, openAgain } from '../../money/finance/costless-bills.ts';
import { OWN_CONTRACT } from '../../money/finance/open-bill.ts';
import { endOtherCodes } from '../../money/finance/pix.ts';
import type { Schema } from '../../tables.ts';
import * as cells from './cells.ts';
import { fieldsOf, key, optional, type RowOf, required, valuesOf } from './column.ts';
import { defined, kind, portions, type Row, type Task, withoutRepeats } from './import.ts';
import { numberColumn, studentsOf, type Unit, unitColumn, unitsOf } from './look-up.ts';
import { changesOf, differences, type Fields, firstSaid, mergeRow, noteConflict, type Value } from './merge.ts';
import { markTally } from './tally.ts';

const count = cells.whole(1, 999);
const states = cells.oneOf(['aberta', 'paga', 'cancelada']);
const forms = cells.oneOf(['pix', 'cartao', 'boleto', 'dinheiro', 'maquina', 'transferencia']);

const columns = {
  unidade: unitColumn,
  matricula: numberColumn,
  contrato: required('contratos.descricao', cells.text(120), 'Curso de inglês 2027', 'nome do contrato, curso, plano'),
  numero: key('parcelas.numero', count, '1', 'nº da parcela, número da parcela, parcela'),
  total: key('parcelas.total', count, '12', 'total de parcelas, quantidade de parcelas, qtd parcelas'),
  descricao: optional(
    'parcelas.descricao',
    cells.text(120),
    'Mensalidade de janeiro',
    'histórico, descrição da parcela',
  ),
  vencimento: required('parcelas.vencimento', cells.day, '10/01/2027', 'data de vencimento, dt vencimento, vence em'),
  valor: required('parcelas.valor_centavos', cells.money, '389,90', 'valor da parcela, valor original, vlr parcela'),
  desconto: optional('parcelas.desconto_centavos', cells.money, '20,00', 'valor do desconto, desconto pontualidade'),
  // The portal changes it: `reconcileCredit`.
  credito: { ...optional('parcelas.credito_centavos', cells.money, '0,00', 'crédito do clube'), isKey: true as const },
  parcelas_max: optional('parcelas.parcelas_max', cells.whole(1, 24), '1', 'máximo de vezes, parcelas no cartão'),
  situacao: {
    ...optional('parcelas.status', states, 'aberta', 'status, estado da parcela'),
    words: (status: string) => status.replaceAll('_', ' '),
  },
  pago_em: {
    ...optional('parcelas.pago_em', cells.day, '', 'data do pagamento, data de pagamento, pagamento'),
    with: 'status',
  },
  forma: {
    ...optional('parcelas.forma', forms, '', 'forma de pagamento, forma de pagto, meio de pagamento'),
    with: 'status',
  },
};
type Sent = Row<RowOf<typeof columns>>;
type BillRow = Sent & { unit: Unit; user_id: number };

/** Bills with their contracts. A bill that was paid here, or is being paid, is not changed, and reported. */
export const bills = kind({
  columns,
  async write(task, rows) {
    const once = withoutRepeats(
      task,
      await place(task, rows),
      (row) => `${row.user_id}/${nameKey(row.contrato)}/${row.numero}`,
    );
    const contractOf = await contractsOf(task, once);
    for await (const some of portions(once, 200)) {
      await forgetPlans(task.tx);
      await writeSome(task, some, contractOf);
      task.done(some.length);
    }
  },
  async exported(db, pick) {
    const query = db
      .selectFrom('parcelas')
      .innerJoin('contratos', 'contratos.id', 'parcelas.contrato_id')
      .innerJoin('users', 'users.id', 'parcelas.user_id')
      .$call(inUnit)
      .selectAll('parcelas')
      .select('companies.timezone')
      .where('contratos.origem', '=', 'curso')
      .where('parcelas.status', '<>', 'em_processamento');
    const rows = await pick(query.orderBy('parcelas.id'));
    return rows.map((row) => {
      const { status, pago_em } = isPaidOfNothing(row) ? openAgain : row;
      const situacao = status === 'em_processamento' ? null : status;
      return { ...row, situacao, pago_em: pago_em && dayIn(row.timezone, new Date(pago_em)) };
    });
  },
});

async function place(task: Task, rows: Sent[]): Promise<BillRow[]> {
  const unitOf = await unitsOf(task);
  const studentOf = await studentsOf(
    task,
    rows.map(({ matricula }) => matricula),
  );
  return rows.flatMap((row) => {
    const unit = unitOf(row);
    const user_id = unit && studentOf(unit, row);
    if (row.numero > row.total) task.fault(row.line, 'O número passa do total de parcelas.', 'numero');
    if (unit) checkDays(task, row, unit);
    return unit && user_id ? [{ ...row, unit, user_id }] : [];
  });
}

/** Checks that the days are plausible, and that a payment is not in the future. */
function checkDays({ fault, at }: Task, row: Sent, unit: Unit): void {
  const today = dayIn(unit.timezone, at);
  if (!isDueDay(row.vencimento, today)) fault(row.line, farDueDay, 'vencimento');
  const paid = row.pago_em ?? today;
  if (paid > today) fault(row.line, 'Esse dia ainda não chegou: confira a data do pagamento.', 'pago_em');
  else if (!isDueDay(paid, today)) fault(row.line, farDueDay, 'pago_em');
}

type ContractOf = (row: BillRow) => number;

/** Contracts by student and description; a new one spans the days of its bills. */
async function contractsOf({ tx }: Task, rows: BillRow[]): Promise<ContractOf> {
  const keyOf = (userId: number, descricao: string) => `${userId}/${nameKey(descricao)}`;
  const known = new Map<string, number>();
  for await (const some of portions([...new Set(rows.map(({ user_id }) => user_id))])) {
    const found = await tx
      .selectFrom('contratos')
      .select(['id', 'user_id', 'descricao'])
      .where('user_id', 'in', some)
      .where('origem', '=', 'curso')
      .execute();
    for (const { id, user_id, descricao } of found) known.set(keyOf(user_id, descricao), id);
  }
  const spans = new Map<string, { row: BillRow; days: string[] }>();
  for (const row of rows) {
    const key = keyOf(row.user_id, row.contrato);
    if (known.has(key)) continue;
    const { days = [] } = spans.get(key) ?? {};
    spans.set(key, { row, days: [...days, row.vencimento].toSorted() });
  }
  for await (const some of portions([...spans.values()])) {
    const made = await tx
      .insertInto('contratos')
      .values(
        some.map(({ row, days }) => ({
          user_id: row.user_id,
          descricao: row.contrato,
          inicio: days[0] ?? row.vencimento,
          fim: days.at(-1) ?? row.vencimento,
          responsavel: OWN_CONTRACT,
        })),
      )
      .returning(['id', 'user_id', 'descricao'])
      .execute();
    for (const { id, user_id, descricao } of made) known.set(keyOf(user_id, descricao), id);
  }
  return (row) => known.get(keyOf(row.user_id, row.contrato)) ?? 0;
}

type Bill = Selectable<Schema['parcelas']>;

const fields: Fields<Bill> = {
  ...fieldsOf(columns, 'parcelas'),
  competencia: { column: 'vencimento', with: 'vencimento' },
};
/** With the day of a payment as the unit's clock has it. */
const fieldsAt = ({ timezone }: Unit): Fields<Bill> => ({
  ...fields,
  pago_em: { column: 'pago_em', with: 'status', words: (instant: string) => formatDate(instant, timezone) },
});

async function writeSome(task: Task, rows: BillRow[], contractOf: ContractOf): Promise<void> {
  const { tx } = task;
  const known = await tx.selectFrom('parcelas').selectAll().where('contrato_id', 'in', rows.map(contractOf)).execute();
  const before = new Map(known.map((each) => [`${each.contrato_id}/${each.numero}`, each]));
  const fresh = [];
  for (const row of rows) {
    const bill = before.get(`${contractOf(row)}/${row.numero}`);
    if (bill && task.reach.units?.includes(bill.company_id ?? row.unit.id) === false)
      task.fault(row.line, FOREIGN_BILL, 'contrato');
    else if (bill) await change(task, row, bill);
    else {
      const made = { ...emptyBill(row), ...defined(valuesIn(row)) };
      checkWhole(task, row, made);
      if (row.credito && made.status !== 'paga') task.keep(row.line, OTHER_CREDIT);
      const own = { contrato_id: contractOf(row), user_id: row.user_id, company_id: row.unit.id };
      fresh.push({ ...made, ...own, imported: firstSaid<Bill>(fields, made, task) });
    }
  }
  if (fresh.length > 0) await tx.insertInto('parcelas').values(fresh).execute();
  task.tally.added += fresh.length;
}

/**
 * Writes the changes of a row. A bill for which the portal received money is not changed, and reported. A bill that was settled
 * because its amount was zero is reopened for a row; if it is still zero, it is settled again.
 */
async function change(task: Task, row: BillRow, stored: Bill): Promise<void> {
  const isOfNothing = isPaidOfNothing(stored);
  const known = isOfNothing ? { ...stored, ...openAgain } : stored;
  const said = valuesIn(row);
  // A table has only the day, so the time of the same day stays.
  if (known.pago_em && row.pago_em === dayIn(row.unit.timezone, new Date(known.pago_em))) said.pago_em = known.pago_em;
  if (isHeldHere(known)) return keepHeld(task, row, known, said);
  const countAgain = markTally(task.tally);
  const times = { changedAt: changesOf(known, said) && (await changedHere(task, row, known)) };
  const isOpening = known.status === 'paga' && said.status !== undefined && said.status !== 'paga';
  const whole = isOpening ? { forma: null, pago_em: null, ...defined(said) } : said;
  const { taken, ...word } = mergeRow(task, row, known, whole, fieldsAt(row.unit), times);
  const bill = await reconcileCredit(task, row, known, taken.status === 'paga');
  checkWhole(task, row, { ...bill, ...taken });
  const changed = differences(task, bill, taken);
  if (!changed && !word.imported) return;
  const written = await task.tx
    .updateTable('parcelas')
    .set({ ...(isOfNothing && changed && openAgain), ...changed, ...word })
    .where('id', '=', bill.id)
    // It may have been changed meanwhile: a payment in progress, a discount, or an edit in the panel.
    .where('charge_id', 'is', null)
    .where('credito_centavos', '=', bill.credito_centavos)
    .where('status', '=', stored.status)
    .where('vencimento', '=', bill.vencimento)
    .returning('id')
    .executeTakeFirst();
  if (!written) {
    countAgain();
    const now = task.tx.selectFrom('parcelas').selectAll().where('id', '=', bill.id);
    return change(task, row, await now.executeTakeFirstOrThrow());
  }
  if (changed && amounts.some((name) => changed[name] !== undefined)) await endOtherCodes(task.tx, null, [bill.id]);
}

/** The portal knows whether it was paid, so the whole bill stays unchanged. */
function keepHeld(task: Task, { line, unit }: BillRow, known: Bill, said: Partial<Bill>): void {
  const other = changesOf(known, said);
  if (!other) {
    task.tally.same += 1;
    return;
  }
  task.keep(line, PRESERVED);
  const shown = fieldsAt(unit);
  for (const [name, file] of Object.entries(other) as [keyof Bill, Value][]) {
    const field = shown[name];
    if (field) noteConflict(task, line, field, 'pago', { here: known[name], file });
  }
}

/**
 * When the office last changed a bill in the panel, if the row has the time of the other system's change. A bill that was
 * replaced by others is never reopened.
 */
async function changedHere({ tx }: Task, { alterado_em }: BillRow, bill: Bill): Promise<string | null> {
  if (alterado_em === undefined || bill.novo_contrato_id !== null) return null;
  const { last } = await tx
    .selectFrom('audit_log')
    .select(({ fn }) => fn.max('at').as('last'))
    .where('about_user_id', '=', bill.user_id)
    .where('target', '=', `bill:${bill.id}`)
    .executeTakeFirstOrThrow();
  return last;
}

/** Fields whose change invalidates pending payment codes. */
const amounts = ['status', 'valor_centavos', 'desconto_centavos', 'vencimento'] as const;

/**
 * An import cannot change the club's discount. A paid row has the discount that was used in `credito`; without it the full amount
 * was paid, and the discount waits for another bill.
 *
 * @param isPaid whether the row says that it is paid, if that applies. @returns the bill afterwards.
 */
async function reconcileCredit(task: Task, { line, credito }: BillRow, bill: Bill, isPaid: boolean): Promise<Bill> {
  const { status, credito_centavos: credit } = bill;
  if (isPaid && status !== 'paga') {
    if (credito !== undefined && credito !== 0 && credito !== credit) {
      const text = `O clube desconta ${formatMoney(credit)} desta parcela: escreva este valor, ou 0 se foi paga sem ele.`;
      task.fault(line, text, 'credito');
    }
    if (credito || credit === 0) return bill;
    return { ...bill, credito_centavos: credit - (await giveDiscountsBack(task.tx, bill.id)) };
  }
  if (credito !== undefined && credito !== credit) task.keep(line, OTHER_CREDIT);
  return bill;
}

/** A bill stays with the unit that sold the course when the student moves. */
const FOREIGN_BILL = 'Esta parcela é de uma unidade que não está no seu acesso.';
const PRESERVED = 'pagas no portal, mantidas';
const OTHER_CREDIT = 'com outro crédito do clube, que só o portal muda';
const isHeldHere = ({ charge_id, status, pago_parcial_centavos }: Bill) =>
  charge_id !== null || status === 'em_processamento' || pago_parcial_centavos > 0;

/** The values of a new bill that its row leaves out. */
const emptyBill = ({ numero, total, vencimento, valor, situacao, credito = 0 }: BillRow) => ({
  descricao: `Mensalidade ${numero} de ${total}`,
  numero,
  total,
  competencia: vencimento.slice(0, 7),
  vencimento,
  valor_centavos: valor,
  desconto_centavos: 0,
  // The club's discount of a bill that was paid before the import.
  credito_centavos: situacao === 'paga' ? credito : 0,
  multa_centavos: 0,
  juros_centavos: 0,
  parcelas_max: 1,
  status: 'aberta' as const,
  forma: null,
  pago_em: null,
});

/** Checks the bill with its new values. */
function checkWhole(
  { fault }: Task,
  row: BillRow,
  { status, forma, pago_em, valor_centavos, desconto_centavos, credito_centavos, abatimento_centavos = 0 }: Whole,
): void {
  const discounted = credito_centavos + abatimento_centavos;
  if (desconto_centavos > valor_centavos) fault(row.line, 'O desconto passa do valor.', 'desconto');
  else if (discounted > 0 && status !== 'cancelada' && desconto_centavos + discounted >= valor_centavos) {
    const left = 'não sobra nada a pagar. Se for isso mesmo, recuse antes o pedido de desconto no painel do clube.';
    const who = credito_centavos > 0 ? 'O clube' : 'A escola';
    fault(row.line, `${who} já desconta ${formatMoney(discounted)} desta parcela: ${left}`, 'valor');
  }
  if (status === 'paga' && !(pago_em && forma)) fault(row.line, 'Diga quando e como foi paga.', 'pago_em');
  if (status !== 'paga' && (pago_em || forma)) fault(row.line, 'Só uma parcela paga tem data e forma.', 'situacao');
}
type Whole = Pick<Bill, 'status' | 'forma' | 'pago_em' | 'valor_centavos' | 'desconto_centavos' | 'credito_centavos'> &
  Partial<Pick<Bill, 'abatimento_centavos'>>;

/** The values of a row for its bill. */
const valuesIn = (row: BillRow): Partial<Bill> => ({
  ...valuesOf(columns, row, 'parcelas'),
  total: row.total,
  competencia: row.vencimento.slice(0, 7),
  pago_em: row.pago_em && instantIn(row.unit.timezone, row.pago_em, '12:00'),
});
