import type { z } from 'zod';
import { digitsOf } from '#lib/format/documents.ts';
import type { Db } from '../core/db/connection.ts';
import { countsOf, countUpTo } from '../core/db/counts.ts';
import { withUnit } from '../core/db/people.ts';
import { folded, hasWords, personText } from '../core/db/people-by-name.ts';
import { within } from '../core/http/access.ts';
import { audit, changeOf } from '../core/http/audit.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { invalid, notFound } from '../core/http/refusal.ts';
import { refuseOwn } from './access.ts';
import { auditCredit, creditFriend } from './credit-enrolment.ts';
import { type Match, matchesOf, studentBy } from './enrolled-friends.ts';
import type { confirmReferralEnrolmentInput, setReferralStatusInput } from './inputs.ts';
import { presentReferral, type ReferralRow } from './present.ts';
import { isPending, PENDING_REFERRALS, stepsOf } from './queries.ts';
import { managerSteps, moveReferral, noteRequest, takeRequestBack } from './referral.ts';

interface Query {
  q?: string;
  status?: ReferralRow['status'] | 'em_andamento';
  limit: number;
  offset: number;
}

/** Referrals by members of the own school, the newest first. */
export async function listReferrals(ctx: Ctx, { q, status, limit, offset }: Query) {
  let all = referralsOf(ctx, ctx.db);
  if (q) all = all.where(hasWords(q, personText(), folded('referrals.nome')));
  const pending = all.where('referrals.status', 'in', [...PENDING_REFERRALS]);
  const query = status === 'em_andamento' ? pending : status ? all.where('referrals.status', '=', status) : all;
  const [rows, total, states, em_andamento] = await Promise.all([
    withColumns(query).orderBy('referrals.id', 'desc').limit(limit).offset(offset).execute(),
    countUpTo(ctx.db, query, { limit, offset }),
    all
      .select(['referrals.status', ({ fn }) => fn.countAll<number | string>().as('many')])
      .groupBy('referrals.status')
      .execute(),
    countUpTo(ctx.db, pending, { limit: 0, offset: 0 }),
  ]);
  return {
    items: await present(ctx, ctx.db, rows),
    total,
    limit,
    offset,
    contagens: { ...countsOf(states), em_andamento },
  };
}

/**
 * Records inside a transaction that the school contacted a friend, or refuses with a reason, which ends the referral.
 *
 * @throws Refusal 404 for another school's, 409 for a step that is not allowed now.
 */
export async function setReferralStatus(
  ctx: Ctx,
  tx: Db,
  id: number,
  { status, motivo }: Omit<z.output<typeof setReferralStatusInput>, 'id'>,
) {
  const found = await withColumns(referralsOf(ctx, tx)).where('referrals.id', '=', id).executeTakeFirst();
  if (!found) throw notFound('Não encontramos esta indicação na sua escola.');
  const at = ctx.now();
  const porUserId = ctx.session.userId;
  const moved = await moveReferral(tx, found, { to: status, at, porUserId, ...(motivo !== undefined && { motivo }) });
  if (status === 'em_contato') await noteRequest(tx, moved, at);
  else await takeRequestBack(tx, ctx, moved, { at, motivo: motivo ?? '', porUserId });
  await audit({ ...ctx, db: tx }, `referral-${status}`, `referral:${id}`, {
    about: found.user_id,
    ...changeOf(found, moved, ['status', 'motivo']),
  });
  const [shown] = await present(ctx, tx, [{ ...moved, indicador: found.indicador }]);
  if (!shown) throw notFound();
  return shown;
}

/**
 * Confirms inside a transaction that a friend enrolled in the manager's own school. Pending points become points.
 *
 * @throws Refusal 403 for the user's own referral, 404 for another school's, 409 for one that counted before, 422 for a
 *   student of another school.
 */
export async function confirmEnrolment(
  ctx: Ctx,
  tx: Db,
  id: number,
  { aluno_user_id, aluno = '' }: Omit<z.output<typeof confirmReferralEnrolmentInput>, 'id'>,
) {
  const found = await withColumns(referralsOf(ctx, tx)).where('referrals.id', '=', id).executeTakeFirst();
  if (!found) throw notFound('Não encontramos esta indicação na sua escola.');
  refuseOwn(ctx.session, found.user_id);
  const typed = aluno.includes('@') ? { emailKey: aluno.toLowerCase() } : { cpf: digitsOf(aluno) };
  const wanted = aluno_user_id === undefined ? typed : { id: aluno_user_id };
  const friend = await studentBy(tx, ctx.reach, wanted);
  if (!friend) {
    throw invalid('Não encontramos este aluno com contrato ou turma na sua escola, ou ele já valeu uma indicação.', {
      aluno: 'Confira o CPF ou o e-mail do aluno',
    });
  }
  const { credited, entry } = await creditFriend(tx, ctx, found, {
    at: ctx.now(),
    friendId: friend.id,
    porUserId: ctx.session.userId,
    ...(friend.contrato_id !== null && { contratoId: friend.contrato_id }),
  });
  await auditCredit(ctx, tx, credited, entry);
  const [shown] = await present(ctx, tx, [{ ...credited, indicador: found.indicador }]);
  if (!shown) throw notFound();
  return shown;
}

const referralsOf = ({ reach }: Ctx, db: Db) =>
  db.selectFrom('referrals').innerJoin('users', 'users.id', 'referrals.user_id').$call(withUnit).$call(within(reach));

const withColumns = (query: ReturnType<typeof referralsOf>) =>
  query.selectAll('referrals').select(['users.full_name as indicador']);

async function present({ session }: Ctx, db: Db, rows: readonly (ReferralRow & { indicador: string })[]) {
  const ids = rows.map(({ id }) => id);
  const [steps, matches] = await Promise.all([stepsOf(db, ids), ids.length === 0 ? [] : matchesOf(db, ids)]);
  return rows.map((row) => ({
    ...presentReferral(row, steps),
    nome: row.nome,
    telefone: row.telefone,
    email: row.email,
    cidade: row.cidade,
    canal: row.canal,
    indicador: { id: row.user_id, full_name: row.indicador },
    proximos: managerSteps(row.status),
    /** Whether this person may confirm the enrolment of the friend; a member's own referral needs another person. */
    pode_confirmar: isPending(row.status) && row.user_id !== session.userId,
    /** Students of the school who may be the friend. */
    candidatos: candidatesFor(row.id, matches),
  }));
}

/** Each student once, however many contracts they have. */
const candidatesFor = (id: number, matches: readonly Match[]): { id: number; full_name: string }[] => [
  ...new Map(
    matches
      .filter(({ referral_id }) => referral_id === id)
      .map((each) => [each.id, { id: each.id, full_name: each.full_name }]),
  ).values(),
];
