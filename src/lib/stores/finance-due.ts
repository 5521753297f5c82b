import { shared } from './shared.ts';

/** What is open, in centavos. */
export const $due = shared<number>('due');
