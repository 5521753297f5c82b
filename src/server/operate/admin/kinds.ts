import { bills } from './bills.ts';
import { classes, enrolments } from './classes.ts';
import { copies } from './copies.ts';
import { grades } from './grades.ts';
import type { Kind } from './import-table.ts';
import { products } from './products.ts';
import { rewards } from './rewards.ts';
import { students } from './students.ts';
import { teachers } from './teachers.ts';
import { units } from './units.ts';

/** Tables for import and export. */
export const kinds = {
  unidades: units,
  professores: teachers,
  alunos: students,
  turmas: classes,
  matriculas: enrolments,
  exemplares: copies,
  notas: grades,
  parcelas: bills,
  produtos: products,
  recompensas: rewards,
} as const satisfies Record<KindName, Kind>;

/** Names of the tables for import and export, in the order in which a new school imports them. */
export const kindNames = [
  'unidades',
  'professores',
  'alunos',
  'turmas',
  'matriculas',
  'exemplares',
  'notas',
  'parcelas',
  'produtos',
  'recompensas',
] as const;
export type KindName = (typeof kindNames)[number];
