import type { Selectable } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { Schema } from '../db/types.ts';

export type DocumentRow = Selectable<Schema['documents']>;

export const documentByCode = (db: Db, codigo: string): Promise<DocumentRow | undefined> =>
  db.selectFrom('documents').selectAll().where('codigo', '=', codigo).executeTakeFirst();

export const ownDocument = (db: Db, userId: number, codigo: string): Promise<DocumentRow | undefined> =>
  db.selectFrom('documents').selectAll().where('codigo', '=', codigo).where('user_id', '=', userId).executeTakeFirst();

export const documentByKey = (db: Db, chave: string): Promise<DocumentRow | undefined> =>
  db.selectFrom('documents').selectAll().where('chave', '=', chave).executeTakeFirst();

/** The oldest document about something, such as the certificate of a test. */
export const documentAbout = (
  db: Db,
  tipo: DocumentRow['tipo'],
  referencia: string,
): Promise<DocumentRow | undefined> =>
  db
    .selectFrom('documents')
    .selectAll()
    .where('tipo', '=', tipo)
    .where('referencia', '=', referencia)
    .orderBy('id')
    .executeTakeFirst();

/** Keeps a document, unless its key or its code is there already. */
export const insertDocument = (db: Db, row: Omit<DocumentRow, 'id'>): Promise<DocumentRow | undefined> =>
  db
    .insertInto('documents')
    .values(row)
    .onConflict((known) => known.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Whose name and school a document bears. */
export const holderOf = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
    .leftJoin('companies', 'companies.id', 'drive_users.company_id')
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select([
      'users.full_name',
      'drive_users.matricula',
      'companies.timezone',
      'schools.nome as escola',
      'schools.cidade',
      'schools.marca',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
