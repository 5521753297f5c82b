import type { Call } from './core.ts';
import type { calls as S } from './teaching.schema.ts';

export const listTaughtClasses: Call<typeof S.listTaughtClasses> = { method: 'GET', path: 'portal/teaching/classes/' };

export * from './teaching-classes.ts';
export * from './teaching-grades.ts';
export * from './teaching-lessons.ts';
export * from './teaching-work.ts';
