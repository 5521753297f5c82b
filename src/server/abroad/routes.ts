import type * as abroad from '#lib/contract/abroad.ts';
import type { Routes } from '../http/handler.ts';
import { createRequest } from './create-request.ts';
import { deleteRequest } from './delete-request.ts';
import { downloadDocument } from './download-document.ts';
import { changePayment, createPayment, readPayment } from './open-payment.ts';
import { listOwnDocuments, readOwnRequest } from './read-own.ts';
import { listTripBooks, listTrips } from './read-trips.ts';
import { resendDocuments } from './resend-documents.ts';
import { uploadDraftDocument } from './save-draft.ts';

export const abroadRoutes: Routes<typeof abroad> = {
  listGroups: (_input, ctx) => listTrips(ctx, false),
  listRequestGroups: (_input, ctx) => listTrips(ctx, true),
  listGroupBooks: (_input, ctx) => listTripBooks(ctx),
  listDocuments: (_input, ctx) => listOwnDocuments(ctx),
  getOwnRequest: (_input, ctx) => readOwnRequest(ctx),
  createRequest: (_input, ctx) => createRequest(ctx),
  resendDocuments: ({ params }, ctx) => resendDocuments(ctx, params.id),
  deleteRequest: ({ params }, ctx) => deleteRequest(ctx, params.id),
  createUsaPayment: ({ body }, ctx) => createPayment(ctx, body),
  updateUsaPayment: ({ body }, ctx) => changePayment(ctx, body),
  getUsaPayment: ({ params }, ctx) => readPayment(ctx, params.id),
  uploadDraftDocument: ({ params }, ctx) => uploadDraftDocument(ctx, params.tipo),
  downloadUsaDocument: ({ params }, ctx) => downloadDocument(ctx, params.id),
};
