import type { School } from '../http/ctx.ts';
import { corrections, grades } from './events/grades.ts';
import { lessonsOff, lessonsSoon } from './events/lessons.ts';
import { tellEvents } from './tell-events.ts';

/** Tells students what happened in their classes: lessons ahead and called off, corrections, grades. */
export async function tellOfClasses(school: School): Promise<void> {
  await tellEvents(school, lessonsOff);
  await tellEvents(school, lessonsSoon);
  await tellEvents(school, corrections);
  await tellEvents(school, grades);
}
