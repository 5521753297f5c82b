import type { School } from '../../core/http/ctx.ts';
import { corrections } from './events/corrections.ts';
import { lessonsMoved, lessonsOff, lessonsSoon } from './events/lessons.ts';
import { newWork } from './events/new-work.ts';
import { tellEvents } from './tell-events.ts';
import { tellOfGrades } from './tell-of-grades.ts';

/** Notifies students about their classes: coming, moved and cancelled lessons, new work, corrections, grades. */
export async function tellOfClasses(school: School): Promise<void> {
  await tellEvents(school, lessonsOff);
  await tellEvents(school, lessonsMoved);
  await tellEvents(school, lessonsSoon);
  await tellEvents(school, newWork);
  await tellEvents(school, corrections);
  await tellOfGrades(school);
}
