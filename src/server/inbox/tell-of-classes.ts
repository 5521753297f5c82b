import type { School } from '../http/ctx.ts';
import { corrections } from './events/corrections.ts';
import { lessonsOff, lessonsSoon } from './events/lessons.ts';
import { tellEvents } from './tell-events.ts';
import { tellOfGrades } from './tell-of-grades.ts';

/** Tells students about their classes: coming and cancelled lessons, corrections, grades. */
export async function tellOfClasses(school: School): Promise<void> {
  await tellEvents(school, lessonsOff);
  await tellEvents(school, lessonsSoon);
  await tellEvents(school, corrections);
  await tellOfGrades(school);
}
