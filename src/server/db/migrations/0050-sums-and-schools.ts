import type { Step } from '../migrate.ts';
import { setSumFunctions, sumAnew } from './0046-point-sums.ts';
import { setSchools } from './0048-people-by-name.ts';
import { lockTables } from './lock-tables.ts';

/**
 * Fills what the triggers of 0046 and 0048 keep. Earlier versions of these steps filled it themselves, while an older
 * portal beside them went on writing: what it wrote in between was missing. So the tables are locked first, and
 * everything is filled anew. Others read meanwhile, and their writes wait.
 */
export const sumsAndSchools: Step = {
  name: '0050-sums-and-schools',
  async up(db, { engine }) {
    if (engine === 'postgres') {
      await lockTables(db, [['companies, drive_users, users, point_entries, point_sums', 'share row exclusive']]);
      await setSumFunctions(db);
    }
    await setSchools(db, engine);
    await sumAnew(db);
  },
};
