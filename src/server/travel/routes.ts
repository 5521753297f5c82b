import type * as travel from '#lib/contract/travel.ts';
import type { Routes } from '../http/handler.ts';
import { scanTicket, validateQrCode } from './check-ticket.ts';
import { joinCampaign } from './join-campaign.ts';
import { downloadParticipants } from './manage-participants.ts';
import { readCampaignPicture, uploadCampaignPicture } from './manage-picture.ts';
import { listQrCodes, readCampaign } from './read-campaigns.ts';
import { readDoor } from './read-doors.ts';
import { downloadTickets, printTickets } from './ticket-papers.ts';

export const travelRoutes: Routes<typeof travel> = {
  getCampaign: ({ params }, ctx) => readCampaign(ctx, params.id),
  joinCampaign: ({ body }, ctx) => joinCampaign(ctx, body),
  listQrCodes: async (_input, ctx) => listQrCodes(ctx),
  validateQrCode: ({ params, body }, ctx) => validateQrCode(ctx, params.id, body),
  downloadTickets: async ({ params }, ctx) => downloadTickets(ctx, params.id),
  getCampaignPicture: ({ params }, ctx) => readCampaignPicture(ctx, params.chave),
  getDoor: ({ params }, ctx) => readDoor(ctx, params.id),
  scanTicket: ({ body }, ctx) => scanTicket(ctx, body),
  uploadCampaignPicture: ({ params }, ctx) => uploadCampaignPicture(ctx, params.id),
  downloadParticipants: ({ params }, ctx) => downloadParticipants(ctx, params.id),
  printTickets: ({ params, query }, ctx) => printTickets(ctx, params.id, query),
};
