import { reasonsOf } from '#lib/rules/teaching/needs-word.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { attendanceIn } from '../pedagogico/presence.ts';
import { taughtClass } from './taught-class.ts';

/** Students whom the teacher should talk to, sorted by the number of reasons. @param turma only of this class */
export async function listNeedsWord(ctx: Ctx, turma: number | undefined) {
  const { db, now } = ctx;
  const ids = turma === undefined ? await ownRunning(ctx) : [(await taughtClass(ctx, turma)).id];
  if (ids.length === 0) return { alunos: [], turmas: 0 };
  const students = (await Promise.all(ids.map((id) => studentsOf(db, id)))).flat();
  const instant = now().toISOString();
  const [attendances, practised, late, books] = await Promise.all([
    Promise.all(ids.map(async (id) => [id, await attendanceIn(db, id, instant)] as const)).then(
      (each) => new Map(each),
    ),
    lastPractice(db, ids),
    Promise.all(ids.map(async (id) => [id, await lateWork(db, id, instant)] as const)).then((each) => new Map(each)),
    booksWithUnits(db, ids),
  ]);
  const alunos = students.map((row) => {
    const { turma_aluno_id, turma_id, user_id, desde } = row;
    const presence = attendances.get(turma_id)?.of(turma_aluno_id);
    // Without recorded attendance nothing is known of a student.
    const known = presence ? presence.presencas + presence.faltas : 0;
    const frequencia = presence && known > 0 ? presence.percentual : null;
    const ultima_pratica = practised.get(user_id) ?? null;
    const work = late.get(turma_id);
    const done = new Set(work?.done.get(turma_aluno_id)?.map(({ turma_atividade_id }) => turma_atividade_id));
    const atrasadas = (work?.due ?? []).filter(
      ({ id, prazo }) => !done.has(id) && (desde === null || (prazo ?? '') >= desde),
    ).length;
    const motivos = reasonsOf(
      {
        frequencia,
        aulas: known,
        ultimaPratica: ultima_pratica,
        podePraticarDesde: books.has(row.livro_id) ? (desde ?? row.inicio) : null,
        atrasadas,
      },
      dayIn(row.timezone, now()),
    );
    return {
      turma_aluno_id,
      nome: row.full_name,
      foto_url: row.avatar_url,
      turma: { id: turma_id, nome: row.turma },
      frequencia,
      ultima_pratica,
      atrasadas,
      motivos,
    };
  });
  const named = alunos.filter(({ motivos }) => motivos.length > 0);
  return { alunos: named.toSorted((a, b) => b.motivos.length - a.motivos.length), turmas: ids.length };
}

async function ownRunning({ db, session }: Ctx): Promise<number[]> {
  const rows = await db
    .selectFrom('turmas')
    .select('id')
    .where('professor_user_id', '=', session.userId)
    .where('status', '=', 'ativa')
    .execute();
  return rows.map(({ id }) => id);
}

const studentsOf = (db: Db, turmaId: number) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .select([
      'turma_alunos.id as turma_aluno_id',
      'turma_alunos.turma_id',
      'turma_alunos.user_id',
      'turma_alunos.desde',
    ])
    .select(['turmas.nome as turma', 'turmas.inicio', 'turmas.livro_id', 'companies.timezone'])
    .select(['users.full_name', 'users.avatar_url'])
    .where('turma_alunos.turma_id', '=', turmaId)
    .where(isInClass)
    .orderBy('users.full_name')
    .orderBy('turma_alunos.id')
    .execute();

async function lastPractice(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('dias_de_estudo')
    .select(({ fn }) => ['user_id', fn.max('dia').as('dia')])
    .where('user_id', 'in', (query) =>
      query.selectFrom('turma_alunos').select('turma_alunos.user_id').where('turma_alunos.turma_id', 'in', ids),
    )
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, dia }) => [user_id, dia]));
}

/** Work of a class with a past deadline, and each student's state. */
async function lateWork(db: Db, turmaId: number, now: string) {
  const due = await db
    .selectFrom('turma_atividades')
    .select(['id', 'prazo'])
    .where('turma_id', '=', turmaId)
    .where('aceita_envio', '=', true)
    .where('prazo', '<', now)
    .execute();
  const done = await db
    .selectFrom('turma_aluno_atividades as dada')
    .innerJoin('turma_atividades as pedida', 'pedida.id', 'dada.turma_atividade_id')
    .select(['dada.turma_aluno_id', 'dada.turma_atividade_id'])
    .where('pedida.turma_id', '=', turmaId)
    .where(({ or, eb }) =>
      or([
        eb('dada.entregue_em', 'is not', null),
        eb('dada.corrigida_em', 'is not', null),
        eb('dada.dispensada', '=', true),
      ]),
    )
    .execute();
  return { due, done: Map.groupBy(done, ({ turma_aluno_id }) => turma_aluno_id) };
}

/** Books of these classes with something to practise. */
async function booksWithUnits(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('unidades')
    .innerJoin('turmas', 'turmas.livro_id', 'unidades.livro_id')
    .select('unidades.livro_id')
    .distinct()
    .where('turmas.id', 'in', ids)
    .execute();
  return new Set(rows.map(({ livro_id }) => livro_id));
}
