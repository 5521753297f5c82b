import type { z } from 'zod';
import { digitsOf, formatPhone } from '#lib/format/documents.ts';
import { firstName } from '#lib/format/text.ts';
import type { Db } from '../core/db/connection.ts';
import { countsOf, countUpTo } from '../core/db/counts.ts';
import { oneByOne } from '../core/db/in-batches.ts';
import { cutPage, type Order, pageAfter } from '../core/db/keyset.ts';
import { enrolled, withUnit } from '../core/db/people.ts';
import { folded, hasWords, personText } from '../core/db/people-by-name.ts';
import { isAdmin, type Reach, within } from '../core/http/access.ts';
import { audit, changeOf } from '../core/http/audit.ts';
import type { Ctx, PublicCtx, School } from '../core/http/ctx.ts';
import { conflict, forbidden, invalid, notFound, Refusal } from '../core/http/refusal.ts';
import { refuseOwn } from './access.ts';
import { auditCredit, creditFriend, enrolledIn } from './credit-enrollment.ts';
import type {
  acceptInvitationInput,
  confirmReferralEnrollmentInput,
  listReferralsInput,
  setReferralStatusInput,
} from './inputs.ts';
import { presentReferral, type ReferralRow } from './present.ts';
import { isPending, PENDING_REFERRALS, stepsOf } from './queries.ts';
import {
  addReferral,
  existingReferral,
  expectedPoints,
  managerSteps,
  moveReferral,
  noteRequest,
  refuseUnfair,
  takeRequestBack,
} from './referral.ts';
import { addFriendToContacts } from './referral-contact.ts';

const newest: Order = [['referrals.id', 'desc']];

/** Referrals by members of the own school, the newest first. */
export async function listReferrals(ctx: Ctx, { q, status, limit, depois }: z.output<typeof listReferralsInput>) {
  let all = referralsOf(ctx, ctx.db);
  if (q) all = all.where(hasWords(q, personText(), folded('referrals.nome')));
  const pending = all.where('referrals.status', 'in', [...PENDING_REFERRALS]);
  const query = status === 'em_andamento' ? pending : status ? all.where('referrals.status', '=', status) : all;
  const [found, total, states, em_andamento] = await Promise.all([
    pageAfter(withColumns(query), newest, { depois, limit }).execute(),
    countUpTo(ctx.db, query, { limit, offset: 0 }),
    // Ended referrals grow without limit, and nobody needs their number.
    pending
      .select(['referrals.status', ({ fn }) => fn.countAll<number | string>().as('many')])
      .groupBy('referrals.status')
      .execute(),
    countUpTo(ctx.db, pending, { limit: 0, offset: 0 }),
  ]);
  const { rows, next } = cutPage(found, limit, ({ id }) => [id]);
  const contagens: Record<string, number> = { ...countsOf(states), em_andamento };
  return { items: await present(ctx, ctx.db, rows), total, next, contagens };
}

/**
 * Records inside a transaction that the school contacted a friend, or refuses the referral with a reason, which ends it.
 *
 * @throws Refusal 404 for another school's referral, 409 for a step that is not allowed now.
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
 * Confirms inside a transaction that a friend enrolled: as a student of the manager's own school, or, by admins, with a contract
 * of any school. Pending points become points.
 *
 * @throws Refusal 403 for the user's own referral, 404 for another school's, 409 for a friend already credited, 422 for a student
 *   of another school.
 */
export async function confirmEnrollment(
  ctx: Ctx,
  tx: Db,
  id: number,
  { aluno_user_id, aluno = '', contrato_id, pontos }: Omit<z.output<typeof confirmReferralEnrollmentInput>, 'id'>,
) {
  const found = await withColumns(referralsOf(ctx, tx)).where('referrals.id', '=', id).executeTakeFirst();
  if (!found) throw notFound('Não encontramos esta indicação na sua escola.');
  refuseOwn(ctx.session, found.user_id);
  const typed = aluno.includes('@') ? { emailKey: aluno.toLowerCase() } : { cpf: digitsOf(aluno) };
  const by = aluno_user_id === undefined ? typed : { id: aluno_user_id };
  if (contrato_id !== undefined && !isAdmin(ctx.session)) throw forbidden();
  const friend = contrato_id
    ? { ...(await enrolledIn(tx, contrato_id)), contrato_id }
    : await studentBy(tx, ctx.reach, by);
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
    ...(pontos !== undefined && isAdmin(ctx.session) && { pontos }),
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
  const mayConfirm = (row: ReferralRow) => isPending(row.status) && row.user_id !== session.userId;
  return rows.map((row) => ({
    ...presentReferral(row, steps),
    nome: row.nome,
    telefone: row.telefone,
    telefone_escrito: formatPhone(row.telefone),
    email: row.email,
    cidade: row.cidade,
    canal: row.canal,
    indicador: { id: row.user_id, full_name: row.indicador },
    proximos: managerSteps(row.status),
    /** Whether the user may confirm the friend's enrolment; another person has to confirm the user's own referral. */
    pode_confirmar: mayConfirm(row),
    /** Whether the user may confirm it by a contract of any school. */
    pode_creditar: mayConfirm(row) && isAdmin(session),
    /** Students of the school who may be the friend. */
    candidatos: candidatesFor(row.id, matches),
  }));
}

