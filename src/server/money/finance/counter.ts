/** The provider name of payments at the office (0094). No service knows these charges. */
export const COUNTER = 'balcao';
