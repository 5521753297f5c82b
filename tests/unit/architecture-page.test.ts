import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { policy } from '../../src/lib/rules/people/rights.ts';
import type { Table } from '../../src/server/core/db/table.ts';
import { tables } from '../../src/server/tables.ts';
import { rooms } from './architecture/server-areas.ts';

const page = readFileSync('docs/architecture.md', 'utf8');
const described: Readonly<Record<string, Table>> = tables;

/** The lines of the entity diagram, without its first. */
const diagram = (/```mermaid\nerDiagram\n(.*?)\n```/s.exec(page)?.[1] ?? '').split('\n').map((line) => line.trim());
/** `companies["companies (branch)"]` */
const ENTITY = /^(\w+)\["\1 \([^"()]+\)"\]$/;
/** `users |o--o{ turmas : professor_user_id`: the column of the second table refers to the first. */
const RELATION = /^(\w+) (\|\||\|o)--o([{|]) (\w+) : (\w+)$/;

const entities = diagram.flatMap((line) => ENTITY.exec(line)?.[1] ?? []);
const relations = diagram.flatMap((line) => {
  const [, to = '', left, right, from = '', column = ''] = RELATION.exec(line) ?? [];
  return from ? [{ line, to, from, column, isNullable: left === '|o', isUnique: right === '|' }] : [];
});

/** The rows of the table that begins with this line, as cells. */
function rowsBelow(head: string): string[][] {
  const [, rest = ''] = page.split(`\n${head}\n`);
  const lines = rest.split('\n').slice(1);
  const end = lines.indexOf('');
  return lines.slice(0, end).map((line) => line.split('|').map((cell) => cell.trim()));
}

it('each line of the entity diagram is a table or a relation between two tables', () => {
  expect(entities.length).toBeGreaterThan(15);
  expect(diagram.filter((line) => !ENTITY.test(line) && !RELATION.test(line))).toEqual([]);
  const strange = relations.filter(({ from, to }) => !entities.includes(from) || !entities.includes(to));
  expect(strange.map(({ line }) => line)).toEqual([]);
});

it('each table of the entity diagram exists', () => {
  expect(entities.filter((name) => !described[name] || described[name].until)).toEqual([]);
});

it('each relation of the entity diagram is a column that refers to the other table', () => {
  const wrong = relations.filter(({ from, to, column, isNullable, isUnique }) => {
    const facts = described[from]?.columns[column]?.facts;
    const isOther = facts?.reference?.column !== `${to}.id` || facts.until !== undefined;
    return isOther || (facts.isNullable ?? false) !== isNullable || (facts.isUnique ?? false) !== isUnique;
  });
  expect(wrong.map(({ line }) => line)).toEqual([]);
});

it('the table of roles lists each right of the panel', () => {
  const rows = rowsBelow('| area | visitor | student | guardian | teacher | staff, by right |');
  const named = rows.flatMap((cells) => [...(cells.at(-2) ?? '').matchAll(/`(\w+)`/g)].map(([, right = '']) => right));
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(policy).toSorted());
});

it('the table of rooms lists the rooms of the server in order', () => {
  const rows = rowsBelow('| room | holds |');
  expect(rows.map((cells) => cells[1])).toEqual(Object.keys(rooms).map((room) => `\`${room}\``));
});
