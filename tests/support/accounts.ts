import type { Insertable } from 'kysely';
import type { Schema } from '../../src/server/tables.ts';
import type { TestSchool } from './school.ts';

let count = 0;

/** The account that `addAccount` makes: it has the demo password unless the test gives another hash. */
export interface NewAccount extends Partial<Omit<Insertable<Schema['users']>, 'id'>> {
  /** null: no enrollment. Absent: a new one in the demo school's first unit. */
  company?: number | null;
}

/** One more person, so that a test that changes a person does not change the demo people. */
export async function addAccount(
  { school }: TestSchool,
  { company = 101, ...overrides }: NewAccount = {},
): Promise<{ id: number; email: string; driveUserId: number | null }> {
  count += 1;
  // Read before the first wait, because other calls may make accounts meanwhile.
  const number = count;
  // Lists are sorted by name: numbers of equal length keep the next person after this one.
  const name = overrides.full_name ?? `Pessoa Teste ${String(number).padStart(5, '0')}`;
  const enrollment =
    company === null
      ? null
      : await school.db
          .insertInto('drive_users')
          .values({ company_id: company, matricula: `T${number}`, nome: name, papel: 'aluno' })
          .returning('id')
          .executeTakeFirstOrThrow();
  const email = overrides.email ?? `pessoa${number}@teste.example`;
  const demo = await school.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const user = await school.db
    .insertInto('users')
    .values({
      drive_user_id: enrollment?.id ?? null,
      email_key: email.toLowerCase(),
      password_hash: demo.password_hash,
      is_club: false,
      pwa_installed: false,
      email_verified: false,
      is_blocked: false,
      token_version: 1,
      created_at: school.now().toISOString(),
      ...overrides,
      full_name: name,
      email,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: user.id, email, driveUserId: enrollment?.id ?? null };
}
