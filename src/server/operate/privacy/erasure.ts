import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { Guardian } from '#lib/contract/account.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { isMinor } from '#lib/rules/account/birth-date.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn, zoneOr } from '#lib/rules/time/zones.ts';
import { privacyMessages } from '#lib/words/account.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled, people } from '../../core/db/people.ts';
import type { Person, Rows } from '../../core/db/person.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, School } from '../../core/http/ctx.ts';
import { countFailures } from '../../core/http/limits.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { conflict, notFound, refused } from '../../core/http/refusal.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import type { deleteAccountInput } from '../../identity/account/inputs.ts';
import { erasureMail } from '../../identity/auth/mails.ts';
import { openSession } from '../../identity/auth/open-session.ts';
import { provePassword } from '../../identity/auth/password.ts';
import { endSessions, rememberDevice } from '../../identity/auth/session.ts';
import { enrollLookalikes } from '../../identity/people/enroll-row.ts';
import { notifyStaff } from '../../messages/inbox/notify-staff.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import { freePlace } from '../../school/abroad/transitions.ts';
import { readPerson } from './person.ts';
import { personalTables, writtenByOthers } from './personal-tables.ts';

/** Whether and when the account will be erased, and what an erasure removes. */
export async function readErasure(ctx: Ctx) {
  const { db, session, config, now } = ctx;
  const { userId } = session;
  const [wish, account, why, points, parcelas_abertas] = await Promise.all([
    openWish(db, userId),
    accountOf(ctx),
    impediment(db, userId, now()),
    db.selectFrom('point_balances').select('saldo').where('user_id', '=', userId).executeTakeFirst(),
    countOpenBills(db, userId),
  ]);
  const isStuck = account.isMinor && account.guardian === null;
  return {
    pedida_em: wish?.created_at ?? null,
    apaga_em: wish?.due_at ?? null,
    // Why the user cannot request it now, as a message.
    impedimento: why ?? (isStuck ? privacyMessages.needsSchool : null),
    // A minor's guardian must agree.
    precisa_responsavel: account.isMinor,
    carencia_dias: config.ERASURE_GRACE_DAYS,
    pontos: points?.saldo ?? 0,
    parcelas_abertas,
  };
}

/**
 * Records a request for erasure; without a grace period the account is erased at once. Other sessions end, so that a stolen
 * session cannot decide.
 *
 * @throws Refusal 400 for a wrong password or guardian's CPF, 403 with a printed code alone, 409 while something is in progress,
 *   429
 */
export async function askErasure(ctx: Ctx, input: z.output<typeof deleteAccountInput>) {
  const { db, session, config, now } = ctx;
  const { userId } = session;
  await provePassword(ctx, input.current_password);
  const account = await accountOf(ctx);
  const why = await impediment(db, userId, now());
  if (why) throw conflict(why);
  if (account.isMinor) {
    if (!account.guardian) throw conflict(privacyMessages.needsSchool);
    const { cpf } = account.guardian;
    await countFailures(ctx.limits, 'password-proof', String(userId), async () => {
      if (input.guardian_cpf === cpf) return;
      throw refused(privacyMessages.wrongGuardian, { guardian_cpf: 'O CPF não confere' });
    });
  }
  const at = now();
  const due = new Date(at.getTime() + config.ERASURE_GRACE_DAYS * DAY_MS);
  const row = { created_at: at.toISOString(), due_at: due.toISOString(), done_at: null };
  await db
    .insertInto('erasures')
    .values({ user_id: userId, ...row })
    .onConflict((known) => known.column('user_id').doUpdateSet(row).where('erasures.done_at', 'is', null))
    .execute();
  if (config.ERASURE_GRACE_DAYS === 0) {
    await erasePerson(ctx, userId);
    ctx.wake();
    return { id: String(userId), status: 'apagada' as const, detail: privacyMessages.erased };
  }
  const { token_version } = await db
    .updateTable('users')
    .set({ token_version: sql`token_version + 1` })
    .where('id', '=', userId)
    .returning('token_version')
    .executeTakeFirstOrThrow();
  await endSessions(db, userId);
  await audit(ctx, 'erasure-asked', `user:${userId}`);
  const apagaEm = dayIn(account.timeZone, due);
  const parcelas = await countOpenBills(db, userId);
  await notifyStaff(db, at, {
    kind: 'exclusao_pedida',
    about: `${userId}:${at.toISOString()}`,
    params: { userId, apagaEm, parcelas },
    at: { userId },
  });
  const day = formatDay(apagaEm);
  for (const to of new Set([account.email, ...(account.isMinor && account.guardian ? [account.guardian.email] : [])])) {
    const mail = await erasureMail(ctx, { to, name: account.full_name, brand: account.marca ?? brandOfHost(ctx), day });
    await queueMail(db, 'erasure', mail, at);
  }
  ctx.wake();
  const { token } = await openSession(ctx, { userId, version: token_version, scope: 'full' });
  ctx.stored.token = token;
  await rememberDevice(ctx, { id: userId, token_version });
  return { id: String(userId), status: 'agendada' as const, detail: privacyMessages.requested(day) };
}

