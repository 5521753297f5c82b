import { shiftDay, weekdayOf } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { addAccount } from './accounts.ts';
import { withKey } from './points.ts';
import type { TestSchool } from './school.ts';

const HELENA = 7;
const MINUTE = 60_000;
const ZONE = 'America/Sao_Paulo';

/** A class of the teacher with two students of the club; its first lesson began ten minutes ago. */
export async function runningClass(
  portal: TestSchool,
  teacher: number,
  modalidade: 'presencial' | 'online' = 'presencial',
) {
  const at = (ms: number) => new Date(portal.school.now().getTime() + ms).toISOString();
  const today = dayIn(ZONE, portal.school.now());
  const inicio = shiftDay(today, 1);
  const { body, status } = await portal.ops.teaching.createClass(
    {
      ...{ unidade_id: 101, nome: `Turma ${crypto.randomUUID().slice(0, 8)}`, livro_id: 2, modalidade },
      ...{
        professor_id: teacher,
        sala: 'Sala 4',
        link_reuniao: 'https://meet.example/turma',
        lugares: 9,
        mesmo_assim: true,
      },
      ...{ inicio, fim: shiftDay(today, 40) },
      horarios: [{ dia_semana: weekdayOf(inicio), inicio: '10:00', fim: '11:00' }],
    },
    { as: HELENA },
  );
  if (status !== 200) throw new Error(body.detail);
  const students = await Promise.all([addAccount(portal, { is_club: true }), addAccount(portal, { is_club: true })]);
  await portal.ops.teaching.enrollStudents({ id: body.id, ids: students.map(({ id }) => id) }, withKey({ as: HELENA }));
  await portal.school.db.updateTable('turma_alunos').set({ desde: null }).where('turma_id', '=', body.id).execute();
  const [first, second] = body.aulas;
  if (!first || !second) throw new Error('A class has several lessons');
  await portal.school.db
    .updateTable('aulas')
    .set({ inicio: at(-10 * MINUTE), fim: at(50 * MINUTE) })
    .where('id', '=', first.id)
    .execute();
  await portal.school.db.updateTable('turmas').set({ status: 'ativa' }).where('id', '=', body.id).execute();
  return { id: body.id, lesson: first.id, next: second.id, students: students.map(({ id }) => id) };
}
