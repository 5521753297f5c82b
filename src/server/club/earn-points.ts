import type { RuleCode } from '#lib/contract/club.schema.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import { people } from '../core/db/people.ts';
import { preparedOne } from '../core/db/prepared.ts';
import { expiryOf, NEVER, periodEnd, periodStart, startOfDay } from './calendar.ts';
import { type EntryRow, lockAccount, movePoints } from './points.ts';
import { type Rule, ruleOf } from './rules.ts';

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

export interface Earned {
  userId: number;
  regra: RuleCode;
  /** What the member did, such as `aula:55`. It counts once per person. */
  what: string;
  /** The school's zone, for the days. */
  timeZone: string;
  at: Date;
  /** When it was done, if it is noted later: an instant, by which the limit of the rule counts. */
  doneAt?: string;
  descricao?: string;
  referencia?: { tipo: string; id: number };
  /** Instead of the rule's points. */
  pontos?: number;
  porUserId?: number;
}

/**
 * Gives a member the points of a rule, in the transaction of the act that earns them. Each act counts once, and each
 * rule has a limit per period.
 *
 * @returns the entry; null for a non-member, a rule that is off, a reached limit, or an act that counted before.
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
    // Two acts at once must not both be the last that counts.
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
    // What was taken back counts no more, so a corrected roll gives its points again.
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

/** How often a rule counted for a member in the period of a day, by the day of what was done. */
export async function countEarned(
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
