import type { Step } from '../migrate.ts';

/**
 * Lists of staff who reach all units. Bills lie in the order of the list, of one state and of all states: a month is no
 * longer sorted to show its first page. Who has late bills, and who is enrolled, is found in indexes alone.
 */
export const listsOfAllUnits: Step = {
  name: '0085-lists-of-all-units',
  async up(db) {
    for (const [name, table, columns, replaced] of [
      ['parcelas_due', 'parcelas', ['vencimento', 'id'], null],
      ['parcelas_status_due', 'parcelas', ['status', 'vencimento', 'id'], 'parcelas_vencimento'],
      ['parcelas_person', 'parcelas', ['user_id', 'status', 'vencimento'], 'parcelas_user_vencimento'],
      ['users_enrolment', 'users', ['drive_user_id', 'id'], 'users_drive_user'],
    ] as const) {
      await db.schema
        .createIndex(name)
        .on(table)
        .columns([...columns])
        .execute();
      if (replaced) await db.schema.dropIndex(replaced).execute();
    }
  },
};
