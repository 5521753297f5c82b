import { join } from 'node:path';
import { type Book, coverUrl } from './books.ts';
import { soundsOfBook } from './sounds.ts';

/** A file beside the texts, and its public address. */
export interface ServedFile {
  file: string;
  url: string;
}

export const filesOfBook = (book: Book): ServedFile[] => [
  { file: join(book.folder, book.capa), url: coverUrl(book) },
  ...soundsOfBook(book).map(({ path, url }) => ({ file: join(book.folder, path), url })),
];
