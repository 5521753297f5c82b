import { sql } from 'kysely';
import type { User } from '#lib/contract/account.schema.ts';
import type { Found } from '#lib/contract/panel.schema.ts';
import { foldText, searchWords } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { actMeant, actsOfPerson } from '#lib/rules/panel/person-acts.ts';
import type { Db } from '../../core/db/connection.ts';
import { isPostgres } from '../../core/db/locking.ts';
import { people } from '../../core/db/people.ts';
import type { Reach } from '../../core/db/reach.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { invalid, Refusal } from '../../core/http/refusal.ts';
import { guardianIn } from '../auth/guardian-of.ts';
import { searchUsers } from './queries.ts';

const studies = ({ papel, encerrado_em }: { papel: string | null; encerrado_em: string | null }) =>
  papel === 'aluno' && encerrado_em === null;

/** The guardian's name, if the search matched it and not the person's own name. */
function guardianFound(json: string | null, own: string, q: string): string | null {
  const guardian = guardianIn(json);
  if (!guardian) return null;
  const [hers, its] = [foldText(guardian.full_name), foldText(own)];
  const isHers = searchWords(q).some((word) => hers.includes(word) && !its.includes(word));
  return isHers ? `${guardian.relation}: ${guardian.full_name}` : null;
}

/** People who match `PeopleFilter.q`, for the search of the panel. A child is found by the guardian's name too. */
export async function findPeople(
  db: Db,
  reach: Reach,
  q: string,
  limit: number,
  { session }: Pick<Ctx, 'session'>,
): Promise<Found[]> {
  const { items } = await searchUsers(db, { q, reach, limit, offset: 0 });
  return items.map(({ id, full_name, email, school_name, guardian, ...row }) => ({
    tipo: 'pessoa',
    id,
    titulo: full_name,
    detalhe: [guardianFound(guardian, full_name, q) ?? email, school_name].filter(Boolean).join(' · '),
    path: routes.manager.person(id),
    atos: actsOfPerson({ id, studies: studies(row) }, session.rights),
  }));
}

/** Finds actions on people: in `ana rec` the last word names the action and the words before it the person. */
export async function findPersonActs(
  db: Db,
  reach: Reach,
  q: string,
  limit: number,
  { session }: Pick<Ctx, 'session'>,
): Promise<Found[]> {
  const meant = actMeant(searchWords(q));
  if (!meant) return [];
  const { items } = await searchUsers(db, { q: meant.q, reach, limit, offset: 0 });
  return items.flatMap(({ id, full_name, school_name, ...row }) =>
    actsOfPerson({ id, studies: studies(row) }, session.rights, meant.word).map(({ titulo, path }) => ({
      tipo: 'acao',
      id,
      titulo: `${titulo}: ${full_name}`,
      detalhe: school_name ?? '',
      path,
    })),
  );
}

const LOCK = 7_211_441;

/**
 * The accounts with a CPF within a school: one person may have an account in each school (AUTH-05). An account without a school
 * reserves its CPF in every school.
 */
export async function cpfHolders(db: Db, cpf: string, escolaId: number | null): Promise<number[]> {
  const holders = await people(db)
    .select('users.id')
    .where('users.cpf', '=', cpf)
    .$if(escolaId !== null, (query) => query.where('companies.escola_id', '=', escolaId))
    .execute();
  return holders.map(({ id }) => id);
}

/** Locks a CPF: if two transactions use it at once, the second waits for the first. */
export async function holdCpf(tx: Db, cpf: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${LOCK}, ${Number(cpf.slice(0, 9))})`.execute(tx);
}

/** @param tx a transaction that holds the CPF. @throws Refusal 409 `cpf_taken` */
export async function requireFreeCpf(
  tx: Db,
  { id, cpf, escolaId }: { id: number; cpf: string; escolaId: number | null },
  text: string,
): Promise<void> {
  await holdCpf(tx, cpf);
  const holders = await cpfHolders(tx, cpf, escolaId);
  if (holders.every((holder) => holder === id)) return;
  throw new Refusal(409, `${text}.`, { code: 'cpf_taken', fields: { cpf: text } });
}

/**
 * Checks the CPF that a person enters: nobody else in the school has it, and a confirmed CPF stays the same.
 *
 * @throws Refusal 409 `cpf_taken`, 422
 */
export async function requireOwnCpf(tx: Db, before: User, cpf: string): Promise<void> {
  if (cpf === before.cpf) return;
  if (before.cpf && before.updated_at) {
    const text = 'O CPF confirmado só muda na secretaria';
    throw invalid(`${text}.`, { cpf: text });
  }
  const escolaId = before.drive_user?.company.escola_id ?? null;
  await requireFreeCpf(
    tx,
    { id: before.id, cpf, escolaId },
    'Este CPF já está em outro cadastro da escola. Confira os números ou fale com a secretaria',
  );
}
