import { sql } from 'kysely';
import type { Guardian } from '#lib/contract/account-shapes.schema.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../core/db/connection.ts';
import { jsonText } from '../../core/db/json-text.ts';
import { isPostgres } from '../../core/db/locking.ts';
import { people } from '../../core/db/people.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { guardianOfMinor, guardiansOf } from './guardian-of.ts';

/** A minor whose registration names a guardian. */
export type Ward = Awaited<ReturnType<typeof wards>>[number];

type Zoned = Pick<School, 'now'> & { config: Pick<Config, 'SCHOOL_TIME_ZONE'> };

/**
 * Minors with a guardian among people; without those whose course ended or who are blocked, who need no guardian in the portal.
 */
async function wards({ now, config }: Zoned, query: ReturnType<typeof people>) {
  const rows = await query
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.id', 'users.full_name', 'users.email_key', 'users.guardian', 'users.birth_date'])
    .select(['companies.id as unit_id', 'companies.nome as unit', 'companies.timezone'])
    .select(['companies.escola_id', 'schools.marca'])
    .where('users.guardian', 'is not', null)
    .where('users.is_blocked', '=', false)
    .where('drive_users.encerrado_em', 'is', null)
    .orderBy('users.id')
    .execute();
  return rows.flatMap(({ guardian: json, birth_date, timezone, ...row }) => {
    const today = dayIn(zoneOr(timezone, config.SCHOOL_TIME_ZONE), now());
    const guardian = guardianOfMinor({ guardian: json, birth_date }, today);
    return guardian ? [{ ...row, guardian, mailbox: emailKey(guardian.email) }] : [];
  });
}

/** Those among some people who are minors with a guardian. */
export const wardsAmong = (school: Zoned, db: Db, ids: readonly number[]): Promise<Ward[]> =>
  ids.length === 0 ? Promise.resolve([]) : wards(school, people(db).where('users.id', 'in', ids));

/** All minors of a guardian: the same CPF and the same address. */
export async function wardsOfGuardian(school: Zoned, db: Db, { cpf, email }: Pick<Guardian, 'cpf' | 'email'>) {
  const named = jsonText(isPostgres(db) ? 'postgres' : 'sqlite', 'users.guardian', 'cpf');
  const mailbox = emailKey(email);
  return (await wards(school, people(db).where(named, '=', cpf))).filter((each) => each.mailbox === mailbox);
}

/** All whose guardian has this address. @param mailbox in lower case */
export async function wardsOfMailbox(school: Zoned, db: Db, mailbox: string) {
  const named = sql<string>`lower(${jsonText(isPostgres(db) ? 'postgres' : 'sqlite', 'users.guardian', 'email')})`;
  return (await wards(school, people(db).where(named, '=', mailbox))).filter((each) => each.mailbox === mailbox);
}

const PORTION = 400;

/** Those among some people who are minors with a guardian, but without a guardian's account. */
export async function openWards(school: Zoned, db: Db, ids: readonly number[]): Promise<Ward[]> {
  const open: Ward[] = [];
  for (let from = 0; from < ids.length; from += PORTION) {
    open.push(...(await openAmong(db, await wardsAmong(school, db, ids.slice(from, from + PORTION)))));
  }
  return open;
}

/** Those of some minors without a guardian's account. */
export async function openAmong(db: Db, minors: readonly Ward[]): Promise<Ward[]> {
  const seen = await guardiansOf(db, minors);
  return minors.filter(({ id }) => !seen.has(id));
}

/**
 * Queues an invitation for the guardian of each of some minors; a job mails them (0187).
 *
 * @param open minors without a guardian's account. @param again invite guardians again who were invited before.
 * @returns the minors whose guardian's mail is queued now
 */
export async function queueGuardians(
  school: Zoned & { session?: Pick<Ctx['session'], 'userId'> },
  tx: Db,
  open: readonly Ward[],
  { again = false }: { again?: boolean } = {},
): Promise<Ward[]> {
  const queued: Ward[] = [];
  for (let from = 0; from < open.length; from += PORTION) {
    const some = open.slice(from, from + PORTION);
    const waiting = new Set(await wait(school, tx, some, again));
    queued.push(...some.filter(({ id }) => waiting.has(id)));
  }
  return queued;
}

/** The columns when an invitation is renewed: if the address has changed, the dates of the earlier address are cleared. */
export const ofMailbox = () => {
  const unlessOther = (column: 'mailed_at' | 'printed_at' | 'opened_at') =>
    sql<string | null>`case when guardian_invitations.mailbox = excluded.mailbox
      then ${sql.ref(`guardian_invitations.${column}`)} end`;
  return {
    mailbox: sql<string>`excluded.mailbox`,
    mailed_at: unlessOther('mailed_at'),
    printed_at: unlessOther('printed_at'),
    opened_at: unlessOther('opened_at'),
    accepted_by: null,
  };
};

async function wait(
  { now, session }: Pick<School, 'now'> & { session?: Pick<Ctx['session'], 'userId'> },
  tx: Db,
  open: readonly Ward[],
  again: boolean,
): Promise<number[]> {
  const at = now().toISOString();
  const invited = { asked_at: at, asked_by: session?.userId ?? null, waits_since: at };
  const rows = await tx
    .insertInto('guardian_invitations')
    .values(
      open.map(({ id, mailbox }) => ({
        ...{ user_id: id, mailbox, ...invited, mailed_at: null, printed_at: null, opened_at: null, accepted_by: null },
      })),
    )
    .onConflict((known) =>
      known
        .column('user_id')
        .doUpdateSet({
          ...invited,
          ...ofMailbox(),
        })
        .where(({ or, eb, ref }) =>
          or([
            eb('guardian_invitations.mailbox', '<>', ref('excluded.mailbox' as 'guardian_invitations.mailbox')),
            ...(again ? [eb('guardian_invitations.waits_since', 'is', null)] : []),
          ]),
        ),
    )
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}
