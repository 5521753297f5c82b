import { z } from 'zod';
import * as contract from '#lib/contract/abroad.ts';
import { DraftValues } from '#lib/contract/abroad-draft.schema.ts';
import { Tipo, Token } from '#lib/contract/abroad-own.schema.ts';
import { TripInput, TripState } from '#lib/contract/abroad-trips.schema.ts';
import { Cpf, CursorQuery, IdParam, OneId } from '#lib/contract/shapes.schema.ts';
import { auditView } from '../../core/http/audit.ts';
import { countFailures } from '../../core/http/limits.ts';
import { once } from '../../core/http/once.ts';
import { endpoint, operation, staffOperation } from '../../core/http/operation.ts';
import { holderOfSecret, owner, ownerOrStaff, staff, staffOfWholeSchool, user } from '../../core/http/who.ts';
import { giveConsent, readConsent, sendConsentLink } from './consent.ts';
import { downloadDocument, resendDocuments, sentRequest } from './documents.ts';
import {
  deleteDraftDocument,
  listOwnDocuments,
  readDraft,
  readOwnRequest,
  saveDraft,
  sendDraft,
  uploadDraftDocument,
} from './draft.ts';
import {
  decideRequestInput,
  listSchoolRequestsInput,
  reviewDocumentInput,
  sendDraftInput,
  setTripStateInput,
  Versao,
} from './inputs.ts';
import { decideRequest, listSchoolRequests, readSchoolRequest, reviewDocument } from './manage-requests.ts';
import { changePayment, createPayment, ownPlan, readPayment, requestToPay } from './payment.ts';
import { listTripBooks, listTrips } from './read-trips.ts';
import { createRequest, deleteRequest } from './request.ts';
import { createTrip, listSchoolTrips, setTripState, updateTrip } from './trips.ts';

