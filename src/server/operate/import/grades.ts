import { nameKey } from '#lib/format/text.ts';
import * as cells from './cells.ts';
import { enrollmentRows, placeStudents } from './classes.ts';
import { fieldsOf, key, optional, type RowOf, required, valuesOf } from './column.ts';
import { defined, kind, portions, type Row, type Task, withoutRepeats } from './import.ts';
import { classColumn, numberColumn, unitColumn } from './look-up.ts';
import { firstSaid, merged } from './merge.ts';

const skills = cells.oneOf(['listening', 'speaking', 'reading', 'writing', 'grammar', 'geral']);

const columns = {
  unidade: unitColumn,
  turma: classColumn,
  matricula: numberColumn,
  periodo: key('periodos.nome', cells.text, '1º semestre', 'bimestre, semestre, etapa'),
  avaliacao: key('avaliacoes.nome', cells.text, 'Prova oral', 'prova, nome da avaliação, teste'),
  habilidade: optional('avaliacoes.habilidade', skills, 'speaking', 'competência'),
  data: required('avaliacoes.data', cells.day, '20/06/2027', 'data da avaliação, data da prova'),
  nota_maxima: optional('avaliacoes.nota_maxima', cells.number(0.1, 1000), '10', 'valor da prova, nota máxima'),
  peso: optional('avaliacoes.peso', cells.number(0, 100), '1'),
  nota: required('notas.nota', cells.number(0, 1000), '8,5', 'nota do aluno, resultado, pontuação'),
  comentario: optional('notas.comentario', cells.longText(500), 'Boa pronúncia', 'observação, comentários, parecer'),
  liberar: optional(null, cells.flag, 'não', 'visível ao aluno, publicar'),
};
type GradeRow = Row<RowOf<typeof columns>> & { turma_id: number; user_id: number };
type Graded = GradeRow & { turma_aluno_id: number; avaliacao_id: number };
const fields = fieldsOf(columns, 'notas');

/** Grades, with their periods and tests. `liberar`: students see the period from now on. */
export const grades = kind({
  columns,
  async write(task, rows) {
    const placed = await placeStudents(task, rows);
    const enrolled = await enrollmentsOf(task, placed);
    const tests = testsOf(task);
    const graded: Graded[] = [];
    for (const row of placed) {
      const turma_aluno_id = enrolled.get(`${row.turma_id}/${row.user_id}`);
      const test = await tests(row);
      if (turma_aluno_id === undefined) task.fault(row.line, 'O aluno não está nesta turma.', 'matricula');
      else if (row.nota > test.nota_maxima) task.fault(row.line, `A nota vai até ${test.nota_maxima}.`, 'nota');
      else graded.push({ ...row, turma_aluno_id, avaliacao_id: test.id });
    }
    const once = withoutRepeats(task, graded, (row) => `${row.turma_aluno_id}/${row.avaliacao_id}`);
    for await (const some of portions(once)) {
      await writeSome(task, some);
      task.done(some.length);
    }
  },
  async exported(db, pick) {
    const query = enrollmentRows(db)
      .innerJoin('notas', 'notas.turma_aluno_id', 'turma_alunos.id')
      .innerJoin('avaliacoes', 'avaliacoes.id', 'notas.avaliacao_id')
      .innerJoin('periodos', 'periodos.id', 'avaliacoes.periodo_id')
      .select('periodos.liberado_em');
    const rows = await pick(query.orderBy('avaliacoes.id').orderBy('turma_alunos.id'));
    return rows.map((row) => ({ ...row, liberar: row.liberado_em !== null }));
  },
});

async function enrollmentsOf({ tx }: Task, rows: GradeRow[]): Promise<Map<string, number>> {
  const classes = [...new Set(rows.map(({ turma_id }) => turma_id))];
  const known = new Map<string, number>();
  for await (const some of portions(classes)) {
    const found = await tx
      .selectFrom('turma_alunos')
      .select(['id', 'turma_id', 'user_id'])
      .where('turma_id', 'in', some)
      .execute();
    for (const { id, turma_id, user_id } of found) known.set(`${turma_id}/${user_id}`, id);
  }
  return known;
}