/** Withdraws the request. @throws Refusal 404 if there is none */
export async function keepAccount(ctx: Ctx): Promise<{ detail: string }> {
  const { userId } = ctx.session;
  const withdrawn = await ctx.db
    .deleteFrom('erasures')
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (!withdrawn) throw notFound(privacyMessages.nothingRequested);
  await audit(ctx, 'erasure-withdrawn', `user:${userId}`);
  return { detail: privacyMessages.withdrawn };
}

/**
 * Erases the people whose grace period has ended. A person with a payment in progress waits for its end, without delaying others.
 */
export async function eraseDue(school: School): Promise<void> {
  for (let after = 0, due = await dueAfter(school, after); due.length > 0; due = await dueAfter(school, after)) {
    for (const id of due) {
      after = id;
      await eraseOne(school, id);
    }
  }
}

/** A failed erasure does not stop the others. The database's error may quote personal data, so only its kind is logged. */
async function eraseOne(school: School, id: number): Promise<void> {
  try {
    if (await impediment(school.db, id, school.now())) return;
    if (await erasePerson(school, id)) school.log.info({ user: id }, 'an account was erased');
  } catch (error) {
    const kind = error instanceof Error ? error.name : typeof error;
    school.log.error({ user: id, kind, code: (error as { code?: unknown }).code }, 'an account was not erased');
  }
}

async function dueAfter({ db, now }: School, after: number): Promise<number[]> {
  const due = await db
    .selectFrom('erasures')
    .select('user_id')
    .where('done_at', 'is', null)
    .where('due_at', '<=', now().toISOString())
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(20)
    .execute();
  return due.map(({ user_id }) => user_id);
}

async function countOpenBills(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('parcelas')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'aberta')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An open request for erasure, for the person's page in the office, with the number of open bills. Null without one. */
export async function readErasureOf(db: Db, userId: number) {
  const wish = await openWish(db, userId);
  return wish
    ? { pedida_em: wish.created_at, apaga_em: wish.due_at, parcelas_abertas: await countOpenBills(db, userId) }
    : null;
}

const openWish = (db: Db, userId: number) =>
  db
    .selectFrom('erasures')
    .select(['created_at', 'due_at'])
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .executeTakeFirst();

async function accountOf({ db, session, config, now }: Ctx) {
  const row = await people(db)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select([
      'users.password_hash',
      'users.email',
      'users.full_name',
      'users.birth_date',
      'users.guardian',
      'companies.timezone',
      'schools.marca',
    ])
    .where('users.id', '=', session.userId)
    .executeTakeFirstOrThrow();
  const timeZone = zoneOr(row.timezone, config.SCHOOL_TIME_ZONE);
  return {
    ...row,
    timeZone,
    isMinor: isMinor(row.birth_date, dayIn(timeZone, now())),
    guardian: row.guardian ? Guardian.parse(JSON.parse(row.guardian)) : null,
  };
}