/** The operations of study abroad. */
export const abroadOperations = {
  /** The draft of the request. */
  getDraft: operation({
    who: user,
    does: 'reads',
    connected: 'requests',
    input: z.object({}),
    run: async (_input, ctx) => (await readDraft(ctx)).draft,
  }),
  /** Saves some fields of the draft, valid or not. */
  saveDraft: operation({
    who: user,
    does: 'writes',
    connected: 'requests',
    input: z.object({ valores: DraftValues }),
    run: ({ valores }, ctx) => saveDraft(ctx, valores),
  }),
  /** Removes a document from the draft. */
  deleteDraftDocument: operation({
    who: owner('draftDocument'),
    does: 'writes',
    connected: 'requests',
    input: Tipo,
    run: ({ tipo }, ctx) => deleteDraftDocument(ctx, tipo),
  }),
  /** Sends the draft as the request. */
  sendDraft: operation({
    who: owner('draft'),
    does: 'writes',
    connected: 'requests',
    input: sendDraftInput,
    run: (_input, ctx) => sendDraft(ctx),
  }),
  /** Mails the guardian a new link for the consent. */
  sendConsentLink: operation({
    who: owner('request', sentRequest),
    does: 'writes',
    connected: 'requests',
    input: OneId,
    run: (_input, ctx) => sendConsentLink(ctx, ctx.thing),
  }),
  /** The request that the guardian is asked to consent to. */
  getConsent: operation({
    who: holderOfSecret,
    does: 'reads',
    connected: 'requests',
    input: z.object({ token: Token }),
    run: ({ token }, ctx) => countFailures(ctx.limits, 'consent', ctx.caller.address, () => readConsent(ctx, token)),
  }),
  /** Records the guardian's consent. */
  giveConsent: operation({
    who: holderOfSecret,
    does: 'writes',
    connected: 'requests',
    input: z.object({ token: Token, cpf: Cpf, aceite: z.literal(true) }),
    run: (body, ctx) => countFailures(ctx.limits, 'consent', ctx.caller.address, () => giveConsent(ctx, body)),
  }),
  /** Requests of the own school, for managers. */
  listSchoolRequests: staffOperation({
    who: staff('viagens'),
    does: 'reads',
    connected: 'staff',
    input: listSchoolRequestsInput,
    run: (query, ctx) => listSchoolRequests(ctx, query),
  }),
  /** One request of the own school. */
  getSchoolRequest: staffOperation({
    who: staff('viagens', 'request'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: async ({ id }, ctx) => {
      const entry = await readSchoolRequest(ctx, id);
      await auditView(ctx, 'user-read', `user:${entry.user_id}`);
      return entry;
    },
  }),
  /** Accepts a document, or refuses it with a reason. */
  reviewDocument: staffOperation({
    who: staff('viagens', 'document'),
    does: 'writes',
    connected: 'staff',
    input: reviewDocumentInput,
    run: ({ id, ...body }, ctx) => reviewDocument(ctx, id, body),
  }),
  /** Begins the analysis of a request, approves or refuses it. */
  decideRequest: staffOperation({
    who: staff('viagens', 'request'),
    does: 'writes',
    connected: 'staff',
    input: decideRequestInput,
    run: ({ id, ...body }, ctx) => decideRequest(ctx, id, body),
  }),
  /**
   * Trips offered to students of the own school, including those of the network, the latest start first, and the options of a
   * trip.
   */
  listSchoolTrips: staffOperation({
    who: staff('viagens'),
    does: 'reads',
    connected: 'staff',
    input: CursorQuery.extend({ estado: TripState.optional() }),
    run: (query, ctx) => listSchoolTrips(ctx, query),
  }),
  /** Creates a trip of the own school, which students do not see before it is published. */
  createTrip: staffOperation({
    who: staffOfWholeSchool('viagens'),
    does: 'writes',
    connected: 'staff',
    input: TripInput,
    keyed: true,
    run: (body, ctx) => once(ctx, 'createTrip', body, (tx) => createTrip(ctx, tx, body)),
  }),
  /** Changes a trip; after the first request the agreed facts are fixed. */
  updateTrip: staffOperation({
    who: staffOfWholeSchool('viagens', 'trip'),
    does: 'writes',
    connected: 'staff',
    input: TripInput.extend({ id: IdParam, versao: Versao }),
    run: ({ id, ...body }, ctx) => updateTrip(ctx, id, body),
  }),
  /** Publishes a trip, or closes its registration; sent requests continue. */
  setTripState: staffOperation({
    who: staffOfWholeSchool('viagens', 'trip'),
    does: 'writes',
    connected: 'staff',
    input: setTripStateInput,
    run: ({ id, ...body }, ctx) => setTripState(ctx, id, body),
  }),
  listGroups: endpoint(contract.listGroups, {
    who: user,
    connected: 'host',
    run: (_input, ctx) => listTrips(ctx, false),
  }),
  listRequestGroups: endpoint(contract.listRequestGroups, {
    who: user,
    connected: 'host',
    run: (_input, ctx) => listTrips(ctx, true),
  }),
  listGroupBooks: endpoint(contract.listGroupBooks, {
    who: user,
    connected: 'host',
    run: (_input, ctx) => listTripBooks(ctx),
  }),
  listDocuments: endpoint(contract.listDocuments, {
    who: user,
    connected: 'host',
    run: (_input, ctx) => listOwnDocuments(ctx),
  }),
  getOwnRequest: endpoint(contract.getOwnRequest, {
    who: user,
    connected: 'host',
    run: (_input, ctx) => readOwnRequest(ctx),
  }),
  createRequest: endpoint(contract.createRequest, {
    who: user,
    connected: 'host',
    run: (_input, ctx) => createRequest(ctx),
  }),
  resendDocuments: endpoint(contract.resendDocuments, {
    who: owner('request', sentRequest),
    connected: 'host',
    run: (_input, ctx) => resendDocuments(ctx, ctx.thing),
  }),
  deleteRequest: endpoint(contract.deleteRequest, {
    who: owner('request'),
    connected: 'host',
    run: ({ params }, ctx) => deleteRequest(ctx, params.id),
  }),
  createUsaPayment: endpoint(contract.createUsaPayment, {
    who: owner('request', requestToPay),
    connected: 'host',
    run: ({ body }, ctx) => createPayment(ctx, ctx.thing, body),
  }),
  updateUsaPayment: endpoint(contract.updateUsaPayment, {
    who: owner('payment', (ctx, { id }) => ownPlan(ctx, id)),
    connected: 'host',
    run: ({ body }, ctx) => changePayment(ctx, ctx.thing, body),
  }),
  getUsaPayment: endpoint(contract.getUsaPayment, {
    who: owner('payment', (ctx, { id }) => ownPlan(ctx, id)),
    connected: 'host',
    run: (_input, ctx) => readPayment(ctx, ctx.thing),
  }),
  uploadDraftDocument: endpoint(contract.uploadDraftDocument, {
    who: user,
    connected: 'requests',
    run: ({ params }, ctx) => uploadDraftDocument(ctx, params.tipo),
  }),
  downloadUsaDocument: endpoint(contract.downloadUsaDocument, {
    who: ownerOrStaff('viagens', 'document'),
    connected: 'requests',
    run: ({ params }, ctx) => downloadDocument(ctx, params.id),
  }),
};