/** Finds the test of a row, or makes it and its period, once for all of its rows. */
function testsOf({ tx, at }: Task) {
  const periods = new Map<string, Promise<number>>();
  const released = new Set<number>();
  const tests = new Map<string, Promise<{ id: number; nota_maxima: number }>>();

  async function period({ turma_id, periodo, liberar }: GradeRow): Promise<number> {
    const all = await tx.selectFrom('periodos').selectAll().where('turma_id', '=', turma_id).execute();
    const known = all.find(({ nome }) => nameKey(nome) === nameKey(periodo));
    if (known) return known.id;
    const liberado_em = liberar === false ? null : at.toISOString();
    const ordem = Math.max(0, ...all.map((each) => each.ordem)) + 1;
    const made = { turma_id, ordem, nome: periodo, liberado_em };
    return (await tx.insertInto('periodos').values(made).returning('id').executeTakeFirstOrThrow()).id;
  }

  async function test(row: GradeRow, periodo_id: number) {
    const all = await tx.selectFrom('avaliacoes').selectAll().where('periodo_id', '=', periodo_id).execute();
    const known = all.find(({ nome }) => nameKey(nome) === nameKey(row.avaliacao));
    if (known) return known;
    return tx
      .insertInto('avaliacoes')
      .values({
        periodo_id,
        nome: row.avaliacao,
        ...{ habilidade: 'geral' as const, nota_maxima: 10, peso: 1, ...defined(valuesOf(columns, row, 'avaliacoes')) },
      })
      .returning(['id', 'nota_maxima'])
      .executeTakeFirstOrThrow();
  }

  /** Students see the period from now on. A row without this column leaves the period unchanged. */
  async function release(id: number): Promise<void> {
    released.add(id);
    await tx
      .updateTable('periodos')
      .set({ liberado_em: at.toISOString() })
      .where('id', '=', id)
      .where('liberado_em', 'is', null)
      .execute();
  }

  return async (row: GradeRow) => {
    const periodKey = `${row.turma_id}/${nameKey(row.periodo)}`;
    const ofPeriod = periods.get(periodKey) ?? period(row);
    periods.set(periodKey, ofPeriod);
    const periodo_id = await ofPeriod;
    if (row.liberar && !released.has(periodo_id)) await release(periodo_id);
    const key = `${periodKey}/${nameKey(row.avaliacao)}`;
    const found = tests.get(key) ?? test(row, periodo_id);
    tests.set(key, found);
    return found;
  };
}

async function writeSome(task: Task, rows: Graded[]): Promise<void> {
  const { tx } = task;
  const known = await tx
    .selectFrom('notas')
    .selectAll()
    .where(
      'turma_aluno_id',
      'in',
      rows.map(({ turma_aluno_id }) => turma_aluno_id),
    )
    .execute();
  const before = new Map(known.map((each) => [`${each.turma_aluno_id}/${each.avaliacao_id}`, each]));
  const written = rows.flatMap((row) => {
    const { turma_aluno_id, avaliacao_id, nota, comentario = null } = row;
    const said = valuesOf(columns, row, 'notas');
    const pair = { turma_aluno_id, avaliacao_id };
    const old = before.get(`${turma_aluno_id}/${avaliacao_id}`);
    if (old) {
      const { imported } = old;
      const was = { nota: old.nota, comentario: old.comentario, imported };
      const changed = merged(task, row, was, said, fields);
      return changed ? [{ ...pair, ...was, ...changed }] : [];
    }
    task.tally.added += 1;
    const fresh = { nota, comentario };
    return [{ ...pair, ...fresh, imported: firstSaid(fields, fresh, task) }];
  });
  if (written.length === 0) return;
  await tx
    .insertInto('notas')
    .values(written)
    .onConflict((same) =>
      same.columns(['turma_aluno_id', 'avaliacao_id']).doUpdateSet(({ ref }) => ({
        nota: ref('excluded.nota'),
        comentario: ref('excluded.comentario'),
        imported: ref('excluded.imported'),
      })),
    )
    .execute();
}
