import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Column, id, instant, RetainedColumn, text } from '../../../src/server/core/db/columns.ts';
import { changingSteps, inOrderOfReferences, statementsOf } from '../../../src/server/core/db/ddl.ts';
import { described } from '../../../src/server/core/db/steps.ts';
import { impersonal, type retainedAfterErasure, type Table } from '../../../src/server/core/db/table.ts';
import { triggerStatements } from '../../../src/server/core/db/triggers/index.ts';
import { personalTables } from '../../../src/server/operate/privacy/personal-tables.ts';
import { tables } from '../../../src/server/tables.ts';
import { asBefore } from '../../support/schema-of-0-1-0.ts';

const existing = Object.entries<Table>(tables);
const factsOf = (table: string) => (tables as Record<string, Table>)[table]?.columns ?? {};

it('a column that is a flag in one table is one in all, since queries recognize flags by name', () => {
  const flags = new Map<string, Set<boolean>>();
  for (const [, { columns }] of existing)
    for (const [name, { facts }] of Object.entries(columns))
      flags.set(name, (flags.get(name) ?? new Set()).add(facts.isFlag === true));
  expect([...flags].filter(([, kinds]) => kinds.size > 1).map(([name]) => name)).toEqual([]);
});

it('columns are named created_at, status and kind, except those with names of a wire format', () => {
  const other = /^(em|asked_at|(criad|pedid)[oa]_em|tipo|estado|state)$/;
  const found = existing.flatMap(([table, { columns }]) =>
    Object.keys(columns).flatMap((name) => (other.test(name) ? [`${table}.${name}`] : [])),
  );
  expect(found.sort()).toEqual([
    // Fields of the specification's calls.
    'aulas.tipo',
    'cambio_pagamentos.criado_em',
    'cartoes.estado',
    'charges.criada_em',
    // When the last invitation was requested: the value changes.
    'guardian_invitations.asked_at',
    'invitations.asked_at',
    'pedido_historico.em',
    'pedidos.criado_em',
    'point_entries.criado_em',
    'point_entries.tipo',
    'questoes.tipo',
    'redemptions.pedido_em',
    'referral_history.em',
    'referrals.criado_em',
    // When the friend asked for contact.
    'referrals.pedido_em',
    'sending_totals.state',
    // When a change got its number: the name in the sync format.
    'sync_changes.em',
    'turma_atividades.tipo',
    'usa_documentos.tipo',
    'usa_historico.em',
    'usa_turma_documentos.tipo',
    // A state of Brazil.
    'users.state',
    'webhook_deliveries.em',
  ]);
});

it('each reference points to a column of a described table', () => {
  const lost = existing.flatMap(([table, { columns }]) =>
    Object.entries(columns).flatMap(([name, { facts }]) => {
      const [target = '', key = ''] = facts.reference?.column.split('.') ?? [];
      return facts.reference && !factsOf(target)[key] ? [`${table}.${name}`] : [];
    }),
  );
  expect(lost).toEqual([]);
});

it('S15 an export has no column with a secret or with another person', () => {
  const opens = /hash|token|secret|segredo|credencial|_key$/;
  const refused = personalTables.flatMap(({ table, exported }) =>
    (typeof exported === 'string' ? [] : exported)
      .filter((name) => {
        const isPerson = factsOf(table)[name]?.facts.reference?.column === 'users.id';
        return opens.test(name) || (isPerson && name !== 'user_id');
      })
      .map((name) => `${table}.${name}`),
  );
  expect(refused.sort()).toEqual([
    // The hash of an address, not of a secret.
    'consents.ip_hash',
    // The student that the person became.
    'leads.aluno_user_id',
    // An address in lower case.
    'recovery_requests.email_key',
    // The family, which the person sees in the portal.
    'related_users.related_user_id',
  ]);
});

it('in tables without personal data an erasure removes the id of who acted', () => {
  const left = existing.flatMap(([table, { columns, privacy }]) =>
    Object.entries(columns)
      .filter(([, { facts }]) => privacy.impersonal !== undefined && facts.reference?.column === 'users.id')
      .filter(([, { facts }]) => !facts.isActor)
      .map(([name]) => `${table}.${name}`),
  );
  // Of staff, whose accounts the school ends.
  expect(left.sort()).toEqual(['api_keys.user_id', 'sendings.created_by']);
});

it('an erasure handles dependent rows before the row they refer to, so that it finds them', () => {
  const order = personalTables.map(({ table }) => table);
  const late = existing.flatMap(([table, { columns, privacy }]) =>
    Object.values(columns).flatMap(({ facts }) => {
      const target = facts.reference?.column.split('.')[0] ?? table;
      const isFoundFirst = privacy.impersonal === undefined && order.indexOf(target) < order.indexOf(table);
      return isFoundFirst && order.includes(target) && target !== table ? [`${table} after ${target}`] : [];
    }),
  );
  expect(late).toEqual([]);
});