/** What has to end before a person can be erased, as a message; null if nothing does. */
async function impediment(db: Db, userId: number, at: Date): Promise<string | null> {
  const today = dayIn('UTC', at);
  const [action, post, charge, bill, trip] = await Promise.all([
    db.selectFrom('user_actions').select('action_id').where('user_id', '=', userId).executeTakeFirst(),
    enrolled(db)
      .select('drive_users.papel')
      .where('users.id', '=', userId)
      .where('drive_users.papel', 'in', ['professor', 'equipe'])
      .executeTakeFirst(),
    db
      .selectFrom('charges')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', 'in', ['criando', 'em_analise'])
      .executeTakeFirst(),
    db
      .selectFrom('parcelas')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', '=', 'em_processamento')
      .executeTakeFirst(),
    db
      .selectFrom('usa_requests')
      .innerJoin('usa_turmas', 'usa_turmas.id', 'usa_requests.turma_id')
      .select('usa_requests.id')
      .where('usa_requests.user_id', '=', userId)
      .where(({ or, and, eb }) =>
        or([
          eb('usa_requests.status', 'in', ['aprovada', 'aguardando_pagamento']),
          and([eb('usa_requests.status', '=', 'paga'), eb('usa_turmas.fim', '>=', today)]),
        ]),
      )
      .executeTakeFirst(),
  ]);
  if (action || post) return privacyMessages.isStaff;
  if (trip) return privacyMessages.hasTrip;
  return charge || bill ? privacyMessages.isPaying : null;
}

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Erases a person. Personal data are deleted. Rows that have to be kept by law stay, without personal data elsewhere. Sessions
 * and devices end; files are removed from the store in the worker's next run.
 *
 * @returns false if there is no open request, or another process was first.
 */
export async function erasePerson({ db, now }: School, userId: number): Promise<boolean> {
  const at = now();
  return db.transaction().execute(async (tx) => {
    const mine = await tx
      .updateTable('erasures')
      .set({ done_at: at.toISOString() })
      .where('user_id', '=', userId)
      .where('done_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (!mine) return false;
    await leaveTrips(tx, userId);
    // Read first: a lookalike gets an account with the same address and telephone, and until then only the person has
    // them.
    const person = await readPerson(tx, userId);
    // Import rows that wait for an enrolled person come from an earlier release: they are erased with the account.
    if (person.driveUserId === null) await enrollLookalikes(tx, userId, at);
    await laterRemoved(tx, await filesOf(tx, person), at);
    for (const { table, rows, values } of writtenByOthers) await change(tx, table, rows, person, values(person));
    for (const { table, rows, alsoErased, erasure } of personalTables) {
      if (erasure === 'delete') {
        await remove(tx, table, rows, person);
        if (alsoErased) await remove(tx, table, alsoErased, person);
      } else {
        await change(tx, table, rows, person, erasure(person));
      }
    }
    await tx.updateTable('users').set({ token_version: sql`token_version + 1` }).where('id', '=', userId).execute();
    return true;
  });
}

/** Frees places on trips that were requested but not confirmed. */
async function leaveTrips(tx: Db, userId: number): Promise<void> {
  const held = await tx
    .updateTable('usa_requests')
    .set({ status: 'cancelada' })
    .where('user_id', '=', userId)
    .where('status', 'in', ['enviada', 'em_analise', 'documento_recusado', 'aprovada'])
    .returning('turma_id')
    .execute();
  for (const { turma_id } of held) await freePlace(tx, turma_id);
}

/** The store's keys of the person's files. */
async function filesOf(db: Db, person: Person): Promise<string[]> {
  const keys: string[] = [];
  for (const { table, rows, file } of personalTables) {
    if (!file) continue;
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(table)} where ${rows(person)}`.execute(
      db,
    );
    keys.push(...found.rows.map((row) => file(row).key));
  }
  return keys;
}

const remove = (tx: Db, table: string, rows: Rows, person: Person) =>
  sql`delete from ${sql.table(table)} where ${rows(person)}`.execute(tx);

async function change(tx: Db, table: string, rows: Rows, person: Person, values: Record<string, unknown>) {
  if (Object.keys(values).length === 0) return;
  await (tx as unknown as AnyDb)
    .updateTable(table)
    .set(values as never)
    .where(rows(person) as never)
    .execute();
}
