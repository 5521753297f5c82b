import { type ExpressionBuilder, sql } from 'kysely';
import { type Level, type MonthOfStudy, monthsOfStudy, studyMonths } from '#lib/rules/pedagogico/study-months.ts';
import { preparedParts } from '../../core/db/prepared-parts.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { Schema } from '../../tables.ts';
import { type PresenceStatus, withExcuses } from './grades.ts';

/** The evidence for each level: units of books, classes, and the level test. */
export interface LevelRecord {
  nivel: Level;
  unidades_concluidas: number;
  unidades_total: number;
  /** Classes with a book of this level that the student has begun and has not left. */
  turmas: { nome: string; status: 'ativa' | 'concluida' }[];
  /** When the level test gave this level, an instant. */
  teste_em: string | null;
}

/** A student's progress: the last six months, and the evidence for each level. */
export async function readProgress({ db, session, now }: Ctx): Promise<{
  meses: MonthOfStudy[];
  niveis: LevelRecord[];
}> {
  const at = now();
  const months = studyMonths(session.timeZone, at);
  const parts = await readParts(db, session.userId, at.toISOString(), months[0].start);
  const presence = withExcuses(parts.presences, parts.excuses);
  const lessons = new Map([...parts.presences, ...parts.excuses].map(({ aula_id, inicio }) => [aula_id, inicio]));
  const attended = [...presence].map(([id, status]) => ({ at: lessons.get(id) ?? '', status }));
  const tests = parts.tests.flatMap(({ finished_at, result }) => {
    const { nivel } = JSON.parse(result ?? '{}') as { nivel?: string };
    return isLevel(nivel) && finished_at ? [{ nivel, at: finished_at }] : [];
  });
  const classes = parts.classes.map(({ desde, nivel }) => ({ nivel, at: `${desde}T12:00:00Z` }));
  const meses = monthsOfStudy(
    { known: parts.known, reviews: parts.reviews, heard: parts.heard, attended, levels: [...classes, ...tests] },
    months,
  );
  const niveis = LEVELS.flatMap((nivel) => {
    const units = parts.units.filter((unit) => unit.nivel === nivel);
    const turmas = parts.classes.filter((each) => each.nivel === nivel).map(({ nome, status }) => ({ nome, status }));
    const teste_em = tests.findLast((test) => test.nivel === nivel)?.at ?? null;
    if (units.length + turmas.length === 0 && teste_em === null) return [];
    const unidades_concluidas = units.filter(({ concluida_em }) => concluida_em !== null).length;
    return [{ nivel, unidades_concluidas, unidades_total: units.length, turmas, teste_em }];
  });
  return { meses, niveis };
}

const LEVELS: readonly Level[] = ['A1', 'A2', 'B1', 'B2', 'C1'];
const isLevel = (text: string | undefined): text is Level => LEVELS.some((level) => level === text);

/** A student's first day in a class: that of the class, or of the enrolment if later. */
const firstDay = ({ ref }: ExpressionBuilder<Schema, 'turmas' | 'turma_alunos'>) =>
  sql<string>`case when ${ref('turma_alunos.desde')} > ${ref('turmas.inicio')} then ${ref('turma_alunos.desde')} else ${ref('turmas.inicio')} end`;

const readParts = preparedParts((db, userId: number, now: string, start: string) => {
  const held = (table: 'presencas' | 'ausencias') =>
    db
      .selectFrom(table)
      .innerJoin('turma_alunos', 'turma_alunos.id', `${table}.turma_aluno_id`)
      .innerJoin('aulas', 'aulas.id', `${table}.aula_id`)
      .where('turma_alunos.user_id', '=', userId)
      .where('aulas.fim', '<=', now)
      .where('aulas.cancelada_em', 'is', null)
      .select([`${table}.aula_id`, 'aulas.inicio']);
  return {
    // Of the reviews of a word before that, only the last one counts.
    known: db
      .selectFrom('revisoes')
      .innerJoin(
        db
          .selectFrom('revisoes')
          .select(({ fn }) => ['palavra_id', fn.max('feita_em').as('feita_em')])
          .where('user_id', '=', userId)
          .where('feita_em', '<', start)
          .groupBy('palavra_id')
          .as('ultima'),
        (join) =>
          join
            .onRef('ultima.palavra_id', '=', 'revisoes.palavra_id')
            .onRef('ultima.feita_em', '=', 'revisoes.feita_em'),
      )
      .select(['revisoes.palavra_id', 'revisoes.nota'])
      .where('revisoes.user_id', '=', userId),
    reviews: db
      .selectFrom('revisoes')
      .select(['palavra_id', 'feita_em', 'nota', 'tempo_ms'])
      .where('user_id', '=', userId)
      .where('feita_em', '>=', start)
      .orderBy('feita_em'),
    heard: db
      .selectFrom('audio_posicoes')
      .select(['posicao_s', 'atualizado_em'])
      .where('user_id', '=', userId)
      .where('atualizado_em', '>=', start),
    presences: held('presencas').select('presencas.status').$castTo<{
      aula_id: number;
      inicio: string;
      status: PresenceStatus;
    }>(),
    excuses: held('ausencias').where('ausencias.status', '=', 'justificada'),
    classes: db
      .selectFrom('turma_alunos')
      .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
      .innerJoin('livros', 'livros.id', 'turmas.livro_id')
      .select(['turmas.nome', 'turma_alunos.status', 'livros.nivel_cefr as nivel'])
      .select((eb) => firstDay(eb).as('desde'))
      .$narrowType<{ status: 'ativa' | 'concluida' }>()
      .where('turma_alunos.user_id', '=', userId)
      .where('turma_alunos.status', '<>', 'trancada')
      .where((eb) => eb(firstDay(eb), '<=', now))
      .orderBy('desde'),
    units: db
      .selectFrom('user_books')
      .innerJoin('livros', 'livros.id', 'user_books.livro_id')
      .innerJoin('unidades', 'unidades.livro_id', 'livros.id')
      .leftJoin('unidade_progressos', (join) =>
        join
          .onRef('unidade_progressos.user_book_id', '=', 'user_books.id')
          .onRef('unidade_progressos.unidade_id', '=', 'unidades.id'),
      )
      .select(['livros.nivel_cefr as nivel', 'unidade_progressos.concluida_em'])
      .where('user_books.user_id', '=', userId),
    tests: db
      .selectFrom('english_tests')
      .select(['finished_at', 'result'])
      .where('user_id', '=', userId)
      .where('finished_at', 'is not', null)
      .orderBy('finished_at'),
  };
});
