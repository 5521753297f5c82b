import type { Db } from '../../core/db/connection.ts';
import type { Person } from '../../core/db/person.ts';

export async function readPerson(db: Db, id: number): Promise<Person> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', row.email_key)
    .where('id', '<>', id)
    .executeTakeFirst();
  return {
    id,
    driveUserId: row.drive_user_id,
    fullName: row.full_name,
    emailKey: row.email_key,
    emailVerified: row.email_verified,
    phone: row.phone,
    cpf: row.cpf,
    avatarUrl: row.avatar_url,
    hasAddressAlone: other === undefined,
    hasPhoneAlone: await isAlone(db, id, 'phone', row.phone),
    hasCpfAlone: await isAlone(db, id, 'cpf', row.cpf),
  };
}

async function isAlone(db: Db, id: number, column: 'phone' | 'cpf', value: string | null): Promise<boolean> {
  if (value === null) return true;
  const other = await db
    .selectFrom('users')
    .select('id')
    .where(column, '=', value)
    .where('id', '<>', id)
    .executeTakeFirst();
  return other === undefined;
}
