import { shared } from './shared.ts';

/** Name and picture of the logged-in user, in one text. */
export const $person = shared<string>('person');
