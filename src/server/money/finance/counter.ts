/** The provider of money that the office took itself (0094). No service knows these charges. */
export const COUNTER = 'balcao';
