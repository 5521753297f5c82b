import { shared } from './shared.ts';

/** How many notices are unread. */
export const $unread = shared<number>('unread');
