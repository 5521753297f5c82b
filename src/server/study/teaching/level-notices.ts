import { routes } from '#lib/routes.ts';
import { passes } from '#lib/rules/pedagogico/mean.ts';
import { levelReached } from '#lib/words/pedagogico.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { notifyPerson } from '../../messages/inbox/notify.ts';
import { readGrades } from '../pedagogico/grades.ts';
import { LEVEL_KEY } from '../pedagogico/last-results.ts';

/** Notifies each student who passed a class, after its last day and once, that the book is finished. */
export async function notifyOfLevel(tx: Db, at: Date, turmaId: number): Promise<void> {
  const enrollments = await tx
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('livros', 'livros.id', 'turmas.livro_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .select(['turma_alunos.id as turma_aluno_id', 'turma_alunos.turma_id', 'turma_alunos.user_id'])
    .select(['turma_alunos.status', 'turma_alunos.ate', 'companies.timezone'])
    .select(['livros.nome as livro', 'livros.nivel_cefr as nivel'])
    .where('turma_alunos.turma_id', '=', turmaId)
    .where(isInClass)
    .orderBy('turma_alunos.user_id')
    .execute();
  for (const { livro, nivel, ...enrollment } of enrollments) {
    const { media, frequencia } = await readGrades(tx, enrollment, at);
    if (media == null || !passes(media, frequencia.percentual)) continue;
    await notifyPerson(tx, at, {
      userId: enrollment.user_id,
      category: 'aula',
      ...levelReached(livro, nivel, media),
      path: routes.pedagogico.progress(),
      chave: `${LEVEL_KEY}${enrollment.turma_aluno_id}`,
    });
  }
}
