import { z } from 'zod';
import { Email, Line, PersonName } from '#lib/contract/shapes.schema.ts';
import { nameKey } from '#lib/format/text.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { RIGHTS } from '#lib/rules/people/rights.ts';
import { roleRules } from '#lib/rules/people/roles.ts';
import { unitMessages } from '#lib/words/units.ts';
import type { Db } from '../../core/db/connection.ts';
import { byUnitName } from '../../core/db/units.ts';
import type { School } from '../../core/http/ctx.ts';
import { newAccount } from './new-account.ts';
import { newResetAddress } from './password-reset.ts';
import { newSecret } from './tokens.ts';

/** The first member of staff of a school in a portal without the demo. */
export const NewManager = z.object({
  email: Email,
  name: PersonName,
  school: Line(120).min(2),
  /** Absent: the school's first unit; for a new school, a unit with the school's name. */
  unit: Line(120).min(2).optional(),
  city: Line(80).min(2),
  state: z.string().regex(/^[A-Z]{2}$/, 'two capital letters such as SP'),
  brand: z.enum(['knn', 'phenom']).default('knn'),
});

/** The unit of the new person, and whether the command created the school. */
interface Place {
  company_id: number;
  escola: string;
  unidade: string;
  isNew: boolean;
}

/** Why nothing was created, in words. */
interface Problem {
  problem: string;
}

/**
 * Creates a manager or an admin, and the school with a unit if no school has that name yet: the only way to create schools
 * (0151). The account has no known password: the returned address sets one, once, within a day.
 *
 * @returns the address to open and the person's unit, or why nothing was created
 */
export async function createManager(
  school: School,
  input: z.output<typeof NewManager>,
  role: 'gestora' | 'admin' = 'gestora',
): Promise<(Omit<Place, 'company_id'> & { address: string }) | Problem> {
  const { db, hashes, now, config } = school;
  const hash = await hashes.hash(newSecret());
  const at = now();
  const key = emailKey(input.email);
  const made = await db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('users').select('id').where('email_key', '=', key).executeTakeFirst();
    if (known) return { problem: 'Já existe uma conta com este e-mail.' };
    const place = await placeOf(tx, input, config.SCHOOL_TIME_ZONE);
    if ('problem' in place) return place;
    const { company_id, ...where } = place;
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
    // The first person of a school gets the rights for all of its units.
    if (role === 'gestora') {
      await tx
        .insertInto('staff_rights')
        .values(RIGHTS.map((direito) => ({ user_id: user.id, direito, company_id: null })))
        .execute();
    }
    return where;
  });
  if ('problem' in made) return made;
  const address = await newResetAddress(school, input.email);
  if (address === null) throw new Error('a new account has no address for its password');
  return { ...made, address };
}

/** The named unit of the named school, otherwise its first open one; both are created if no school has the name. */
async function placeOf(tx: Db, input: z.output<typeof NewManager>, timezone: string): Promise<Place | Problem> {
  const units = await tx
    .selectFrom('companies')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['companies.id', 'companies.nome', 'companies.nomes_antes', 'companies.encerrada_em'])
    .select('schools.nome as escola')
    .orderBy('companies.id')
    .execute();
  const own = units.filter(({ escola }) => nameKey(escola) === nameKey(input.school));
  if (own.length === 0) {
    const alike = byUnitName(units).get(nameKey(input.school));
    return alike ? { problem: isUnit(input.school, alike.escola) } : addSchool(tx, input, timezone);
  }
  const found = input.unit
    ? byUnitName(own).get(nameKey(input.unit))
    : own.find(({ encerrada_em }) => encerrada_em === null);
  if (!found) return { problem: noUnit(input, own) };
  if (found.encerrada_em !== null) return { problem: unitMessages.closed(found.nome) };
  return { company_id: found.id, escola: found.escola, unidade: found.nome, isNew: false };
}

const isUnit = (name: string, school: string) =>
  `“${name}” é uma unidade da escola ${school}: diga --escola "${school}" --unidade "${name}".`;

const noUnit = (
  { school, unit }: Pick<z.output<typeof NewManager>, 'school' | 'unit'>,
  own: readonly { nome: string }[],
) =>
  unit
    ? `A escola ${school} não tem a unidade “${unit}”. Ela tem: ${own.map(({ nome }) => nome).join(', ')}. Uma unidade nova entra no painel, em Equipe, Unidades.`
    : `Todas as unidades da escola ${school} estão encerradas.`;

async function addSchool(tx: Db, input: z.output<typeof NewManager>, timezone: string): Promise<Place> {
  const unidade = input.unit ?? input.school;
  const school = await tx
    .insertInto('schools')
    .values({ nome: input.school, marca: input.brand, cidade: input.city, uf: input.state })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: company_id } = await tx
    .insertInto('companies')
    .values({
      ...{ escola_id: school.id, nome: unidade, telefone: null, whatsapp: null },
      ...{ timezone, venda_direta_allow: false },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { company_id, escola: input.school, unidade, isNew: true };
}
