import type { Notas } from '#lib/contract/pedagogico.schema.ts';
import { meanOf, scale } from '#lib/rules/pedagogico/mean.ts';
import type { Db } from '../../core/db/connection.ts';
import { prepared, preparedOne } from '../../core/db/prepared.ts';
import type { Enrolment } from './enrolment.ts';
import { type PresenceStatus, presenceOf, trendOf, withExcuses } from './grades.ts';

const periodsOf = prepared((db, turmaId: number) =>
  db.selectFrom('periodos').selectAll().where('turma_id', '=', turmaId).orderBy('ordem'),
);
const gradesOf = prepared((db, turmaId: number, enrolment: number) =>
  db
    .selectFrom('avaliacoes')
    .innerJoin('periodos', 'periodos.id', 'avaliacoes.periodo_id')
    .leftJoin('notas', (join) =>
      join.onRef('notas.avaliacao_id', '=', 'avaliacoes.id').on('notas.turma_aluno_id', '=', enrolment),
    )
    .selectAll('avaliacoes')
    .select(['notas.nota', 'notas.comentario'])
    .where('periodos.turma_id', '=', turmaId)
    .orderBy('avaliacoes.data')
    .orderBy('avaliacoes.id'),
);
const givenIn = preparedOne((db, turmaId: number, now: string) =>
  db
    .selectFrom('aulas')
    .select(({ fn }) => fn.countAll<number>().as('given'))
    .where('turma_id', '=', turmaId)
    .where('fim', '<=', now)
    .where('cancelada_em', 'is', null),
);

/** Grades and presence of an enrolment. Before the release, neither grade nor comment shows (PED-05). */
export async function readGrades(db: Db, { turma_id, turma_aluno_id }: Enrolment, now: Date): Promise<Notas> {
  const instant = now.toISOString();
  const [periods, grades, lessons, presences] = await Promise.all([
    periodsOf(db, turma_id),
    gradesOf(db, turma_id, turma_aluno_id),
    givenIn(db, turma_id, instant),
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
    frequencia: presenceOf(Number(lessons?.given), presences),
    periodos,
  };
}

const inGivenLessons = (db: Db, table: 'presencas' | 'ausencias', enrolment: number, now: string) =>
  db
    .selectFrom(table)
    .innerJoin('aulas', 'aulas.id', `${table}.aula_id`)
    .where(`${table}.turma_aluno_id`, '=', enrolment)
    .where('aulas.fim', '<=', now)
    .where('aulas.cancelada_em', 'is', null);
const presencesOf = prepared((db, enrolment: number, now: string) =>
  inGivenLessons(db, 'presencas', enrolment, now).select(['presencas.aula_id', 'presencas.status']),
);
const excusesOf = prepared((db, enrolment: number, now: string) =>
  inGivenLessons(db, 'ausencias', enrolment, now)
    .select('ausencias.aula_id')
    .where('ausencias.status', '=', 'justificada'),
);

/** The presence in the lessons that were given. An excused absence does not count. */
async function attendance(db: Db, enrolment: number, instant: string): Promise<PresenceStatus[]> {
  const [recorded, excuses] = await Promise.all([
    presencesOf(db, enrolment, instant),
    excusesOf(db, enrolment, instant),
  ]);
  return withExcuses(recorded, excuses);
}
