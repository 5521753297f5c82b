import { ref } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

export const familyTables = {
  related_users: deletedWithPerson({
    rows: own(),
    alsoErased: own('related_user_id'),
    columns: {
      user_id: ref('users'),
      related_user_id: ref('users'),
    },
    constraints: {
      related_users_pk: 'primary key (user_id, related_user_id)',
    },
  }),
};
