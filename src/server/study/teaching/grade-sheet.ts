import type { GradeCell, SavedGrades } from '#lib/contract/teaching-grades.schema.ts';
import { formatMark } from '#lib/format/grade.ts';
import { scale } from '#lib/rules/pedagogico/mean.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { locked } from '../../core/db/locking.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { notifyOfGrades } from './grade-notices.ts';
import { markedWork } from './marked-work.ts';
import { type TaughtClassRow, taughtClass } from './taught-class.ts';

const assessmentsIn = (db: Db, turmaId: number) =>
  db
    .selectFrom('avaliacoes')
    .innerJoin('periodos', 'periodos.id', 'avaliacoes.periodo_id')
    .select(['avaliacoes.id', 'avaliacoes.periodo_id', 'avaliacoes.nome', 'avaliacoes.habilidade', 'avaliacoes.data'])
    .select(['avaliacoes.nota_maxima', 'avaliacoes.peso'])
    .where('periodos.turma_id', '=', turmaId)
    .orderBy('avaliacoes.data')
    .orderBy('avaliacoes.id')
    .execute();

/** The students to grade: everybody who is in the class now. Grades of students who left stay visible to them. */
const studentsIn = (db: Db, turmaId: number) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .select(['turma_alunos.id as turma_aluno_id', 'turma_alunos.user_id', 'users.full_name as nome'])
    .where('turma_alunos.turma_id', '=', turmaId)
    .where(isInClass)
    .orderBy('users.full_name')
    .orderBy('turma_alunos.id')
    .execute();

const gradesIn = (db: Db, turmaId: number) =>
  db
    .selectFrom('notas')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'notas.turma_aluno_id')
    .select(['notas.turma_aluno_id', 'notas.avaliacao_id', 'notas.nota'])
    .where('turma_alunos.turma_id', '=', turmaId)
    .execute();

/** The grades of a class, including unreleased ones. */
export async function readSheet({ db }: Ctx, row: TaughtClassRow) {
  const { id } = row;
  const [book, periods, assessments, students, notas, trabalhos] = await Promise.all([
    db.selectFrom('livros').select('nome').where('id', '=', row.livro_id).executeTakeFirstOrThrow(),
    db.selectFrom('periodos').selectAll().where('turma_id', '=', id).orderBy('ordem').execute(),
    assessmentsIn(db, id),
    studentsIn(db, id),
    gradesIn(db, id),
    markedWork(db, id),
  ]);
  return {
    turma: { id, nome: row.nome, livro: book.nome, timezone: row.timezone },
    periodos: periods.map(({ id: periodId, nome, liberado_em }) => ({
      id: periodId,
      nome,
      // When its grades were released; null: not released.
      liberado_em,
      avaliacoes: assessments
        .filter(({ periodo_id }) => periodo_id === periodId)
        .map(({ periodo_id: _, ...each }) => each),
    })),
    alunos: students.map(({ turma_aluno_id, nome }) => ({ turma_aluno_id, nome })),
    notas,
    /** Corrected work whose marks can be copied into a column. */
    trabalhos,
    escala: { ...scale },
  };
}

const keyOf = ({ turma_aluno_id, avaliacao_id }: Pick<GradeCell, 'turma_aluno_id' | 'avaliacao_id'>) =>
  `${turma_aluno_id}/${avaliacao_id}`;

/**
 * Saves cells of a sheet. A cell of another class, or above its highest mark, is refused separately.
 *
 * @throws Refusal 404
 */
export async function saveGrades(
  ctx: Ctx,
  { id, notas, onlyEmpty = false }: { id: number; notas: GradeCell[]; onlyEmpty?: boolean },
): Promise<SavedGrades> {
  const { now } = ctx;
  const answer = await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    await taughtClass(within, id);
    await locked(tx, tx.selectFrom('turmas').select('id').where('id', '=', id), 'update').execute();
    const [assessments, students, known] = await Promise.all([
      assessmentsIn(tx, id),
      studentsIn(tx, id),
      gradesIn(tx, id),
    ]);
    const before = new Map(known.map((cell) => [keyOf(cell), cell.nota]));
    // If a request has a cell twice, the last value counts.
    const cells = [...new Map(notas.map((cell) => [keyOf(cell), cell])).values()];
    const read = cells.map((cell) => {
      const test = assessments.find((each) => each.id === cell.avaliacao_id);
      const student = students.find((each) => each.turma_aluno_id === cell.turma_aluno_id);
      const motivo = !test
        ? 'Esta avaliação não existe mais.'
        : !student
          ? 'Este aluno não está mais na turma.'
          : cell.nota !== null && cell.nota > test.nota_maxima
            ? `A nota vai até ${formatMark(test.nota_maxima)}.`
            : null;
      return { cell, test, student, motivo };
    });
    const changed = read.filter(({ cell, motivo }) => {
      const had = before.get(keyOf(cell)) ?? null;
      return !motivo && had !== cell.nota && !(onlyEmpty && had !== null);
    });
    await write(
      tx,
      changed.map(({ cell }) => cell),
    );
    for (const [userId, own] of Map.groupBy(changed, ({ student }) => student?.user_id)) {
      const of = (value: (cell: GradeCell) => number | null) =>
        Object.fromEntries(own.map(({ cell, test }) => [test?.nome ?? '', value(cell)]));
      await audit(within, 'grades-save', `class:${id}`, {
        about: userId ?? null,
        antes: of((cell) => before.get(keyOf(cell)) ?? null),
        depois: of(({ nota }) => nota),
      });
    }
    await notifyOfGrades(tx, now(), [...new Set(changed.map(({ cell }) => cell.avaliacao_id))]);
    const refused = read.flatMap(({ cell, motivo }) =>
      motivo ? [{ turma_aluno_id: cell.turma_aluno_id, avaliacao_id: cell.avaliacao_id, motivo }] : [],
    );
    const salvas = onlyEmpty ? changed.length : cells.length - refused.length;
    return { salvas, salvo_em: now().toISOString(), recusadas: refused };
  });
  ctx.wake();
  return answer;
}

async function write(tx: Db, cells: readonly GradeCell[]): Promise<void> {
  const graded = cells.flatMap(({ nota, ...cell }) => (nota === null ? [] : [{ ...cell, nota, comentario: null }]));
  if (graded.length > 0) {
    await tx
      .insertInto('notas')
      .values(graded)
      .onConflict((known) =>
        known.columns(['turma_aluno_id', 'avaliacao_id']).doUpdateSet(({ ref }) => ({ nota: ref('excluded.nota') })),
      )
      .execute();
  }
  for (const { turma_aluno_id, avaliacao_id } of cells.filter(({ nota }) => nota === null)) {
    await tx
      .deleteFrom('notas')
      .where('turma_aluno_id', '=', turma_aluno_id)
      .where('avaliacao_id', '=', avaliacao_id)
      .execute();
  }
}
