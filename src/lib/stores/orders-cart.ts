import { shared } from './shared.ts';

/** How many pieces in the cart can be ordered. */
export const $cart = shared<number>('cart');
