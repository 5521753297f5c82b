import type * as sendings from '#lib/contract/sendings.ts';
import type { Routes } from '../http/handler.ts';
import { cancelSending } from './cancel-sending.ts';
import { listAudienceChoices, previewAudience } from './preview-audience.ts';
import { readLog } from './read-log.ts';
import { sendSending } from './send-sending.ts';
import { createTemplate, deleteTemplate, listTemplates } from './templates.ts';
import { createSending, deleteSending, listSendings, updateSending } from './write-sending.ts';

export const sendingsRoutes: Routes<typeof sendings> = {
  createSending: ({ body }, ctx) => createSending(ctx, body),
  listSendings: ({ query }, ctx) => listSendings(ctx, query),
  updateSending: ({ body }, ctx) => updateSending(ctx, body),
  deleteSending: ({ params }, ctx) => deleteSending(ctx, params.id),
  sendSending: ({ body }, ctx) => sendSending(ctx, body),
  cancelSending: ({ params }, ctx) => cancelSending(ctx, params.id),
  getSendingLog: ({ params, query }, ctx) => readLog(ctx, params.id, query),
  previewAudience: ({ query }, ctx) => previewAudience(ctx, query),
  listAudienceChoices: (_input, ctx) => listAudienceChoices(ctx),
  listTemplates: (_input, ctx) => listTemplates(ctx),
  createTemplate: ({ body }, ctx) => createTemplate(ctx, body),
  deleteTemplate: ({ params }, ctx) => deleteTemplate(ctx, params.id),
};
