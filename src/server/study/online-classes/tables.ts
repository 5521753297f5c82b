import { instant, ref, text } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

export const onlineClassesTables = {
  /** The address of a private calendar. The portal shows it again, so the secret itself is stored, not a hash. */
  calendar_feeds: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users').primaryKey(),
      secret: text(60).unique().secret(),
      rotated_at: instant(),
    },
  }),
};
