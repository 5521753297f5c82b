import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** The log by day, and a person's views of a thing as one line a day. */
export const auditByDay: Step = {
  name: '0067-audit-by-day',
  async up(db) {
    const log = db.schema.alterTable('audit_log');
    await log.addColumn('day', 'varchar(10)', (column) => column.notNull().defaultTo('')).execute();
    await log.addColumn('times', 'integer', (column) => column.notNull().defaultTo(1)).execute();
    await log.addColumn('last_at', 'varchar(30)').execute();
    // Of a view: what was seen on which day. Each line of a person has its own.
    await log.addColumn('view_key', 'varchar(120)').execute();
    // Old lines know no zone: their day is that of UTC.
    await sql`update audit_log set day = substr(at, 1, 10)`.execute(db);
    await sql`
      update audit_log set times = seen.times, last_at = seen.last_at, view_key = seen.view_key
      from (
        select min(id) as id, count(*) as times, max(at) as last_at, action || ':' || target || ':' || day as view_key
        from audit_log where action in ('user-read', 'abroad-document-read')
        group by user_id, action, target, day
      ) as seen
      where audit_log.id = seen.id`.execute(db);
    await sql`delete from audit_log where action in ('user-read', 'abroad-document-read') and view_key is null`.execute(
      db,
    );
    await db.schema
      .createIndex('audit_log_views')
      .unique()
      .on('audit_log')
      .columns(['user_id', 'view_key'])
      .where(sql.ref('view_key'), 'is not', sql.lit(null))
      .execute();
    await db.schema.createIndex('audit_log_day').on('audit_log').columns(['day', 'id']).execute();
  },
};
