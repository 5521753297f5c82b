import type { CallName } from '#lib/contract/index.ts';
import type { Session } from './ctx.ts';
import { Refusal } from './refusal.ts';

/**
 * What a session opens that came with a printed book code alone: practice of that book and the times of its classes
 * (S17). A code can be photographed, so nothing about money, grades, absences, notices or devices stands here. A new call is
 * outside until somebody names it. Whatever answers with books or classes keeps to `session.bookId`.
 */
const OPEN: ReadonlySet<string> = new Set<CallName>([
  // Who is logged in, in the fields of `seen-by.ts`, and the way out.
  'account.getMe',
  'auth.logout',
  // The book that was scanned, and the own books: this one alone.
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
  'practice.listDueReviews',
  'practice.getPracticeTest',
  'practice.submitPracticeTest',
  // That a guided tour was seen.
  'tour.markTourDone',
  // Open to everybody; a session tells the own invitation from a friend's.
  'club.acceptInvitation',
]);

export const passwordRequired = () =>
  new Refusal(403, 'Entre com sua senha para continuar.', { code: 'password_required' });

/** @throws Refusal 403 for a call that a printed book code does not open */
export function requireOpen(call: string, session: Session): void {
  if (session.scope === 'full' || OPEN.has(call)) return;
  throw passwordRequired();
}
