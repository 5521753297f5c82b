import { z } from 'zod';
import { CursorQuery, IdParam, OneId, Text } from '#lib/contract/shapes.schema.ts';
import * as contract from '#lib/contract/travel.ts';
import { CheckInList, Scan } from '#lib/contract/travel-own.schema.ts';
import { SaidScan } from '#lib/contract/travel-shapes.schema.ts';
import { once } from '../../core/http/once.ts';
import { endpoint, islandOperation, operation, staffOperation } from '../../core/http/operation.ts';
import {
  holderOfSecret,
  owner,
  staff,
  staffOfWholeSchool,
  ticketChecker,
  user,
  userOfSchool,
} from '../../core/http/who.ts';
import {
  createCampaign,
  listManagedCampaigns,
  publishCampaign,
  readCampaignPicture,
  readManagedCampaign,
  updateCampaign,
  uploadCampaignPicture,
} from './campaigns.ts';
import { admitTicket, campaignToCheck, listCheckIns, readCheckIn, scanTicket, validateQrCode } from './check-in.ts';
import { createCampaignInput, listParticipantsInput, makeTicketsInput, updateCampaignInput } from './inputs.ts';
import { cancelParticipation, downloadParticipants, listParticipants } from './participants.ts';
import { joinCampaign, leaveCampaign } from './participation.ts';
import { presentCampaign } from './present.ts';
import { campaignShown, listCampaigns, listQrCodes } from './read-campaigns.ts';
import { campaignWithTickets, downloadTickets, makeTickets, printTickets } from './tickets.ts';

