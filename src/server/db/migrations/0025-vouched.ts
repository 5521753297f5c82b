import type { Step } from '../migrate.ts';

/** Connected mode: which rows of ours stand for users and units of the franchise's host. */
export const vouched: Step = {
  name: '0025-vouched',
  async up(db, { required, references }) {
    const target = {
      vouched_users: ['user_id', 'users.id'],
      vouched_companies: ['company_id', 'companies.id'],
    } as const;
    for (const [table, [column, reference]] of Object.entries(target)) {
      await db.schema
        .createTable(table)
        .addColumn('host', 'varchar(200)', required)
        .addColumn('foreign_id', 'integer', required)
        .addColumn(column, 'integer', references(reference))
        .addPrimaryKeyConstraint(`${table}_pk`, ['host', 'foreign_id'])
        .execute();
      await db.schema.createIndex(`${table}_own`).on(table).columns([column]).unique().execute();
    }
  },
};
