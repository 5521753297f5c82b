import type * as teaching from '#lib/contract/teaching.ts';
import type { Routes } from '../http/handler.ts';
import { addCorrection, removeCorrection, viewFile } from './correct-work.ts';
import { saveGrades } from './grade-sheet.ts';
import { lessonRoutes } from './lesson-routes.ts';

export const teachingRoutes: Routes<typeof teaching> = {
  ...lessonRoutes,
  addCorrection: ({ params }, ctx) => addCorrection(ctx, params.id),
  removeCorrection: ({ params }, ctx) => removeCorrection(ctx, params.id, params.n),
  viewHandedIn: ({ params, query }, ctx) => viewFile(ctx, params, query.baixar === true),
  saveGrades: ({ params, body }, ctx) => saveGrades(ctx, params.id, body),
};
