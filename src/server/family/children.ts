import type { BrandKey } from '#lib/brand.ts';
import { Guardian, type User } from '#lib/contract/account.schema.ts';
import { isUnderAge } from '#lib/rules/account/birth-date.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { jsonText } from '../db/columns.ts';
import type { Engine } from '../db/connection.ts';
import { people } from '../db/people.ts';
import { prepared, preparedOne } from '../db/prepared.ts';
import type { Ctx } from '../http/ctx.ts';

export interface Child {
  id: number;
  full_name: string;
  avatar_url: string | null;
  escola: string;
  marca: BrandKey | null;
  parentesco: string;
  timeZone: string;
}

/** Whether a user is the guardian of a child: see `childrenOf`. Every page asks, so most users cost no query. */
export const hasChildren = async (ctx: Ctx, { cpf, email_verified, is_minor }: Asker): Promise<boolean> =>
  cpf !== null && email_verified && !is_minor && (await childrenOf(ctx)).length > 0;

type Asker = Pick<User, 'cpf' | 'email_verified' | 'is_minor'>;

const adultOf = preparedOne((db, id: number) =>
  db.selectFrom('users').select(['cpf', 'email_key', 'email_verified']).where('id', '=', id),
);

/** Who names this CPF as that of the guardian. */
const wardsOn = (engine: Engine) =>
  prepared((db, cpf: string, adultId: number) =>
    people(db)
      .leftJoin('schools', 'schools.id', 'companies.escola_id')
      .select([
        'users.id',
        'users.full_name',
        'users.avatar_url',
        'users.guardian',
        'users.birth_date',
        'companies.nome as escola',
        'companies.timezone',
        'schools.marca',
      ])
      .where('users.guardian', 'is not', null)
      .where(jsonText(engine, 'guardian', 'cpf'), '=', cpf)
      .where('users.is_blocked', '=', false)
      .where('users.id', '<>', adultId)
      .orderBy('users.full_name')
      .orderBy('users.id'),
  );
const wardsOf = { sqlite: wardsOn('sqlite'), postgres: wardsOn('postgres') };

/**
 * The one rule for a guardian's view of a child. The child is under 18, and its registration names a guardian with the
 * CPF **and** the e-mail of this account, whose e-mail is verified. A CPF alone proves nothing: users type theirs.
 */
export async function childrenOf({ db, database, session, config, now }: Ctx): Promise<Child[]> {
  const adult = await adultOf(db, session.userId);
  if (!adult?.cpf || !adult.email_verified) return [];
  const rows = await wardsOf[database.engine](db, adult.cpf, session.userId);
  return rows.flatMap(({ guardian, birth_date, timezone, escola, ...row }) => {
    const parsed = Guardian.safeParse(JSON.parse(guardian ?? 'null'));
    const timeZone = zoneOr(timezone, config.SCHOOL_TIME_ZONE);
    const isMinor = birth_date !== null && isUnderAge(birth_date, dayIn(timeZone, now())) === true;
    if (!parsed.success || !isMinor || parsed.data.cpf !== adult.cpf) return [];
    if (parsed.data.email.trim().toLowerCase() !== adult.email_key) return [];
    return [{ ...row, escola: escola ?? '', parentesco: parsed.data.relation, timeZone }];
  });
}
