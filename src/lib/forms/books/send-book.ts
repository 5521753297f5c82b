import { uploadBook } from '#lib/contract/books.ts';
import { routes } from '#lib/routes.ts';
import { bookRule } from '#lib/rules/books/book-zip.ts';
import { fileOf } from '../file.ts';
import type { Verb } from '../submit.ts';

/** Sends the ZIP of a book: its page then shows what the check found. */
export const sendBook: Verb = async (sent) => {
  await sent.api(uploadBook, { body: fileOf(sent, bookRule) });
  return routes.manager.ownBookUpload();
};
