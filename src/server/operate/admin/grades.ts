import { z } from 'zod';
import { nameKey } from '#lib/format/text.ts';
import * as cells from './cells.ts';
import { placeStudents } from './classes.ts';
import { optional, required } from './columns.ts';
import { kind, portions, type Row, type Task, withoutRepeats } from './import-table.ts';
import { type Fields, firstSaid, merged } from './merge-row.ts';

const GradeRow = z.object({
  unidade: cells.optional(cells.text(120)),
  turma: cells.text(120),
  matricula: cells.code(20),
  periodo: cells.text(60),
  avaliacao: cells.text(80),
  habilidade: cells.optional(cells.oneOf(['listening', 'speaking', 'reading', 'writing', 'grammar', 'geral'])),
  data: cells.day,
  nota_maxima: cells.optional(cells.number(0.1, 1000)),
  peso: cells.optional(cells.number(0, 100)),
  nota: cells.number(0, 1000),
  comentario: cells.optional(cells.longText(500)),
  liberar: cells.optional(cells.flag),
});
type GradeRow = Row<z.output<typeof GradeRow>> & { turma_id: number; user_id: number };
type Graded = GradeRow & { turma_aluno_id: number; avaliacao_id: number };

const fields: Fields<{ nota: number; comentario: string | null }> = {
  nota: { column: 'nota' },
  comentario: { column: 'comentario' },
};

/** Grades, with their periods and tests. `liberar`: students see the period from now on. */
export const grades = kind({
  columns: {
    unidade: optional('Unidade Centro', 'filial', 'polo', 'escola', 'nome da unidade'),
    turma: required('Teens 1 – terça', 'nome da turma', 'classe'),
    matricula: required(
      'A-1001',
      'número da matrícula',
      'matrícula do aluno',
      'ra',
      'código do aluno',
      'registro do aluno',
    ),
    periodo: required('1º semestre', 'bimestre', 'semestre', 'etapa'),
    avaliacao: required('Prova oral', 'prova', 'nome da avaliação', 'teste'),
    habilidade: optional('speaking', 'competência'),
    data: required('20/06/2027', 'data da avaliação', 'data da prova'),
    nota_maxima: optional('10', 'valor da prova', 'nota máxima'),
    peso: optional('1'),
    nota: required('8,5', 'nota do aluno', 'resultado', 'pontuação'),
    comentario: optional('Boa pronúncia', 'observação', 'comentários', 'parecer'),
    liberar: optional('não', 'visível ao aluno', 'publicar'),
  },
  row: GradeRow,
  async write(task, rows) {
    const placed = await placeStudents(task, rows);
    const enrolled = await enrolmentsOf(task, placed);
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
});

async function enrolmentsOf({ tx }: Task, rows: GradeRow[]): Promise<Map<string, number>> {
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
        habilidade: row.habilidade ?? 'geral',
        data: row.data,
        nota_maxima: row.nota_maxima ?? 10,
        peso: row.peso ?? 1,
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
    const { turma_aluno_id, avaliacao_id, nota, comentario } = row;
    const key = { turma_aluno_id, avaliacao_id };
    const old = before.get(`${turma_aluno_id}/${avaliacao_id}`);
    if (old) {
      const { imported } = old;
      const was = { nota: old.nota, comentario: old.comentario, imported };
      const changed = merged(task, row, was, { nota, comentario }, fields);
      return changed ? [{ ...key, ...was, ...changed }] : [];
    }
    task.tally.added += 1;
    const columns = { nota, comentario: comentario ?? null };
    return [{ ...key, ...columns, imported: firstSaid(fields, columns, task) }];
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
