import type { Selectable } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { civilName, people } from '../../core/db/people.ts';
import { unitCity } from '../../core/db/units.ts';
import type { Schema } from '../../tables.ts';
import { paidParts } from '../finance/amount-due.ts';
import { type BillRow, billsDueWithin } from '../finance/queries.ts';
import { refundOf } from '../finance/refund.ts';

export type DocumentRow = Selectable<Schema['documents']>;

export const documentByCode = (db: Db, codigo: string): Promise<DocumentRow | undefined> =>
  db.selectFrom('documents').selectAll().where('codigo', '=', codigo).executeTakeFirst();

export const ownDocument = (db: Db, owners: readonly number[], codigo: string): Promise<DocumentRow | undefined> =>
  db.selectFrom('documents').selectAll().where('codigo', '=', codigo).where('user_id', 'in', owners).executeTakeFirst();

export const documentByKey = (db: Db, chave: string): Promise<DocumentRow | undefined> =>
  db.selectFrom('documents').selectAll().where('chave', '=', chave).executeTakeFirst();

/** The oldest document about a subject, such as the certificate of a test. */
export const documentAbout = (
  db: Db,
  kind: DocumentRow['kind'],
  referencia: string,
): Promise<DocumentRow | undefined> =>
  db
    .selectFrom('documents')
    .selectAll()
    .where('kind', '=', kind)
    .where('referencia', '=', referencia)
    .orderBy('id')
    .executeTakeFirst();

/** Stores a document, unless its key or its code exists already. */
export const insertDocument = (db: Db, row: Omit<DocumentRow, 'id'>): Promise<DocumentRow | undefined> =>
  db
    .insertInto('documents')
    .values(row)
    .onConflict((known) => known.doNothing())
    .returningAll()
    .executeTakeFirst();

/** The name and school on a document. */
export const holderOf = (db: Db, userId: number) =>
  people(db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select([
      'users.full_name',
      civilName.as('civil_name'),
      'users.cpf',
      'drive_users.matricula',
      'companies.timezone',
      'companies.razao_social',
      'companies.cnpj',
      'companies.nome as escola',
      unitCity.$castTo<string | null>().as('cidade'),
      'schools.marca',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();

/** The owner of a bill and the unit that receives the money, for a receipt. */
export const payeeOf = (db: Db, { id }: Pick<BillRow, 'id'>) =>
  db
    .selectFrom('parcelas')
    .innerJoin('users', 'users.id', 'parcelas.user_id')
    .leftJoin('companies', 'companies.id', 'parcelas.company_id')
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select([
      civilName.as('civil_name'),
      'companies.timezone',
      'companies.razao_social',
      'companies.cnpj',
      'schools.marca',
    ])
    .select(['companies.nome as escola', unitCity.$castTo<string | null>().as('cidade')])
    .where('parcelas.id', '=', id)
    .executeTakeFirstOrThrow();

/** The user's class in the words of a statement. */
export const classForPaper = (db: Db, userId: number, turmaId: number) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('livros', 'livros.id', 'turmas.livro_id')
    .select([
      'turmas.nome',
      'turmas.inicio',
      'turmas.fim',
      'turmas.aulas_total',
      'livros.nome as livro',
      'livros.nivel_cefr',
      'turma_alunos.status as enrollment',
    ])
    .where('turma_alunos.user_id', '=', userId)
    .where('turmas.id', '=', turmaId)
    .executeTakeFirst();

/**
 * Bills due within a span of days: the number of paid and unpaid ones, and the amount paid in centavos. Fully refunded bills, as
 * of a cancelled order, count as neither.
 */
export async function yearOfBills(db: Db, userId: number, first: string, last: string) {
  const rows = await billsDueWithin(db, userId, first, last);
  const paid = await Promise.all(
    rows
      .filter(({ status }) => status === 'paga')
      .map(async (row) => ({ cents: paidParts(row).total, refund: await refundOf(db, row) })),
  );
  const selected = paid.filter(({ refund }) => !refund?.total);
  return {
    open: rows.length - paid.length,
    paid: selected.length,
    cents: selected.reduce((sum, { cents, refund }) => sum + cents - (refund?.valor_centavos ?? 0), 0),
  };
}
