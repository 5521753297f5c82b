import type { VouchedUser } from '#lib/api/asked.ts';
import type { Company, DriveUser, User } from '#lib/contract/account.schema.ts';
import { rightsOf } from '#lib/rules/people/rights.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { withUnit } from '../../core/db/people.ts';
import type { School, Session } from '../../core/http/ctx.ts';
import { newAccount } from './new-account.ts';

/**
 * The session of a user for whom the franchise's host vouches. A user row of ours stands for the host's user. So the
 * data here (notices, level tests) has an owner, and can be exported and erased. Roles and company come from this
 * answer of the host; the row keeps no rights and no password.
 */
export async function sessionOfVouched(school: School, { user, tokenId, scope, host }: VouchedUser): Promise<Session> {
  const known = await ownRow(school.db, host, user.id);
  const row = known ?? (await addUser(school, host, user));
  if (known && (known.full_name !== user.full_name || known.email !== (user.email ?? ''))) {
    await school.db.updateTable('users').set(nameOf(user)).where('id', '=', known.user_id).execute();
  }
  const company = user.drive_user?.company;
  const actionIds = new Set(user.user_actions.map(({ action_id }) => action_id));
  return {
    userId: row.user_id,
    tokenId,
    scope,
    key: null,
    bookId: null,
    companyId: row.company_id,
    timeZone: zoneOr(row.timezone, school.config.SCHOOL_TIME_ZONE),
    escolaId: row.escola_id,
    marca: row.marca,
    isClub: user.is_club,
    vendaDiretaAllow: company?.venda_direta_allow ?? false,
    actionIds,
    // The host decides who manages, and its portal shows one unit to a school.
    rights: rightsOf({ actionIds, companyId: row.company_id, rows: [], schoolUnits: [] }),
    isStaff: false,
    // The host proves people, in its own way.
    hasFactor: false,
    needsFactor: false,
    ownDataOnly: false,
    seenAt: school.now().getTime(),
    provedAt: school.now().getTime(),
  };
}

const ownRow = (db: Db, host: string, foreignId: number) =>
  db
    .selectFrom('vouched_users')
    .innerJoin('users', 'users.id', 'vouched_users.user_id')
    .$call(withUnit)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select([
      'vouched_users.user_id',
      'drive_users.company_id',
      'companies.escola_id',
      'companies.timezone',
      'schools.marca',
      'users.full_name',
      'users.email',
    ])
    .where('vouched_users.host', '=', host)
    .where('vouched_users.foreign_id', '=', foreignId)
    .executeTakeFirst();

const nameOf = (user: User) => ({
  full_name: user.full_name.slice(0, 120),
  email: (user.email ?? '').slice(0, 254),
  email_key: (user.email ?? '').slice(0, 254).toLowerCase(),
});

/** Two first calls at the same time make one row: the second finds the number taken and reads the first one's row. */
async function addUser(school: School, host: string, user: User) {
  const { db, now, config } = school;
  const isFirst = await db.transaction().execute(async (tx) => {
    const driveUserId = user.drive_user
      ? await addDriveUser(tx, host, zoned(user.drive_user, config.SCHOOL_TIME_ZONE))
      : null;
    const { id } = await tx
      .insertInto('users')
      .values({
        ...nameOf(user),
        drive_user_id: driveUserId,
        // No real hash looks like this, so no password fits.
        password_hash: '-',
        ...newAccount,
        created_at: now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const mine = await tx
      .insertInto('vouched_users')
      .values({ user_id: id, host, foreign_id: user.id })
      .onConflict((known) => known.columns(['host', 'foreign_id']).doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (mine) return true;
    await tx.deleteFrom('users').where('id', '=', id).execute();
    if (driveUserId !== null) await tx.deleteFrom('drive_users').where('id', '=', driveUserId).execute();
    return false;
  });
  const row = await ownRow(db, host, user.id);
  if (!row) throw new Error(`user ${user.id} of ${host} has no row (${isFirst ? 'first' : 'second'})`);
  return row;
}

/** A host may name no zone, or one that no clock knows. Jobs go by the zones of the units, so a row always has one. */
const zoned = (drive: DriveUser, fallback: string): DriveUser => ({
  ...drive,
  company: { ...drive.company, timezone: zoneOr(drive.company.timezone, fallback) },
});

async function addDriveUser(tx: Db, host: string, drive: DriveUser): Promise<number> {
  const { id } = await tx
    .insertInto('drive_users')
    .values({
      company_id: await companyOf(tx, host, drive.company),
      // The host's number means nothing here.
      matricula: '',
      nome: drive.nome.slice(0, 120),
      papel: 'aluno',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function companyOf(tx: Db, host: string, company: Company): Promise<number> {
  const find = () =>
    tx
      .selectFrom('vouched_companies')
      .select('company_id')
      .where('host', '=', host)
      .where('foreign_id', '=', company.id)
      .executeTakeFirst();
  const known = await find();
  if (known) return known.company_id;
  const school = await tx
    .insertInto('schools')
    .values({
      nome: company.nome.slice(0, 120),
      marca: company.marca === 'phenom' ? 'phenom' : 'knn',
      cidade: company.cidade.slice(0, 80),
      uf: company.uf.slice(0, 2),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await tx
    .insertInto('companies')
    .values({
      escola_id: school.id,
      nome: company.nome.slice(0, 120),
      telefone: company.telefone?.slice(0, 20) ?? null,
      whatsapp: company.whatsapp?.slice(0, 20) ?? null,
      timezone: company.timezone.slice(0, 60),
      venda_direta_allow: company.venda_direta_allow,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const mine = await tx
    .insertInto('vouched_companies')
    .values({ company_id: added.id, host, foreign_id: company.id })
    .onConflict((other) => other.columns(['host', 'foreign_id']).doNothing())
    .returning('company_id')
    .executeTakeFirst();
  if (mine) return mine.company_id;
  await tx.deleteFrom('companies').where('id', '=', added.id).execute();
  await tx.deleteFrom('schools').where('id', '=', school.id).execute();
  const first = await find();
  if (!first) throw new Error(`unit ${company.id} of ${host} has no row`);
  return first.company_id;
}
