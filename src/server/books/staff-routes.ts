import type * as staff from '#lib/contract/books-staff.ts';
import type { Routes } from '../http/handler.ts';
import { once } from '../http/once.ts';
import { readBookFile } from './book-file.ts';
import { createCopies, downloadCopies } from './make-copies.ts';
import { listSchoolBooks, readSchoolBook } from './school-books.ts';
import { discardUpload, installUpload, readUpload, uploadBook } from './upload-book.ts';

export const booksStaffRoutes: Routes<typeof staff> = {
  getBookFile: ({ params }, ctx) => readBookFile(ctx, params.chave),
  listSchoolBooks: (_input, ctx) => listSchoolBooks(ctx),
  getSchoolBook: ({ params }, ctx) => readSchoolBook(ctx, params.id),
  uploadBook: (_input, ctx) => uploadBook(ctx),
  getBookUpload: (_input, ctx) => readUpload(ctx),
  installBook: ({ params }, ctx) => installUpload(ctx, params.id),
  discardBookUpload: ({ params }, ctx) => discardUpload(ctx, params.id),
  createCopies: ({ params, body }, ctx) =>
    once(ctx, `copies ${params.id}`, { ...params, ...body }, (tx) => createCopies(ctx, tx, params.id, body)),
  downloadCopies: ({ params }, ctx) => downloadCopies(ctx, params.id),
};
