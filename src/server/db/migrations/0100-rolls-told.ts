import type { Step } from '../migrate.ts';
import { lockTables } from './lock-tables.ts';
import { noteChanges } from './note-changes.ts';

const OF_LESSON = `(select turmas.company_id from aulas join turmas on turmas.id = aulas.turma_id
  where aulas.id = ROW.aula_id)`;

/** Rolls for other systems: a lesson, with who was there (0119). */
export const rollsTold: Step = {
  name: '0100-rolls-told',
  async up(db, { engine }) {
    if (engine === 'postgres') await lockTables(db, [['turmas, aulas, presencas', 'share row exclusive']]);
    await noteChanges(db, engine, [
      {
        tipo: 'chamadas',
        table: 'aulas',
        columns: ['turma_id', 'numero', 'inicio', 'fim', 'cancelada_em', 'chamada_em'],
        things: 'select ROW.id as id',
        unit: '(select company_id from turmas where id = ROW.turma_id)',
      },
      {
        tipo: 'chamadas',
        table: 'presencas',
        columns: ['status', 'atraso'],
        things: 'select ROW.aula_id as id',
        unit: OF_LESSON,
        events: 'insert and update',
        isToldWhenGone: true,
      },
    ]);
  },
};
