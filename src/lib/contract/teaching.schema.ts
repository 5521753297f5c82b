import type { CallSchema } from './core.ts';
import { lessonCalls } from './teaching-lessons.schema.ts';
import { workCalls } from './teaching-work.schema.ts';

export const calls = {
  ...lessonCalls,
  ...workCalls,
} satisfies Record<string, CallSchema>;
