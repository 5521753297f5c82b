import type { z } from 'zod';
import type { BrandKey } from '#lib/brand.ts';
import { nameKey } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { shownCode } from '#lib/rules/account/invite-code.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { studentMessages } from '#lib/words/students.ts';
import type { Db } from '../../core/db/connection.ts';
import { oneByOne } from '../../core/db/in-batches.ts';
import { enrolled } from '../../core/db/people.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { download, type FileAnswer } from '../../core/http/file-answer.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { conflict, invalid, notFound } from '../../core/http/refusal.ts';
import type { Ward } from '../../identity/auth/guardian-invitation.ts';
import { drawInviteCodes, keepInviteCodes, LINK_DAYS, newInviteLink } from '../../identity/auth/invitation.ts';
import { welcomeMail } from '../../identity/auth/mails.ts';
import { queueWelcomes } from '../../identity/auth/queue-welcomes.ts';
import { newSecret } from '../../identity/auth/tokens.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import type { drawInvitations } from '../../money/documents/pdf/invitations.ts';
import { guardiansToPrint, keepGuardianSheets, mailGuardian } from './guardian-invitations.ts';
import type { inviteStudentsInput } from './inputs.ts';
import { classesOf, studentsIn, unitsIn } from './queries.ts';

/** People who can be invited: never logged in, and not blocked. */
const open = (query: ReturnType<typeof studentsIn>) =>
  query
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .where('users.last_seen_at', 'is', null)
    .where('users.is_blocked', '=', false)
    .where('drive_users.encerrado_em', 'is', null);

/**
 * Everybody in reach, or in a unit, who was not invited. @returns those with an e-mail, the number without one, and `all` whose
 * guardian may be invited
 */
async function uninvited(db: Db, reach: Ctx['reach'], unitId: number | null) {
  const rows = await open(studentsIn(db, reach))
    .select(['users.id', 'users.email'])
    .where('invitations.id', 'is', null)
    .$if(unitId !== null, (query) => query.where('companies.id', '=', unitId))
    .orderBy('users.id')
    .execute();
  const guarded = await studentsIn(db, reach)
    .select('users.id')
    .where('users.guardian', 'is not', null)
    .$if(unitId !== null, (query) => query.where('companies.id', '=', unitId))
    .orderBy('users.id')
    .execute();
  const ids = rows.flatMap(({ id, email }) => (email === '' ? [] : [id]));
  return { ids, withoutEmail: rows.length - ids.length, all: guarded.map(({ id }) => id) };
}

/**
 * Invites some students, or everybody in reach who was not invited, and the guardians of minors. @throws Refusal 422 for a unit
 * out of reach
 */
export async function inviteStudents(ctx: Ctx, body: z.output<typeof inviteStudentsInput>) {
  const requested = 'ids' in body ? [...new Set(body.ids)] : null;
  const unitId = 'ids' in body ? null : (body.unidade ?? null);
  if (unitId !== null && !(await unitsIn(ctx.db, ctx.reach)).some(({ id }) => id === unitId)) {
    throw invalid('Escolha uma unidade da sua escola.', { unidade: 'Escolha a unidade' });
  }
  const outcome = await ctx.db.transaction().execute(async (tx) => {
    const { ids, withoutEmail, all } = requested
      ? await reachable(tx, ctx.reach, requested)
      : await uninvited(tx, ctx.reach, unitId);
    const queued = await queueWelcomes(ctx, tx, all, { own: ids, again: requested !== null });
    const { na_fila, responsaveis } = queued;
    if (na_fila + responsaveis > 0) {
      await audit({ ...ctx, db: tx }, 'student-invite', `school:${ctx.session.escolaId ?? 0}`, {
        depois: { alunos: na_fila, ...(responsaveis > 0 && { responsaveis }) },
      });
    }
    const total = requested?.length ?? ids.length + withoutEmail;
    return {
      ...{ na_fila, responsaveis, sem_email: withoutEmail },
      outros: total - na_fila - withoutEmail - queued.por_ela,
    };
  });
  ctx.wake();
  const mails = outcome.na_fila + outcome.responsaveis;
  const said = { ...outcome, minutos: Math.ceil(mails / ctx.config.INVITATIONS_PER_MINUTE) };
  const sentences = [studentMessages.invited(said), !ctx.config.sendsMail && studentMessages.mailOff];
  return { ...said, detail: sentences.filter(Boolean).join(' ') };
}

