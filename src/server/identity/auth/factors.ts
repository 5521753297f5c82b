import type { Db } from '../../core/db/connection.ts';
import { people } from '../../core/db/people.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { notifyOfAccess } from './notify-of-access.ts';
import { domainOf } from './passkey-domain.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { holdSession, renewSession } from './session.ts';

const MAX_FACTORS = 10;

/** The confirmed factors of a person. */
export const factorsOf = (db: Db, userId: number) =>
  db
    .selectFrom('factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmado_em', 'is not', null)
    .orderBy('id')
    .execute();

type Row = Awaited<ReturnType<typeof factorsOf>>[number];

export const hasFactor = async (db: Db, userId: number): Promise<boolean> => (await factorsOf(db, userId)).length > 0;

const present = ({ id, kind, nome, created_at, usado_em }: Row) => ({ id, kind, nome, created_at, usado_em });

/** The own factors. */
export async function listFactors(ctx: Ctx) {
  const { db, session, config, caller } = ctx;
  const [rows, codes] = await Promise.all([
    factorsOf(db, session.userId),
    db
      .selectFrom('recovery_codes')
      .select(({ fn }) => fn.countAll<number | string>().as('left'))
      .where('user_id', '=', session.userId)
      .where('usado_em', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    itens: rows.map(present),
    codigos_restantes: Number(codes.left),
    // The school requires a second factor before the panel opens.
    obrigatorio: config.needsStaffFactor && (session.needsFactor || session.rights.size > 0),
    pode_adicionar: session.isStaff,
    // The user has a passkey for this domain.
    tem_chave_aqui: rows.some(({ dominio }) => dominio === domainOf(caller.host)),
  };
}

/** @throws Refusal 409 for too many factors */
export async function requireRoomForFactor({ db, session }: Ctx): Promise<void> {
  if ((await factorsOf(db, session.userId)).length >= MAX_FACTORS) {
    throw conflict(`São ${MAX_FACTORS} no máximo: remova um antes de adicionar outro.`);
  }
}

/**
 * Completes adding a factor: its owner is notified. With the first factor recovery codes are created, and all other sessions end,
 * since they were opened by the password alone.
 *
 * @param ctx inside the transaction that added it
 * @returns the new codes, shown once; null if earlier ones are still valid
 * @throws Refusal 401 if this session was ended meanwhile
 */
export async function welcomeFactor(ctx: Ctx): Promise<string[] | null> {
  const { db, session } = ctx;
  // A session that was ended meanwhile cannot add a factor.
  await holdSession(ctx);
  const isFirst = (await factorsOf(db, session.userId)).length === 1;
  const codes = isFirst ? await newRecoveryCodes(db, session.userId) : null;
  await notifyOfAccess(ctx, session.userId, 'factor-add');
  if (isFirst) await renewSession(ctx, { isProven: true, byPassword: false });
  return codes;
}

/** @throws Refusal 404 */
export async function renameFactor({ db, session }: Ctx, id: number, nome: string) {
  const row = await db
    .updateTable('factors')
    .set({ nome })
    .where('id', '=', id)
    .where('user_id', '=', session.userId)
    .where('confirmado_em', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('Não encontramos este fator entre os seus.');
  return present(row);
}

/**
 * Removes an own factor; the recovery codes are removed with the last one. @throws Refusal 404, 409 for the last factor if the
 * school requires one
 */
export async function removeFactor(ctx: Ctx, id: number): Promise<void> {
  const { userId } = ctx.session;
  await ctx.db.transaction().execute(async (tx) => {
    // Two simultaneous removals run one after the other, so that one of them is the last.
    await holdSession({ ...ctx, db: tx });
    const rows = await factorsOf(tx, userId);
    if (!rows.some((row) => row.id === id)) throw notFound('Não encontramos este fator entre os seus.');
    if (rows.length === 1 && ctx.config.needsStaffFactor && ctx.session.rights.size > 0) {
      throw conflict('A sua escola pede um segundo fator: adicione outro antes de remover este.');
    }
    await tx.deleteFrom('factors').where('id', '=', id).execute();
    if (rows.length === 1) await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await notifyOfAccess({ ...ctx, db: tx }, userId, 'factor-remove');
  });
  ctx.wake();
}

/** Removes all factors of a person who lost them. @param ctx inside a transaction @returns whether there were any */
export async function clearFactors(ctx: Parameters<typeof notifyOfAccess>[0], userId: number): Promise<boolean> {
  const gone = await ctx.db.deleteFrom('factors').where('user_id', '=', userId).returning('confirmado_em').execute();
  await ctx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (!gone.some(({ confirmado_em }) => confirmado_em !== null)) return false;
  await notifyOfAccess(ctx, userId, 'factor-reset');
  return true;
}

/**
 * The accounts that can be recovered by mail to this address: they verified it, or an import or a registration wrote it as their
 * first address. An address that the school changed has to wait until the old address agrees or a day has passed.
 */
export const recoverable = (db: Db, emailKey: string, now: Date) =>
  people(db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.id', 'users.email', 'users.full_name', 'schools.marca'])
    .where('users.email_key', '=', emailKey)
    .where(({ or, eb }) => or([eb('users.is_blocked', '=', false), eb('users.own_data_only', '=', true)]))
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('users.email_verified', '=', true),
        not(
          exists(
            selectFrom('email_changes')
              .select('email_changes.id')
              .whereRef('email_changes.user_id', '=', 'users.id')
              .whereRef('email_changes.new_email_key', '=', 'users.email_key')
              .where('email_changes.applied_at', 'is not', null)
              .where('email_changes.undone_at', 'is', null)
              .where('email_changes.agreed_at', 'is', null)
              .where('email_changes.recovery_from', '>', now.toISOString()),
          ),
        ),
      ]),
    )
    .orderBy('users.id')
    .execute();
