import type { CallName } from '#lib/contract/index.schema.ts';
import { errorMessages } from '#lib/words/errors.ts';

const { auth, account, books } = errorMessages;

const sentences: Partial<Record<CallName, string>> = {
  'auth.login': auth.login,
  'auth.loginWithBookCode': auth.login,
  'auth.requestPasswordReset': auth.recovery,
  'auth.resetPassword': auth.reset,
  'account.getUser': account.user,
  'account.listUsers': account.users,
  'account.searchUsers': account.users,
  'account.updateRegistration': account.update,
  'account.updateProfile': account.update,
  'account.updateClub': account.club,
  'books.getBook': books.lookUp,
  'books.linkBook': books.link,
  'books.listOwnBooks': books.list,
  'books.listUserBooks': books.list,
  'books.unlinkOwnBook': books.unlink,
  'books.unlinkUserBook': books.unlink,
};

/** What the catalogue (section 8) says of a call that a host refused without a sentence of its own; undefined: nothing. */
export const refusedBy = (name: CallName): string | undefined => sentences[name];

/** A write of which nobody knows whether it was done. */
export const UNSURE = 'A escola não confirmou o pedido. Ele pode ter sido feito: confira antes de repetir.';
export const UNREADABLE = 'A escola respondeu de um jeito que o portal não entende. Avise a secretaria.';
