import { flag, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { of, own } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

export const englishTestTables = {
  english_tests: deletedWithPerson({
    rows: own(),
    columns: {
      /** Unguessable: a visitor's test belongs to the person who knows this id. */
      id: text(36).primaryKey(),
      user_id: ref('users').nullable(),
      resume_token: text(60).secret(),
      convite: text(100).nullable(),
      /** The item that waits for its answer. */
      offered: text(20).nullable(),
      started_at: instant(),
      finished_at: instant().nullable(),
      result: json().nullable(),
    },
    indexes: {
      english_tests_user: '(user_id, started_at)',
    },
  }),
  english_answers: deletedWithPerson({
    rows: of('test_id', 'english_tests', own()),
    columns: {
      test_id: text(36).references('english_tests.id'),
      position: integer(),
      item_id: text(20),
      answer: text(10),
      is_right: flag().default(false),
      tempo_ms: integer(),
      answered_at: instant(),
    },
    constraints: {
      english_answers_pk: 'primary key (test_id, position)',
      english_answers_once: 'unique (test_id, item_id)',
    },
  }),
};
