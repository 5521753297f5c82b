import { shared } from './shared.ts';

/** How many things wait today: work to hand in, words, practice. */
export const $today = shared<number>('today');
