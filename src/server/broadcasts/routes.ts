import type * as broadcasts from '#lib/contract/broadcasts.ts';
import type { Routes } from '../http/handler.ts';
import { createAudience, deleteAudience, listAudiences, updateAudience } from './audiences.ts';
import { cancelBroadcast } from './cancel-broadcast.ts';
import { readGivenUpMails, resendMail, resendMails } from './given-up-mails.ts';
import { readLimits, updateLimits } from './limits.ts';
import { listAudienceChoices, previewAudience } from './preview-audience.ts';
import { readLog } from './read-log.ts';
import { sendBroadcast } from './send-broadcast.ts';
import { createTemplate, deleteTemplate, listTemplates } from './templates.ts';
import { createBroadcast, deleteBroadcast, listBroadcasts, updateBroadcast } from './write-broadcast.ts';

export const broadcastsRoutes: Routes<typeof broadcasts> = {
  createBroadcast: ({ body }, ctx) => createBroadcast(ctx, body),
  listBroadcasts: ({ query }, ctx) => listBroadcasts(ctx, query),
  updateBroadcast: ({ body }, ctx) => updateBroadcast(ctx, body),
  deleteBroadcast: ({ params }, ctx) => deleteBroadcast(ctx, params.id),
  sendBroadcast: ({ body }, ctx) => sendBroadcast(ctx, body),
  cancelBroadcast: ({ params }, ctx) => cancelBroadcast(ctx, params.id),
  getBroadcastLog: ({ params, query }, ctx) => readLog(ctx, params.id, query),
  previewAudience: ({ query }, ctx) => previewAudience(ctx, query),
  listAudienceChoices: (_input, ctx) => listAudienceChoices(ctx),
  listAudiences: (_input, ctx) => listAudiences(ctx),
  createAudience: ({ body }, ctx) => createAudience(ctx, body),
  updateAudience: ({ params, body }, ctx) => updateAudience(ctx, params.id, body),
  deleteAudience: ({ params }, ctx) => deleteAudience(ctx, params.id),
  getMessageLimits: (_input, ctx) => readLimits(ctx),
  updateMessageLimits: ({ body }, ctx) => updateLimits(ctx, body),
  listTemplates: (_input, ctx) => listTemplates(ctx),
  createTemplate: ({ body }, ctx) => createTemplate(ctx, body),
  listGivenUpMails: ({ query }, ctx) => readGivenUpMails(ctx, query),
  resendMail: ({ params }, ctx) => resendMail(ctx, params.id),
  resendMails: (_input, ctx) => resendMails(ctx),
  deleteTemplate: ({ params }, ctx) => deleteTemplate(ctx, params.id),
};
