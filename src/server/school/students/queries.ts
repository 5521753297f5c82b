import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { StudentFilter, StudentState } from '#lib/contract/students.schema.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { enrolled } from '../../core/db/people.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { isLate, isOpen, type LateUnit } from '../../money/finance/school-bills.ts';
import type { Schema } from '../../tables.ts';

type Where = ExpressionBuilder<Schema, 'users'>;
type Condition = (where: Where) => Expression<SqlBool>;

/** The parameters of a list's states. */
export interface Moment {
  /** The units whose bills the reader may see, each with its day. */
  billUnits: readonly LateUnit[];
  /** A student last seen before it counts as away. */
  awaySince: string;
}

const enrollment = (where: Where) =>
  where
    .selectFrom('drive_users')
    .select('drive_users.id')
    .whereRef('drive_users.id', '=', 'users.drive_user_id')
    .where('drive_users.papel', '=', 'aluno');

const goingOn = (where: Where) => where.exists(enrollment(where).where('drive_users.encerrado_em', 'is', null));

const invitation = (where: Where) =>
  where.selectFrom('invitations').select('invitations.id').whereRef('invitations.user_id', '=', 'users.id');

const late = (where: Where, { billUnits }: Moment) =>
  where
    .selectFrom('parcelas')
    .select('parcelas.id')
    .whereRef('parcelas.user_id', '=', 'users.id')
    .where(isLate(billUnits));

/** All late bills, by the index of open bills by day. */
const lateBills = (where: Pick<Where, 'selectFrom'>, { billUnits }: Moment) =>
  where
    .selectFrom('parcelas')
    .select('parcelas.user_id as id')
    .where(isOpen)
    .where('parcelas.vencimento', '<', lastDay(billUnits))
    .where(isLate(billUnits));

const lastDay = (units: readonly LateUnit[]): string =>
  units
    .map(({ basis }) => basis.today)
    .toSorted()
    .at(-1) ?? '';

const ended = (where: Pick<Where, 'selectFrom'>) =>
  where
    .selectFrom('drive_users')
    .select('drive_users.id')
    .where('drive_users.papel', '=', 'aluno')
    .where('drive_users.encerrado_em', 'is not', null);

const classes = (where: Where) =>
  where
    .selectFrom('turma_alunos')
    .select('turma_alunos.id')
    .whereRef('turma_alunos.user_id', '=', 'users.id')
    .where(isInClass);

const studentsOfClass = (where: Where, turma: number) =>
  where
    .selectFrom('turma_alunos')
    .select('turma_alunos.user_id')
    .where('turma_alunos.turma_id', '=', turma)
    .where(isInClass);

const never = (where: Where) => where('users.last_seen_at', 'is', null);

const states: Readonly<Record<StudentState, (where: Where, at: Moment) => Expression<SqlBool>>> = {
  // The offset makes PostgreSQL evaluate one person at a time. Without it, it reads all late bills first.
  em_dia: (where, at) => where.not(where.exists(late(where, at).limit(1).offset(0))),
  em_atraso: (where, at) => where.exists(late(where, at)),
  nao_convidado: (where) => where.and([never(where), where.not(where.exists(invitation(where)))]),
  convidado: (where) =>
    where.and([never(where), where.exists(invitation(where).where('invitations.opened_at', 'is', null))]),
  abriu: (where) =>
    where.and([never(where), where.exists(invitation(where).where('invitations.opened_at', 'is not', null))]),
  // A range condition, which the column's index supports.
  entrou: (where) => where('users.last_seen_at', '>', ''),
  sem_entrar: (where, { awaySince }) => where('users.last_seen_at', '<', awaySince),
  // Literally the condition of its index.
  sem_turma: () => sql<boolean>`users.is_without_class = 1`,
  encerrado: (where) => where.exists(enrollment(where).where('drive_users.encerrado_em', 'is not', null)),
};

/** The same states as a query over the few rows that define them. */
const narrow: Partial<typeof states> = {
  em_atraso: (where, at) => where('users.id', 'in', lateBills(where, at)),
  encerrado: (where) => where('users.drive_user_id', 'in', ended(where)),
};

/** With more rows than this, scanning people by name finds a page soon. */
const FEW = 2_000;

/** The states that few rows define, which are counted from these rows. Counting from the people would read the whole school. */
export async function fewInState(db: Db, at: Moment): Promise<ReadonlySet<StudentState>> {
  const isFew = async (rows: SelectQueryBuilder<Schema, 'parcelas' | 'drive_users', { id: number }>) =>
    (await rows.limit(FEW + 1).execute()).length <= FEW;
  const [lateOnes, endedOnes] = await Promise.all([
    // Sorted by day, like their index.
    isFew(lateBills(db, at).orderBy('parcelas.vencimento') as Parameters<typeof isFew>[0]),
    isFew(ended(db) as Parameters<typeof isFew>[0]),
  ]);
  return new Set<StudentState>([
    ...(lateOnes ? (['em_atraso'] as const) : []),
    ...(endedOnes ? (['encerrado'] as const) : []),
  ]);
}

/** Staff is listed under “Equipe” instead. */
const holdsNoRole = (where: Where) =>
  where.not(
    where.exists(
      where
        .selectFrom('user_actions')
        .select('user_actions.action_id')
        .whereRef('user_actions.user_id', '=', 'users.id'),
    ),
  );

/**
 * Students of a filter, as a condition on `users`. Without a state, active ones.
 *
 * @param few states that few rows define
 */
