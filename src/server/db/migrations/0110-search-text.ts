import { type Kysely, sql } from 'kysely';
import type { Step } from '../migrate.ts';
import { isBroken } from './0051-people-indexes.ts';
import { lockTables } from './lock-tables.ts';

/**
 * What a search looks at of a person, in one spelling: name, address and number (0158). Triggers keep it, since many hands
 * change names and enrolments. PostgreSQL makes every reader of `users` wait for this step, so it fills nothing there:
 * `searchTextFilled` does.
 */
export const searchText: Step = {
  name: '0110-search-text',
  async up(db, { engine }) {
    if (engine === 'postgres') {
      await lockTables(db, [
        ['drive_users', 'share row exclusive'],
        ['users', 'access exclusive'],
      ]);
    }
    await db.schema.alterTable('users').addColumn('search_text', 'text').execute();
    for (const statement of engine === 'sqlite' ? sqlite() : postgres()) await run(db, statement);
  },
};

/** So many people are filled at once, and others write between the portions. */
const PORTION = 2_000;
const INDEX = 'users_pieces';

/** Fills the text for who was there before, and indexes it. People go on to write meanwhile. */
export const searchTextFilled: Step = {
  name: '0110-search-text-filled',
  async up(_db, { engine }, outside) {
    if (engine === 'sqlite') return;
    // People whose row somebody is writing come last: who waits for one holds no other.
    while ((await fill(outside, `order by id limit ${PORTION} for update skip locked`)) > 0n);
    await fill(outside, '');
    if (await isBroken(outside, INDEX)) await run(outside, `drop index concurrently ${INDEX}`);
    await run(
      outside,
      `create index concurrently if not exists ${INDEX} on users using gin (people_grams(${SEARCHED}))`,
    );
    await run(outside, 'drop index concurrently if exists users_grams');
  },
};

/** @param which of those who have no text. @returns how many were filled */
async function fill(db: Kysely<unknown>, which: string): Promise<bigint> {
  const people = `select id from users where search_text is null ${which}`;
  const done = await run(db, `update users set search_text = ${textOf('users')} where id in (${people})`);
  return done.numAffectedRows ?? 0n;
}

const run = (db: Kysely<unknown>, statement: string) => sql.raw(statement).execute(db);

const NUMBER = (row: string) => `(select matricula from drive_users where drive_users.id = ${row}.drive_user_id)`;
const textOf = (row: string, number = NUMBER(row)) =>
  `folded(${row}.full_name || ' ' || ${row}.email_key || ' ' || coalesce(${number}, ''))`;

const COLUMNS = ['search_text', 'cpf', 'phone'];
const SEARCHED = COLUMNS.join(', ');
const PERSON = 'full_name, email_key, drive_user_id';
const OF_ENROLMENT = `update users set search_text = ${textOf('users', 'new.matricula')} where drive_user_id = new.id`;

function sqlite(): string[] {
  const remove = `insert into people_grams (people_grams, rowid, ${SEARCHED})
    values ('delete', old.id, ${COLUMNS.map((column) => `old.${column}`).join(', ')})`;
  const write = `update users set search_text = ${textOf('new')} where id = new.id`;
  const add = `insert into people_grams (rowid, ${SEARCHED}) select id, ${SEARCHED} from users where id = new.id`;
  const differs = COLUMNS.map((column) => `old.${column} is not new.${column}`).join(' or ');
  return [
    'drop trigger people_grams_added',
    'drop trigger people_grams_gone',
    'drop trigger people_grams_changed',
    'drop table people_grams',
    `update users set search_text = ${textOf('users')}`,
    `create virtual table people_grams using fts5(${SEARCHED},
      content = 'users', content_rowid = 'id', tokenize = 'trigram', detail = none)`,
    "insert into people_grams (people_grams, rank) values ('secure-delete', 1)",
    "insert into people_grams (people_grams) values ('rebuild')",
    // One trigger takes out, writes and adds, in this order: SQLite fires several in any order, and the index is told to
    // delete exactly what it holds. Its own update does not fire it again. A person without the text is just being added.
    `create trigger people_grams_added after insert on users begin
      ${write} and search_text is null; ${add}; end`,
    `create trigger people_grams_gone after delete on users begin ${remove}; end`,
    `create trigger people_grams_changed after update of ${SEARCHED}, ${PERSON} on users
      when old.search_text is not null and (${differs} or old.search_text is not ${textOf('new')}) begin
      ${remove}; ${write}; ${add}; end`,
    `create trigger users_search_text_enrolment after update of matricula on drive_users
      when old.matricula is not new.matricula begin ${OF_ENROLMENT}; end`,
  ];
}

function postgres(): string[] {
  const trigger = (name: string, when: string, body: string) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return new; end $$`,
    `create trigger ${name} ${when} for each row execute function ${name}()`,
  ];
  return [
    // As `foldText` does. An older portal beside this one still asks the function of four columns.
    `create function folded(words text) returns text language sql immutable parallel safe as $$
      select btrim(regexp_replace(regexp_replace(lower(translate(
        regexp_replace(normalize(words, NFD), '[\\u0300-\\u036f]', '', 'g'), 'ŁØĐłøđ', 'lodlod')),
        '[''\\u2018\\u2019\\u02bc\`\\u00b4\\u2032]\\s*|[./-]', '', 'g'), '[\\s\\u00a0\\u2000-\\u200a\\u202f\\u3000]+', ' ', 'g')) $$`,
    `create function people_grams(search_text text, cpf text, phone text) returns text[]
      language sql immutable parallel safe cost 10000 as $$
      select array_agg(distinct substr(words, place, 3))
      from (select search_text || ' ' || coalesce(cpf, '') || ' ' || coalesce(phone, '') as words)
        as one, generate_series(1, char_length(words) - 2) as place $$`,
    // Its name comes after that of `users_school_of_person`, which holds the enrolment: so no other number comes meanwhile.
    ...trigger(
      'users_search_text',
      `before insert or update of ${PERSON} on users`,
      `new.search_text := ${textOf('new')}`,
    ),
    ...trigger(
      'users_search_text_enrolment',
      'after update of matricula on drive_users',
      `if old.matricula <> new.matricula then ${OF_ENROLMENT}; end if`,
    ),
  ];
}
