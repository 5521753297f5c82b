import { join } from 'node:path';
import type { Item } from '#content/level-test.schema.ts';
import { recordingOf } from '../english-test/audio.ts';
import { bank, soundFileOf } from '../english-test/bank.ts';
import { type Book, books, coverUrl } from './books.ts';
import { soundsOfBook } from './sounds.ts';

/** A file beside the texts, and its public address. */
export interface ServedFile {
  file: string;
  url: string;
}

/** Covers and sounds of all texts. The build copies them to the served folder. */
export const servedFiles = (): ServedFile[] => [...books().flatMap(filesOfBook), ...bank().flatMap(filesOfItem)];

export const filesOfBook = (book: Book): ServedFile[] => [
  { file: join(book.folder, book.capa), url: coverUrl(book) },
  ...soundsOfBook(book).map(({ path, url }) => ({ file: join(book.folder, path), url })),
];

export function filesOfItem(item: Item): ServedFile[] {
  const file = soundFileOf(item);
  return file === undefined ? [] : [{ file, url: recordingOf(item) }];
}
