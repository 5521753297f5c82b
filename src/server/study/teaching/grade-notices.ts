import { sql } from 'kysely';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import type { School } from '../../core/http/ctx.ts';
import { lookForEvents, type Source } from '../../messages/inbox/look.ts';
import { type NoticeEvent, notifyAll } from '../../messages/inbox/notify.ts';

const KIND = 'nota_lancada';
/** Tests in one query: each has a class of grades. */
const AT_ONCE = 15;
/** Tests per statement in the first scan: a large school has hundreds of thousands of grades by then. */
const MARKED_AT_ONCE = 200;
/** Periods released earlier than this are not notified of, such as grades imported from another system. */
const NEWS_MS = 180 * DAY_MS;

/**
 * Notifies students of newly visible grades of some tests. Each grade is notified of once: the grade itself is marked, so the
 * time of its entry does not matter. Grades of one student and period share one notice.
 *
 * @param tx the transaction that released their period, or entered them
 */
export async function notifyOfGrades(tx: Db, at: Date, testIds: readonly number[]): Promise<void> {
  const pairs = await newPairs(tx, at.toISOString(), testIds);
  if (pairs.length > 0) await writeNotices(tx, at, pairs);
}

/**
 * Finds grades that came in another way, such as an import, or whose period was released meanwhile.
 *
 * The first scan notifies nobody: those grades already existed.
 */
export async function lookForGrades(school: School): Promise<void> {
  if (await isFirstLook(school.db, school.now())) return;
  await lookForEvents(school, grades);
}

const grades: Source<Pair> = {
  kind: KIND,
  atOnce: AT_ONCE,
  next: async ({ db }, _span, { id }) => {
    const rows = await db
      .selectFrom('notas')
      .select('avaliacao_id as id')
      .distinct()
      .where('avisada_em', 'is', null)
      .where('avaliacao_id', '>', id)
      .orderBy('avaliacao_id')
      .limit(AT_ONCE)
      .execute();
    return rows.map((row) => ({ id: row.id, at: '' }));
  },
  find: async ({ db }, { until }, ids) => newPairs(db, until, ids),
  write: writeNotices,
};

async function writeNotices(tx: Db, at: Date, pairs: readonly Pair[]): Promise<void> {
  const claimed = await claim(tx, pairs, at);
  const groups = [...Map.groupBy(claimed, keyOf).values()];
  const news = groups.filter(([first]) => first && Date.parse(first.liberado_em ?? '') > at.getTime() - NEWS_MS);
  if (news.length === 0) return;
  const known = await knownPairs(tx, pairs, at);
  await notifyAll(
    tx,
    at,
    news.map((group) => eventOf(group, known)),
  );
}

interface Grouped {
  turma_aluno_id: number;
  periodo_id: number;
}
interface Pair extends Grouped {
  about: string;
}

async function isFirstLook(db: Db, at: Date): Promise<boolean> {
  const mark = await db.selectFrom('notice_marks').select('until').where('kind', '=', KIND).executeTakeFirst();
  if (mark) return false;
  await db.transaction().execute(async (tx) => {
    const isFirst = await tx
      .insertInto('notice_marks')
      .values({ kind: KIND, until: at.toISOString() })
      .onConflict((known) => known.doNothing())
      .returning('kind')
      .executeTakeFirst();
    if (!isFirst) return;
    const released = await tx
      .selectFrom('avaliacoes')
      .innerJoin('periodos', 'periodos.id', 'avaliacoes.periodo_id')
      .select('avaliacoes.id')
      .where('periodos.liberado_em', '<=', at.toISOString())
      .execute();
    for (let from = 0; from < released.length; from += MARKED_AT_ONCE) {
      const tests = released.slice(from, from + MARKED_AT_ONCE).map(({ id }) => id);
      await tx
        .updateTable('notas')
        .set({ avisada_em: at.toISOString() })
        .where('avisada_em', 'is', null)
        .where('avaliacao_id', 'in', tests)
        .execute();
    }
  });
  return true;
}

