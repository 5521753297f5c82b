import type { SyncTable } from '#lib/contract/sync.schema.ts';
import type { School } from '../../core/http/ctx.ts';
import { bills } from './bills.ts';
import { classes, enrollments } from './classes.ts';
import { copies } from './copies.ts';
import { grades } from './grades.ts';
import type { Kind } from './import.ts';
import { products } from './products.ts';
import { rewards } from './rewards.ts';
import { students } from './students.ts';
import { teachers } from './teachers.ts';
import { units } from './units.ts';

/** Tables for import and export. */
export const kinds: Readonly<Record<SyncTable, Kind>> = {
  unidades: units,
  professores: teachers,
  alunos: students,
  turmas: classes,
  matriculas: enrollments,
  exemplares: copies,
  notas: grades,
  parcelas: bills,
  produtos: products,
  recompensas: rewards,
};

/** A table with the columns of its import, so that a file can be exported, changed and imported again. */
export const exportTable = (school: School, name: SyncTable): Promise<string> => kinds[name].csv(school);