export const among =
  (
    { estado, unidade, turma, livro }: StudentFilter,
    at: Moment,
    few: ReadonlySet<StudentState> = new Set(),
  ): Condition =>
  (where) =>
    where.and([
      ...(estado === 'encerrado' ? [] : [goingOn(where)]),
      ...(estado ? [((few.has(estado) && narrow[estado]) || states[estado])(where, at)] : []),
      ...(unidade ? [where.exists(enrollment(where).where('drive_users.company_id', '=', unidade))] : []),
      // A class has few students.
      ...(turma ? [where('users.id', 'in', studentsOfClass(where, turma))] : []),
      ...(livro
        ? [
            where.exists(
              classes(where)
                .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
                .where('turmas.livro_id', '=', livro),
            ),
          ]
        : []),
      holdsNoRole(where),
    ]);

/** Students in reach, with their unit. A member of staff who also studies is excluded, because “Equipe” changes that access. */
export const studentsIn = (db: Db, reach: Reach) =>
  enrolled(db).where('drive_users.papel', '=', 'aluno').where(holdsNoRole).$call(within(reach));

/** The columns of a list of students. */
export const studentRows = (db: Db, reach: Reach) =>
  studentsIn(db, reach)
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .select(['users.id', 'users.full_name', 'users.avatar_url', 'users.email', 'users.phone', 'users.last_seen_at'])
    .select(['users.guardian', 'users.birth_date'])
    .select(['users.is_blocked', 'users.drive_user_id', 'drive_users.matricula', 'drive_users.encerrado_em'])
    .select(['companies.id as unit_id', 'companies.nome as unidade', 'companies.escola_id'])
    .select(['invitations.asked_at', 'invitations.waits_since', 'invitations.mailed_at', 'invitations.printed_at'])
    .select('invitations.opened_at');

export type StudentRow = Awaited<ReturnType<ReturnType<typeof studentRows>['executeTakeFirstOrThrow']>>;

/** The classes of some students that go on, with their books. */
export const classesOf = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('turma_alunos')
        .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
        .innerJoin('livros', 'livros.id', 'turmas.livro_id')
        .select(['turma_alunos.id as enrolment_id', 'turma_alunos.user_id'])
        .select(['turmas.id', 'turmas.nome', 'livros.nome as livro'])
        .where('turma_alunos.user_id', 'in', ids)
        .where(isInClass)
        .orderBy('turmas.nome')
        .orderBy('turmas.id')
        .execute();

/** When the next lesson of each of some classes begins. */
export async function nextLessonsOf(
  db: Db,
  groups: readonly { id: number }[],
  now: string,
): Promise<ReadonlyMap<number, string>> {
  if (groups.length === 0) return new Map();
  const rows = await db
    .selectFrom('aulas')
    .select(['turma_id', ({ fn }) => fn.min('inicio').as('inicio')])
    .where(
      'turma_id',
      'in',
      groups.map(({ id }) => id),
    )
    .where('fim', '>', now)
    .where('cancelada_em', 'is', null)
    .groupBy('turma_id')
    .execute();
  return new Map(rows.map(({ turma_id, inicio }) => [turma_id, inicio]));
}

/** How many late bills each of some students has. */
export async function lateOf(db: Db, ids: readonly number[], { billUnits }: Moment): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('parcelas')
    .select(['user_id', ({ fn }) => fn.countAll<number | string>().as('many')])
    .where('user_id', 'in', ids)
    .where(isLate(billUnits))
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, many }) => [user_id, Number(many)]));
}

export const unitsIn = (db: Db, reach: Reach) =>
  db
    .selectFrom('companies')
    .$call(within(reach))
    .select(['companies.id', 'companies.nome', 'companies.escola_id', 'companies.encerrada_em'])
    .where('companies.id', '<>', BLOCKED_COMPANY_ID)
    .orderBy('companies.nome')
    .orderBy('companies.id')
    .execute();

const MAX_CHOICES = 300;

/** The classes of some units that have students, with their books and how many there are. */
export const filledClasses = (db: Db, units: readonly number[]) =>
  db
    .selectFrom('turmas')
    .innerJoin('livros', 'livros.id', 'turmas.livro_id')
    .select(['turmas.id', 'turmas.nome', 'livros.id as livro_id', 'livros.nome as livro'])
    .select(({ selectFrom }) =>
      selectFrom('turma_alunos')
        .whereRef('turma_alunos.turma_id', '=', 'turmas.id')
        .where(isInClass)
        .select(sql<number | string>`count(*)`.as('alunos'))
        .as('alunos'),
    )
    .where('turmas.company_id', 'in', [0, ...units])
    .where('turmas.status', 'in', ['ativa', 'futura'])
    .orderBy('turmas.nome')
    .orderBy('turmas.id')
    .limit(MAX_CHOICES)
    .execute();

export const eventsOf = (db: Db, userId: number) =>
  db
    .selectFrom('student_events')
    .leftJoin('users as who', 'who.id', 'student_events.por_user_id')
    .leftJoin('companies as old', 'old.id', 'student_events.de_company_id')
    .leftJoin('companies as new', 'new.id', 'student_events.para_company_id')
    .selectAll('student_events')
    .select(['who.full_name as quem', 'old.nome as de', 'new.nome as para'])
    .where('student_events.user_id', '=', userId)
    .orderBy('student_events.id', 'desc')
    .limit(50)
    .execute();
