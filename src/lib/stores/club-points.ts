import { shared } from './shared.ts';

/** The points that the member can spend. */
export const $points = shared<number>('points');
