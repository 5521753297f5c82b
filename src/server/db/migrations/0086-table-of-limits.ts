import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/**
 * Counts of tries by account and address, where processes share them. Each start made this table before; an account that
 * only serves makes none (0129).
 */
export const tableOfLimits: Step = {
  name: '0086-table-of-limits',
  async up(db, { engine }) {
    if (engine === 'sqlite') return;
    await sql`create table if not exists rate_limits
      (key varchar(255) primary key, points integer not null default 0, expire bigint)`.execute(db);
  },
};
