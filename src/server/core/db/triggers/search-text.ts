import type { Engine } from '../connection.ts';

/**
 * What a search looks at of a person, in one spelling: name, address and number (0158), and any three letters of it. Triggers
 * keep it, since many hands change names and enrolments.
 */
export const searchTextTriggers = (engine: Engine): string[] => (engine === 'sqlite' ? sqlite(first) : postgres(first));

/** From the step on that adds it, the civil name is found too. Nobody has one yet. */
export function civilNameSearch(engine: Engine): string[] {
  const person = `civil_name, ${PERSON}`;
  const textOf = (row: string, number = NUMBER(row)) =>
    `folded(${row}.full_name || ' ' || coalesce(${row}.civil_name || ' ', '') || ${row}.email_key || ' ' || coalesce(${number}, ''))`;
  const next = { person, textOf };
  if (engine === 'sqlite') {
    const made = sqlite(next).filter((statement) => statement.startsWith('create trigger '));
    return [...made.map((statement) => `drop trigger ${statement.split(' ')[2]}`), ...made];
  }
  return [
    'drop trigger users_search_text on users',
    'drop trigger users_search_text_enrolment on drive_users',
    ...postgres(next)
      .filter((statement) => /^create (function|trigger) users_search_text/.test(statement))
      .map((statement) => statement.replace('create function', 'create or replace function')),
  ];
}

const NUMBER = (row: string) => `(select matricula from drive_users where drive_users.id = ${row}.drive_user_id)`;
const textOf = (row: string, number = NUMBER(row)) =>
  `folded(${row}.full_name || ' ' || ${row}.email_key || ' ' || coalesce(${number}, ''))`;

const COLUMNS = ['search_text', 'cpf', 'phone'];
const SEARCHED = COLUMNS.join(', ');
const PERSON = 'full_name, email_key, drive_user_id';

/** What the triggers look at: columns of `users` by their names, and the text that is made of a row. */
interface Searched {
  person: string;
  textOf: (row: string, number?: string) => string;
}
const first: Searched = { person: PERSON, textOf };
const ofEnrolment = ({ textOf }: Searched) =>
  `update users set search_text = ${textOf('users', 'new.matricula')} where drive_user_id = new.id`;

function sqlite(searched: Searched): string[] {
  const { person, textOf } = searched;
  const remove = `insert into people_grams (people_grams, rowid, ${SEARCHED})
    values ('delete', old.id, ${COLUMNS.map((column) => `old.${column}`).join(', ')})`;
  const write = `update users set search_text = ${textOf('new')} where id = new.id`;
  const add = `insert into people_grams (rowid, ${SEARCHED}) select id, ${SEARCHED} from users where id = new.id`;
  const differs = COLUMNS.map((column) => `old.${column} is not new.${column}`).join(' or ');
  return [
    `create virtual table people_grams using fts5(${SEARCHED},
      content = 'users', content_rowid = 'id', tokenize = 'trigram', detail = none)`,
    // What is deleted leaves the file as well.
    "insert into people_grams (people_grams, rank) values ('secure-delete', 1)",
    // One trigger takes out, writes and adds, in this order: SQLite fires several in any order, and the index is told to
    // delete exactly what it holds. Its own update does not fire it again. A person without the text is just being added.
    `create trigger people_grams_added after insert on users begin
      ${write} and search_text is null; ${add}; end`,
    `create trigger people_grams_gone after delete on users begin ${remove}; end`,
    `create trigger people_grams_changed after update of ${SEARCHED}, ${person} on users
      when old.search_text is not null and (${differs} or old.search_text is not ${textOf('new')}) begin
      ${remove}; ${write}; ${add}; end`,
    `create trigger users_search_text_enrolment after update of matricula on drive_users
      when old.matricula is not new.matricula begin ${ofEnrolment(searched)}; end`,
  ];
}

function postgres(searched: Searched): string[] {
  const { person, textOf } = searched;
  const trigger = (name: string, when: string, body: string) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return new; end $$`,
    `create trigger ${name} ${when} for each row execute function ${name}()`,
  ];
  return [
    // As `foldText` does.
    `create function folded(words text) returns text language sql immutable parallel safe as $$
      select btrim(regexp_replace(regexp_replace(lower(translate(
        regexp_replace(normalize(words, NFD), '[\\u0300-\\u036f]', '', 'g'), 'ŁØĐłøđ', 'lodlod')),
        '[''\\u2018\\u2019\\u02bc\`\\u00b4\\u2032]\\s*|[./-]', '', 'g'), '[\\s\\u00a0\\u2000-\\u200a\\u202f\\u3000]+', ' ', 'g')) $$`,
    // Dear, so that the planner asks the index or looks at the names themselves first.
    `create function people_grams(search_text text, cpf text, phone text) returns text[]
      language sql immutable parallel safe cost 10000 as $$
      select array_agg(distinct substr(words, place, 3))
      from (select search_text || ' ' || coalesce(cpf, '') || ' ' || coalesce(phone, '') as words)
        as one, generate_series(1, char_length(words) - 2) as place $$`,
    // Its name comes after that of `users_school_of_person`, which holds the enrolment: so no other number comes meanwhile.
    ...trigger(
      'users_search_text',
      `before insert or update of ${person} on users`,
      `new.search_text := ${textOf('new')}`,
    ),
    ...trigger(
      'users_search_text_enrolment',
      'after update of matricula on drive_users',
      `if old.matricula <> new.matricula then ${ofEnrolment(searched)}; end if`,
    ),
    `create index users_pieces on users using gin (people_grams(${SEARCHED}))`,
  ];
}
