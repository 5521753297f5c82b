import { sql } from 'kysely';
import type { ManagedReferral } from '#lib/contract/club.schema.ts';
import type { setReferralStatus as call } from '#lib/contract/club.ts';
import type { ParsedInput } from '#lib/contract/core.ts';
import { audit } from '../account/audit.ts';
import type { Db } from '../db/connection.ts';
import type { Ctx } from '../http/ctx.ts';
import { notFound } from '../http/refusal.ts';
import { managedSchool } from './access.ts';
import { creditRequest, managerSteps, moveReferral, takeRequestBack } from './move-referral.ts';
import { presentReferral, type ReferralRow } from './present.ts';
import { likeOf, stepsOf } from './queries.ts';

interface Query {
  q?: string;
  status?: ReferralRow['status'];
  limit: number;
  offset: number;
}

/** Referrals by members of the own school, the newest first. */
export async function listReferrals(ctx: Ctx, { q, status, limit, offset }: Query) {
  let query = referralsOf(ctx, ctx.db);
  if (status) query = query.where('referrals.status', '=', status);
  if (q) {
    query = query.where((where) =>
      where.or([
        sql<boolean>`lower(users.full_name) like ${likeOf(q)} escape '\\'`,
        sql<boolean>`lower(referrals.nome) like ${likeOf(q)} escape '\\'`,
      ]),
    );
  }
  const [rows, { total }] = await Promise.all([
    withColumns(query).orderBy('referrals.id', 'desc').limit(limit).offset(offset).execute(),
    query.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items: await present(ctx.db, rows), total: Number(total), limit, offset };
}

/**
 * Says inside a transaction that a friend was contacted, which earns the first points, or refuses with a reason, which takes
 * them back.
 *
 * @throws Refusal 404 for another school's, 409 where the step is not open.
 */
export async function setReferralStatus(
  ctx: Ctx,
  tx: Db,
  id: number,
  { status, motivo }: ParsedInput<typeof call>['body'],
): Promise<ManagedReferral> {
  const found = await withColumns(referralsOf(ctx, tx)).where('referrals.id', '=', id).executeTakeFirst();
  if (!found) throw notFound('Não encontramos esta indicação na sua escola.');
  const at = ctx.now();
  const porUserId = ctx.session.userId;
  let moved = await moveReferral(tx, found, { to: status, at, porUserId, ...(motivo !== undefined && { motivo }) });
  if (status === 'em_contato') moved = await creditRequest(tx, ctx, moved, at);
  else await takeRequestBack(tx, ctx, moved, { at, motivo: motivo ?? '', porUserId });
  await audit({ ...ctx, db: tx }, `referral-${status}`, `referral:${id}`, { about: found.user_id });
  const [shown] = await present(tx, [{ ...moved, indicador: found.indicador }]);
  if (!shown) throw notFound();
  return shown;
}

function referralsOf({ session }: Ctx, db: Db) {
  const escola = managedSchool(session);
  const query = db
    .selectFrom('referrals')
    .innerJoin('users', 'users.id', 'referrals.user_id')
    .leftJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
    .leftJoin('companies', 'companies.id', 'drive_users.company_id');
  return escola === null ? query : query.where('companies.escola_id', '=', escola);
}

const withColumns = (query: ReturnType<typeof referralsOf>) =>
  query.selectAll('referrals').select(['users.full_name as indicador']);

async function present(db: Db, rows: readonly (ReferralRow & { indicador: string })[]): Promise<ManagedReferral[]> {
  const steps = await stepsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...presentReferral(row, steps),
    nome: row.nome,
    telefone: row.telefone,
    email: row.email,
    cidade: row.cidade,
    canal: row.canal,
    indicador: { id: row.user_id, full_name: row.indicador },
    proximos: managerSteps(row.status),
  }));
}
