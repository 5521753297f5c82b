import { instant, ref, text } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

export const tourTables = {
  driver_tours: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users'),
      route: text(40),
      done_at: instant(),
    },
    constraints: {
      driver_tours_pk: 'primary key (user_id, route)',
    },
  }),
};
