import { flag, id, instant, json, ref, text } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

export const studentsTables = {
  /** One row for each invited person. An invitation ends with the first login (`users.last_seen_at`). */
  invitations: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      /** Updated with each invitation. */
      asked_at: instant(),
      /** Null: the operator, by a command. */
      asked_by: ref('users').nullable().actor().secret(),
      /** Since when a mail is queued; null: none is. */
      waits_since: instant().nullable(),
      /** When the last mail was handed to the outbox. */
      mailed_at: instant().nullable(),
      /** When the last sheet with a code was printed. */
      printed_at: instant().nullable(),
      /** When the person first opened the link, or gave the code. */
      opened_at: instant().nullable(),
    },
    constraints: {
      invitations_one_each: 'unique (user_id)',
    },
    indexes: {
      invitations_waiting: '(waits_since, user_id)',
      invitations_mailed: '(mailed_at)',
    },
  }),
  student_events: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      kind: text<'unidade' | 'fim'>(20),
      created_at: instant(),
      por_user_id: ref('users').nullable().actor().secret(),
      de_company_id: ref('companies').nullable(),
      para_company_id: ref('companies').nullable(),
      motivo: text(300).nullable(),
      /** Ids of `turma_alunos` that it closed; undoing it reopens them. */
      turmas: json(),
      /** Ids of `parcelas` that it cancelled; undoing it reopens them. */
      parcelas: json().default('[]'),
      /** Whether it also blocked the account. */
      bloqueou: flag().default(false),
      desfeito_em: instant().nullable(),
    },
    indexes: {
      student_events_user: '(user_id, id)',
    },
  }),
};
