import { id, instant, ref, text } from '../../core/db/columns.ts';
import { of, ofOwnPlace, own } from '../../core/db/person.ts';
import { deletedWithPerson, retainedAfterErasure } from '../../core/db/table.ts';

const since = '0225-class-messages';

export const classMessagesTables = {
  /** Messages of teachers to the students of a class. */
  class_messages: retainedAfterErasure({
    since,
    rows: own(),
    because: 'o que a escola disse a alunos menores fica com a escola, sem quem escreveu',
    columns: {
      id: id().retained(),
      turma_id: ref('turmas').retained(),
      /** The lesson concerned. */
      aula_id: ref('aulas').nullable().retained(),
      /** Null: the account was erased. */
      user_id: ref('users').nullable().emptied(),
      texto: text(1500).retained(),
      created_at: instant().retained(),
    },
    indexes: {
      class_messages_class: '(turma_id, id)',
      class_messages_teacher: '(user_id, id)',
      class_messages_lesson: '(aula_id) where aula_id is not null',
    },
  }),
  /** The thread of a message with one student. */
  message_threads: deletedWithPerson({
    since,
    rows: ofOwnPlace,
    columns: {
      id: id(),
      message_id: ref('class_messages'),
      turma_aluno_id: ref('turma_alunos'),
      /** When the last text was written; some time later the thread ends. */
      last_at: instant(),
      /** Since when a reply waits for the teacher. */
      waits_since: instant().nullable(),
      ended_at: instant().nullable(),
      ended_by: text<'professor' | 'escola'>(10).nullable(),
      /** When the family reported it to the office. */
      reported_at: instant().nullable(),
    },
    constraints: {
      message_threads_once: 'unique (message_id, turma_aluno_id)',
    },
    indexes: {
      message_threads_student: '(turma_aluno_id)',
      message_threads_waiting: '(message_id) where waits_since is not null and ended_at is null',
    },
  }),
  thread_replies: deletedWithPerson({
    since,
    rows: own(),
    alsoErased: of('thread_id', 'message_threads', ofOwnPlace),
    columns: {
      id: id(),
      thread_id: ref('message_threads'),
      user_id: ref('users'),
      papel: text<'professor' | 'aluno' | 'responsavel'>(12),
      texto: text(1000),
      created_at: instant(),
    },
    indexes: {
      thread_replies_thread: '(thread_id, id)',
      thread_replies_user: '(user_id)',
    },
  }),
};
