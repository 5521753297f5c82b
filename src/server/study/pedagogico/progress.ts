import { type Level, type MonthOfStudy, monthsOfStudy } from '#lib/rules/pedagogico/study-months.ts';
import { preparedParts } from '../../core/db/prepared-parts.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { type PresenceStatus, withExcuses } from './grades.ts';

/** What each level stands on: units of books, the mean of classes, and the level test. */
export interface LevelRecord {
  nivel: Level;
  unidades_concluidas: number;
  unidades_total: number;
  /** Classes with a book of this level, without the time before they begin. */
  turmas: { nome: string; status: 'ativa' | 'concluida' | 'trancada' }[];
  /** When the level test gave it, an instant. */
  teste_em: string | null;
}

/** How a student came on: the last six months, and what each level stands on. */
export async function readProgress({ db, session, now }: Ctx): Promise<{
  meses: MonthOfStudy[];
  niveis: LevelRecord[];
}> {
  const at = now();
  const parts = await readParts(db, session.userId, at.toISOString());
  const presence = withExcuses(parts.presences, parts.excuses);
  const lessons = new Map([...parts.presences, ...parts.excuses].map(({ aula_id, inicio }) => [aula_id, inicio]));
  const attended = [...presence].map(([id, status]) => ({ at: lessons.get(id) ?? '', status }));
  const tests = parts.tests.flatMap(({ finished_at, result }) => {
    const { nivel } = JSON.parse(result ?? '{}') as { nivel?: string };
    return isLevel(nivel) && finished_at ? [{ nivel, at: finished_at }] : [];
  });
  const classes = parts.classes.map(({ inicio, nivel }) => ({ nivel, at: `${inicio}T12:00:00Z` }));
  const meses = monthsOfStudy(
    { reviews: parts.reviews, heard: parts.heard, attended, levels: [...classes, ...tests] },
    { now: at, timeZone: session.timeZone },
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

const readParts = preparedParts((db, userId: number, now: string) => {
  const given = (table: 'presencas' | 'ausencias') =>
    db
      .selectFrom(table)
      .innerJoin('turma_alunos', 'turma_alunos.id', `${table}.turma_aluno_id`)
      .innerJoin('aulas', 'aulas.id', `${table}.aula_id`)
      .where('turma_alunos.user_id', '=', userId)
      .where('aulas.fim', '<=', now)
      .where('aulas.cancelada_em', 'is', null)
      .select([`${table}.aula_id`, 'aulas.inicio']);
  return {
    reviews: db
      .selectFrom('revisoes')
      .select(['palavra_id', 'feita_em', 'nota', 'tempo_ms'])
      .where('user_id', '=', userId)
      .orderBy('feita_em'),
    heard: db.selectFrom('audio_posicoes').select(['posicao_s', 'atualizado_em']).where('user_id', '=', userId),
    presences: given('presencas').select('presencas.status').$castTo<{
      aula_id: number;
      inicio: string;
      status: PresenceStatus;
    }>(),
    excuses: given('ausencias').where('ausencias.status', '=', 'justificada'),
    classes: db
      .selectFrom('turma_alunos')
      .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
      .innerJoin('livros', 'livros.id', 'turmas.livro_id')
      .select(['turmas.nome', 'turmas.inicio', 'turma_alunos.status', 'livros.nivel_cefr as nivel'])
      .where('turma_alunos.user_id', '=', userId)
      .where('turmas.inicio', '<=', now)
      .orderBy('turmas.inicio'),
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
