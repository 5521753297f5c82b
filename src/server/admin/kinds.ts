import { bills } from './bills.ts';
import { classes, enrolments } from './classes.ts';
import { grades } from './grades.ts';
import type { Kind } from './import-table.ts';
import { rewards } from './rewards.ts';
import { students } from './students.ts';

/** Tables that go in and out, in the order in which a new school takes them in. */
export const kinds = {
  alunos: students,
  turmas: classes,
  matriculas: enrolments,
  notas: grades,
  parcelas: bills,
  recompensas: rewards,
} as const satisfies Record<string, Kind>;
export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];
