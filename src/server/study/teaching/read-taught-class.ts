import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { attendanceIn } from '../pedagogico/class-attendance.ts';
import { slotsOf } from './school-classes.ts';
import type { TaughtClassRow } from './taught-class.ts';

/** A class for its teacher, without money and documents: students with their attendance, lessons with the state of their roll. */
export async function readTaughtClass({ db, now }: Ctx, { id, timezone }: TaughtClassRow) {
  const [head, horarios, aulas, alunos, attendance] = await Promise.all([
    headOf(db, id),
    slotsOf(db, [id]),
    lessonsOf(db, id),
    studentsOf(db, id),
    attendanceIn(db, id, now().toISOString()),
  ]);
  const { livro_id, livro, professor_user_id, professor, ...row } = head;
  return {
    ...row,
    timezone,
    livro: { id: livro_id, nome: livro },
    professor: professor_user_id === null ? null : { id: professor_user_id, nome: professor ?? 'Conta encerrada' },
    horarios: horarios.map(({ dia_semana, inicio, fim }) => ({ dia_semana, inicio, fim })),
    minimo_percentual: attendance.minimum,
    alunos: alunos.map((student) => ({ ...student, frequencia: attendance.of(student.turma_aluno_id) })),
    aulas: aulas.map(({ cancelada_em, chamada_em, inicio_previsto, conteudo, ...lesson }) => ({
      ...lesson,
      cancelada: cancelada_em !== null,
      remarcada: inicio_previsto !== null && inicio_previsto !== lesson.inicio,
      chamada: chamada_em !== null,
      registrada: conteudo !== null,
    })),
  };
}

const headOf = (db: Db, id: number) =>
  db
    .selectFrom('turmas')
    .innerJoin('livros', 'livros.id', 'turmas.livro_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .leftJoin('users as professor', 'professor.id', 'turmas.professor_user_id')
    .select(['turmas.id', 'turmas.nome', 'turmas.livro_id', 'livros.nome as livro', 'companies.nome as unidade'])
    .select(['turmas.professor_user_id', 'professor.full_name as professor', 'turmas.modalidade', 'turmas.sala'])
    .select('turmas.status')
    .where('turmas.id', '=', id)
    .executeTakeFirstOrThrow();

const lessonsOf = (db: Db, id: number) =>
  db
    .selectFrom('aulas')
    .leftJoin('users as substituto', 'substituto.id', 'aulas.professor_user_id')
    .select(['aulas.id', 'aulas.numero', 'aulas.titulo', 'aulas.inicio', 'aulas.fim', 'aulas.cancelada_em'])
    .select(['aulas.chamada_em', 'aulas.inicio_previsto', 'aulas.conteudo', 'substituto.full_name as substituto'])
    .where('aulas.turma_id', '=', id)
    .orderBy('aulas.inicio')
    .orderBy('aulas.numero')
    .execute();

const studentsOf = (db: Db, id: number) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .select(['turma_alunos.id as turma_aluno_id', 'turma_alunos.user_id', 'users.full_name as nome'])
    .select('users.avatar_url as foto_url')
    .where('turma_alunos.turma_id', '=', id)
    .where(isInClass)
    .orderBy('users.full_name')
    .orderBy('turma_alunos.id')
    .execute();
