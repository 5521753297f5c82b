import type { Engine } from '../connection.ts';

/**
 * Sums of points and members of the club by unit and hour, maintained by triggers, so that no code path can forget them (0079).
 * `slot` is the connection that wrote, on PostgreSQL: two connections never wait for each other's sums.
 */
export const pointSumTriggers = (engine: Engine): string[] =>
  triggers.flatMap((trigger) =>
    engine === 'sqlite' ? [sqliteTrigger(trigger)] : [postgresFunction(trigger), postgresTrigger(trigger)],
  );

const unitOf = (column: string) => `coalesce(${column}, 0)`;
const HOUR = "coalesce(substr(users.club_since, 1, 13), '9999-12-31T23')";

type Sign = '+' | '-';

/** Rows to add: points of entries, by unit. @param unit SQL */
const ENTRIES = (sign: Sign, unit: string) => `
  select ${unit} as company_id, substr(point_entries.criado_em, 1, 13) as hora, point_entries.contra,
    ${sign}sum(point_entries.pontos) as pontos
  from point_entries join users on users.id = point_entries.user_id
  left join drive_users on drive_users.id = users.drive_user_id`;
const MEMBERS = (sign: Sign, unit: string) => `
  select ${unit} as company_id, ${HOUR} as hora, 'membro' as contra, ${sign}count(*) as pontos
  from users left join drive_users on drive_users.id = users.drive_user_id`;

const add = (source: string, condition: string, slot: string) => `
  insert into point_sums (company_id, hora, contra, slot, pontos)
  select company_id, hora, contra, ${slot}, pontos from (${source} ${condition} group by 1, 2, 3) as changed where true
  on conflict (company_id, hora, contra, slot) do update set pontos = point_sums.pontos + excluded.pontos`;

/** As `ENTRIES`, for the row of a trigger. */
const addEntry = (row: 'old' | 'new', sign: Sign, slot: string) =>
  addValues(
    slot,
    `${ofPerson(`${row}.user_id`)}, substr(${row}.criado_em, 1, 13), ${row}.contra`,
    `${sign}${row}.pontos`,
    `${row}.status = 'confirmada'`,
  );
const addMember = (row: 'old' | 'new', sign: Sign, slot: string) =>
  addValues(
    slot,
    `${ofEnrollment(`${row}.drive_user_id`)}, coalesce(substr(${row}.club_since, 1, 13), '9999-12-31T23'), 'membro'`,
    `${sign}1`,
    `${row}.is_club = 1`,
  );
const addValues = (slot: string, key: string, points: string, condition: string) => `
  insert into point_sums (company_id, hora, contra, slot, pontos)
  select ${key}, ${slot}, ${points} where ${condition}
  on conflict (company_id, hora, contra, slot) do update set pontos = point_sums.pontos + excluded.pontos`;

const ofEnrollment = (id: string) => `coalesce((select company_id from drive_users where drive_users.id = ${id}), 0)`;
const ofPerson = (id: string) =>
  `coalesce((select drive_users.company_id from users join drive_users on drive_users.id = users.drive_user_id
    where users.id = ${id}), 0)`;

const confirmed = (people: string) => `where point_entries.status = 'confirmada' and ${people}`;
const members = (people: string) => `where users.is_club = 1 and ${people}`;

interface Trigger {
  table: 'point_entries' | 'users' | 'drive_users';
  name: string;
  when: string;
  /** SQL of a boolean; absent: always. */
  if?: string;
  /**
   * Whose sums change, SQL of the ids: a unit never changes between an entry and its sum. Absent for a new person, who
   * has no entries yet and whose enrolment is locked by the trigger of its school: a lock for each of an import fills the memory that
   * PostgreSQL has for locks.
   */
  people?: string;
  exclusive?: true;
  steps(slot: string): string[];
}

