import type * as lessons from '#lib/contract/teaching-lessons.ts';
import type { Routes } from '../http/handler.ts';
import { addLessonLink, downloadLessonFile, removeLessonMaterial, uploadLessonFile } from './lesson-materials.ts';
import { readTeachingDay } from './read-day.ts';
import { readTaughtLesson } from './read-lesson.ts';
import { readTaughtClass } from './read-taught-class.ts';
import { takeRoll } from './take-roll.ts';
import { addMakeUpLesson, cancelTaughtLesson, writeLesson } from './write-lesson.ts';

/** What a teacher does with a lesson. */
export const lessonRoutes: Routes<typeof lessons> = {
  getTeachingDay: (_input, ctx) => readTeachingDay(ctx),
  getTaughtClass: ({ params }, ctx) => readTaughtClass(ctx, params.id),
  getTaughtLesson: ({ params }, ctx) => readTaughtLesson(ctx, params.id),
  takeRoll: ({ params, body }, ctx) => takeRoll(ctx, params.id, body),
  writeLesson: ({ params, body }, ctx) => writeLesson(ctx, params.id, body),
  addLessonLink: ({ params, body }, ctx) => addLessonLink(ctx, params.id, body),
  uploadLessonFile: ({ params }, ctx) => uploadLessonFile(ctx, params.id),
  removeLessonMaterial: ({ params }, ctx) => removeLessonMaterial(ctx, params.id, params.n),
  downloadLessonFile: ({ params }, ctx) => downloadLessonFile(ctx, params.id, params.n),
  cancelTaughtLesson: ({ params, body }, ctx) => cancelTaughtLesson(ctx, params.id, body.motivo),
  addMakeUpLesson: ({ params, body }, ctx) => addMakeUpLesson(ctx, params.id, body),
};
