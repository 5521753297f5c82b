import type { Engine } from '../connection.ts';

/** A table whose rows are about things that other systems are told of. */
export interface Watched {
  kind: string;
  table: string;
  /** Columns whose change other systems are told. */
  columns: readonly string[];
  /** SQL: the things that a row of this table is about. `ROW` stands for the row. */
  things: string;
  /** SQL: the unit of the thing. */
  unit: string;
  /** Rows of another table than that of the thing: they come and change, and never end it. */
  events?: 'update' | 'insert and update';
  /** Whether a deleted row of such a table changes the thing. */
  isToldWhenGone?: true;
}

/** Triggers that note changes of a table. */
export const changeTriggers = (engine: Engine, watched: Watched): string[] =>
  engine === 'sqlite' ? sqlite(watched) : postgres(watched);

const of = (row: string, text: string) => text.replaceAll('ROW', row);

/** A thing without a unit has no school: nobody is told of it. */
const schoolOf = ({ unit }: Watched, row: string) =>
  of(row, `(select companies.escola_id from companies where companies.id = ${unit})`);

/** A change that was numbered already gets a number anew. Each write locks its row, so no reader numbers it too early. */
const noteAt = (each: Watched, row: 'new' | 'old', condition = '', thing: 'new' | 'old' = 'new') =>
  `insert into sync_changes (kind, assunto, fonte, escola_id, company_id)
    select '${each.kind}', thing.id, '${each.table}', place.school, place.unit
    from (${of(thing, each.things)}) as thing,
      (select ${schoolOf(each, row)} as school, ${of(row, each.unit)} as unit) as place
    where place.school is not null ${condition}
    on conflict (kind, assunto, fonte, escola_id, company_id) do update set pos = null`;

const noteAdded = (each: Watched) => [noteAt(each, 'new')];

/** Who saw the thing in the unit of before learns that it left. */
const noteChanged = (each: Watched) => [
  noteAt(each, 'new'),
  noteAt(each, 'old', `and place.unit <> coalesce(${of('new', each.unit)}, -1)`),
];

const forget = ({ kind }: Watched) => `update sync_changes set pos = null where kind = '${kind}' and assunto = old.id`;

const whenGone = (each: Watched) => (each.events ? noteAt(each, 'old', '', 'old') : forget(each));

const nameOf = ({ kind, table }: Watched, event: string) => `sync_${kind}_${table}_${event}`;

function sqlite(each: Watched): string[] {
  const { table, columns, events } = each;
  const trigger = (event: string, when: string, body: readonly string[]) =>
    `create trigger ${nameOf(each, event)} after ${when} begin ${body.map((statement) => `${statement};`).join(' ')} end`;
  const differs = columns.map((column) => `old.${column} is not new.${column}`).join(' or ');
  return [
    ...(events === 'update' ? [] : [trigger('added', `insert on ${table}`, noteAdded(each))]),
    trigger('changed', `update of ${columns.join(', ')} on ${table} when ${differs}`, noteChanged(each)),
    ...(events && !each.isToldWhenGone ? [] : [trigger('gone', `delete on ${table}`, [whenGone(each)])]),
  ];
}

function postgres(each: Watched): string[] {
  const { table, columns, events } = each;
  const trigger = (event: string, when: string, body: readonly string[], condition = '') => [
    `create function ${nameOf(each, event)}() returns trigger language plpgsql as $$ begin
      ${body.map((statement) => `${statement};`).join(' ')} return null; end $$`,
    `create trigger ${nameOf(each, event)} after ${when} for each row ${condition}
      execute function ${nameOf(each, event)}()`,
  ];
  const differs = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  return [
    ...(events === 'update' ? [] : trigger('added', `insert on ${table}`, noteAdded(each))),
    ...trigger('changed', `update of ${columns.join(', ')} on ${table}`, noteChanged(each), `when (${differs})`),
    ...(events && !each.isToldWhenGone ? [] : trigger('gone', `delete on ${table}`, [whenGone(each)])),
  ];
}
