import { day, ref } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

export const panelTables = {
  /** The last day for which a digest of a member of staff was decided. */
  staff_digests: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users').primaryKey(),
      day: day(),
    },
  }),
};