/** Each student once, regardless of the number of contracts. */
const candidatesFor = (id: number, matches: readonly Match[]): { id: number; full_name: string }[] => [
  ...new Map(
    matches
      .filter(({ referral_id }) => referral_id === id)
      .map((each) => [each.id, { id: each.id, full_name: each.full_name }]),
  ).values(),
];

const AT_ONCE = 100;

/** Students with a course contract or a class who do not yet count as a referred friend. */
const students = (db: Db) =>
  enrolled(db)
    .leftJoin('contratos', (join) =>
      join.onRef('contratos.user_id', '=', 'users.id').on('contratos.origem', '=', 'curso'),
    )
    .where(({ or, not, exists, selectFrom, eb }) =>
      eb.and([
        or([
          eb('contratos.id', 'is not', null),
          exists(selectFrom('turma_alunos').select('id').whereRef('turma_alunos.user_id', '=', 'users.id')),
        ]),
        not(exists(selectFrom('referrals as counted').select('id').whereRef('amigo_user_id', '=', 'users.id'))),
      ]),
    );

/** The student who matches a friend. `contrato_id`: null when the student only has a class. */
interface Match {
  referral_id: number;
  id: number;
  full_name: string;
  contrato_id: number | null;
}

/** A match, with the school whose rules apply. */
type MatchIn = Match & { escola_id: number | null };

/**
 * Students who joined the referrer's school after the referral, with the telephone or CPF of the referral. An older student does
 * not match, so nobody can claim a made-up telephone afterwards.
 *
 * @param ids the referrals.
 */
const matchesOf = (db: Db, ids: readonly number[]): Promise<Match[]> =>
  pendingMatches(db)
    .where('referrals.id', 'in', [...ids])
    .execute();

/** The matches of all pending referrals, page by page. A referral that cannot be credited does not block the others. */
async function* allMatches(db: Db): AsyncGenerator<MatchIn[]> {
  for (let after = 0; ; ) {
    const page = await pendingMatches(db).where('referrals.id', '>', after).limit(AT_ONCE).execute();
    const last = page.at(-1)?.referral_id ?? 0;
    const isLastPage = page.length < AT_ONCE;
    // The page may cut the last referral's matches, so the next page begins with it, unless it fills a whole page.
    const whole = isLastPage ? page : page.filter(({ referral_id }) => referral_id < last);
    yield whole.length > 0 ? whole : page;
    if (isLastPage) return;
    after = whole.at(-1)?.referral_id ?? last;
  }
}

function pendingMatches(db: Db) {
  return students(db)
    .innerJoin('referrals', (join) =>
      join
        .on((on) =>
          on.or([on('referrals.telefone', '=', on.ref('users.phone')), on('referrals.cpf', '=', on.ref('users.cpf'))]),
        )
        .onRef('referrals.criado_em', '<=', 'users.created_at')
        .onRef('referrals.user_id', '!=', 'users.id'),
    )
    .innerJoin('users as member', 'member.id', 'referrals.user_id')
    .innerJoin('drive_users as place', 'place.id', 'member.drive_user_id')
    .innerJoin('companies as unit', (join) =>
      join.onRef('unit.id', '=', 'place.company_id').onRef('unit.escola_id', '=', 'companies.escola_id'),
    )
    .where('referrals.status', 'in', [...PENDING_REFERRALS])
    .where('member.is_club', '=', true)
    .select(['referrals.id as referral_id', 'users.id', 'users.full_name', 'contratos.id as contrato_id'])
    .select('unit.escola_id')
    .orderBy('referrals.id')
    .orderBy('contratos.id');
}

