import type { BrandKey } from '#lib/brand.ts';
import { isMinor } from '#lib/rules/account/birth-date.ts';
import { mayFamilySee } from '#lib/rules/account/coming-of-age.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { jsonText } from '../../core/db/json-text.ts';
import { isPostgres } from '../../core/db/locking.ts';
import { people } from '../../core/db/people.ts';
import { prepared } from '../../core/db/prepared.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { guardianNaming } from '../auth/guardian-of.ts';

export interface Child {
  id: number;
  full_name: string;
  avatar_url: string | null;
  escola: string;
  marca: BrandKey | null;
  parentesco: string;
  timeZone: string;
  /** False for an adult whose family may still see the account: nobody acts for an adult. */
  isMinor: boolean;
}

/** Whether a registration names a person's CPF as the guardian's: then notices about another person come to the account. */
export const isNamedGuardian = async (db: Db, id: number): Promise<boolean> => {
  const cpf = jsonText(isPostgres(db) ? 'postgres' : 'sqlite', 'users.guardian', 'cpf');
  const row = await people(db)
    .innerJoin('users as adult', (join) => join.on('adult.id', '=', id).on('adult.cpf', 'is not', null))
    .select('users.id')
    .where('users.guardian', 'is not', null)
    .where(cpf, '=', ({ fn, val }) => fn.coalesce('adult.cpf', val('')))
    .whereRef('users.id', '<>', 'adult.id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** The people whose registration names an adult's CPF as the guardian's. */
export const wardsOf = (db: Db, adultId: number) =>
  people(db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .innerJoin('users as adult', (join) => join.on('adult.id', '=', adultId).on('adult.cpf', 'is not', null))
    .leftJoin('guardian_invitations', (join) =>
      join
        .onRef('guardian_invitations.user_id', '=', 'users.id')
        .onRef('guardian_invitations.accepted_by', '=', 'adult.id'),
    )
    .leftJoin('family_choices', 'family_choices.user_id', 'users.id')
    .select(['family_choices.answer', 'family_choices.guardian_cpf'])
    .select([
      'users.id',
      'users.full_name',
      'users.avatar_url',
      'users.guardian',
      'users.birth_date',
      'companies.nome as escola',
      'companies.timezone',
      'schools.marca',
      'adult.cpf as adult_cpf',
      'adult.email_key as adult_email',
      'adult.email_verified as adult_verified',
      'guardian_invitations.mailbox as accepted_mailbox',
    ])
    .where('users.guardian', 'is not', null)
    // With a bare column SQLite would need an index of texts, and that of an expression has no type.
    .where(jsonText(isPostgres(db) ? 'postgres' : 'sqlite', 'users.guardian', 'cpf'), '=', ({ fn, val }) =>
      fn.coalesce('adult.cpf', val('')),
    )
    .where('users.is_blocked', '=', false)
    .whereRef('users.id', '<>', 'adult.id')
    .orderBy('users.full_name')
    .orderBy('users.id');
const readWards = prepared(wardsOf);
type Ward = Awaited<ReturnType<typeof readWards>>[number];

/** The children visible to a person. */
export const childrenOfPerson = async (ctx: Pick<Ctx, 'db' | 'config' | 'now'>, id: number): Promise<Child[]> =>
  childrenAmong(await readWards(ctx.db, id), ctx);

/** The children of the calling guardian. */
export const childrenOf = (ctx: Ctx): Promise<Child[]> => childrenOfPerson(ctx, ctx.session.userId);

/** The context for reading the same data as the child. */
export const asChild = (ctx: Ctx, { id, timeZone }: Child): Ctx => ({
  ...ctx,
  session: { ...ctx.session, userId: id, timeZone, bookId: null },
});

/** The children under 18 of the calling guardian, for whom the guardian may act. */
export const minorsOf = async (ctx: Ctx): Promise<Child[]> => (await childrenOf(ctx)).filter(({ isMinor }) => isMinor);

/**
 * A child of the calling guardian. @param children all, or those for whom the guardian may act. @throws Refusal 404 for anybody
 * else
 */
export function requireAmong(children: readonly Child[], id: number): Child {
  const child = children.find((each) => each.id === id);
  if (!child) throw notFound('Não encontramos este aluno entre os seus filhos.');
  return child;
}

/** All people, of any age, whose registration names the calling account by CPF and verified e-mail. */
export const wardsNaming = async (ctx: Pick<Ctx, 'db' | 'config' | 'session'>) =>
  namedAmong(await readWards(ctx.db, ctx.session.userId), ctx);

/** As `wardsNaming`, from rows already read. */
export const namedAmong = (wards: readonly Ward[], { config }: Pick<Ctx, 'config'>) =>
  wards.flatMap((ward) => {
    const guardian = guardianNaming(ward);
    const timeZone = zoneOr(ward.timezone, config.SCHOOL_TIME_ZONE);
    return guardian ? [{ ...ward, timeZone, guardianName: guardian.full_name }] : [];
  });

/**
 * The one rule for a guardian's view of a child: the account belongs to the guardian named in the child's registration, and the
 * child is under 18 or has allowed the family to see the account.
 */
export function childrenAmong(wards: readonly Ward[], { config, now }: Pick<Ctx, 'config' | 'now'>): Child[] {
  return wards.flatMap((ward) => {
    const { id, full_name, avatar_url, marca, birth_date, timezone, escola } = ward;
    const guardian = guardianNaming(ward);
    const timeZone = zoneOr(timezone, config.SCHOOL_TIME_ZONE);
    const today = dayIn(timeZone, now());
    if (!guardian || !mayFamilySee(birth_date, today, ward, guardian.cpf)) return [];
    const shown = { id, full_name, avatar_url, marca, escola: escola ?? '', parentesco: guardian.relation };
    return [{ ...shown, timeZone, isMinor: isMinor(birth_date, today) }];
  });
}
