import type * as staff from '#lib/contract/books-staff.ts';
import type { Routes } from '../http/handler.ts';
import { readBookFile } from './book-file.ts';
import { downloadCopies } from './make-copies.ts';
import { uploadBook } from './upload-book.ts';

export const booksStaffRoutes: Routes<typeof staff> = {
  getBookFile: ({ params }, ctx) => readBookFile(ctx, params.chave),
  uploadBook: (_input, ctx) => uploadBook(ctx),
  downloadCopies: ({ params }, ctx) => downloadCopies(ctx, params.id),
};