it('tables come after those that they refer to', () => {
  const order = inOrderOfReferences(tables);
  expect(new Set(order).size).toBe(existing.length);
  for (const [table, { columns }] of existing)
    for (const { facts } of Object.values(columns)) {
      const target = facts.reference?.column.split('.')[0] ?? table;
      expect(order.indexOf(target), `${table} → ${target}`).toBeLessThanOrEqual(order.indexOf(table));
    }
});

const STEP = '0201-nicknames';
const scratch = {
  pupils: impersonal('teste', {
    columns: {
      id: id(),
      name: text(80),
      nickname: text(40).nullable().since(STEP),
      met_at: instant().default(''),
      age: text(3).nullable().until(STEP),
    },
    indexes: {
      pupils_name: '(name)',
      pupils_age: '(age, name)',
      pupils_nickname: '(nickname)',
      pupils_met: { on: '(met_at)', since: STEP },
      pupils_first: { on: '(name, met_at)', until: STEP },
    },
  }),
  toys: impersonal('teste', { columns: { id: id(), label: text() }, indexes: { toys_label: '(label)' }, since: STEP }),
  books: impersonal('teste', { columns: { id: id() }, until: STEP }),
};

it('the baseline has columns that later steps drop and lacks those they add; each step makes its changes', () => {
  expect(changingSteps(scratch)).toEqual([STEP]);
  expect(statementsOf(scratch, 'sqlite')).toEqual({
    tables: [
      `create table pupils ("id" integer primary key autoincrement, "name" varchar(80) not null, "met_at" varchar(30) default '' not null, "age" varchar(3))`,
      'create table books ("id" integer primary key autoincrement)',
      'create index pupils_name on pupils (name)',
      'create index pupils_age on pupils (age, name)',
      'create index pupils_first on pupils (name, met_at)',
    ],
    altered: [],
    indexes: [],
    dropped: [],
  });
  expect(statementsOf(scratch, 'postgres', STEP)).toEqual({
    tables: [
      'alter table pupils add column "nickname" varchar(40)',
      'create table toys ("id" integer generated by default as identity primary key, "label" text not null)',
      'create index toys_label on toys (label)',
    ],
    altered: ['pupils'],
    indexes: [
      { name: 'pupils_nickname', statement: 'create index pupils_nickname on pupils (nickname)' },
      { name: 'pupils_met', statement: 'create index pupils_met on pupils (met_at)' },
    ],
    dropped: [
      'drop table books',
      'drop index pupils_age',
      'drop index pupils_first',
      'alter table pupils drop column "age"',
    ],
  });
});

const baselineOn = (engine: 'sqlite' | 'postgres') => [
  statementsOf(described, engine).tables,
  triggerStatements(engine),
];
const digestOf = ([made = [], triggers = []]: readonly (readonly string[])[]) =>
  createHash('sha256')
    .update([...made.toSorted(), ...triggers].join('\n'))
    .digest('hex')
    .slice(0, 16);

it.each([
  ['sqlite', 'd4773db231f275a5'],
  ['postgres', 'fe9167cb6be7f9fa'],
] as const)(
  'the baseline on %s is the schema of 0.1.0, except for the columns that an upgrade renames',
  (engine, had) => {
    expect(digestOf(baselineOn(engine).map((statements) => statements.map(asBefore)))).toBe(had);
  },
);

/** A new column, index or trigger belongs to a step: `.since('0201-…')`, or a written migration. */
it.each([
  ['sqlite', '6521f2440e899d65'],
  ['postgres', 'cecaed85e7dd74be'],
] as const)('the baseline on %s never changes: existing databases do not run it again', (engine, landed) => {
  expect(digestOf(baselineOn(engine))).toBe(landed);
});

it('a column added to an existing table is nullable or has a default for existing rows', () => {
  const empty = existing.flatMap(([table, { columns, since }]) =>
    Object.entries(columns)
      .filter(([, { facts }]) => facts.since !== undefined && facts.since !== since)
      .filter(([, { facts }]) => !facts.isNullable && facts.initial === undefined)
      .map(([name]) => `${table}.${name}`),
  );
  expect(empty).toEqual([]);
});

it('each column of rows that outlive an erasure defines its value after it', () => {
  type IsTaken<C> = C extends Parameters<typeof retainedAfterErasure>[0]['columns'] ? true : false;
  const forgotten: IsTaken<{ name: Column<string> }> = false;
  const decided: IsTaken<{ name: RetainedColumn<string> }> = true;
  expect([forgotten, decided, text(80).emptied() instanceof RetainedColumn]).toEqual([false, true, true]);
});