async function reachable(tx: Db, reach: Ctx['reach'], requested: readonly number[]) {
  const rows = await open(studentsIn(tx, reach))
    .select(['users.id', 'users.email'])
    .where('users.id', 'in', requested)
    .orderBy('users.id')
    .execute();
  const ids = rows.flatMap(({ id, email }) => (email === '' ? [] : [id]));
  return { ids, withoutEmail: rows.length - ids.length, all: rows.map(({ id }) => id) };
}

/** As above for everybody of every school, or of one unit, by a command. @returns null for an unknown unit */
export async function inviteAll(
  { db, now, config }: Pick<School, 'db' | 'now' | 'config'>,
  { unidade, isTrial }: { unidade?: string; isTrial: boolean },
) {
  const reach = { escolaId: null, units: null };
  const requested = unidade === undefined ? undefined : nameKey(unidade);
  const unit = (await unitsIn(db, reach)).find(({ nome }) => nameKey(nome) === requested);
  if (requested !== undefined && !unit) return null;
  return db.transaction().execute(async (tx) => {
    const { ids, withoutEmail, all } = await uninvited(tx, reach, unit?.id ?? null);
    const { na_fila, responsaveis } = isTrial
      ? { na_fila: ids.length, responsaveis: 0 }
      : await queueWelcomes({ now, config }, tx, all, { own: ids });
    if (!isTrial && na_fila + responsaveis > 0) {
      await audit({ db: tx, now }, 'student-invite', `school:${unit?.escola_id ?? 0}`, {
        depois: { alunos: na_fila, ...(responsaveis > 0 && { responsaveis }) },
      });
    }
    return {
      na_fila,
      sem_email: withoutEmail,
      minutos: Math.ceil((na_fila + responsaveis) / config.INVITATIONS_PER_MINUTE),
    };
  });
}

/**
 * Puts welcome mails into the outbox, at most `INVITATIONS_PER_MINUTE`. One transaction takes a person off the queue, creates the
 * link and writes the mail: after a restart it continues, and nobody gets two. Without SMTP all wait, so that the seven days of a
 * link start when its mail can be sent.
 */
export async function sendInvitations(school: School): Promise<void> {
  const { db, config, ports, now } = school;
  if (ports.mail.kind === 'none' && !config.outboxViewer) return;
  const tables = Object.keys(mailOf) as (keyof typeof mailOf)[];
  const minuteAgo = new Date(now().getTime() - MINUTE_MS).toISOString();
  const waitingIn = (table: keyof typeof mailOf) =>
    db
      .selectFrom(table)
      .select('user_id')
      .where('waits_since', '>', '')
      .orderBy('waits_since')
      .orderBy('user_id')
      .limit(config.INVITATIONS_PER_MINUTE)
      .execute();
  const mailedOf = (table: keyof typeof mailOf) =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number | string>().as('mailed'))
      .where('mailed_at', '>', minuteAgo)
      .executeTakeFirstOrThrow();
  // The queue is read before the count: a mail that another process sends in between uses a place, and its person is skipped.
  const queues = await Promise.all(tables.map(waitingIn));
  const counts = await Promise.all(tables.map(mailedOf));
  const room = config.INVITATIONS_PER_MINUTE - counts.reduce((sum, { mailed }) => sum + Number(mailed), 0);
  if (room <= 0) return;
  const waiting = tables.flatMap((table, at) => (queues[at] ?? []).map(({ user_id }) => ({ table, user_id })));
  await oneByOne(
    school.log,
    waiting.slice(0, room),
    { job: 'sendInvitations', idOf: ({ user_id }) => user_id },
    ({ table, user_id }) => mailOf[table](school, user_id),
  );
}

