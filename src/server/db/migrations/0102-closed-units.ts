import type { Step } from '../migrate.ts';
import { lockTables } from './lock-tables.ts';

/** When a unit was closed, and the names that it had before: files of the office may still use them (0151). */
export const closedUnits: Step = {
  name: '0102-closed-units',
  async up(db, { engine }) {
    if (engine === 'postgres') await lockTables(db, [['companies', 'access exclusive']]);
    await db.schema.alterTable('companies').addColumn('encerrada_em', 'varchar(30)').execute();
    await db.schema.alterTable('companies').addColumn('nomes_antes', 'text').execute();
  },
};
