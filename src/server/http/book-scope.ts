import type { CallName } from '#lib/contract/index.schema.ts';
import { loginReasons } from '#lib/words/auth-reasons.ts';
import type { Session } from './ctx.ts';
import type { LimitedScope } from './operation.ts';
import { Refusal } from './refusal.ts';

/**
 * What a session by a printed book code opens: practice of that book and its class times (S17). Anybody can photograph
 * a code, so nothing about money, grades, absences, notices or devices is here. A new call stays closed until it is
 * listed. Calls that answer with books or classes keep to `session.bookId`.
 */
const OPEN: ReadonlySet<string> = new Set<CallName>([
  // The logged-in user, with the fields of `seen-by.ts`, and the logout.
  'account.getMe',
  'auth.logout',
  // The scanned book, and the list of the user's books: only this one.
  'books.getBook',
  'books.listOwnBooks',
  'books.listUserBooks',
  // When and where, without the link to the meeting.
  'pedagogico.listClasses',
  // Codes on the pages of the book.
  'pedagogico.scanQrCode',
  'practice.listMyBooks',
  'practice.listBookContents',
  'practice.getOfflinePackage',
  'practice.saveAudioPosition',
  'practice.saveReviews',
  'practice.getPracticeTest',
  'practice.submitPracticeTest',
  // That the user has seen a guided tour.
  'tour.markTourDone',
  // Open to everybody; the session tells the user's own invitation from a friend's.
]);

export const passwordRequired = () =>
  new Refusal(403, 'Entre com sua senha para continuar.', { code: 'password_required' });

/** What a key of another system opens; each call looks at the tables of the key itself. */
const OPEN_TO_KEYS: ReadonlySet<string> = new Set<CallName>(['sync.listChanges', 'sync.putTable']);

/** What somebody opens whose course ended: the own data, the request to erase them, and the way out (0153). */
const OPEN_TO_FORMER: ReadonlySet<string> = new Set<CallName>([
  'account.getMe',
  'account.downloadExport',
  'auth.logout',
]);

const tables: readonly (readonly [LimitedScope, ReadonlySet<string>])[] = [
  ['book', OPEN],
  ['key', OPEN_TO_KEYS],
  ['former', OPEN_TO_FORMER],
];

/** Which limited sessions may send a call of the contract. */
export const scopesOf = (call: CallName): readonly LimitedScope[] =>
  tables.flatMap(([scope, calls]) => (calls.has(call) ? [scope] : []));

/** @throws Refusal 403 for what the course's end closed, and for what a printed book code, or a key of another system, does not open */
export function requireOpen(scopes: readonly LimitedScope[], session: Session): void {
  if (session.scope === 'key') {
    if (scopes.includes('key')) return;
    throw new Refusal(403, 'Uma chave abre só a sincronização de tabelas.', { code: 'key_scope' });
  }
  if (session.ownDataOnly) {
    if (scopes.includes('former')) return;
    throw new Refusal(403, loginReasons.encerrado, { code: 'course_ended' });
  }
  if (session.scope === 'full' || scopes.includes('book')) return;
  throw passwordRequired();
}