/** The operations of campaigns and events. */
export const travelOperations = {
  /** Campaigns of the own school that are published. */
  listCampaigns: operation({
    who: user,
    does: 'reads',
    connected: 'composed',
    input: z.object({}),
    run: (_input, ctx) => listCampaigns(ctx),
  }),
  /** Returns the own tickets before the event. */
  leaveCampaign: operation({
    who: userOfSchool('campaign'),
    does: 'writes',
    connected: 'trips',
    input: OneId,
    run: ({ id }, ctx) => leaveCampaign(ctx, id),
  }),
  /** Campaigns whose tickets the user may check. */
  listCheckIns: operation({
    who: ticketChecker,
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => listCheckIns(ctx),
  }),
  /** Campaigns of the own school, including drafts. */
  listManagedCampaigns: staffOperation({
    who: staff('viagens'),
    does: 'reads',
    connected: 'staff',
    input: CursorQuery,
    run: (query, ctx) => listManagedCampaigns(ctx, query),
  }),
  /** One campaign of the own school, with its tickets that were made in bulk. */
  getManagedCampaign: staffOperation({
    who: staff('viagens', 'campaign'),
    does: 'reads',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => readManagedCampaign(ctx, id),
  }),
  /** Adds a campaign, hidden until it is published. */
  createCampaign: staffOperation({
    who: staffOfWholeSchool('viagens'),
    does: 'writes',
    connected: 'staff',
    input: createCampaignInput,
    run: (body, ctx) => createCampaign(ctx, body),
  }),
  /** Changes a campaign; participants are notified of another day or place, or of other rules. */
  updateCampaign: staffOperation({
    who: staffOfWholeSchool('viagens', 'campaign'),
    does: 'writes',
    connected: 'staff',
    input: updateCampaignInput,
    run: (body, ctx) => updateCampaign(ctx, body),
  }),
  /** Publishes a campaign, or hides one without participants. */
  publishCampaign: staffOperation({
    who: staffOfWholeSchool('viagens', 'campaign'),
    does: 'writes',
    connected: 'staff',
    input: z.object({ id: IdParam, publicada: z.boolean() }),
    run: ({ id, publicada }, ctx) => publishCampaign(ctx, id, publicada),
  }),
  /** Participants, with their tickets. */
  listParticipants: staffOperation({
    who: staff('viagens', 'campaign'),
    does: 'reads',
    connected: 'staff',
    input: listParticipantsInput,
    run: (query, ctx) => listParticipants(ctx, query),
  }),
  /** Removes a participant, who is notified of the reason. */
  cancelParticipation: staffOperation({
    who: staff('viagens', 'participation'),
    does: 'writes',
    connected: 'staff',
    input: z.object({ id: IdParam, motivo: Text(200) }),
    run: ({ id, motivo }, ctx) => cancelParticipation(ctx, id, motivo),
  }),
  /** Checks a person in from the list of participants. */
  admitTicket: staffOperation({
    who: staff('viagens', 'ticket'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: ({ id }, ctx) => admitTicket(ctx, id),
  }),
  /** Makes tickets in bulk, for guests without an account. */
  makeTickets: staffOperation({
    who: staffOfWholeSchool('viagens', 'campaign'),
    does: 'writes',
    connected: 'staff',
    input: makeTicketsInput,
    keyed: true,
    run: ({ id, ...body }, ctx) => once(ctx, `travel-tickets ${id}`, body, (tx) => makeTickets(ctx, tx, id, body)),
  }),
  getCampaign: endpoint(contract.getCampaign, {
    who: { ...userOfSchool('campaign'), ...owner('campaign', (ctx, { id }) => campaignShown(ctx, ctx.db, id)) },
    connected: 'host',
    run: (_input, ctx) => presentCampaign(ctx, ctx.thing),
  }),
  joinCampaign: endpoint(contract.joinCampaign, {
    who: userOfSchool('campaign'),
    connected: 'host',
    run: ({ body }, ctx) => joinCampaign(ctx, body),
  }),
  listQrCodes: endpoint(contract.listQrCodes, {
    who: user,
    connected: 'host',
    run: (_input, ctx) => listQrCodes(ctx),
  }),
  validateQrCode: endpoint(contract.validateQrCode, {
    who: { ...ticketChecker, of: 'campaign' },
    connected: 'host',
    run: ({ params, body }, ctx) => validateQrCode(ctx, params.id, body),
  }),
  downloadTickets: endpoint(contract.downloadTickets, {
    who: owner('campaign', campaignWithTickets),
    connected: 'trips',
    run: (_input, ctx) => downloadTickets(ctx, ctx.thing),
  }),
  getCampaignPicture: endpoint(contract.getCampaignPicture, {
    who: holderOfSecret,
    connected: 'trips',
    run: ({ params }, ctx) => readCampaignPicture(ctx, params.chave),
  }),
  /** The tickets of a campaign as digests, for checking offline. */
  getCheckIn: islandOperation({
    who: { ...ticketChecker, ...owner('campaign', campaignToCheck) },
    does: 'reads',
    connected: 'staff',
    input: OneId,
    result: CheckInList,
    run: (_input, ctx) => readCheckIn(ctx, ctx.thing),
  }),
  /** Validates a scanned or typed ticket, for staff. */
  scanTicket: islandOperation({
    who: ticketChecker,
    does: 'writes',
    connected: 'composed',
    input: Scan,
    result: SaidScan,
    run: (body, ctx) => scanTicket(ctx, body),
  }),
  uploadCampaignPicture: endpoint(contract.uploadCampaignPicture, {
    who: staffOfWholeSchool('viagens', 'campaign'),
    connected: 'staff',
    run: ({ params }, ctx) => uploadCampaignPicture(ctx, params.id),
  }),
  downloadParticipants: endpoint(contract.downloadParticipants, {
    who: staff('viagens', 'campaign'),
    connected: 'staff',
    reauthenticate: 'always',
    run: ({ params }, ctx) => downloadParticipants(ctx, params.id),
  }),
  printTickets: endpoint(contract.printTickets, {
    who: staff('viagens', 'campaign'),
    connected: 'staff',
    run: ({ params, query }, ctx) => printTickets(ctx, params.id, query),
  }),
};