const mailOf = { invitations: invite, guardian_invitations: mailGuardian };

async function invite(school: School, userId: number): Promise<void> {
  const { db } = school;
  const at = school.now();
  const person = await enrolled(db)
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.full_name', 'users.email', 'users.email_key', 'companies.nome as unit', 'schools.marca'])
    .where('users.id', '=', userId)
    .where('users.last_seen_at', 'is', null)
    .where('users.is_blocked', '=', false)
    .where('drive_users.encerrado_em', 'is', null)
    .executeTakeFirst();
  const [group] = await classesOf(db, [userId]);
  const secret = newSecret();
  // Rendered before the transaction: on SQLite a transaction blocks all other writers.
  const mail =
    person?.email &&
    (await welcomeMail(school, {
      ...{ to: person.email, name: person.full_name, brand: person.marca, secret, unit: person.unit },
      ...{ turma: group?.nome ?? null, livro: group?.livro ?? null, days: LINK_DAYS },
    }));
  await db.transaction().execute(async (tx) => {
    const claimed = await tx
      .updateTable('invitations')
      .set({ waits_since: null, ...(mail && { mailed_at: at.toISOString() }) })
      .where('user_id', '=', userId)
      .where('waits_since', 'is not', null)
      .returning('user_id')
      .executeTakeFirst();
    if (!claimed || !mail || !person) return;
    await newInviteLink(tx, { userId, secret, emailKey: person.email_key }, at);
    await queueMail(tx, 'welcome', mail, at);
  });
}

const DRAWING = new URL('../../money/documents/pdf/invitations.ts', import.meta.url);
/** Max. sheets at once: drawing takes seconds, and others wait. */
const PRINTED_AT_ONCE = 120;

/**
 * Sheets to cut out, each with a new code for the first login, also for the guardian of a minor. For requested ids, earlier codes
 * of these people become invalid. Without ids: people without an e-mail whose sheet was never printed, so handed out codes stay
 * valid.
 *
 * @throws Refusal 404 if nobody needs a sheet, 409 if somebody else printed them meanwhile, 429
 */
export async function printInvitations(
  ctx: Ctx,
  { ids, unidade, quem }: { ids?: string; unidade?: number; quem?: 'responsaveis' },
): Promise<FileAnswer> {
  await ctx.limits.take('document', `user:${ctx.session.userId}`);
  const requested = ids?.split(',').map(Number);
  const rows = quem === 'responsaveis' ? [] : await peopleFor(ctx, requested, unidade);
  const named = requested ? await inReach(ctx, requested) : rows.map(({ id }) => id);
  const guardians = await guardiansToPrint(ctx, named);
  if (rows.length + guardians.length === 0) throw notFound(ids === undefined ? allPrinted : noneWaits);
  const codes = drawInviteCodes(rows.length + guardians.length);
  const sheets = rows.map((row, index) => ({ ...row, code: codes[index] ?? '' }));
  const hers = guardians.map((row, index) => ({ ...row, code: codes[rows.length + index] ?? '' }));
  const at = ctx.now();
  // The codes are stored after the sheets are drawn, so that a failed drawing invalidates no earlier codes.
  const bytes = await draw(ctx, sheets, hers, at);
  await ctx.db.transaction().execute(async (tx) => {
    await keepSheets({ ...ctx, db: tx }, sheets, at, ids === undefined);
    await keepGuardianSheets({ ...ctx, db: tx }, hers, at);
    for (const { id } of hers) await audit({ ...ctx, db: tx }, 'guardian-print', `user:${id}`);
  });
  return download(bytes, 'application/pdf', 'convites.pdf');
}

/** The students in reach among some. */
const inReach = async (ctx: Ctx, requested: readonly number[]): Promise<number[]> =>
  (await studentsIn(ctx.db, ctx.reach).select('users.id').where('users.id', 'in', requested).execute()).map(
    ({ id }) => id,
  );

const noneWaits = 'Ninguém aqui espera uma folha: todos já entraram.';
const allPrinted =
  'Ninguém aqui espera uma folha nova: quem não tem e-mail já recebeu a sua ou já entrou. Para imprimir outra vez, marque as pessoas na lista.';

