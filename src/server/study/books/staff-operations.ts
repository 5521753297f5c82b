import { z } from 'zod';
import * as contract from '#lib/contract/books.ts';
import { CopiesInput } from '#lib/contract/books-staff.schema.ts';
import { IdParam, OneId } from '#lib/contract/shapes.schema.ts';
import { once } from '../../core/http/once.ts';
import { endpoint, staffOperation } from '../../core/http/operation.ts';
import { holderOfSecret, staff, staffOfWholeSchool } from '../../core/http/who.ts';
import { createCopies, downloadCopies } from './copies.ts';
import { listSchoolBooks, readSchoolBook } from './school-books.ts';
import { discardUpload, findUpload, installUpload, readBookFile, readUpload, uploadBook } from './upload-book.ts';

/** The operations of books for staff. */
export const booksStaffOperations = {
  /** Books of the franchise and of the school, with students and versions. */
  listSchoolBooks: staffOperation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: async (_input, ctx) => listSchoolBooks(ctx, ctx.reach.units === null ? await findUpload(ctx) : null),
  }),
  /** A book of the school, with its batches of codes. */
  getSchoolBook: staffOperation({
    who: staff('turmas'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => readSchoolBook(ctx, id),
  }),
  /** The uploaded book, with its faults or changes. */
  getBookUpload: staffOperation({
    who: staffOfWholeSchool('turmas'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => readUpload(ctx),
  }),
  /** Installs the uploaded book. */
  installBook: staffOperation({
    who: staffOfWholeSchool('turmas', 'book'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => installUpload(ctx, id),
  }),
  /** Discards the uploaded book. */
  discardBookUpload: staffOperation({
    who: staffOfWholeSchool('turmas', 'bookUpload'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => discardUpload(ctx, id),
  }),
  /** Makes copies of a book for a unit, each with a code of its own. */
  createCopies: staffOperation({
    who: staff('turmas'),
    does: 'writes',
    connected: 'staff',
    input: CopiesInput.extend({ id: IdParam }),
    keyed: true,
    run: ({ id, ...body }, ctx) => once(ctx, `copies ${id}`, { id, ...body }, (tx) => createCopies(ctx, tx, id, body)),
  }),
  getBookFile: endpoint(contract.getBookFile, {
    who: holderOfSecret,
    connected: 'staff',
    run: ({ params }, ctx) => readBookFile(ctx, params.chave),
  }),
  uploadBook: endpoint(contract.uploadBook, {
    who: staffOfWholeSchool('turmas'),
    connected: 'staff',
    run: (_input, ctx) => uploadBook(ctx),
  }),
  downloadCopies: endpoint(contract.downloadCopies, {
    who: staff('turmas', 'book'),
    connected: 'staff',
    run: ({ params }, ctx) => downloadCopies(ctx, params.id),
  }),
};
