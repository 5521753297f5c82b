import type { Selectable } from 'kysely';
import { z } from 'zod';
import { dayIn } from '#lib/registration.ts';
import { seedClock as schoolClock } from '../db/seed/clock.ts';
import type { Schema } from '../db/types.ts';
import { OWN_CONTRACT } from '../finance/open-bill.ts';
import { endOtherPix } from '../finance/settle-charge.ts';
import * as cells from './cells.ts';
import {
  changesOf,
  defined,
  differences,
  kind,
  portions,
  type Row,
  type Task,
  withoutRepeats,
} from './import-table.ts';
import { nameKey, studentsOf, type Unit, unitsOf } from './look-up.ts';

const BillRow = z.object({
  unidade: cells.optional(cells.text(120)),
  matricula: cells.text(20),
  contrato: cells.text(120),
  numero: cells.whole(1, 999),
  total: cells.whole(1, 999),
  descricao: cells.optional(cells.text(120)),
  vencimento: cells.day,
  valor: cells.money,
  desconto: cells.optional(cells.money),
  parcelas_max: cells.optional(cells.whole(1, 24)),
  situacao: cells.optional(cells.oneOf(['aberta', 'paga', 'cancelada'])),
  pago_em: cells.optional(cells.day),
  forma: cells.optional(cells.oneOf(['pix', 'cartao', 'boleto', 'dinheiro'])),
});
type BillRow = Row<z.output<typeof BillRow>> & { unit: Unit; user_id: number };

/** Instalments with their contracts. A bill that was paid here, or is being paid, stays as it is and is reported. */
export const bills = kind({
  columns: {
    unidade: false,
    matricula: true,
    contrato: true,
    numero: true,
    total: true,
    descricao: false,
    vencimento: true,
    valor: true,
    desconto: false,
    parcelas_max: false,
    situacao: false,
    pago_em: false,
    forma: false,
  },
  row: BillRow,
  async write(task, rows) {
    const placed = await place(task, rows);
    const once = withoutRepeats(task, placed, (row) => `${row.user_id}/${nameKey(row.contrato)}/${row.numero}`);
    const contractOf = await contractsOf(task, once);
    for (const some of portions(once, 200)) {
      await writeSome(task, some, contractOf);
      task.done(some.length);
    }
  },
});

async function place(task: Task, rows: Row<z.output<typeof BillRow>>[]): Promise<BillRow[]> {
  const unitOf = await unitsOf(task);
  const studentOf = await studentsOf(
    task,
    rows.map(({ matricula }) => matricula),
  );
  return rows.flatMap((row) => {
    const unit = unitOf(row);
    const user_id = unit && studentOf(unit, row);
    if (row.numero > row.total) task.fault(row.line, 'O número passa do total de parcelas.', 'numero');
    return unit && user_id ? [{ ...row, unit, user_id }] : [];
  });
}

type ContractOf = (row: BillRow) => number;

/** Contracts by student and description; those that are new span the days of their bills. */
async function contractsOf({ tx }: Task, rows: BillRow[]): Promise<ContractOf> {
  const keyOf = (userId: number, descricao: string) => `${userId}/${nameKey(descricao)}`;
  const known = new Map<string, number>();
  for (const some of portions([...new Set(rows.map(({ user_id }) => user_id))])) {
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
  for (const some of portions([...spans.values()])) {
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

async function writeSome(task: Task, rows: BillRow[], contractOf: ContractOf): Promise<void> {
  const { tx } = task;
  const known = await tx.selectFrom('parcelas').selectAll().where('contrato_id', 'in', rows.map(contractOf)).execute();
  const before = new Map(known.map((each) => [`${each.contrato_id}/${each.numero}`, each]));
  const fresh = [];
  for (const row of rows) {
    const bill = before.get(`${contractOf(row)}/${row.numero}`);
    if (bill) await change(task, row, bill);
    else {
      const columns = { ...emptyBill(row), ...defined(columnsOf(task, row)) };
      checkWhole(task, row, columns);
      fresh.push({ ...columns, contrato_id: contractOf(row), user_id: row.user_id });
    }
  }
  if (fresh.length > 0) await tx.insertInto('parcelas').values(fresh).execute();
  task.tally.added += fresh.length;
}

/** Changes what the row says. What the portal took money for is not the table's to change: it is kept, and told. */
async function change(task: Task, row: BillRow, bill: Bill): Promise<void> {
  const said = columnsOf(task, row);
  // A table tells the day alone: the hour of the same day stays.
  if (bill.pago_em && row.pago_em === dayIn(row.unit.timezone, new Date(bill.pago_em))) said.pago_em = bill.pago_em;
  if (isHeldHere(bill)) {
    if (changesOf(bill, said)) task.keep(row.line, KEPT);
    else task.tally.same += 1;
    return;
  }
  const isOpenedAgain = bill.status === 'paga' && said.status !== undefined && said.status !== 'paga';
  const columns = isOpenedAgain ? { forma: null, pago_em: null, ...defined(said) } : said;
  checkWhole(task, row, { ...bill, ...defined(columns) });
  const changed = differences(task, bill, columns);
  if (!changed) return;
  const written = await task.tx
    .updateTable('parcelas')
    .set(changed)
    .where('id', '=', bill.id)
    // Somebody may have begun to pay it since it was read.
    .where('charge_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!written) {
    task.tally.changed -= 1;
    task.keep(row.line, KEPT);
  } else if (changed.status !== undefined) await endOtherPix(task.tx, null, [bill.id]);
}

const KEPT = 'pagas no portal, mantidas';
const isHeldHere = ({ charge_id, status }: Bill) => charge_id !== null || status === 'em_processamento';

/** What a new bill has where its row says nothing. */
const emptyBill = ({ numero, total, vencimento, valor }: BillRow) => ({
  descricao: `Mensalidade ${numero} de ${total}`,
  numero,
  total,
  competencia: vencimento.slice(0, 7),
  vencimento,
  valor_centavos: valor,
  desconto_centavos: 0,
  multa_centavos: 0,
  juros_centavos: 0,
  parcelas_max: 1,
  status: 'aberta' as const,
  forma: null,
  pago_em: null,
});

/** What has to hold of a bill as it will stand. */
function checkWhole(
  { fault }: Task,
  row: BillRow,
  { status, forma, pago_em, valor_centavos, desconto_centavos }: Whole,
): void {
  if (desconto_centavos > valor_centavos) fault(row.line, 'O desconto passa do valor.', 'desconto');
  if (status === 'paga' && !(pago_em && forma)) fault(row.line, 'Diga quando e como foi paga.', 'pago_em');
  if (status !== 'paga' && (pago_em || forma)) fault(row.line, 'Só uma parcela paga tem data e forma.', 'situacao');
}
type Whole = Pick<Bill, 'status' | 'forma' | 'pago_em' | 'valor_centavos' | 'desconto_centavos'>;

/** What the row says, and nothing of what it leaves out. */
function columnsOf({ at }: Task, row: BillRow): Partial<Bill> {
  return {
    descricao: row.descricao,
    numero: row.numero,
    total: row.total,
    competencia: row.vencimento.slice(0, 7),
    vencimento: row.vencimento,
    valor_centavos: row.valor,
    desconto_centavos: row.desconto,
    parcelas_max: row.parcelas_max,
    status: row.situacao,
    forma: row.forma,
    pago_em: row.pago_em && schoolClock(at, row.unit.timezone).at(row.pago_em, '12:00'),
  };
}