/** A student by CPF or e-mail, or by id. */
export function studentBy(
  db: Db,
  reach: Reach,
  by: { id: number } | { cpf: string } | { emailKey: string },
): Promise<Omit<Match, 'referral_id'> | undefined> {
  let found = students(db).select(['users.id', 'users.full_name', 'contratos.id as contrato_id']).$call(within(reach));
  if ('id' in by) found = found.where('users.id', '=', by.id);
  else if ('cpf' in by) found = found.where('users.cpf', '=', by.cpf);
  else found = found.where('users.email_key', '=', by.emailKey);
  return found.orderBy('users.id').orderBy('contratos.id').limit(1).executeTakeFirst();
}

/** Credits referrals whose friend enrolled, also by an import. A credit that the rules refuse is left to the staff. */
export async function creditEnrolledFriends(school: School): Promise<void> {
  /** Points for a friend, by school. Where both rules are off, nothing is tried. */
  const worth = new Map<number | null, number>();
  for await (const matches of allMatches(school.db)) {
    const work = { job: 'creditEnrolledFriends', idOf: ({ referral_id }: MatchIn) => referral_id };
    await oneByOne(school.log, matches, work, async ({ escola_id, ...match }) => {
      const points = worth.get(escola_id) ?? (await expectedPoints(school.db, escola_id));
      worth.set(escola_id, points);
      if (points > 0) await credit(school, match).catch(passRefusal);
    });
  }
}

function passRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

function credit(school: School, { referral_id, id, contrato_id }: Match): Promise<void> {
  return school.db.transaction().execute(async (tx) => {
    const referral = await tx
      .selectFrom('referrals')
      .selectAll()
      .where('id', '=', referral_id)
      .executeTakeFirstOrThrow();
    const contract = contrato_id === null ? {} : { contratoId: contrato_id };
    await creditFriend(tx, school, referral, { at: school.now(), friendId: id, ...contract });
  });
}

type Input = Omit<z.output<typeof acceptInvitationInput>, 'codigo'>;

/** The inviting member, by first name only. @throws Refusal 404, 429 */
export async function readInvitation(ctx: PublicCtx, codigo: string) {
  await ctx.limits.take('invitation', ctx.caller.address);
  const inviter = await inviterOf(ctx.db, codigo);
  const pontos = await expectedPoints(ctx.db, inviter.escola_id);
  /** `pontos`: what the inviting member earns. */
  return { quem: firstName(inviter.full_name), pontos, escola: inviter.escola };
}

/**
 * A friend asks the school for contact by an invitation, which becomes a referral. If the same member already referred the
 * friend, that referral is used. Anybody can send the form, so it gives no points: they come with the enrolment.
 *
 * The answer is the same for friends who cannot be referred.
 *
 * @throws Refusal 404 for an unknown code, 409 for the member's own code, 429 for too many.
 */
export async function acceptInvitation(ctx: PublicCtx, codigo: string, input: Input): Promise<{ detail: string }> {
  await ctx.limits.take('lead-address', ctx.caller.address);
  const session = await ctx.findSession();
  const at = ctx.now();
  const taking = ctx.db.transaction().execute(async (tx) => {
    const inviter = await inviterOf(tx, codigo);
    if (session?.userId === inviter.id) throw conflict('Este convite é seu: envie o link a um amigo.', 'own_link');
    const existing = await existingReferral(tx, input);
    const known = existing?.user_id === inviter.id ? existing : undefined;
    await refuseUnfair(tx, inviter, input, known);
    const referral = known ?? (await addReferral(tx, inviter, { ...input, canal: 'link' }, at));
    await noteRequest(tx, referral, at);
    await addFriendToContacts(tx, ctx, referral);
  });
  await taking.catch((error) => {
    // All visitors get the same answer. Another answer would reveal whether a telephone is a student's (S6).
    if (!(error instanceof Refusal) || !UNFAIR.has(error.code ?? '')) throw error;
    ctx.log.info({ reason: error.code }, 'an invitation does not count');
  });
  return { detail: 'Recebemos o seu pedido. A escola confere os dados e fala com você.' };
}

/** Why a referral is refused. */
const UNFAIR: ReadonlySet<string> = new Set(['own', 'loop', 'student', 'duplicate']);

async function inviterOf(db: Db, codigo: string) {
  const row = await db
    .selectFrom('club_codes')
    .innerJoin('users', 'users.id', 'club_codes.user_id')
    .$call(withUnit)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select([
      'users.id',
      'users.full_name',
      'users.phone',
      'users.cpf',
      'companies.escola_id',
      'companies.nome as escola',
    ])
    .where('club_codes.codigo', '=', codigo.toUpperCase())
    .where('users.is_club', '=', true)
    .where('users.is_blocked', '=', false)
    .executeTakeFirst();
  if (!row) throw notFound('Este convite não existe mais.');
  return row;
}
