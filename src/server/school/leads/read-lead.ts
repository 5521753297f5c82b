import type { Db } from '../../core/db/connection.ts';
import { enrolled } from '../../core/db/people.ts';
import { pageByName } from '../../core/db/people-by-name.ts';
import { type Reach, within } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notFound } from '../../core/http/refusal.ts';
import { staffWith } from '../../messages/inbox/notify-staff.ts';
import { presentEvent, presentLead } from './present.ts';
import { historyOf, leadsIn, type NamedLead, openUnits, type Scope, scopeOf, withNames } from './queries.ts';

const MAX_FOUND = 8;

/** A lead in reach. @throws Refusal 404, also for another school's lead */
export async function leadIn(db: Db, scope: Scope, id: number): Promise<NamedLead> {
  const row = await withNames(leadsIn(db, scope)).where('leads.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Não encontramos este contato na sua escola.');
  return row;
}

/** A lead with its history. @param aluno a search for the student that it became. @throws Refusal 403, 404 */
export async function readLead({ db, session, reach }: Ctx, id: number, aluno = '') {
  const scope = await scopeOf(db, reach);
  const row = await leadIn(db, scope, id);
  const isOpen = row.status !== 'matriculado';
  const [history, equipe, student, candidatos] = await Promise.all([
    historyOf(db, id),
    ownersOf(db, row, session.userId),
    row.aluno_user_id === null
      ? undefined
      : db
          .selectFrom('users')
          .select(['id', 'full_name as nome'])
          .where('id', '=', row.aluno_user_id)
          .executeTakeFirst(),
    isOpen ? candidatesFor(db, reach, row, aluno) : [],
  ]);
  return {
    ...presentLead(row),
    historico: history.map(presentEvent),
    /** The possible owners of the lead. */
    equipe,
    /** The units to which the reader may assign the lead. */
    unidades: openUnits(scope, row.unidade_id),
    /** The student that the person became. */
    aluno: student ?? null,
    candidatos,
  };
}

/** The possible owners of a lead: the staff of its unit, and the reader. */
export async function ownersOf(
  db: Db,
  { unidade_id }: Pick<NamedLead, 'unidade_id'>,
  userId: number,
): Promise<{ id: number; nome: string }[]> {
  const staff = unidade_id === null ? [] : await staffWith(db, 'contatos', unidade_id);
  const known = staff.some(({ id }) => id === userId);
  const self = known ? [] : await db.selectFrom('users').select(['id', 'full_name']).where('id', '=', userId).execute();
  return [...self, ...staff].map(({ id, full_name }) => ({ id, nome: full_name }));
}

/** Students in reach with the same telephone or e-mail, followed by those that match the search. */
async function candidatesFor(db: Db, reach: Reach, { telefone, email }: NamedLead, q: string) {
  const emailKey = email?.toLowerCase() ?? null;
  const found = q === '' ? [] : (await pageByName(db, { reach, q, limit: MAX_FOUND, offset: 0 })).ids;
  const rows = await studentsIn(db, reach)
    .select(['users.id', 'users.full_name as nome', 'companies.nome as unidade', 'users.phone', 'users.email_key'])
    .where((where) =>
      where.or([
        where('users.phone', '=', telefone),
        ...(emailKey ? [where('users.email_key', '=', emailKey)] : []),
        ...(found.length > 0 ? [where('users.id', 'in', found)] : []),
      ]),
    )
    .orderBy('users.full_name')
    .orderBy('users.id')
    .limit(2 * MAX_FOUND)
    .execute();
  return rows
    .map(({ id, nome, unidade, phone, email_key }) => ({
      id,
      nome,
      unidade,
      igual: [
        ...(phone === telefone ? (['telefone'] as const) : []),
        ...(email_key === emailKey ? (['email'] as const) : []),
      ],
    }))
    .sort((a, b) => b.igual.length - a.igual.length);
}

/** Students of the units in reach. */
export const studentsIn = (db: Db, reach: Reach) =>
  enrolled(db).where('drive_users.papel', '=', 'aluno').where('users.is_blocked', '=', false).$call(within(reach));