type Sheet = Awaited<ReturnType<typeof peopleFor>>[number] & { code: string };

async function draw(ctx: Ctx, sheets: readonly Sheet[], hers: readonly (Ward & { code: string })[], at: Date) {
  const groups = await classesOf(
    ctx.db,
    sheets.map(({ id }) => id),
  );
  const cell = (nome: string, nota: string, code: string, brand: BrandKey) => {
    const portal = publicUrl(ctx.config, brand);
    return {
      ...{ nome, nota, codigo: shownCode(code) },
      address: portal.replace(/^https?:\/\//, '') + routes.login.invitation(),
      link: portal + routes.login.invitationCode(code),
    };
  };
  const ofStudents = sheets.map(({ id, full_name, unidade, marca, code }) => {
    const group = groups.find(({ user_id }) => user_id === id)?.nome;
    return { id, cell: cell(full_name, [unidade, group].filter(Boolean).join(' · '), code, marca) };
  });
  const ofGuardians = hers.map(({ id, guardian, full_name, marca, code }) => {
    const nota = studentMessages.guardianSheet(guardian.relation, full_name);
    return { id, cell: cell(guardian.full_name, nota, code, marca ?? 'knn') };
  });
  return ctx.papers.run<typeof drawInvitations>(DRAWING, 'drawInvitations', {
    brand: sheets[0]?.marca ?? hers[0]?.marca ?? 'knn',
    at,
    // The sheet of a guardian is printed next to that of the child.
    cells: [
      ...ofStudents.flatMap((each) => [each, ...ofGuardians.filter(({ id }) => id === each.id)]),
      ...ofGuardians.filter(({ id }) => !ofStudents.some((each) => each.id === id)),
    ].map(({ cell }) => cell),
  });
}

/** @param isFirst none of them has a sheet yet. @throws Refusal 409 if one has by now */
async function keepSheets(ctx: Ctx, sheets: readonly Sheet[], at: Date, isFirst: boolean): Promise<void> {
  if (sheets.length === 0) return;
  const { db: tx, session, tokens } = ctx;
  const printed_at = at.toISOString();
  const noted = await tx
    .insertInto('invitations')
    .values(
      sheets.map(({ id: user_id }) => ({
        ...{ user_id, asked_at: printed_at, asked_by: session.userId, printed_at },
        ...{ waits_since: null, mailed_at: null, opened_at: null },
      })),
    )
    .onConflict((known) => {
      const noted = known.column('user_id').doUpdateSet({ printed_at });
      return isFirst ? noted.where('invitations.printed_at', 'is', null) : noted;
    })
    .returning('user_id')
    .execute();
  if (noted.length < sheets.length) {
    throw conflict('Alguém imprimiu estas folhas agora mesmo. Abra a lista de novo.', 'printed');
  }
  await keepInviteCodes(
    tx,
    tokens,
    sheets.map(({ id, code }) => ({ userId: id, code })),
    at,
  );
  for (const { id } of sheets) await audit(ctx, 'invitation-print', `user:${id}`);
}

/** Students in reach who never logged in. */
const peopleFor = (ctx: Ctx, ids: readonly number[] | undefined, unidade: number | undefined) =>
  studentsIn(ctx.db, ctx.reach)
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .select(['users.id', 'users.full_name', 'companies.nome as unidade', 'schools.marca'])
    .where('users.last_seen_at', 'is', null)
    .where('users.is_blocked', '=', false)
    .where('drive_users.encerrado_em', 'is', null)
    .$if(ids !== undefined, (query) => query.where('users.id', 'in', [0, ...(ids ?? [])]))
    .$if(ids === undefined, (query) => query.where('users.email', '=', '').where('invitations.printed_at', 'is', null))
    .$if(unidade !== undefined, (query) => query.where('companies.id', '=', unidade ?? 0))
    .orderBy('companies.nome')
    .orderBy('users.full_name')
    .orderBy('users.id')
    .limit(PRINTED_AT_ONCE)
    .execute();
