import type { CallName } from '#lib/contract/index.schema.ts';
import { errorMessages } from '#lib/words/errors.ts';
import { isFields } from './complete-answer.ts';

const { auth, account, books } = errorMessages;

const sentences: Partial<Record<CallName, string>> = {
  'auth.login': auth.login,
  'auth.loginWithBookCode': auth.login,
  'auth.requestPasswordReset': auth.recovery,
  'auth.resetPassword': auth.reset,
  'account.checkEmail': account.emailLookUp,
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

/** The catalogue’s sentence (section 8) for a call that a host refused without one; undefined: none. */
export const refusedBy = (name: string): string | undefined => sentences[name as CallName];

/** A write whose outcome is unknown. */
export const UNSURE = 'A escola não confirmou o pedido. Ele pode ter sido feito: confira antes de repetir.';
export const UNREADABLE = 'A escola respondeu de um jeito que o portal não entende. Avise a secretaria.';

const IS_DONE = ['success', 'ok', 'sucesso'];
const ERRORS = ['error', 'erro', 'errors'];
const TEXTS = ['detail', 'error', 'erro', 'message', 'mensagem', 'errors'];
const NO: readonly unknown[] = [false, 0, 'false', '0'];

/**
 * The refusal in a successful answer to a write: a flag for “not done”, or an error; null: none. Fields that are part of
 * the contract do not count.
 */
export function refusalIn(value: unknown, known: Readonly<Record<string, unknown>>): { text: string } | null {
  if (!isFields(value)) return null;
  const of = (name: string) => (Object.hasOwn(known, name) ? undefined : value[name]);
  if (!IS_DONE.some((name) => NO.includes(of(name))) && !ERRORS.some((name) => isSaid(of(name)))) return null;
  const texts = TEXTS.flatMap((name) => value[name]).filter((text) => typeof text === 'string' && text.trim() !== '');
  return { text: String(texts[0] ?? '') };
}

function isSaid(error: unknown): boolean {
  if (typeof error === 'object' && error !== null) return Object.keys(error).length > 0;
  return Boolean(error) && !NO.includes(error);
}

export const WRONG_INPUT = 'Confira os dados enviados.';
