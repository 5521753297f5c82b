import * as pedagogico from '#lib/contract/pedagogico.ts';
import { allLater, type Routes } from '../http/handler.ts';
import { presentTurma } from './present.ts';
import { classesOf, scheduleOf } from './queries.ts';

export const pedagogicoRoutes: Routes<typeof pedagogico> = {
  ...allLater(pedagogico),
  listClasses: async ({ query }, { db, session, now }) => {
    const instant = now();
    const rows = await classesOf(db, session.userId, query.somente_digital === true);
    const { horarios, next, given } = await scheduleOf(
      db,
      rows.map(({ id }) => id),
      instant.toISOString(),
    );
    return rows.map((row) =>
      presentTurma(
        row,
        horarios.filter(({ turma_id }) => turma_id === row.id),
        next.find(({ turma_id }) => turma_id === row.id),
        Number(given.find(({ turma_id }) => turma_id === row.id)?.given ?? 0),
        instant,
      ),
    );
  },
};
