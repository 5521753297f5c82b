import { z } from 'zod';
import { Email, Line, PersonName } from '#lib/contract/shapes.schema.ts';
import { RIGHTS } from '#lib/rules/people/rights.ts';
import { roleRules } from '#lib/rules/people/roles.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import { emailKey } from './find-accounts.ts';
import { newAccount } from './new-account.ts';
import { newResetPath } from './new-reset-path.ts';
import { newSecret } from './tokens.ts';

/** The first person of a school in a portal without the demo. */
export const NewManager = z.object({
  email: Email,
  name: PersonName,
  school: Line(120).min(2),
  city: Line(80).min(2),
  state: z.string().regex(/^[A-Z]{2}$/, 'two capital letters such as SP'),
  brand: z.enum(['knn', 'phenom']).default('knn'),
});

/**
 * Makes a manager or an admin, and the school if none has that name yet. The account has no known password: the returned address
 * sets one, once, within a day.
 *
 * @returns the path to open, or null if the mail address already has an account.
 */
export async function createManager(
  school: School,
  input: z.output<typeof NewManager>,
  role: 'gestora' | 'admin' = 'gestora',
): Promise<string | null> {
  const { db, hashes, now, config } = school;
  const hash = await hashes.hash(newSecret());
  const at = now();
  const key = emailKey(input.email);
  const isMade = await db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('users').select('id').where('email_key', '=', key).executeTakeFirst();
    if (known) return false;
    const company_id = await companyOf(tx, input, config.SCHOOL_TIME_ZONE);
    const enrolled = await tx
      .insertInto('drive_users')
      .values({ company_id, matricula: `E${at.getTime()}`, nome: input.name, papel: 'equipe' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const user = await tx
      .insertInto('users')
      .values({
        drive_user_id: enrolled.id,
        email: input.email,
        email_key: key,
        password_hash: hash,
        full_name: input.name,
        ...newAccount,
        created_at: at.toISOString(),
        updated_at: at.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('user_actions')
      .values(roleRules[role].actions.map((action_id) => ({ user_id: user.id, action_id })))
      .execute();
    // The first person of a school works with all of its units.
    if (role === 'gestora') {
      await tx
        .insertInto('staff_rights')
        .values(RIGHTS.map((direito) => ({ user_id: user.id, direito, company_id: null })))
        .execute();
    }
    return true;
  });
  return isMade ? newResetPath(school, input.email) : null;
}

/** The unit of that name, the first one of the school of that name, or a new one of a new school. */
async function companyOf(tx: Db, input: z.output<typeof NewManager>, timezone: string): Promise<number> {
  const known = await tx
    .selectFrom('companies')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['companies.id', 'companies.nome'])
    .where(({ or, eb }) => or([eb('companies.nome', '=', input.school), eb('schools.nome', '=', input.school)]))
    .orderBy('companies.id')
    .execute();
  const unit = known.find(({ nome }) => nome === input.school) ?? known[0];
  if (unit) return unit.id;
  const school = await tx
    .insertInto('schools')
    .values({ nome: input.school, marca: input.brand, cidade: input.city, uf: input.state })
    .returning('id')
    .executeTakeFirstOrThrow();
  const company = await tx
    .insertInto('companies')
    .values({
      escola_id: school.id,
      nome: input.school,
      telefone: null,
      whatsapp: null,
      timezone,
      venda_direta_allow: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return company.id;
}
