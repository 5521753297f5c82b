import { uploadBook } from '#lib/contract/books.ts';
import { type OnProgress, sendFile, type Upload } from './upload.ts';

/** Sends the ZIP of a book to be checked. @throws (in `done`) Error for the reader */
export const sendOwnBook = (file: File, onProgress: OnProgress): Upload<unknown> =>
  sendFile(uploadBook, {}, { file, onProgress });
