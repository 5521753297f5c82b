import { sql } from 'kysely';
import { relativeDay } from '#lib/format/dates.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import { isInClass } from '../../../core/db/in-class.ts';
import { type NoticeEvent, notifyAll } from '../notify.ts';
import { isAfter, type Source } from '../tell-events.ts';
import { isSwitchedOn, isUntold } from './untold.ts';

/** A piece of work has a class of readers. */
const AT_ONCE = 15;

/** Work that a teacher set. What asks for the presence in a lesson is no work. */
export const newWork: Source<NoticeEvent<'atividade_nova'>> = {
  kind: 'atividade_nova',
  overlapMs: HOUR_MS,
  atOnce: AT_ONCE,
  next: async ({ db }, { after, until }, place) => {
    const rows = await db
      .selectFrom('turma_atividades')
      .select(['id', 'created_at as at'])
      .where('created_at', '>', after)
      .where('created_at', '<=', until)
      .where(isAfter('created_at', 'id', place))
      .where('tipo', '!=', 'presenca')
      .orderBy('created_at')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    return rows.map(({ id, at }) => ({ id, at: at ?? '' }));
  },
  find: async ({ db, config }, { until }, ids) => {
    const rows = await db
      .selectFrom('turma_atividades')
      .innerJoin('turmas', 'turmas.id', 'turma_atividades.turma_id')
      .innerJoin('companies', 'companies.id', 'turmas.company_id')
      .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'turmas.id')
      .select(['turma_atividades.id', 'turma_atividades.titulo', 'turma_atividades.prazo', 'turmas.id as turma_id'])
      .select(['companies.timezone', 'turma_alunos.user_id'])
      .where('turma_atividades.id', 'in', ids)
      .where(isInClass)
      .where(isUntold('atividade_nova', 'turma_alunos.user_id', sql`cast(turma_atividades.id as text)`))
      .where(isSwitchedOn('atividade_nova', 'turma_alunos.user_id'))
      .orderBy('turma_atividades.id')
      .orderBy('turma_alunos.id')
      .execute();
    return rows.map(({ id, titulo, prazo, turma_id, timezone, user_id }) => ({
      userId: user_id,
      kind: 'atividade_nova',
      about: String(id),
      params: {
        turmaId: turma_id,
        atividadeId: id,
        atividade: titulo,
        prazo: prazo && relativeDay(prazo, new Date(until), zoneOr(timezone, config.SCHOOL_TIME_ZONE)),
      },
    }));
  },
  write: notifyAll,
};
