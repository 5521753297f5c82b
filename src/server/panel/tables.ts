import { day, ref } from '../db/columns.ts';
import { own } from '../db/person.ts';
import { deletedWithPerson } from '../db/table.ts';

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
