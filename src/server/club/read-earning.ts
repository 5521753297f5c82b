import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import { prepared, preparedOne } from '../core/db/prepared.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { ownBrand, publicUrl } from '../core/http/public-url.ts';
import { makeShortCode } from './codes.ts';
import { countEarned } from './earn-points.ts';
import { presentReferral } from './present.ts';
import { stepsOf } from './queries.ts';
import { rulesOf } from './rules.ts';

const MAX_REFERRALS = 100;
/** Two equal codes are almost impossible. */
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
        /** How often it counts in a period; null: always. */
        limite: rule.limite,
        feitos: await countEarned(db, userId, rule, today, timeZone),
        /** The page where the member does it. */
        path: rule.path,
      })),
  );
  return {
    /** The member's own code, which a friend names. */
    codigo,
    /** The whole address to share. */
    link: `${publicUrl(config, ownBrand(ctx))}/convite/${codigo}`,
    formas,
    /** The newest first. */
    indicacoes: referrals.map((row) => presentReferral(row, steps)),
  };
}

/** The user's own code. The first request makes it. */
async function codeOf(db: Db, user_id: number): Promise<string> {
  for (let turn = 0; turn < TRIES; turn += 1) {
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
