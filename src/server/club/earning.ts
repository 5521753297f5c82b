import { sql } from 'kysely';
import type { RuleCode } from '#lib/contract/club.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import { inBatches } from '../core/db/in-batches.ts';
import { people } from '../core/db/people.ts';
import { prepared, preparedOne } from '../core/db/prepared.ts';
import type { Ctx, School } from '../core/http/ctx.ts';
import { ownBrand, publicUrl } from '../core/http/public-url.ts';
import { birthdaysOn, expiryOf, NEVER, periodEnd, periodStart, startOfDay } from './calendar.ts';
import { makeShortCode } from './codes.ts';
import { notifyMember } from './notify.ts';
import { type EntryRow, lockAccount, movePoints } from './points.ts';
import { presentReferral } from './present.ts';
import { stepsOf } from './queries.ts';
import { type Rule, ruleOf, rulesOf } from './rules.ts';

/** The name of each rule's credit in the statement. */
const origins: Readonly<Record<RuleCode, string>> = {
  presenca: 'presenca',
  unidade: 'pratica',
  atividade: 'atividade',
  teste_nivel: 'teste_nivel',
  indicacao: 'indicacao',
  indicacao_matricula: 'indicacao_matricula',
  aniversario: 'aniversario',
};

interface Earned {
  userId: number;
  regra: RuleCode;
  /** What the member did, such as `aula:55`; each counts once per person. */
  what: string;
  /** The school's time zone, for days. */
  timeZone: string;
  at: Date;
  /** When it was done, if it is recorded later: an instant that decides the period of the rule's limit. */
  doneAt?: string;
  descricao?: string;
  referencia?: { tipo: string; id: number };
  /** Replaces the rule's points. */
  pontos?: number;
  porUserId?: number;
}

/**
 * Gives a member the points of a rule, in the transaction of the action that earns them. Each action counts once, and each rule
 * has a limit per period.
 *
 * @returns the entry; null for a non-member, a rule that is off, a reached limit, or an action that was already credited.
 */
export async function earnPoints(tx: Db, earned: Earned): Promise<EntryRow | null> {
  const { userId, regra, what, at, timeZone, doneAt } = earned;
  const member = await memberOf(tx, userId);
  if (!member?.is_club) return null;
  const chave = `${regra}:${what}:user:${userId}`;
  if (await tx.selectFrom('point_entries').select('id').where('chave', '=', chave).executeTakeFirst()) return null;
  const rule = await ruleOf(tx, member.escola_id, regra);
  if (!rule.ativo) return null;
  const today = dayIn(timeZone, at);
  if (rule.limite !== null && rule.limite !== undefined) {
    // Otherwise two simultaneous actions could both take the last place within the limit.
    await lockAccount(tx, userId);
    const day = doneAt === undefined ? today : dayIn(timeZone, new Date(doneAt));
    if ((await countEarned(tx, userId, rule, day, timeZone)) >= rule.limite) return null;
  }
  const { entry, isNew } = await movePoints(tx, {
    userId,
    pontos: earned.pontos ?? rule.pontos,
    origem: origins[regra],
    descricao: earned.descricao ?? rule.nome,
    contra: 'emissao',
    chave,
    regra,
    at,
    expiraEm: expiryOf(today, rule.validade_dias ?? null),
    ...(doneAt !== undefined && { doneAt }),
    ...(earned.referencia && { referencia: earned.referencia }),
    ...(earned.porUserId !== undefined && { porUserId: earned.porUserId }),
  });
  return isNew ? entry : null;
}

const countBetween = preparedOne((db, userId: number, codigo: RuleCode, since: string, until: string) =>
  db
    .selectFrom('point_entries')
    .where('user_id', '=', userId)
    .where('regra', '=', codigo)
    .where(({ fn }) => fn.coalesce('feito_em', 'criado_em'), '>=', since)
    .where(({ fn }) => fn.coalesce('feito_em', 'criado_em'), '<', until)
    // Reversed entries do not count, so corrected attendance earns its points again.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('point_entries as estorno')
            .select('estorno.id')
            .whereRef('estorno.estorno_de', '=', 'point_entries.id'),
        ),
      ),
    )
    .select(({ fn }) => fn.countAll<number | string>().as('count')),
);

