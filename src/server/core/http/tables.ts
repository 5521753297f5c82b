import { sql } from 'kysely';
import { day, id, instant, integer, json, ref, text } from '../db/columns.ts';
import { own } from '../db/person.ts';
import { deletedWithPerson } from '../db/table.ts';

export const httpTables = {
  idempotency_keys: deletedWithPerson({
    rows: ({ id }) => sql`owner = ${`user:${id}`}`,
    notExported: 'chaves técnicas que impedem um pagamento repetido, apagadas em dias',
    columns: {
      /** The owner of the intent, such as `user:1`. */
      owner: text(40),
      key: text(64),
      call: text(100),
      /** A keyed hash: the body may hold a card. */
      body_hash: text(64),
      charge_id: ref('charges').nullable(),
      answer: json().nullable(),
      created_at: instant(),
    },
    constraints: {
      idempotency_keys_pk: 'primary key (owner, key)',
    },
    indexes: {
      idempotency_keys_age: '(created_at)',
    },
  }),
  audit_log: deletedWithPerson({
    rows: own(),
    others: {
      rows: ({ id }) => sql`(target = ${`user:${id}`} or about_user_id = ${id})`,
      columns: {
        id: 'retained',
        user_id: 'retained',
        action: 'retained',
        target: 'retained',
        at: 'retained',
        data: () => null,
        about_user_id: () => null,
        day: 'retained',
        times: 'retained',
        last_at: 'retained',
        view_key: () => null,
      },
    },
    columns: {
      id: id(),
      user_id: ref('users').nullable(),
      action: text(60),
      target: text(120),
      at: instant(),
      /** `{antes?, depois?}`: values by the name of their field. */
      data: json().nullable().secret(),
      /** The person concerned. */
      about_user_id: integer().nullable(),
      /** The day in the school's time zone. */
      day: day().default(''),
      /** How often the thing was viewed on this day; 1 for an action. */
      times: integer().default(1),
      /** When it was last viewed on this day. */
      last_at: instant().nullable(),
      /** For a view: the thing and the day. A person has one line for each. */
      view_key: text(120).nullable().secret(),
    },
    uniqueIndexes: {
      audit_log_views: '(user_id, view_key) where view_key is not null',
    },
    indexes: {
      audit_log_about: '(about_user_id, id)',
      audit_log_who: '(user_id, id)',
      audit_log_day: '(day, id)',
    },
  }),
};
