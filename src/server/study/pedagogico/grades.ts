import type { Notas } from '#lib/contract/pedagogico.schema.ts';
import { LEAST_PRESENCE_PERCENT, meanOf, scale } from '#lib/rules/pedagogico/mean.ts';
import type { Db } from '../../core/db/connection.ts';
import { prepared, preparedOne } from '../../core/db/prepared.ts';
import { notFound } from '../../core/http/refusal.ts';
import { type Enrollment, ownEnrollment } from './class.ts';
import { classOf, type TurmaRow } from './queries.ts';

/** Smaller differences between periods do not count. Tenths: as a float, 7.3 is less than 0.3 above 7. */
const NOTICEABLE = 3;

/** The trend of the periods' means, oldest first; null until two are known. */
export function trendOf(means: readonly (number | null)[]): Notas['tendencia'] {
  const [before, last] = means.filter((mean) => mean !== null).slice(-2);
  if (before === undefined || last === undefined) return null;
  if (Math.abs(Math.round((last - before) * 10)) < NOTICEABLE) return 'estavel';
  return last > before ? 'subindo' : 'caindo';
}

export type PresenceStatus = 'presente' | 'falta' | 'justificada' | 'reposta';

/**
 * Attendance in the lessons with a record of the student. An excused absence counts as neither presence nor absence. A lesson
 * without a record is left out: no attendance was recorded, or the student joined the class later.
 *
 * @param held the number of past lessons of the class
 */
export function presenceOf(held: number, statuses: readonly PresenceStatus[]): Notas['frequencia'] {
  const presencas = statuses.filter((status) => status === 'presente' || status === 'reposta').length;
  const faltas = statuses.filter((status) => status === 'falta').length;
  const excused = statuses.filter((status) => status === 'justificada').length;
  const counted = presencas + faltas;
  return {
    aulas: held,
    presencas,
    faltas,
    contadas: counted,
    justificadas: excused,
    percentual: counted === 0 ? 100 : Math.floor((presencas * 100) / counted),
    minimo_percentual: LEAST_PRESENCE_PERCENT,
  };
}

/** The records of one student by lesson, with the absences that the school excused: an excused absence counts as none. */
export function withExcuses(
  recorded: readonly { aula_id: number; status: PresenceStatus }[],
  excuses: readonly { aula_id: number }[],
): Map<number, PresenceStatus> {
  const excused = new Set(excuses.map(({ aula_id }) => aula_id));
  const statuses = new Map<number, PresenceStatus>([...excused].map((id) => [id, 'justificada']));
  for (const { aula_id, status } of recorded) {
    if (status !== 'falta' || !excused.has(aula_id)) statuses.set(aula_id, status);
  }
  return statuses;
}

const periodsOf = prepared((db, turmaId: number) =>
  db.selectFrom('periodos').selectAll().where('turma_id', '=', turmaId).orderBy('ordem'),
);
const gradesOf = prepared((db, turmaId: number, enrollment: number) =>
  db
    .selectFrom('avaliacoes')
    .innerJoin('periodos', 'periodos.id', 'avaliacoes.periodo_id')
    .leftJoin('notas', (join) =>
      join.onRef('notas.avaliacao_id', '=', 'avaliacoes.id').on('notas.turma_aluno_id', '=', enrollment),
    )
    .selectAll('avaliacoes')
    .select(['notas.nota', 'notas.comentario'])
    .where('periodos.turma_id', '=', turmaId)
    .orderBy('avaliacoes.data')
    .orderBy('avaliacoes.id'),
);
const heldIn = preparedOne((db, turmaId: number, now: string) =>
  db
    .selectFrom('aulas')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('turma_id', '=', turmaId)
    .where('fim', '<=', now)
    .where('cancelada_em', 'is', null),
);

/** Grades and presence of an enrolment. Before the release, neither grade nor comment shows (PED-05). */
export async function readGrades(db: Db, { turma_id, turma_aluno_id }: Enrollment, now: Date): Promise<Notas> {
  const instant = now.toISOString();
  const [periods, grades, lessons, presences] = await Promise.all([
    periodsOf(db, turma_id),
    gradesOf(db, turma_id, turma_aluno_id),
    heldIn(db, turma_id, instant),
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
    frequencia: presenceOf(Number(lessons?.held), presences),
    periodos,
  };
}

const inHeldLessons = (db: Db, table: 'presencas' | 'ausencias', enrollment: number, now: string) =>
  db
    .selectFrom(table)
    .innerJoin('aulas', 'aulas.id', `${table}.aula_id`)
    .where(`${table}.turma_aluno_id`, '=', enrollment)
    .where('aulas.fim', '<=', now)
    .where('aulas.cancelada_em', 'is', null);
const presencesOf = prepared((db, enrollment: number, now: string) =>
  inHeldLessons(db, 'presencas', enrollment, now).select(['presencas.aula_id', 'presencas.status']),
);
const excusesOf = prepared((db, enrollment: number, now: string) =>
  inHeldLessons(db, 'ausencias', enrollment, now)
    .select('ausencias.aula_id')
    .where('ausencias.status', '=', 'justificada'),
);

/** The attendance in past lessons. Excused absences are left out. */
async function attendance(db: Db, enrollment: number, instant: string): Promise<PresenceStatus[]> {
  const [recorded, excuses] = await Promise.all([
    presencesOf(db, enrollment, instant),
    excusesOf(db, enrollment, instant),
  ]);
  return [...withExcuses(recorded, excuses).values()];
}

/**
 * The user's own class with its grades, for a grade report. `timezone` is that of the class's school.
 *
 * @throws Refusal 404 for another person's class.
 */
export async function readReport(
  db: Db,
  userId: number,
  turmaId: number,
  now: Date,
): Promise<{ turma: TurmaRow; notas: Notas; timezone: string }> {
  const enrollment = await ownEnrollment(db, userId, { turma_id: turmaId });
  const [turma, notas] = await Promise.all([classOf(db, userId, turmaId), readGrades(db, enrollment, now)]);
  if (!turma) throw notFound('Não encontramos esta turma entre as suas.');
  return { turma, notas, timezone: enrollment.timezone };
}