/** How often a rule was credited to a member in the period that contains a day, by the day of the action. */
async function countEarned(
  db: Db,
  userId: number,
  { codigo, periodo }: Pick<Rule, 'codigo' | 'periodo'>,
  day: string,
  timeZone: string,
): Promise<number> {
  const start = periodStart(periodo, day);
  const end = periodEnd(periodo, day);
  const row = await countBetween(
    db,
    userId,
    codigo,
    start === null ? '' : startOfDay(start, timeZone),
    end === null ? NEVER : startOfDay(end, timeZone),
  );
  return Number(row?.count);
}

export const memberOf = (db: Db, userId: number) =>
  people(db)
    .select(['users.id', 'users.is_club', 'users.full_name', 'users.phone', 'users.cpf', 'companies.escola_id'])
    .where('users.id', '=', userId)
    .executeTakeFirst();

const MAX_REFERRALS = 100;
/** Two equal random codes are almost impossible. */
const TRIES = 3;

const latestReferrals = prepared((db, userId: number) =>
  db.selectFrom('referrals').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').limit(MAX_REFERRALS),
);
const knownCode = preparedOne((db, userId: number) =>
  db.selectFrom('club_codes').select('codigo').where('user_id', '=', userId),
);

/** How members earn points, how often each rule counted in its period, and the user's own referrals (CLUB-01). */
export async function readEarning(ctx: Ctx) {
  const { db, session, now, config } = ctx;
  const { userId } = session;
  const timeZone = config.SCHOOL_TIME_ZONE;
  const today = dayIn(timeZone, now());
  const [codigo, rules, referrals] = await Promise.all([
    codeOf(db, userId),
    rulesOf(db, session.escolaId),
    latestReferrals(db, userId),
  ]);
  const steps = await stepsOf(
    db,
    referrals.map(({ id }) => id),
  );
  const formas = await Promise.all(
    rules
      .filter(({ ativo }) => ativo)
      .map(async (rule) => ({
        codigo: rule.codigo,
        nome: rule.nome,
        descricao: rule.descricao,
        pontos: rule.pontos,
        periodo: rule.periodo,
        /** Max. credits in a period; null: unlimited. */
        limite: rule.limite,
        feitos: await countEarned(db, userId, rule, today, timeZone),
        /** The page where the member can do it. */
        path: rule.path,
      })),
  );
  return {
    /** The member's own code, which a friend submits. */
    codigo,
    /** The complete address to share. */
    link: `${publicUrl(config, ownBrand(ctx))}/convite/${codigo}`,
    formas,
    /** The newest first. */
    indicacoes: referrals.map((row) => presentReferral(row, steps)),
  };
}

/** The user's own code, created by the first request. */
async function codeOf(db: Db, user_id: number): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const known = await knownCode(db, user_id);
    if (known) return known.codigo;
    await db
      .insertInto('club_codes')
      .values({ user_id, codigo: makeShortCode() })
      .onConflict((other) => other.doNothing())
      .execute();
  }
  throw new Error(`No code was free for user ${user_id}`);
}

const AT_ONCE = 200;
/** People in one transaction. */
const BATCH = 5;

/** Gives members their birthday points: once a year, also with several processes. */
export async function giveBirthdayPoints({ db, now, config, log }: School): Promise<void> {
  const at = now();
  const timeZone = config.SCHOOL_TIME_ZONE;
  const today = dayIn(timeZone, at);
  const what = today.slice(0, 4);
  const people = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.is_club', '=', true)
    .where('users.is_blocked', '=', false)
    .where(sql<string>`substr(users.birth_date, 6, 5)`, 'in', birthdaysOn(today))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('point_entries')
            .select('point_entries.id')
            .whereRef('point_entries.user_id', '=', 'users.id')
            .where('point_entries.regra', '=', 'aniversario')
            .where('point_entries.criado_em', '>=', `${what}-01-01`)
            .where('point_entries.chave', 'like', `aniversario:${what}:%`),
        ),
      ),
    )
    .orderBy('users.id')
    .limit(AT_ONCE)
    .execute();
  const give = async (tx: Db, id: number) => {
    const entry = await earnPoints(tx, { userId: id, regra: 'aniversario', what, at, timeZone });
    if (!entry) return;
    const title = 'Feliz aniversário!';
    await notifyMember(tx, id, 'spend', { title, body: `Você ganhou ${entry.pontos} pontos da escola.` }, at);
  };
  await inBatches(log, people, { job: 'giveBirthdayPoints', size: BATCH, idOf: ({ id }) => id }, (some) =>
    db.transaction().execute(async (tx) => {
      for (const { id } of some) await give(tx, id);
    }),
  );
}
