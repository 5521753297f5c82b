import { managed, manager, own, ownOrManagedByCode, secret, self, selfByCode } from './rows.ts';
import type { Things } from './things.ts';

/** Who may send the calls of books. */
export const bookRows = (things: Things, key: string, noUuid: string) => ({
  'books.checkEmptyBook': secret({ id: noUuid }),
  'books.downloadCopies': managed({ id: 1 }, { but: { manager: 404 } }),
  'books.getBookFile': secret({ chave: key }),
  'books.uploadBook': manager(),
  'books.getBook': secret({ uuid: noUuid }),
  'books.linkBook': self(),
  'books.listOwnBooks': selfByCode(),
  'books.listUserBooks': ownOrManagedByCode({ id: things.owner }),
  'books.unlinkOwnBook': own({ id: 1 }),
  'books.unlinkUserBook': managed({ userId: 4, id: 3 }),
});
