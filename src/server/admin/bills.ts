import { z } from 'zod';
import { seedClock as schoolClock } from '../db/seed/clock.ts';
import * as cells from './cells.ts';
import { differences, kind, portions, type Row, type Task, withoutRepeats } from './import-table.ts';
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

/** Instalments with their contracts. A bill that was paid here, or is being paid, is left as it is. */
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
    const user_id = unit && studentOf(unit, row.matricula);
    if (unit && user_id === undefined) task.fault(row.line, `A matrícula “${row.matricula}” não existe.`, 'matricula');
    if (row.numero > row.total) task.fault(row.line, 'O número passa do total de parcelas.', 'numero');
    if ((row.desconto ?? 0) > row.valor) task.fault(row.line, 'O desconto passa do valor.', 'desconto');
    const isPaid = row.situacao === 'paga';
    if (isPaid && !(row.pago_em && row.forma)) task.fault(row.line, 'Diga quando e como foi paga.', 'pago_em');
    if (!isPaid && (row.pago_em || row.forma))
      task.fault(row.line, 'Só uma parcela paga tem data e forma.', 'situacao');
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
          responsavel: 'O próprio aluno',
        })),
      )
      .returning(['id', 'user_id', 'descricao'])
      .execute();
    for (const { id, user_id, descricao } of made) known.set(keyOf(user_id, descricao), id);
  }
  return (row) => known.get(keyOf(row.user_id, row.contrato)) ?? 0;
}

async function writeSome(task: Task, rows: BillRow[], contractOf: ContractOf): Promise<void> {
  const { tx } = task;
  const known = await tx.selectFrom('parcelas').selectAll().where('contrato_id', 'in', rows.map(contractOf)).execute();
  const before = new Map(known.map((each) => [`${each.contrato_id}/${each.numero}`, each]));
  const fresh = [];
  for (const row of rows) {
    const bill = before.get(`${contractOf(row)}/${row.numero}`);
    if (!bill) {
      fresh.push({ ...emptyBill, ...columnsOf(task, row), contrato_id: contractOf(row), user_id: row.user_id });
      continue;
    }
    const { pago_em, ...columns } = columnsOf(task, row);
    const changed = differences(task, bill, columns as Partial<typeof bill>);
    if (!changed) continue;
    if (bill.charge_id !== null || bill.status === 'em_processamento') {
      task.fault(row.line, 'Esta parcela foi paga pelo portal, ou está sendo: ela não muda aqui.', 'numero');
      continue;
    }
    const paid = changed.status === undefined ? {} : { pago_em: pago_em ?? null };
    await tx
      .updateTable('parcelas')
      .set({ ...changed, ...paid })
      .where('id', '=', bill.id)
      .execute();
  }
  if (fresh.length > 0) await tx.insertInto('parcelas').values(fresh).execute();
  task.tally.added += fresh.length;
}

const emptyBill = { multa_centavos: 0, juros_centavos: 0, parcelas_max: 1, desconto_centavos: 0, forma: null };

function columnsOf({ at }: Task, row: BillRow) {
  const status = row.situacao ?? 'aberta';
  return {
    descricao: row.descricao ?? `Mensalidade ${row.numero} de ${row.total}`,
    numero: row.numero,
    total: row.total,
    competencia: row.vencimento.slice(0, 7),
    vencimento: row.vencimento,
    valor_centavos: row.valor,
    desconto_centavos: row.desconto ?? 0,
    parcelas_max: row.parcelas_max ?? 1,
    status,
    forma: row.forma ?? null,
    pago_em: row.pago_em ? schoolClock(at, row.unit.timezone).at(row.pago_em, '12:00') : null,
  };
}
