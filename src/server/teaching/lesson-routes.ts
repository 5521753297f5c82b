import type * as lessons from '#lib/contract/teaching-lessons.ts';
import type { Routes } from '../http/handler.ts';
import { downloadLessonFile, uploadLessonFile } from './lesson-materials.ts';

/** What a teacher does with a lesson. */
export const lessonRoutes: Routes<typeof lessons> = {
  uploadLessonFile: ({ params }, ctx) => uploadLessonFile(ctx, params.id),
  downloadLessonFile: ({ params }, ctx) => downloadLessonFile(ctx, params.id, params.n),
};
