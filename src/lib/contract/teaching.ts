export * from './teaching-lessons.ts';
export * from './teaching-work.ts';
