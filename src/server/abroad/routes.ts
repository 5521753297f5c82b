import type * as abroad from '#lib/contract/abroad.ts';
import { auditView } from '../http/audit.ts';
import type { Routes } from '../http/handler.ts';
import { countFailures } from '../http/limits.ts';
import { once } from '../http/once.ts';
import { createRequest } from './create-request.ts';
import { deleteRequest } from './delete-request.ts';
import { downloadDocument } from './download-document.ts';
import { giveConsent, readConsent, sendConsentLink } from './give-consent.ts';
import { decideRequest, listSchoolRequests, readSchoolRequest, reviewDocument } from './manage-requests.ts';
import {
  createTrip,
  getSchoolTrip,
  listSchoolTrips,
  listTripChoices,
  setTripState,
  updateTrip,
} from './manage-trips.ts';
import { changePayment, createPayment, readPayment } from './open-payment.ts';
import { readDraft } from './read-draft.ts';
import { listOwnDocuments, readOwnRequest } from './read-own.ts';
import { listTripBooks, listTrips } from './read-trips.ts';
import { resendDocuments } from './resend-documents.ts';
import { deleteDraftDocument, saveDraft, sendDraft, uploadDraftDocument } from './save-draft.ts';

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
  getDraft: async (_input, ctx) => (await readDraft(ctx, ctx.db, ctx.session.userId)).draft,
  saveDraft: ({ body }, ctx) => saveDraft(ctx, body.valores),
  uploadDraftDocument: ({ params }, ctx) => uploadDraftDocument(ctx, params.tipo),
  deleteDraftDocument: ({ params }, ctx) => deleteDraftDocument(ctx, params.tipo),
  sendDraft: (_input, ctx) => sendDraft(ctx),
  sendConsentLink: ({ params }, ctx) => sendConsentLink(ctx, params.id),
  getConsent: ({ params }, ctx) =>
    countFailures(ctx.limits, 'consent', ctx.caller.address, () => readConsent(ctx, params.token)),
  giveConsent: ({ body }, ctx) =>
    countFailures(ctx.limits, 'consent', ctx.caller.address, () => giveConsent(ctx, body)),
  downloadUsaDocument: ({ params }, ctx) => downloadDocument(ctx, params.id),
  listSchoolRequests: ({ query }, ctx) => {
    return listSchoolRequests(ctx, query);
  },
  getSchoolRequest: async ({ params }, ctx) => {
    const entry = await readSchoolRequest(ctx, params.id);
    await auditView(ctx, 'user-read', `user:${entry.aluno.user_id}`);
    return entry;
  },
  reviewDocument: ({ params, body }, ctx) => {
    return reviewDocument(ctx, params.id, body);
  },
  decideRequest: ({ params, body }, ctx) => {
    return decideRequest(ctx, params.id, body);
  },
  listSchoolTrips: ({ query }, ctx) => {
    return listSchoolTrips(ctx, query);
  },
  getSchoolTrip: ({ params }, ctx) => {
    return getSchoolTrip(ctx, params.id);
  },
  listTripChoices: (_input, ctx) => {
    return listTripChoices(ctx);
  },
  createTrip: ({ body }, ctx) => {
    return once(ctx, 'createTrip', body, (tx) => createTrip(ctx, tx, body));
  },
  updateTrip: ({ params, body }, ctx) => {
    return updateTrip(ctx, params.id, body);
  },
  setTripState: ({ params, body }, ctx) => {
    return setTripState(ctx, params.id, body);
  },
};
