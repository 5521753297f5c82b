import type { Selectable } from 'kysely';
import { z } from 'zod';
import { Uuid } from '#lib/contract/shapes.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { nameKey } from '#lib/format/text.ts';
import { parseBookCode } from '#lib/rules/books/book-code.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { withUnit } from '../../core/db/people.ts';
import { booksOfSchool } from '../../study/books/read-books.ts';
import type { Schema } from '../../tables.ts';
import * as cells from './cells.ts';
import { key, optional, type RowOf } from './column.ts';
import { kind, portions, type Row, type Task, withoutRepeats } from './import.ts';
import { foreignAmong, perhapsNumberColumn, studentsOf, type Unit, unitColumn, unitsOf } from './look-up.ts';
import { type Fields, firstSaid, merged } from './merge.ts';

/** The code printed in a copy, as students type it. */
const printed = cells.code(40).transform((value, ctx) => {
  // A bare code, never an address, so the origin does not matter.
  const read = parseBookCode(value, '');
  if (read.kind === 'ok' && !read.isUuid) return read.value;
  ctx.addIssue({ code: 'custom', message: 'Código inválido: use algo como KNN-LIVRO-0001.' });
  return z.NEVER;
});
const uuid = z
  .string()
  .transform((value) => value.toLowerCase())
  .pipe(z.string().refine((value) => Uuid.safeParse(value).success, 'UUID inválido.'));

const columns = {
  codigo: key('user_books.code', printed, 'KNN-LIVRO-0001', 'código do exemplar, código impresso, exemplar'),
  livro: key('livros.codigo', cells.code, 'REACH-1', 'código do livro, material'),
  uuid: optional('user_books.uuid', uuid, ''),
  unidade: unitColumn,
  matricula: perhapsNumberColumn,
  validade: optional('user_books.expires_at', cells.day, '31/12/2027', 'vence em, válido até, data de validade'),
};
type CopyRow = Row<RowOf<typeof columns>>;

/**
 * Copies of books by their printed code, with their owners. A copy without an owner waits for its reader to enter the code. An
 * import never removes an owner: managers do that in the panel, which logs it.
 */
export const copies = kind({
  columns,
  async write(task, rows) {
    const books = await booksOfSchool(task.tx, null).select(['id', 'codigo', 'escola_id']).execute();
    const unitOf = await unitsOf(task);
    const studentOf = await studentsOf(
      task,
      rows.flatMap(({ matricula }) => matricula ?? []),
    );
    const once = withoutRepeats(task, rows, ({ codigo }) => codigo);
    const unlike = withoutRepeats(task, once, (row) => row.uuid ?? `line ${row.line}`);
    for await (const some of portions(unlike)) {
      const [codes, uuids] = [some.map(({ codigo }) => codigo), some.map((row) => row.uuid ?? '')];
      const known = await task.tx
        .selectFrom('user_books')
        .selectAll()
        .where((where) => where.or([where('code', 'in', codes), where('uuid', 'in', uuids)]))
        .execute();
      const foreign = await foreignAmong(
        task,
        known.flatMap(({ user_id }) => user_id ?? []),
      );
      for (const row of some) {
        const placed = place(task, row, { books, unitOf, studentOf });
        if (!placed) continue;
        const before = known.find(({ code }) => code === row.codigo);
        const taken = known.find((each) => each.uuid === row.uuid && each.code !== row.codigo);
        const isHidden = (copy: Copy) =>
          copy.user_id === null ? isOfAnotherSchool(task, copy) : foreign.has(copy.user_id);
        if (taken)
          task.fault(row.line, isHidden(taken) ? UUID_TAKEN : `Este UUID é do exemplar ${taken.code}.`, 'uuid');
        else if (before && isHidden(before)) task.fault(row.line, OF_ANOTHER, 'codigo');
        else if (before) await change(task, before, row, placed);
        else await add(task, row, placed);
      }
      task.done(some.length);
    }
  },
  async exported(db, pick, { config }) {
    const query = db
      .selectFrom('user_books')
      .innerJoin('livros', 'livros.id', 'user_books.livro_id')
      .leftJoin('users', 'users.id', 'user_books.user_id')
      .$call(withUnit)
      .select(['user_books.expires_at', 'companies.timezone']);
    const rows = await pick(query.orderBy('user_books.id'));
    const lastDay = (end: string, zone: string | null) =>
      dayIn(zone ?? config.SCHOOL_TIME_ZONE, new Date(Date.parse(end) - 1));
    return rows.map((row) => ({ ...row, validade: row.expires_at && lastDay(row.expires_at, row.timezone) }));
  },
});

