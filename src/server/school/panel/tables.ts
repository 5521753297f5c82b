import { day, ref } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

export const panelTables = {
  /** The last day for which it was decided whether a member of staff gets a digest. */
  staff_digests: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users').primaryKey(),
      day: day(),
    },
  }),
};
