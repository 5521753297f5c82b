import type * as travel from '#lib/contract/travel.ts';
import type { Routes } from '../http/handler.ts';
import { once } from '../http/once.ts';
import { scanTicket, validateQrCode } from './check-ticket.ts';
import { joinCampaign } from './join-campaign.ts';
import { leaveCampaign } from './leave-campaign.ts';
import { listTicketBatches, makeTickets } from './make-tickets.ts';
import {
  createCampaign,
  listManagedCampaigns,
  publishCampaign,
  readManagedCampaign,
  updateCampaign,
} from './manage-campaigns.ts';
import { cancelParticipation, downloadParticipants, listParticipants } from './manage-participants.ts';
import { readCampaignPicture, uploadCampaignPicture } from './manage-picture.ts';
import { listCampaigns, listQrCodes, readCampaign } from './read-campaigns.ts';
import { listDoors, readDoor } from './read-doors.ts';
import { downloadTickets, printTickets } from './ticket-papers.ts';

export const travelRoutes: Routes<typeof travel> = {
  getCampaign: ({ params }, ctx) => readCampaign(ctx, params.id),
  joinCampaign: ({ body }, ctx) => joinCampaign(ctx, body),
  listQrCodes: async (_input, ctx) => listQrCodes(ctx),
  validateQrCode: ({ params, body }, ctx) => validateQrCode(ctx, params.id, body),
  listCampaigns: (_input, ctx) => listCampaigns(ctx),
  leaveCampaign: ({ params }, ctx) => leaveCampaign(ctx, params.id),
  downloadTickets: async ({ params }, ctx) => downloadTickets(ctx, params.id),
  getCampaignPicture: ({ params }, ctx) => readCampaignPicture(ctx, params.chave),
  listDoors: (_input, ctx) => listDoors(ctx),
  getDoor: ({ params }, ctx) => readDoor(ctx, params.id),
  scanTicket: ({ body }, ctx) => scanTicket(ctx, body),
  listManagedCampaigns: ({ query }, ctx) => listManagedCampaigns(ctx, query),
  getManagedCampaign: ({ params }, ctx) => readManagedCampaign(ctx, params.id),
  createCampaign: ({ body }, ctx) => createCampaign(ctx, body),
  updateCampaign: ({ params, body }, ctx) => updateCampaign(ctx, params.id, body),
  publishCampaign: ({ params, body }, ctx) => publishCampaign(ctx, params.id, body.publicada),
  uploadCampaignPicture: ({ params }, ctx) => uploadCampaignPicture(ctx, params.id),
  listParticipants: ({ params, query }, ctx) => listParticipants(ctx, params.id, query),
  downloadParticipants: ({ params }, ctx) => downloadParticipants(ctx, params.id),
  cancelParticipation: ({ params, body }, ctx) => cancelParticipation(ctx, params.id, body.motivo),
  listTicketBatches: ({ params }, ctx) => listTicketBatches(ctx, params.id),
  makeTickets: ({ params, body }, ctx) =>
    once(ctx, `travel-tickets ${params.id}`, body, (tx) => makeTickets(ctx, tx, params.id, body)),
  printTickets: ({ params, query }, ctx) => printTickets(ctx, params.id, query),
};
