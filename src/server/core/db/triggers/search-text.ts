import type { Engine } from '../connection.ts';

/**
 * What a search looks at of a person, in one spelling: name, address and number (0079), and any three letters of it. Triggers
 * keep it, since many hands change names and enrolments.
 */
export const searchTextTriggers = (engine: Engine): string[] => (engine === 'sqlite' ? sqlite() : postgres());

/** What a text is made of: steps added the name of the guardian and the civil name. */
interface Source {
  textOf: (row: string, number?: string) => string;
  /** The columns of the person that it reads. */
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
    // One trigger takes out, writes and adds, in this order: SQLite fires several in any order, and the index is told to
    // delete exactly what it holds. Its own update does not fire it again. A person without the text is just being added.
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
  // What is deleted leaves the file as well.
  "insert into people_grams (people_grams, rank) values ('secure-delete', 1)",
  ...sqliteTriggers(alone),
];

/** @param verb how a function comes about: the baseline stays as it landed */
function postgresTriggers({ textOf, columns }: Source, verb: 'create' | 'create or replace'): string[] {
  const trigger = (name: string, when: string, body: string) => [
    `${verb} function ${name}() returns trigger language plpgsql as $$ begin ${body}; return new; end $$`,
    `create trigger ${name} ${when} for each row execute function ${name}()`,
  ];
  return [
    // Its name comes after that of `users_school_of_person`, which holds the enrolment: so no other number comes meanwhile.
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
    ...postgresTriggers(alone, 'create'),
    `create index users_pieces on users using gin (people_grams(${SEARCHED}))`,
  ];
}

const NAMES = ['people_grams_added', 'people_grams_gone', 'people_grams_changed', 'users_search_text_enrolment'];

/** Has the text hold the name of a person's guardian too. @returns what writes it from now on */
export const guardianSearchTriggers = (engine: Engine): string[] => replaced(engine, withGuardian(engine));

/** The same with the civil name. Nobody has one before the step that adds it. */
export const civilNameTriggers = (engine: Engine): string[] => replaced(engine, withCivilName(engine));

const replaced = (engine: Engine, source: Source): string[] =>
  engine === 'sqlite'
    ? [...NAMES.map((name) => `drop trigger ${name}`), ...sqliteTriggers(source)]
    : [
        'drop trigger users_search_text on users',
        'drop trigger users_search_text_enrolment on drive_users',
        ...postgresTriggers(source, 'create or replace'),
      ];

/** Writes the text of those who have a guardian. @param more a condition on which of them */
export const addGuardianSearch = (engine: Engine, more = ''): string =>
  `update users set search_text = ${withGuardian(engine).textOf('users')} where guardian is not null${more}`;
