import type { Notas } from '#lib/contract/pedagogico.schema.ts';
import type { Db } from '../db/connection.ts';
import type { Enrolment } from './enrolment.ts';
import { meanOf, type PresenceStatus, presenceOf, scale, trendOf } from './grades.ts';

/** Grades and presence of an enrolment. Before the release, neither grade nor comment shows (PED-05). */
export async function readGrades(db: Db, { turma_id, turma_aluno_id }: Enrolment, now: Date): Promise<Notas> {
  const instant = now.toISOString();
  const [periods, grades, lessons, presences] = await Promise.all([
    db.selectFrom('periodos').selectAll().where('turma_id', '=', turma_id).orderBy('ordem').execute(),
    db
      .selectFrom('avaliacoes')
      .innerJoin('periodos', 'periodos.id', 'avaliacoes.periodo_id')
      .leftJoin('notas', (join) =>
        join.onRef('notas.avaliacao_id', '=', 'avaliacoes.id').on('notas.turma_aluno_id', '=', turma_aluno_id),
      )
      .selectAll('avaliacoes')
      .select(['notas.nota', 'notas.comentario'])
      .where('periodos.turma_id', '=', turma_id)
      .orderBy('avaliacoes.data')
      .orderBy('avaliacoes.id')
      .execute(),
    db
      .selectFrom('aulas')
      .select(({ fn }) => fn.countAll<number>().as('given'))
      .where('turma_id', '=', turma_id)
      .where('fim', '<=', instant)
      .where('cancelada_em', 'is', null)
      .executeTakeFirstOrThrow(),
    attendance(db, turma_aluno_id, instant),
  ]);
  const periodos = periods.map(({ id, nome, liberado_em }) => {
    const liberado = liberado_em !== null && liberado_em <= instant;
    const avaliacoes = grades
      .filter(({ periodo_id }) => periodo_id === id)
      .map((row) => ({
        id: row.id,
        nome: row.nome,
        habilidade: row.habilidade,
        data: row.data,
        nota: liberado ? row.nota : null,
        nota_maxima: row.nota_maxima,
        peso: row.peso,
        comentario: liberado ? row.comentario : null,
      }));
    return { id, nome, liberado, liberado_em: liberado ? liberado_em : null, media: meanOf(avaliacoes), avaliacoes };
  });
  return {
    turma_id,
    turma_aluno_id,
    escala: { ...scale },
    media: meanOf(periodos.flatMap(({ avaliacoes }) => avaliacoes)),
    tendencia: trendOf(periodos.map(({ media }) => media)),
    frequencia: presenceOf(Number(lessons.given), presences),
    periodos,
  };
}

/** The presence in the lessons that were given. An excused absence does not count. */
async function attendance(db: Db, enrolment: number, instant: string): Promise<PresenceStatus[]> {
  const given = (table: 'presencas' | 'ausencias') =>
    db
      .selectFrom(table)
      .innerJoin('aulas', 'aulas.id', `${table}.aula_id`)
      .where(`${table}.turma_aluno_id`, '=', enrolment)
      .where('aulas.fim', '<=', instant)
      .where('aulas.cancelada_em', 'is', null);
  const [recorded, excuses] = await Promise.all([
    given('presencas').select(['presencas.aula_id', 'presencas.status']).execute(),
    given('ausencias').select('ausencias.aula_id').where('ausencias.status', '=', 'justificada').execute(),
  ]);
  const excused = new Set(excuses.map(({ aula_id }) => aula_id));
  const statuses = new Map<number, PresenceStatus>([...excused].map((id) => [id, 'justificada']));
  for (const { aula_id, status } of recorded) {
    if (status !== 'falta' || !excused.has(aula_id)) statuses.set(aula_id, status);
  }
  return [...statuses.values()];
}
