import type { Engine } from '../connection.ts';

/**
 * The folded text that a search compares for a person: name, address and number (0079), and its trigrams. Triggers maintain it,
 * since many operations change names and enrolments.
 */
export const searchTextTriggers = (engine: Engine): string[] => (engine === 'sqlite' ? sqlite() : postgres());

/** The parts of a search text: later steps added the guardian's name and the civil name. */
interface Source {
  textOf: (row: string, number?: string) => string;
  /** The columns of the person that the text is made of. */
  columns: string;
}

const NUMBER = (row: string) => `(select matricula from drive_users where drive_users.id = ${row}.drive_user_id)`;
const own = (row: string, number: string) =>
  `${row}.full_name || ' ' || ${row}.email_key || ' ' || coalesce(${number}, '')`;
const guardianOf = (row: string, engine: Engine) =>
  engine === 'sqlite' ? `json_extract(${row}.guardian, '$.full_name')` : `((${row}.guardian::json)->>'full_name')`;
const withGuardianOf = (row: string, number: string, engine: Engine) =>
  `${own(row, number)} || ' ' || coalesce(${guardianOf(row, engine)}, '')`;

const PERSON = 'full_name, email_key, drive_user_id';
const alone: Source = { textOf: (row, number = NUMBER(row)) => `folded(${own(row, number)})`, columns: PERSON };
const withGuardian = (engine: Engine): Source => ({
  textOf: (row, number = NUMBER(row)) => `folded(${withGuardianOf(row, number, engine)})`,
  columns: `${PERSON}, guardian`,
});
const withCivilName = (engine: Engine): Source => ({
  textOf: (row, number = NUMBER(row)) =>
    `folded(${withGuardianOf(row, number, engine)} || ' ' || coalesce(${row}.civil_name, ''))`,
  columns: `${PERSON}, guardian, civil_name`,
});

const COLUMNS = ['search_text', 'cpf', 'phone'];
const SEARCHED = COLUMNS.join(', ');
const ofEnrollment = ({ textOf }: Source) =>
  `update users set search_text = ${textOf('users', 'new.matricula')} where drive_user_id = new.id`;

/** The triggers that write the text and its index. */
function sqliteTriggers({ textOf, columns }: Source): string[] {
  const remove = `insert into people_grams (people_grams, rowid, ${SEARCHED})
    values ('delete', old.id, ${COLUMNS.map((column) => `old.${column}`).join(', ')})`;
  const write = `update users set search_text = ${textOf('new')} where id = new.id`;
  const add = `insert into people_grams (rowid, ${SEARCHED}) select id, ${SEARCHED} from users where id = new.id`;
  const differs = COLUMNS.map((column) => `old.${column} is not new.${column}`).join(' or ');
  return [
    // One trigger deletes, updates and inserts, in this order: SQLite fires several triggers in any order, and the index has to
    // be given exactly the text that it holds to delete it. Its own update does not fire it again. A person without a text is
    // just being inserted.
    `create trigger people_grams_added after insert on users begin
      ${write} and search_text is null; ${add}; end`,
    `create trigger people_grams_gone after delete on users begin ${remove}; end`,
    `create trigger people_grams_changed after update of ${SEARCHED}, ${columns} on users
      when old.search_text is not null and (${differs} or old.search_text is not ${textOf('new')}) begin
      ${remove}; ${write}; ${add}; end`,
    `create trigger users_search_text_enrolment after update of matricula on drive_users
      when old.matricula is not new.matricula begin ${ofEnrollment({ textOf, columns })}; end`,
  ];
}

const sqlite = (): string[] => [
  `create virtual table people_grams using fts5(${SEARCHED},
      content = 'users', content_rowid = 'id', tokenize = 'trigram', detail = none)`,
  // Deleted entries are also overwritten in the file.
  "insert into people_grams (people_grams, rank) values ('secure-delete', 1)",
  ...sqliteTriggers(alone),
];

/** @param verb the SQL verb: the baseline keeps its released text */
function postgresTriggers({ textOf, columns }: Source, verb: 'create' | 'create or replace'): string[] {
  const trigger = (name: string, when: string, body: string) => [
    `${verb} function ${name}() returns trigger language plpgsql as $$ begin ${body}; return new; end $$`,
    `create trigger ${name} ${when} for each row execute function ${name}()`,
  ];
  return [
    // Its name sorts after `users_school_of_person`, which locks the enrolment, so that the number cannot change meanwhile.
    ...trigger(
      'users_search_text',
      `before insert or update of ${columns} on users`,
      `new.search_text := ${textOf('new')}`,
    ),
    ...trigger(
      'users_search_text_enrolment',
      'after update of matricula on drive_users',
      `if old.matricula <> new.matricula then ${ofEnrollment({ textOf, columns })}; end if`,
    ),
  ];
}

function postgres(): string[] {
  return [
    // The same folding as `foldText`.
    `create function folded(words text) returns text language sql immutable parallel safe as $$
      select btrim(regexp_replace(regexp_replace(lower(translate(
        regexp_replace(normalize(words, NFD), '[\\u0300-\\u036f]', '', 'g'), 'ŁØĐłøđ', 'lodlod')),
        '[''\\u2018\\u2019\\u02bc\`\\u00b4\\u2032]\\s*|[./-]', '', 'g'), '[\\s\\u00a0\\u2000-\\u200a\\u202f\\u3000]+', ' ', 'g')) $$`,
    // Declared expensive, so that the planner prefers the index or the names themselves.
    `create function people_grams(search_text text, cpf text, phone text) returns text[]
      language sql immutable parallel safe cost 10000 as $$
      select array_agg(distinct substr(words, place, 3))
      from (select search_text || ' ' || coalesce(cpf, '') || ' ' || coalesce(phone, '') as words)
        as one, generate_series(1, char_length(words) - 2) as place $$`,
    ...postgresTriggers(alone, 'create'),
    `create index users_pieces on users using gin (people_grams(${SEARCHED}))`,
  ];
}

const NAMES = ['people_grams_added', 'people_grams_gone', 'people_grams_changed', 'users_search_text_enrolment'];

/** Adds the guardian's name to the search text. @returns the statements that replace the triggers */
export const guardianSearchTriggers = (engine: Engine): string[] => replaced(engine, withGuardian(engine));

/** As above with the civil name. Nobody has one before the step that adds the column. */
export const civilNameTriggers = (engine: Engine): string[] => replaced(engine, withCivilName(engine));

const replaced = (engine: Engine, source: Source): string[] =>
  engine === 'sqlite'
    ? [...NAMES.map((name) => `drop trigger ${name}`), ...sqliteTriggers(source)]
    : [
        'drop trigger users_search_text on users',
        'drop trigger users_search_text_enrolment on drive_users',
        ...postgresTriggers(source, 'create or replace'),
      ];

/** Writes the search text of people with a guardian. @param more a further condition */
export const addGuardianSearch = (engine: Engine, more = ''): string =>
  `update users set search_text = ${withGuardian(engine).textOf('users')} where guardian is not null${more}`;
