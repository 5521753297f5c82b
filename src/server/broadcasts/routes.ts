import type * as broadcasts from '#lib/contract/broadcasts.ts';
import type { Routes } from '../http/handler.ts';
import { createAudience, deleteAudience, updateAudience } from './audiences.ts';
import { previewAudience } from './preview-audience.ts';
import { readLog } from './read-log.ts';
import { sendBroadcast } from './send-broadcast.ts';
import { createTemplate } from './templates.ts';
import { createBroadcast, deleteBroadcast, listBroadcasts, updateBroadcast } from './write-broadcast.ts';

export const broadcastsRoutes: Routes<typeof broadcasts> = {
  createBroadcast: ({ body }, ctx) => createBroadcast(ctx, body),
  listBroadcasts: ({ query }, ctx) => listBroadcasts(ctx, query),
  updateBroadcast: ({ body }, ctx) => updateBroadcast(ctx, body),
  deleteBroadcast: ({ params }, ctx) => deleteBroadcast(ctx, params.id),
  sendBroadcast: ({ body }, ctx) => sendBroadcast(ctx, body),
  getBroadcastLog: ({ params, query }, ctx) => readLog(ctx, params.id, query),
  previewAudience: ({ query }, ctx) => previewAudience(ctx, query),
  createAudience: ({ body }, ctx) => createAudience(ctx, body),
  updateAudience: ({ params, body }, ctx) => updateAudience(ctx, params.id, body),
  deleteAudience: ({ params }, ctx) => deleteAudience(ctx, params.id),
  createTemplate: ({ body }, ctx) => createTemplate(ctx, body),
};