const OF_ANOTHER = 'Este exemplar é de outra pessoa: mude pelo painel, em Exemplares.';
const UUID_TAKEN = 'Este UUID é de outro exemplar.';

type Copy = Pick<Selectable<Schema['user_books']>, 'user_id' | 'escola_id'>;

/** An unused copy belongs to the school for which it was made. */
const isOfAnotherSchool = ({ reach }: Task, { escola_id }: Copy): boolean =>
  reach.escolaId !== null && escola_id !== null && escola_id !== reach.escolaId;

interface Known {
  books: { id: number; codigo: string; escola_id: number | null }[];
  unitOf(row: Row<{ unidade?: string }>): Unit | null;
  studentOf(unit: { id: number }, row: Row<{ matricula: string }>): number | undefined;
}
interface Placed {
  livro_id: number;
  user_id: number | null;
  expires_at: string | null;
  /** The school of the row, or of the sender. */
  escola_id: number | null;
}

function place({ fault, school, reach }: Task, row: CopyRow, { books, unitOf, studentOf }: Known): Placed | null {
  const book = books.find(({ codigo }) => nameKey(codigo) === nameKey(row.livro));
  if (!book) fault(row.line, `O livro “${row.livro}” não existe.`, 'livro');
  // A copy without an owner belongs to no unit.
  const { line, matricula } = row;
  const unit = matricula === undefined ? null : unitOf(row);
  if (matricula !== undefined && !unit) return null;
  const user_id = unit && matricula !== undefined ? studentOf(unit, { line, matricula }) : null;
  if (!book || user_id === undefined) return null;
  if (unit && book.escola_id !== null && book.escola_id !== unit.escola_id) {
    fault(row.line, `O livro “${row.livro}” é de outra escola.`, 'livro');
    return null;
  }
  if (reach.escolaId !== null && book.escola_id !== null && book.escola_id !== reach.escolaId) {
    fault(row.line, `O livro “${row.livro}” não existe.`, 'livro');
    return null;
  }
  const zone = unit?.timezone ?? school.config.SCHOOL_TIME_ZONE;
  // Valid until the end of its last day.
  const expires_at = row.validade === undefined ? null : instantIn(zone, shiftDay(row.validade, 1), '00:00');
  const escola_id = unit?.escola_id ?? book.escola_id ?? reach.escolaId;
  return { livro_id: book.id, user_id, expires_at, escola_id };
}

const fieldsOf = ({ matricula }: CopyRow): Fields<Omit<Placed, 'escola_id'> & { uuid: string }> => ({
  uuid: { column: 'uuid' },
  user_id: { column: 'matricula', words: () => `matrícula ${matricula}` },
  // It ends with that day.
  expires_at: { column: 'validade', words: (end: string) => formatDay(new Date(Date.parse(end) - 1).toISOString()) },
});

async function add(task: Task, row: CopyRow, { livro_id, user_id, expires_at, escola_id }: Placed): Promise<void> {
  const { tx, at, tally } = task;
  await tx
    .insertInto('user_books')
    .values({
      uuid: row.uuid ?? crypto.randomUUID(),
      code: row.codigo,
      livro_id,
      user_id,
      linked_at: user_id === null ? null : at.toISOString(),
      expires_at,
      escola_id,
      imported: firstSaid(fieldsOf(row), { user_id, expires_at }, task),
    })
    .execute();
  tally.added += 1;
}

async function change(
  task: Task,
  before: Placed & { id: number; uuid: string; imported: string | null },
  row: CopyRow,
  placed: Placed,
): Promise<void> {
  if (before.livro_id !== placed.livro_id) return task.fault(row.line, 'Este exemplar é de outro livro.', 'livro');
  const said = { uuid: row.uuid, user_id: placed.user_id ?? undefined, expires_at: placed.expires_at ?? undefined };
  const changed = merged(task, row, before, said, fieldsOf(row));
  if (!changed) return;
  if (before.user_id !== null && changed.user_id !== undefined) {
    task.fault(row.line, OF_ANOTHER, 'matricula');
  } else {
    const linked_at = changed.user_id === undefined ? {} : { linked_at: task.at.toISOString() };
    const escola_id = before.escola_id ?? placed.escola_id;
    await task.tx
      .updateTable('user_books')
      .set({ ...changed, ...linked_at, escola_id })
      .where('id', '=', before.id)
      .execute();
  }
}