/** Students with a visible grade in one of these tests that is not notified of yet. */
async function newPairs(db: Db, until: string, testIds: readonly number[]): Promise<Pair[]> {
  if (testIds.length === 0) return [];
  const pairs = await db
    .selectFrom('notas')
    .innerJoin('avaliacoes', 'avaliacoes.id', 'notas.avaliacao_id')
    .innerJoin('periodos', 'periodos.id', 'avaliacoes.periodo_id')
    .select(['notas.turma_aluno_id', 'avaliacoes.periodo_id'])
    .distinct()
    .where('notas.avisada_em', 'is', null)
    .where('notas.avaliacao_id', 'in', testIds)
    .where('periodos.liberado_em', '<=', until)
    .orderBy('avaliacoes.periodo_id')
    .orderBy('notas.turma_aluno_id')
    .execute();
  return pairs.map((pair) => ({ ...pair, about: keyOf(pair) }));
}

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];
const studentsOf = (pairs: readonly Pair[]) => distinct(pairs.map(({ turma_aluno_id }) => turma_aluno_id));
const periodsOf = (pairs: readonly Pair[]) => distinct(pairs.map(({ periodo_id }) => periodo_id));

/** Claims grades that no other process has, marks them, and returns the contents of their notices. */
async function claim(tx: Db, pairs: readonly Pair[], at: Date) {
  const free = tx
    .selectFrom('notas')
    .select(['turma_aluno_id', 'avaliacao_id'])
    .where('avisada_em', 'is', null)
    .where('turma_aluno_id', 'in', studentsOf(pairs))
    .where('avaliacao_id', 'in', (query) =>
      query.selectFrom('avaliacoes').select('avaliacoes.id').where('periodo_id', 'in', periodsOf(pairs)),
    )
    .orderBy('turma_aluno_id')
    .orderBy('avaliacao_id');
  const rows = await locked(tx, free, 'skip').execute();
  if (rows.length === 0) return [];
  // Only these rows: waiting for a grade that another process writes could cause a deadlock.
  const id = (value: number) => sql`cast(${value} as integer)`;
  const exact = sql.join(rows.map((row) => sql`(${id(row.turma_aluno_id)}, ${id(row.avaliacao_id)})`));
  await tx
    .updateTable('notas')
    .set({ avisada_em: at.toISOString() })
    .where(sql<boolean>`(turma_aluno_id, avaliacao_id) in (values ${exact})`)
    .execute();
  const tests = await tx
    .selectFrom('avaliacoes')
    .innerJoin('periodos', 'periodos.id', 'avaliacoes.periodo_id')
    .innerJoin('turmas', 'turmas.id', 'periodos.turma_id')
    .select(['avaliacoes.id', 'avaliacoes.nome as avaliacao', 'periodos.id as periodo_id', 'periodos.nome as periodo'])
    .select(['periodos.liberado_em', 'turmas.id as turma_id', 'turmas.nome as turma'])
    .where('periodos.id', 'in', periodsOf(pairs))
    .execute();
  const students = await tx
    .selectFrom('turma_alunos')
    .select(['id', 'user_id'])
    .where('id', 'in', distinct(rows.map(({ turma_aluno_id }) => turma_aluno_id)))
    .execute();
  const testOf = new Map(tests.map((test) => [test.id, test]));
  const userOf = new Map(students.map(({ id, user_id }) => [id, user_id]));
  return rows.flatMap(({ turma_aluno_id, avaliacao_id }) => {
    const [test, user_id] = [testOf.get(avaliacao_id), userOf.get(turma_aluno_id)];
    return test && user_id !== undefined ? [{ ...test, turma_aluno_id, user_id }] : [];
  });
}

type Grade = Awaited<ReturnType<typeof claim>>[number];

const keyOf = ({ turma_aluno_id, periodo_id }: Grouped) => `${turma_aluno_id} ${periodo_id}`;

/** Students who already got a notice about grades of the same period. */
async function knownPairs(tx: Db, pairs: readonly Pair[], at: Date): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('notas')
    .innerJoin('avaliacoes', 'avaliacoes.id', 'notas.avaliacao_id')
    .select(['notas.turma_aluno_id', 'avaliacoes.periodo_id'])
    .distinct()
    .where('notas.turma_aluno_id', 'in', studentsOf(pairs))
    .where('avaliacoes.periodo_id', 'in', periodsOf(pairs))
    .where('notas.avisada_em', '<', at.toISOString())
    .execute();
  return new Set(rows.map(keyOf));
}

/** @param group of one student and period, in the order of their tests */
function eventOf(group: readonly Grade[], known: ReadonlySet<string>): NoticeEvent<typeof KIND> {
  const [first] = group as readonly [Grade];
  const isLate = known.has(keyOf(first));
  return {
    userId: first.user_id,
    kind: KIND,
    about: isLate ? `${first.periodo_id}:${first.id}` : String(first.periodo_id),
    params: {
      turmaId: first.turma_id,
      turma: first.turma,
      periodo: first.periodo,
      ...(isLate && (group.length === 1 ? { avaliacao: first.avaliacao } : { mais: true as const })),
    },
  };
}