const triggers: readonly Trigger[] = [
  {
    table: 'point_entries',
    name: 'point_sums_entry_added',
    when: 'after insert',
    people: 'new.user_id',
    steps: (slot) => [addEntry('new', '+', slot)],
  },
  {
    table: 'point_entries',
    name: 'point_sums_entry_gone',
    when: 'after delete',
    people: 'old.user_id',
    steps: (slot) => [addEntry('old', '-', slot)],
  },
  {
    table: 'point_entries',
    name: 'point_sums_entry_changed',
    when: 'after update of user_id, pontos, status, contra, criado_em',
    people: 'new.user_id',
    steps: (slot) => [addEntry('old', '-', slot), addEntry('new', '+', slot)],
  },
  {
    table: 'users',
    name: 'point_sums_person_added',
    when: 'after insert',
    steps: (slot) => [addMember('new', '+', slot)],
  },
  {
    // Entries are deleted after their person. Their own trigger no longer finds the person and would subtract from unit 0.
    table: 'users',
    name: 'point_sums_person_gone',
    when: 'before delete',
    people: 'old.id',
    exclusive: true,
    steps: (slot) => [
      addMember('old', '-', slot),
      add(ENTRIES('-', ofEnrollment('old.drive_user_id')), confirmed('users.id = old.id'), slot),
      add(ENTRIES('+', '0'), confirmed('users.id = old.id'), slot),
    ],
  },
  {
    table: 'users',
    name: 'point_sums_person_changed',
    when: 'after update of is_club, club_since, drive_user_id',
    if: 'old.is_club <> new.is_club or DIFFERS(club_since) or DIFFERS(drive_user_id)',
    people: 'new.id',
    exclusive: true,
    steps: (slot) => [
      addMember('old', '-', slot),
      addMember('new', '+', slot),
      add(ENTRIES('-', ofEnrollment('old.drive_user_id')), confirmed('users.id = new.id'), slot),
      add(ENTRIES('+', ofEnrollment('new.drive_user_id')), confirmed('users.id = new.id'), slot),
    ],
  },
  {
    table: 'drive_users',
    name: 'point_sums_unit_changed',
    when: 'after update of company_id',
    if: 'DIFFERS(company_id)',
    people: 'users.id from users where users.drive_user_id = new.id',
    exclusive: true,
    steps: (slot) => moved('new.id', unitOf('old.company_id'), unitOf('new.company_id'), slot),
  },
  {
    table: 'drive_users',
    name: 'point_sums_enrolment_gone',
    when: 'before delete',
    people: 'users.id from users where users.drive_user_id = old.id',
    exclusive: true,
    steps: (slot) => moved('old.id', unitOf('old.company_id'), '0', slot),
  },
];

/** Moves all sums of an enrolment's people from one unit to another. */
const moved = (enrollment: string, from: string, to: string, slot: string) => {
  const people = `users.drive_user_id = ${enrollment}`;
  return [
    add(ENTRIES('-', from), confirmed(people), slot),
    add(ENTRIES('+', to), confirmed(people), slot),
    add(MEMBERS('-', from), members(people), slot),
    add(MEMBERS('+', to), members(people), slot),
  ];
};

const whenOf = (trigger: Trigger, differs: (column: string) => string) =>
  trigger.if ? `when (${trigger.if.replace(/DIFFERS\((\w+)\)/g, (_whole, column: string) => differs(column))})` : '';

const sqliteTrigger = (trigger: Trigger) => {
  const { name, table, when, steps } = trigger;
  const condition = whenOf(trigger, (column) => `old.${column} is not new.${column}`);
  return `create trigger ${name} ${when} on ${table} for each row ${condition} begin ${steps('0').join(';\n')}; end`;
};

const LOCKS = 7_211_437;

/**
 * An insert of an entry and a move of its person to another unit wait for each other; otherwise the entry would count in the old
 * unit.
 */
function waitOf({ people, exclusive }: Trigger): string {
  if (!people) return '';
  const lock = exclusive ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  const held = people.includes(' from ')
    ? people.replace('users.id', `${lock}(${LOCKS}, users.id)`)
    : `${lock}(${LOCKS}, ${people})`;
  return `perform ${held};`;
}

const postgresFunction = (trigger: Trigger) => {
  const { name, when, steps } = trigger;
  const result = when.startsWith('before delete') ? 'old' : 'null';
  return `create function ${name}() returns trigger language plpgsql as $$ begin
    ${waitOf(trigger)} ${steps('pg_backend_pid()').join('; ')}; return ${result}; end $$`;
};

const postgresTrigger = (trigger: Trigger) => {
  const { name, table, when } = trigger;
  const condition = whenOf(trigger, (column) => `old.${column} is distinct from new.${column}`);
  return `create trigger ${name} ${when} on ${table} for each row ${condition} execute function ${name}()`;
};
