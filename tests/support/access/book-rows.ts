import { managed, manager, own, ownOrManagedByCode, secret, self, selfByCode } from './rows.ts';
import type { Things } from './things.ts';

/** Who may send the calls of books. */
export const bookRows = (things: Things, key: string, noUuid: string) => ({
  'books.checkEmptyBook': secret({ id: noUuid }),
  'books.createCopies': manager({ id: 1 }, { body: { unidade_id: 0, quantidade: 1 } }),
  'books.discardBookUpload': managed({ id: 1 }, { but: { manager: 404 } }),
  'books.downloadCopies': managed({ id: 1 }, { but: { manager: 404 } }),
  'books.getBookFile': secret({ chave: key }),
  'books.getBookUpload': manager(),
  'books.getSchoolBook': manager({ id: 1 }),
  'books.installBook': managed({ id: 1 }, { but: { manager: 404 } }),
  'books.listSchoolBooks': manager(),
  'books.uploadBook': manager(),
  'books.findBook': manager({ key: 'KNN-LIVRO-0001' }),
  'books.getBook': secret({ uuid: noUuid }),
  'books.linkBook': self(),
  'books.linkUserBook': managed({ id: things.owner }, { body: { code: 'KNN-LIVRO-0002' } }),
  'books.listOwnBooks': selfByCode(),
  'books.listUserBooks': ownOrManagedByCode({ id: things.owner }),
  'books.renewBookCode': managed({ id: 3 }),
  'books.unlinkOwnBook': own({ id: 1 }),
  'books.unlinkUserBook': managed({ userId: 4, id: 3 }),
});
